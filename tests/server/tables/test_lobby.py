"""Lists of tables: those that anybody may join, and one's own."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.http_client import Browser, run

NewBrowser = Callable[[], Browser]


def listed(browser: Browser) -> list[str]:
    return [table["table"] for table in browser.get("/api/v1/lobby")]


def test_an_open_table_is_listed_until_it_begins(browser: NewBrowser) -> None:
    one, other, third = browser(), browser(), browser()
    one.post("/api/v1/me", {"name": "Ada"})
    private, _ = one.new_table(["me", "open"])
    table, _ = one.new_table(["me", "open", "bot:novice"], open=True)
    alone, _ = one.new_table(["me", "bot:random"], open=True)
    found = listed(other)
    assert table in found
    assert private not in found
    assert alone not in found
    (line,) = [each for each in other.get("/api/v1/lobby") if each["table"] == table]
    assert [seat["kind"] for seat in line["seats"]] == ["person", "open", "bot"]
    assert line["seats"][0]["name"] == "Ada"
    assert not line["your_turn"]
    assert other.join(private, "").status == 404
    assert other.join(table, "wrong").status == 404
    assert other.join(table, "").status == 200
    assert table not in listed(third)
    assert third.join(table, "").status == 409


def test_an_invitation_tells_where_it_leads(browser: NewBrowser) -> None:
    one, other = browser(), browser()
    one.post("/api/v1/me", {"name": "Ada"})
    table, invite = one.new_table(["me", "open", "bot:novice"], preset="random")
    at = f"/api/v1/tables/{table}/invitation"
    for wrong in ("", "guessed", invite + "x"):
        assert other.ask("POST", at, {"invite": wrong}).status == 404
    assert other.ask("POST", at.replace(table, "nowhere"), {"invite": invite}).status == 404
    for _ in range(2):  # to look takes no seat
        found = other.post(at, {"invite": invite})
        assert (found["title"], found["status"]) == ("Swirling Heroes", "waiting")
        seats = [(seat["kind"], seat["name"], seat["you"]) for seat in found["seats"]]
        assert seats == [("person", "Ada", False), ("open", "", False), ("bot", "Novice", False)]
    assert other.get("/api/v1/tables") == []
    assert one.post(at, {"invite": invite})["seats"][0]["you"]
    assert other.join(table, invite).status == 200
    assert browser().post(at, {"invite": invite})["seats"][1]["kind"] == "person"


def test_a_table_that_everybody_left_is_not_listed(browser: NewBrowser) -> None:
    one = browser()
    table, _ = one.new_table(["me", "open"], open=True)
    assert table in listed(one)
    assert one.ask("POST", f"/api/v1/tables/{table}/leave").status == 200
    assert table not in listed(one)
    assert browser().join(table, "").status == 200
    assert table in listed(one)


def test_where_it_is_ones_turn_comes_first(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        tables = []
        for first in ("A", "B", "A", "B"):
            table, invite = one.new_table(["me", "open"], options=[f"first_player={first}"])
            assert other.join(table, invite).status == 200
            tables.append(table)
        for who, first in ((one, "A"), (other, "B")):
            mine = who.get("/api/v1/tables")
            assert [each["your_turn"] for each in mine] == [True, True, False, False]
            assert {each["table"] for each in mine[:2]} == {
                table for table, begins in zip(tables, "ABAB", strict=True) if begins == first
            }

    run(go)
