"""Who plays a seat: people who leave, bots that stand in, several seats on one screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from halfturn.bots import USUAL
from halfturn.core import SeededRng
from halfturn.core.registry import game_ids, load
from halfturn.server.projection import updates
from halfturn.server.projection.shared import Sitter
from halfturn.server.tables import commands
from halfturn.server.tables.change import Refused
from halfturn.server.tables.log import Clock, Made, Row
from halfturn.server.tables.table import Table
from tests.support.bare_table import DEALER, Seated
from tests.support.http_client import Browser, Tab, run
from tests.support.server_process import Running

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
        commands.stand_in(table, 1, "for A", 0, USUAL, away=False)
    with pytest.raises(Refused, match="no bot plays for you"):
        commands.come_back(table, 0, "back")
    for chosen in ("random", "expert"):
        with pytest.raises(Refused, match="your own seat only: here casual plays"):
            commands.stand_in(table, 1, "for A", 0, chosen, away=True)
    change = commands.stand_in(table, 1, "for A", 0, USUAL, away=True)
    assert table.asks_bot(change) is True
    assert table.bot_playing(0) is None
    seated.take(change)
    assert table.bot_playing(0) == seated.folded().bot_playing(0) == USUAL
    assert table.owner(0) == 0
    assert table.other_owners(1) == {0}
    with pytest.raises(Refused, match="not played by a person"):
        commands.stand_in(table, 1, "again", 0, USUAL, away=True)
    with pytest.raises(Refused, match="come back first"):
        seated.table.answer(0, "k", table.token(0), [seated.choices(0)[0]], None)  # type: ignore[arg-type]
    seated.answer(0)
    with pytest.raises(Refused, match="come back first"):
        commands.take_back(table, 0, "not mine", ask=False)
    seated.answer(1)
    change = commands.come_back(table, 0, "back")
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
                gone = [seat for seat in (0, 1) if table.bot_playing(seat) is None]
                if len(gone) > 1:
                    whose = gone[rng.below(len(gone))]
                    change = commands.stand_in(
                        table, 1 - whose, seated.key(), whose, USUAL, away=True
                    )
                    seated.take(change)
            seated.answer()
        assert table.status == "over"


# ---- whose a seat is that a stand-in plays ----


def stood_in(why: str) -> Seated:
    """Two people at Qwirkle Cards; a bot has just played the second one's cards."""
    clock = Clock(bank=100) if why == "time" else None
    seated = Seated("qwirkle-cards", seed=4, clock=clock)
    table = seated.table
    while table.asked != (1,) or all(line.seat != 0 for line in table.lines):
        seated.answer()
    if why == "time":
        seated.now += 100_000
        seated.take(commands.time_out(table, seated.now))
    else:
        seated.take(commands.stand_in(table, 0, "away", 1, USUAL, away=True))
    assert table.bot_playing(1) == USUAL
    while table.asked == (1,):
        seated.answer()
    return seated


@pytest.mark.parametrize("why", ["away", "time"])
def test_the_cards_of_somebody_absent_are_not_read_by_undoing(why: str) -> None:
    seated = stood_in(why)
    table = seated.table
    shown = [event for version, events in table.story[-3:] for event in events]
    assert shown, "the stand-in showed some of its cards"
    with pytest.raises(Refused, match="you can ask the others"):
        commands.take_back(table, 0, "free", ask=False)
    before = table.state.key()
    seated.take(commands.take_back(table, 0, "ask", ask=True))
    assert table.state.key() == before
    assert table.to_agree == {1}
    proposal = table.proposal
    assert proposal is not None
    with pytest.raises(Refused, match="not asked"):
        commands.agree(table, 0, "for them", proposal.version)
    # Nor can whoever asked slip through by another bot, a return or the clock.
    with pytest.raises(Refused, match="not played by a person"):
        commands.stand_in(table, 0, "once more", 1, USUAL, away=True)
    with pytest.raises(Refused, match="no bot plays for you"):
        commands.come_back(table, 0, "not mine")
    assert table.to_agree == {1}
    seated.answer(0)  # the game goes on, and with it the question ends
    assert table.proposal is None


def test_an_owner_can_agree_while_a_stand_in_plays() -> None:
    seated = stood_in("away")
    table = seated.table
    seated.take(commands.take_back(table, 0, "ask", ask=True))
    assert table.proposal is not None
    to = table.proposal.to
    seated.take(commands.agree(table, 1, "yes", table.proposal.version))
    assert all(line.version < to for line in table.lines)
    assert table.bot_playing(1) == USUAL


def test_a_stand_in_goes_on_in_the_next_game_and_its_owner_is_asked_there_too() -> None:
    seated = stood_in("away")
    table = seated.table
    seated.take(table.resign(0, "enough"))
    seated.take(table.next_game(0, "again", DEALER))
    assert table.bot_playing(1) == USUAL
    while 0 not in [line.seat for line in table.lines]:
        seated.answer()
    while table.asked != (0,) or table.lines[-1].seat == 0:
        seated.answer()
    with pytest.raises(Refused, match="you can ask the others"):
        commands.take_back(table, 0, "back", ask=False)
    seated.take(table.resign(1, "I came to give up"))
    assert table.resigned == 1


def test_hints_go_by_the_owners() -> None:
    seated = stood_in("away")
    table = seated.table
    assert not table.gives_hints(0)
    assert not table.gives_hints(1)
    with pytest.raises(Refused, match="bots alone"):
        commands.hinted_world(table, 0, table.token(0))
    against_bots = Seated("qwirkle-cards", ["person", "bot:random", "with:0"])
    assert against_bots.table.gives_hints(0)
    against_bots.take(commands.stand_in(against_bots.table, 0, "mine", 2, "expert", away=False))
    assert against_bots.table.gives_hints(2)
    two = Seated("qwirkle-cards", ["person", "person", "with:1"])
    two.take(commands.stand_in(two.table, 1, "mine", 1, USUAL, away=False))
    two.take(commands.stand_in(two.table, 1, "mine, too", 2, USUAL, away=False))
    assert not two.table.gives_hints(0)


@pytest.mark.parametrize("opponent", ["person", "bot:random"])
def test_a_move_of_ones_own_stand_in_is_not_advice_for_free(opponent: str) -> None:
    seated = Seated("swirling-heroes", ["person", opponent], ["first_player=A", "hands=mirror"])
    table = seated.table
    seated.take(commands.stand_in(table, 0, "show me", 0, "expert", away=False))
    seated.answer(0)
    seated.take(commands.come_back(table, 0, "back"))
    if opponent == "bot:random":
        seated.take(commands.take_back(table, 0, "undo", ask=False))
        assert table.asked == (0,)
        return
    with pytest.raises(Refused, match="a bot made that move for you: you can ask the others"):
        commands.take_back(table, 0, "undo", ask=False)
    seated.take(commands.take_back(table, 0, "ask", ask=True))
    assert table.to_agree == {1}
    assert table.proposal is not None
    seated.take(commands.agree(table, 1, "yes", table.proposal.version))
    # Once it was taken back by agreement, the own move is an own move again.
    seated.answer(0)
    seated.take(commands.take_back(table, 0, "free", ask=False))


def test_whose_turn_it_is_in_a_list_while_a_bot_plays() -> None:
    seated = Seated("swirling-heroes", options=["first_player=A"])
    sitters = [Sitter("person", name, True) for name in ("Ada", "Bo")]
    assert updates.info(seated.table, sitters, 0).your_turn
    seated.take(commands.stand_in(seated.table, 0, "bot", 0, USUAL, away=False))
    assert not updates.info(seated.table, sitters, 0).your_turn


def test_old_logs_fold_as_they_did() -> None:
    """This log was written when a stand-in's seat was taken for nobody's; see `then` for what the
    release of that time made of it."""
    old = json.loads((Path(__file__).parent / "old" / "stand_ins.json").read_text("ascii"))
    rows = [
        Row(version, key, seat, kind, body.encode())
        for version, key, seat, kind, body in old["rows"]
    ]
    made = msgspec.json.decode(rows[0].body, type=Made)
    game = load(made.game)
    made = msgspec.structs.replace(made, rules=game.rules_version, data=game.data_hash)
    rows[0] = rows[0]._replace(body=msgspec.json.encode(made))
    undos = [json.loads(row.body)["by"] for row in rows if row.kind == "undo"]
    assert undos == ["agreement"] * 2  # to which nobody had agreed
    for then in old["then"]:
        table = Table.fold("t", rows[: then["version"]], load)
        assert table.clocks is not None
        assert {
            "version": table.version,
            "state": table.state.text,
            "left": table.clocks.left,
            "asked": list(table.asked),
            "stand_ins": {str(seat): bot for seat, bot in table.stand_ins.items()},
            "tokens": [table.token(seat) for seat in range(table.seats)],
            "totals": list(table.totals),
            "scores": list(table.state.scores),
        } == then


def test_an_owner_is_asked_over_the_wire(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, *GONE, module="tests.support.quick_server") as server:
            one, other = Browser(server.port), Browser(server.port)
            table, invite = one.new_table(["me", "open"], options=["first_player=B"])
            assert other.join(table, invite).status == 200
            first, second = await one.open(table), await other.open(table)
            await first.reach((await second.move_first())["version"])
            await second.reach((await first.move_first())["version"])
            await second.close()
            await first.until(lambda update: not update["seats"][1]["here"])
            assert (await first.request("stand_in", seat=1))["result"] == "ok"
            await first.until(lambda update: update["question"])
            assert first.now["seats"][1]["stand_in"] == "casual"
            assert not first.now["hints"]
            assert (await first.request("undo"))["result"] == "illegal"
            asked = await first.request("undo", ask=True)
            assert asked["result"] == "ok"
            await first.until(lambda update: update["asking"])
            assert first.now["asking"]["to_agree"] == [1]
            own = await first.request("agree", asking=asked["version"], yes=True)
            assert own["result"] == "illegal"
            second = await other.open(table)
            agreed = await second.request("agree", asking=asked["version"], yes=True)
            assert agreed["result"] == "ok"
            await first.reach(agreed["version"] + 1)
            assert first.now["question"]
            assert first.now["seats"][1]["stand_in"] == "casual"

    run(go)


def test_over_the_wire_through_a_kill(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, *GONE, module="tests.support.quick_server") as server:
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
            assert (reply["result"], "casual plays" in reply["text"]) == ("illegal", True)
            reply = await first.request("stand_in", seat=1)
            assert reply["result"] == "ok", reply
            server.kill()
            server.start(server.port)
            first = await one.open(table)
            await first.until(lambda update: update["question"])
            assert first.now["seats"][1]["stand_in"] == "casual"
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
    assert table.other_owners(0) == table.other_owners(1) == {2}
    assert table.other_owners(2) == {0}
    for _ in range(3):
        seated.answer()
    seated.take(commands.take_back(table, 2, "free", ask=False))
    seated.answer()
    seated.answer(0)
    seated.take(commands.take_back(table, 2, "ask", ask=True))
    assert table.proposal is not None
    seated.take(commands.agree(table, 1, "yes", table.proposal.version))
    assert table.asked == (2,)
    alone = Seated("swirling-heroes", ["person", "with:0"], ["first_player=A"])
    alone.answer()
    alone.answer()
    alone.take(commands.take_back(alone.table, 0, "back", ask=False))
    assert alone.table.asked == (0,)
