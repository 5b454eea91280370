"""Finished games by link and as files; of a running one nothing but what the viewer may see."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halfturn.core import CHANCE, Decision, Option, SeededRng
from halfturn.core.language import speaking
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import read_record
from halfturn.core.registry import load
from halfturn.server.projection import replay_file, replays
from halfturn.server.protocol.replays import Draw, ReplayFile
from halfturn.server.tables.fair_deal import DrawId, FairDealer
from tests.support.finished_games import SECRET, finished
from tests.support.http_client import Browser, Json, Tab, run

GAMES = ("qwirkle-cards", "sellswords", "swirl", "swirling-heroes")


async def play_out(tabs: list[Tab], seed: int) -> None:
    """Everybody answers anything until the game is over."""
    rng = SeededRng(seed)
    while not tabs[0].now["view"]["winners"]:
        for tab in tabs:
            question = tab.now["question"]
            if question:
                choices = question["choices"]
                reply = await tab.move(choices[rng.below(len(choices))]["text"])
                assert reply["result"] == "ok"
                for each in tabs:
                    await each.reach(reply["version"])


def check_fair(replay: Json) -> None:
    """Every draw follows from the secret that the commitment named."""
    game = load(replay["game"])
    dealer = FairDealer(bytes.fromhex(replay["secret"]))
    assert dealer.commitment == replay["commitment"]
    state = game.start(len(replay["names"]), dict(word.split("=") for word in replay["options"]))
    draws = list(enumerate(replay["draws"], start=1))
    assert (replay["deal"], replay["taken_back"]) == (2, [])
    for step in replay["steps"][1:]:
        decision = state.decision
        assert decision is not None
        assert decision.seat == step["seat"]
        if step["seat"] < 0:
            ordinal, version = draws.pop(0)
            assert str(dealer.draw(decision, DrawId(version, ordinal))) == step["answer"]
        state.play(game.parse_option(step["answer"]))
    assert draws == []
    assert state.over


@pytest.mark.parametrize("id", GAMES)
def test_a_finished_game_can_be_seen_again_by_anybody(
    browser: Callable[[], Browser], tmp_path: Path, id: str
) -> None:
    async def go() -> None:
        host, guest, stranger = browser(), browser(), browser()
        link = host.post("/api/v1/tables", {"game": id, "seats": ["me", "open"], "games": 1})
        at = f"/api/v1/tables/{link['table']}/games"
        assert stranger.get(at) == []
        assert guest.join(link["table"], link["invite"]).status == 200
        tabs = [await host.open(link["table"]), await guest.open(link["table"])]
        assert stranger.get(at) == []
        for who in (host, guest, stranger):  # while it is played there is nothing, for nobody
            for path in (f"{at}/1", f"{at}/1/record", f"{at}/1/file", f"{at}/1?view=all"):
                assert who.ask("GET", path).status == 404
        await play_out(tabs, 1)
        (listed,) = stranger.get(at)
        assert listed["number"] == 1
        assert listed["scores"] == tabs[0].now["view"]["scores"]
        steps: list[Json] = []
        while len(steps) <= listed["steps"]:
            replay = stranger.get(f"{at}/1?first={len(steps)}&view=all")
            assert replay["first"] == len(steps)
            assert 0 < len(replay["steps"]) <= 100
            steps += replay["steps"]
        assert len(steps) == listed["steps"] + 1
        check_fair({**replay, "steps": steps})
        for letter, tab in zip("AB", tabs, strict=True):
            last = stranger.get(f"{at}/1?view={letter}&first={listed['steps']}")["steps"][-1]
            assert last["views"] == [tab.now["view"]]
            assert steps[-1]["views"]["AB".index(letter)] == tab.now["view"]
        # As a file it is what the terminal and the library read.
        answer = stranger.ask("GET", f"{at}/1/record")
        assert answer.status == 200
        assert answer.headers["Content-Disposition"].endswith('-1.halfturn"')
        record = read_record(answer.body.decode())
        through = Playthrough.of(record, load(id))
        assert through.state.over
        assert record.end == tuple(listed["scores"])
        assert len(record.answers) == listed["steps"]

    run(go)


def test_every_game_of_a_table_is_kept_also_one_that_was_given_up(
    browser: Callable[[], Browser],
) -> None:
    async def go() -> None:
        host, guest = browser(), browser()
        table, invite = host.new_table(["me", "open"], games=1)
        assert guest.join(table, invite).status == 200
        tabs = [await host.open(table), await guest.open(table)]
        at = f"/api/v1/tables/{table}/games"
        await play_out(tabs, 1)
        reply = await tabs[0].request("next")
        for tab in tabs:
            await tab.reach(reply["version"])
        assert [game["number"] for game in guest.get(at)] == [1]
        assert guest.ask("GET", f"{at}/2").status == 404
        await tabs[1].request("resign")
        assert [game["resigned"] for game in guest.get(at)] == [None, 1]
        reply = await tabs[0].request("next")
        for tab in tabs:
            await tab.reach(reply["version"])
        await play_out(tabs, 3)
        found = guest.get(at)
        assert [game["number"] for game in found] == [1, 2, 3]
        assert [bool(game["winners"]) for game in found] == [True, False, True]
        given_up = guest.ask("GET", f"{at}/2/record").body.decode()
        assert "# resigned 1" in given_up
        second: Any = guest.get(f"{at}/2")
        told = [each["words"] for step in second["steps"] for each in step["happenings"]]
        assert told[-1] == "Player 2 gave up."
        assert sum("gave up" in words for words in told) == 1
        assert read_record(given_up).end is None
        third: Any = guest.get(f"{at}/3?count=1")
        assert len(third["steps"]) == 1
        assert third["steps"][0]["seat"] is None

    run(go)


def test_a_game_goes_into_a_page_and_stays_data(tmp_path: Path) -> None:
    game = load("swirling-heroes")
    through = Playthrough.start(game, 2)
    through.deal(SeededRng(1))
    names = ["</script><!--", "]]>&quot;"]
    done = replays.Finished(1, through, 0, "c" * 64)
    (tmp_path / "replay").mkdir()
    assert replay_file.template(tmp_path, game.id) is None
    (tmp_path / "replay" / "plain.html").write_text("<b>HALFTURN REPLAY</b>")
    template = replay_file.template(tmp_path, game.id)
    assert template is not None
    page = replay_file.page(template, "T", done, names, bytes(32)).decode()
    packed = page.removeprefix("<b>").removesuffix("</b>")
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", packed)
    whole = msgspec.json.decode(gzip.decompress(base64.b64decode(packed)), type=ReplayFile)
    assert [eyes.steps[0].views[0]["viewer"] for eyes in whole.eyes] == [0, 1, None]
    assert whole.eyes[0].names == names
    assert whole.record == replays.record_file(done, bytes(32))
    # In another language where there is such a page, and its own page comes before that.
    (tmp_path / "replay" / "plain.de.html").write_text("<i>HALFTURN REPLAY</i>")
    assert replay_file.template(tmp_path, game.id) == template
    with speaking("de"):
        assert replay_file.template(tmp_path, game.id) == "<i>HALFTURN REPLAY</i>"
        (tmp_path / "replay" / f"{game.id}.html").write_text("a board")
        assert replay_file.template(tmp_path, game.id) == "a board"


def test_a_game_without_a_board_is_drawn_step_by_step(tmp_path: Path) -> None:
    game = finished("swirling-heroes", 2)
    plain, drawn = (
        replays.replay("T", game, ["Ann", "Bob"], SECRET, 0, columns=columns) for columns in (0, 40)
    )
    assert {step.drawing for step in plain.steps} == {None}
    texts = [
        "".join(span.text for line in step.drawing or () for span in line) for step in drawn.steps
    ]
    assert "points" in texts[-1]
    assert len(set(texts)) > len(game.through.record.answers) / 2
    for board, columns in (("", 0), (replay_file.PLAIN_PAGE, replay_file.COLUMNS)):
        template = f"<html {board}>{replay_file.PLACE}</html>"
        page = replay_file.page(template, "T", game, ["Ann", "Bob"], SECRET).decode()
        packed = page.rpartition(">")[0].rpartition("<")[0].rpartition(">")[2]
        file = msgspec.json.decode(gzip.decompress(base64.b64decode(packed)), type=ReplayFile)
        assert all((step.drawing is not None) == bool(columns) for step in file.eyes[0].steps)


def test_every_draw_tells_what_it_was_made_from() -> None:
    done = finished("swirl", 2)
    told = replays.replay("T", done, ["A", "B"], SECRET, None, 0, 10_000)
    dealer = FairDealer(SECRET, done.contributions)
    made = [step for step in told.steps if step.draw is not None]
    assert [step.draw.version for step in made if step.draw] == [
        draw.version for draw in done.draws
    ]
    assert [step.seat for step in made] == [CHANCE] * len(done.draws)
    for step in made:
        assert step.draw is not None
        drawn = draw_text(dealer, step.draw)
        assert drawn == step.answer
    # Steps from the middle on are told the same.
    later = replays.replay("T", done, ["A", "B"], SECRET, None, 20, 10)
    assert later.steps == told.steps[20:30]


def draw_text(dealer: FairDealer, draw: Draw) -> str:
    """A draw made again from texts alone."""
    options = [Word(text) for text in draw.options]
    which = DrawId(draw.version, draw.ordinal, draw.attempt)
    return str(dealer.draw(Decision(CHANCE, "", options, draw.weights), which))


class Word(Option, frozen=True):
    """An answer that is only its text."""

    text: str

    def __str__(self) -> str:
        return self.text


@pytest.mark.parametrize(
    "more", ["view=Z", "view=C", "view=everything", "first=-1", "first=x", "count=0", "count=101"]
)
def test_what_cannot_be_is_refused(browser: Callable[[], Browser], more: str) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], games=1)
        tab = await one.open(table)
        await tab.request("resign")
        at = f"/api/v1/tables/{table}/games/1"
        assert one.ask("GET", at).status == 200
        answer = one.ask("GET", f"{at}?{more}")
        assert answer.status == 400
        assert "expected" in json.loads(answer.body)["text"]
        for game in ("0", "2", "01", "x", "1" * 400):
            assert one.ask("GET", f"/api/v1/tables/{table}/games/{game}").status == 404
        assert one.ask("GET", "/api/v1/tables/nowhere/games").status == 404

    run(go)
