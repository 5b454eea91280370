"""Who plays a seat: people who leave, bots that stand in, several seats on one screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.core import SeededRng
from halfturn.core.registry import game_ids
from halfturn.server import wishes
from halfturn.server.change import Refused
from tests.server.browser import Browser, Tab, run
from tests.server.running import Running
from tests.server.seated import Seated

NewBrowser = Callable[[], Browser]
GONE = ("--settings", "gone")


# ---- before the game ----


def test_somebody_gets_up_and_somebody_else_sits_down(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other, third = browser(), browser(), browser()
        table, invite = one.new_table(["me", "open", "open"])
        assert other.join(table, invite).status == 200
        tab, watching = await other.open(table), await one.open(table)
        assert tab.now["seat"] == 1
        assert other.ask("POST", f"/api/v1/tables/{table}/leave").status == 200
        left = await tab.until(lambda update: update["seat"] is None)
        assert left["invite"] is None
        assert (await tab.request("resign"))["result"] == "illegal"
        await watching.until(lambda update: update["seats"][1]["kind"] == "open")
        assert other.get("/api/v1/tables") == []
        assert other.ask("POST", f"/api/v1/tables/{table}/leave").status == 404
        assert third.ask("POST", f"/api/v1/tables/{table}/leave").status == 404
        foreign = one.ask("POST", f"/api/v1/tables/{table}/leave", headers={"Origin": "http://x"})
        assert foreign.status == 403
        for each in (third, other):
            assert each.join(table, invite).status == 200
        await watching.until(lambda update: update["status"] == "playing")
        assert one.ask("POST", f"/api/v1/tables/{table}/leave").status == 409

    run(go)


def test_the_host_can_leave_too(browser: NewBrowser) -> None:
    one, other, third = browser(), browser(), browser()
    table, invite = one.new_table(["me", "open"])
    assert one.ask("POST", f"/api/v1/tables/{table}/leave").status == 200
    assert other.join(table, invite).status == 200
    assert third.join(table, invite).status == 200
    assert other.get("/api/v1/tables")[0]["status"] == "playing"


# ---- bots that stand in ----


def test_a_bot_plays_for_somebody_until_they_come_back() -> None:
    seated = Seated("swirling-heroes", options=["first_player=A"])
    table = seated.table
    with pytest.raises(Refused, match="is here"):
        wishes.stand_in(table, 1, "for A", 0, "random", away=False)
    with pytest.raises(Refused, match="no bot plays for you"):
        wishes.come_back(table, 0, "back")
    change = wishes.stand_in(table, 1, "for A", 0, "random", away=True)
    assert table.asks_bot(change) is True
    assert table.bot(0) is None
    seated.take(change)
    assert table.bot(0) == seated.folded().bot(0) == "random"
    assert not table.others(1)
    with pytest.raises(Refused, match="not played by a person"):
        wishes.stand_in(table, 1, "again", 0, "random", away=True)
    with pytest.raises(Refused, match="come back first"):
        seated.table.answer(0, "k", table.token(0), [seated.choices(0)[0]], None)  # type: ignore[arg-type]
    seated.answer(0)
    with pytest.raises(Refused, match="come back first"):
        wishes.take_back(table, 0, "not mine", ask=False)
    seated.answer(1)
    change = wishes.come_back(table, 0, "back")
    assert table.asks_bot(change) is False
    seated.take(change)
    # What the bot was thinking meanwhile comes too late.
    with pytest.raises(Refused):
        table.answer(0, "bot", table.token(0), [seated.choices(0)[0]], None, by_bot=True)  # type: ignore[arg-type]
    seated.answer(0)
    told = [event.words(str) for _, events in table.story for event in events]
    assert "0 is away: a bot took over." in told
    assert "0 came back." in told


@pytest.mark.parametrize("game", game_ids())
def test_whoever_vanishes_the_game_can_be_finished(game: str) -> None:
    """At any question any people may be gone for ever: the others finish it with bots."""
    for seed in range(2):
        seated = Seated(game, ["person", "person"], seed=seed)
        table, rng = seated.table, SeededRng(seed)
        while table.asked:
            if rng.below(8) == 0:
                gone = [seat for seat in (0, 1) if table.bot(seat) is None]
                if len(gone) > 1:
                    whose = gone[rng.below(len(gone))]
                    change = wishes.stand_in(
                        table, 1 - whose, seated.key(), whose, "random", away=True
                    )
                    seated.take(change)
            seated.answer()
        assert table.status == "over"


def test_over_the_wire_through_a_kill(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, *GONE, module="tests.server.quick") as server:
            one, other = Browser(server.port), Browser(server.port)
            table, invite = one.new_table(["me", "open"], options=["first_player=B"])
            assert other.join(table, invite).status == 200
            first, second = await one.open(table), await other.open(table)
            await first.until(lambda update: update["seats"][1]["here"])
            watcher = await Browser(server.port).open(table)
            for wrong in ({"seat": 1}, {"seat": 7}, {"seat": -1}, {"seat": 0, "bot": "hal"}):
                reply = await first.request("stand_in", **wrong)
                assert reply["result"] == "illegal", wrong
            assert (await watcher.request("stand_in", seat=1))["result"] == "illegal"
            await second.close()
            await first.until(lambda update: not update["seats"][1]["here"])
            reply = await first.request("stand_in", seat=1, bot="random")
            assert reply["result"] == "ok", reply
            server.kill()
            server.start(server.port)
            first = await one.open(table)
            await first.until(lambda update: update["question"])
            assert first.now["seats"][1]["stand_in"] == "random"
            await first.move_first()
            second = await other.open(table)
            assert (await second.request("come_back"))["result"] == "ok"
            await second.until(lambda update: update["seats"][1]["stand_in"] is None)
            assert (await second.request("come_back"))["result"] == "illegal"
            # Their own seats people may hand over whenever they like.
            assert (await second.request("stand_in", seat=1, bot="random"))["result"] == "ok"
            assert (await first.request("stand_in", seat=0, bot="random"))["result"] == "ok"
            await first.until(lambda update: update["series"]["game"] == 1 and not update["asked"])
            assert "Traceback" not in server.complaints

    run(go)


# ---- several seats on one screen ----


async def look_as(tab: Tab, seat: int) -> None:
    await tab.say(type="hello", seen=0, seat=seat)
    await tab.until(lambda update: update["seat"] == seat)


@pytest.mark.parametrize(
    ("wishes", "secrets"),
    [
        ({}, False),
        ({"preset": "choose"}, True),
        ({"preset": "random"}, True),
        ({"game": "sellswords"}, False),
        ({"game": "swirl"}, True),
        ({"game": "qwirkle-cards"}, True),
    ],
)
def test_seats_of_one_screen_that_hide_something_are_told_so(
    browser: NewBrowser, wishes: dict[str, str], secrets: bool
) -> None:
    async def go() -> None:
        one = browser()
        alone, _ = one.new_table(["me", "bot:random"], **wishes)
        assert (await one.open(alone)).now["secrets"] is False
        table, _ = one.new_table(["me", "me"], **wishes)
        tab = await one.open(table)
        for _ in range(5):
            if tab.now["status"] == "over":
                return  # somebody had a very lucky hand
            assert tab.now["secrets"] is secrets
            await look_as(tab, tab.now["asked"][0])
            reply = await tab.move_first()
            assert reply["result"] == "ok"
            await tab.reach(reply["version"])

    run(go)


def test_one_person_plays_several_seats(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        table, invite = one.new_table(
            ["me", "open", "me"], preset="random", options=["first_player=A"]
        )
        assert other.join(table, invite).status == 200
        tab, guest = await one.open(table), await other.open(table)
        await tab.until(lambda update: update["status"] == "playing")
        assert tab.now["yours"] == [0, 2]
        assert guest.now["yours"] == [1]
        assert [seat["name"] for seat in tab.now["seats"]] == ["Player 1", "Player 2", "Player 3"]
        while tab.now["status"] == "playing":
            (asked,) = tab.now["asked"]
            if asked == 1:
                await guest.reach(tab.now["version"])
                reply = await guest.move_first()
            else:
                if tab.now["seat"] != asked:
                    assert tab.now["question"] is None
                    await look_as(tab, asked)
                (listed,) = one.get("/api/v1/tables")
                assert listed["your_turn"]
                reply = await tab.move_first()
            assert reply["result"] == "ok"
            await tab.reach(reply["version"])
        assert other.get("/api/v1/tables")[0]["status"] == "over"

    run(go)


def test_nobody_sees_with_eyes_that_are_not_theirs(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        table, invite = one.new_table(["me", "open", "me"], preset="random")
        assert other.join(table, invite).status == 200
        for who, seat in ((one, 1), (other, 0), (other, 2), (browser(), 0), (one, 3), (one, -1)):
            tab = await who.open(table, seen=None)
            await tab.say(type="hello", seen=0, seat=seat)
            assert await tab.closed() == 1008
            assert tab.frames == []
        tab = await one.open(table)
        assert tab.now["seat"] == 0
        mine = tab.now["view"]
        await look_as(tab, 2)
        assert tab.now["view"] != mine

    run(go)


def test_who_holds_several_seats_agrees_once() -> None:
    seated = Seated(
        "swirling-heroes", ["person", "with:0", "person"], ["first_player=A", "hands=mirror"]
    )
    table = seated.table
    assert table.others(0) == table.others(1) == {2}
    assert table.others(2) == {0}
    for _ in range(3):
        seated.answer()
    seated.take(wishes.take_back(table, 2, "free", ask=False))
    seated.answer()
    seated.answer(0)
    seated.take(wishes.take_back(table, 2, "ask", ask=True))
    assert table.proposal is not None
    seated.take(wishes.agree(table, 1, "yes", table.proposal.version))
    assert table.asked == (2,)
    alone = Seated("swirling-heroes", ["person", "with:0"], ["first_player=A"])
    alone.answer()
    alone.answer()
    alone.take(wishes.take_back(alone.table, 0, "back", ask=False))
    assert alone.table.asked == (0,)
