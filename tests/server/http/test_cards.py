"""The owner's card files over HTTP, and tables that keep the cards they began with."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from halfturn.core.data import EARLIER, load_with_owner_data
from halfturn.core.registry import load
from tests.support.http_client import Browser, Json, run
from tests.support.server_process import Running


def heroes(*numbers: int) -> str:
    """A hero file in which Zeus has these numbers."""
    return json.dumps({"version": 1, "heroes": [{"ref": 50, "numbers": numbers}]})


@pytest.fixture
def owner(server: Running) -> Iterator[Browser]:
    yield Browser(server.port)
    shutil.rmtree(server.home, ignore_errors=True)


def look(owner: Browser) -> Json:
    return owner.get("/api/v1/cards/sellswords")


def keep(owner: Browser, text: str, mark: str | None = None) -> Json:
    body = {"text": text, "mark": look(owner)["mark"] if mark is None else mark}
    return owner.ask("POST", "/api/v1/cards/sellswords", body)


def test_a_file_is_looked_at_checked_kept_and_taken_away(server: Running, owner: Browser) -> None:
    before = look(owner)
    assert (before["own"], before["text"], before["trouble"]) == (False, "", "")
    assert json.loads(before["shipped"])["version"] == 1
    assert len(before["unprinted"]) == 46
    assert before["may_change"]
    assert Path(before["where"]) == server.home / "sellswords"

    wish = {"text": heroes(9, 9, 9, 9)}
    checked = owner.post("/api/v1/cards/sellswords/check", wish)
    assert checked["problems"] == []
    assert len(checked["unprinted"]) == 45
    assert checked["changes"]
    assert not (server.home / "sellswords").exists()  # nothing was changed

    assert keep(owner, heroes(9, 9, 9, 9)).status == 200
    now = look(owner)
    assert (now["own"], now["text"]) == (True, heroes(9, 9, 9, 9))
    file = server.home / "sellswords" / now["name"]
    assert file.read_text("utf-8") == heroes(9, 9, 9, 9)  # the terminal's own
    listed = {each["game"]: each for each in owner.get("/api/v1/cards")}
    assert (listed["sellswords"]["own"], listed["sellswords"]["unprinted"]) == (True, 45)
    assert {"swirl", "swirling-heroes"} <= set(listed)

    taken = owner.ask("GET", "/api/v1/cards/sellswords/file")
    assert taken.body.decode() == heroes(9, 9, 9, 9)
    assert "heroes.user.json" in taken.headers["Content-Disposition"]

    origin = {"Origin": owner.origin}
    gone = owner.ask("DELETE", f"/api/v1/cards/sellswords?mark={now['mark']}", headers=origin)
    assert gone.status == 200
    assert not gone.json["own"]
    assert not file.exists()
    kept = list((file.parent / EARLIER).iterdir())
    assert [each.read_text("utf-8") for each in kept] == [heroes(9, 9, 9, 9)]
    standard = owner.ask("GET", "/api/v1/cards/sellswords/file")
    assert standard.body.decode() == load("sellswords").shipped_data()


BAD = {
    "": ("", "it is empty"),
    "{": ("line 1, column 2", "expected the name of a field in double quotes"),
    '{"version": 2, "heroes": []}': ("version", "expected 1, got 2"),
    heroes(9, 9, 9, 100): (
        "ref 50 (Zeus)",
        "expected four numbers from 0 to 99, got [9, 9, 9, 100]",
    ),
    heroes(9, 9, 9): ("ref 50 (Zeus)", "numbers: expected a list of 4"),
    "[" * 5000: ("", "it is nested too deeply, or holds a number beyond all measure"),
}


def test_what_is_wrong_is_said_with_its_place(server: Running, owner: Browser) -> None:
    for text, (place, words) in BAD.items():
        checked = owner.post("/api/v1/cards/sellswords/check", {"text": text})
        assert checked["problems"] == [{"place": place, "text": words}]
        refused = keep(owner, text)
        assert refused.status == 400
        assert words in refused.json["text"]
    padded = heroes(9, 9, 9, 9) + " " * 140_000
    assert "at most 131072 bytes" in keep(owner, padded).json["text"]
    assert keep(owner, padded + " " * 200_000).status == 413
    assert owner.ask("POST", "/api/v1/cards/sellswords/check", {"text": "\ud800"}).status == 400
    assert owner.ask("GET", "/api/v1/cards/nonsense").status == 404
    assert not (server.home / "sellswords").exists()


def test_only_the_owner_may(server: Running, owner: Browser) -> None:
    """Whoever comes by another name than this machine's, or by way of a proxy, only looks."""
    mark = look(owner)["mark"]
    wishes = {
        ("POST", ""): {"text": heroes(9, 9, 9, 9), "mark": mark},
        ("POST", "/check"): {"text": heroes(9, 9, 9, 9)},
        ("DELETE", f"?mark={mark}"): None,
    }
    strangers = (
        {"Host": "laptop.home", "Origin": "http://laptop.home"},
        {"Origin": owner.origin, "X-Forwarded-For": "203.0.113.9"},
        {"Origin": "http://evil.example"},
    )
    for (method, path), body in wishes.items():
        for headers in strangers:
            answer = owner.ask(method, f"/api/v1/cards/sellswords{path}", body, headers)
            assert answer.status == 403, headers
    stranger = owner.ask("GET", "/api/v1/cards/sellswords", headers=strangers[0]).json
    assert (stranger["may_change"], stranger["where"]) == (False, "")
    assert not (server.home / "sellswords").exists()


def test_behind_a_proxy_nobody_is_the_owner(tmp_path: Path) -> None:
    with Running(tmp_path / "proxied", "--proxy", "127.0.0.1") as server:
        one = Browser(server.port)
        assert look(one)["may_change"] is False
        assert keep(one, heroes(9, 9, 9, 9)).status == 403


def test_what_was_changed_elsewhere_meanwhile_is_not_overwritten(
    server: Running, owner: Browser
) -> None:
    old = look(owner)["mark"]
    assert keep(owner, heroes(1, 1, 1, 1)).status == 200
    assert keep(owner, heroes(2, 2, 2, 2), old).status == 409
    origin = {"Origin": owner.origin}
    path = f"/api/v1/cards/sellswords?mark={old}"
    assert owner.ask("DELETE", path, headers=origin).status == 409
    assert look(owner)["text"] == heroes(1, 1, 1, 1)


SMALL = ["hands=dealt", "hand_size=1", "rounds=1", "deck=zeus,hydra", "first_player=A"]


async def numbers_of_zeus(one: Browser, table: str) -> list[int]:
    """As whoever sits there sees them."""
    tab = await one.open(table)
    view = tab.now["view"]
    await tab.close()
    tiles = [*view["field"], *(tile for hand in view["hands"] for tile in hand)]
    found: list[int] = next(tile["numbers"] for tile in tiles if tile["key"] == "zeus")
    return found


def test_tables_keep_the_cards_they_began_with(server: Running, owner: Browser) -> None:
    """Whatever becomes of the file, and over restarts: nothing is lost, nothing unreadable."""
    own = list(next(t for t in load("sellswords").heroes if t.key == "zeus").numbers)  # type: ignore[attr-defined]
    expected: dict[str, list[int]] = {}

    def new_table(numbers: list[int], bot: str = "bot:casual") -> str:
        table, _ = owner.new_table(["me", bot], game="sellswords", options=SMALL, games=1)
        expected[table] = numbers
        return table

    async def all_as_begun() -> None:
        for table, numbers in expected.items():
            assert await numbers_of_zeus(owner, table) == numbers

    async def play(table: str) -> None:
        tab = await owner.open(table)
        while tab.now["status"] == "playing":
            await tab.until(lambda now: now["question"] is not None or now["status"] != "playing")
            question = tab.now["question"]
            if question is None:
                break
            await tab.request(
                "move", token=question["token"], answers=[question["choices"][0]["text"]]
            )

    async def go() -> None:
        first = new_table(own)
        assert keep(owner, heroes(9, 8, 7, 6)).status == 200
        second = new_table([9, 8, 7, 6])
        assert keep(owner, heroes(1, 2, 3, 4)).status == 200
        third = new_table([1, 2, 3, 4])
        await all_as_begun()
        server.kill()
        # A file that is spoilt by hand spoils no table, and can be mended in the page.
        file = server.home / "sellswords" / "heroes.user.json"
        file.write_text("spoilt", "utf-8")
        server.start(server.port)
        await all_as_begun()
        assert "spoilt" in look(owner)["text"]
        assert "expected a number, text in double quotes" in look(owner)["trouble"]
        assert keep(owner, heroes(5, 5, 5, 5)).status == 200
        fourth = new_table([5, 5, 5, 5])
        await all_as_begun()
        # All of them can be played to the end, against bots that think elsewhere, and replayed.
        for table in (first, second, third, fourth):
            await play(table)
            games = owner.get(f"/api/v1/tables/{table}/games")
            assert len(games) == 1
            steps = owner.get(f"/api/v1/tables/{table}/games/1")["steps"]
            assert steps
            record = owner.ask("GET", f"/api/v1/tables/{table}/games/1/record").body.decode()
            assert f"data {hash_with(expected[table], own)}" in record

    run(go)


def hash_with(numbers: list[int], own: list[int]) -> str:
    game = load("sellswords")
    return (game if numbers == own else game.with_data(heroes(*numbers))).data_hash


def test_a_file_changed_by_hand_is_noticed(server: Running, owner: Browser) -> None:
    folder = server.home / "sellswords"
    folder.mkdir(parents=True)
    file = folder / "heroes.user.json"
    file.write_text(heroes(3, 3, 3, 3), "utf-8")
    assert len(look(owner)["unprinted"]) == 45
    # One that goes bad meanwhile changes nothing, and is told to the owner.
    file.write_text("{", "utf-8")
    found = look(owner)
    assert len(found["unprinted"]) == 45
    assert found["trouble"]
    file.unlink()
    assert len(look(owner)["unprinted"]) == 46
    assert load_with_owner_data("sellswords").data_text == ""
