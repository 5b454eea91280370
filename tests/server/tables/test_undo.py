"""Taking back: by four rules, or if all agree; nothing is ever taken out of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from halfturn.core import CHANCE
from halfturn.core.registry import load
from halfturn.server.bots.players import BotPlayers
from halfturn.server.ops.settings import Settings
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands, undo
from halfturn.server.tables.answers import Line
from halfturn.server.tables.change import Refused
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from halfturn.server.tables.table import Table
from halfturn.server.tables.undo import Undo
from tests.support import bare_table as seated
from tests.support.bare_table import DEALER, Seated
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.random_undos import attempt, rewind
from tests.support.server_process import Running

NewBrowser = Callable[[], Browser]
ATTEMPTS = {"qwirkle-cards": 20, "sellswords": 60, "swirl": 100, "swirling-heroes": 100}
"""`python -m tests.support.random_undos` makes ten thousand for each game."""


@pytest.mark.parametrize("game", sorted(ATTEMPTS))
def test_what_may_be_taken_back_follows_the_four_rules(game: str) -> None:
    found = attempt(game, ATTEMPTS[game])
    print(game, dict(found))
    assert found["undone"] > 0
    assert found["refused"] > 0


def blind_to_what_is_seen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(undo, "_shows_something", lambda *given: False)


def blind_to_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(undo, "why_not_by_rules", lambda *given: "")


def forgetful_of_tokens(patch: pytest.MonkeyPatch) -> None:
    class Mutant(Table):
        def _take_back(self, version: int, seat: int, undo: Undo) -> None:
            tokens = list(self.given)
            super()._take_back(version, seat, undo)
            self.given = [each - 1 for each in tokens]

    patch.setattr(seated, "Table", Mutant)


@pytest.mark.parametrize(
    ("mutant", "fault"),
    [
        (blind_to_what_is_seen, "something hidden was seen"),
        (blind_to_others, "another rule forbids it"),
        (forgetful_of_tokens, "a token that was used before"),
    ],
)
def test_a_table_that_breaks_a_rule_is_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=fault):
        attempt("swirling-heroes", 600)


REWINDS = {"qwirkle-cards": 600, "sellswords": 1000, "swirl": 1200, "swirling-heroes": 1600}
"""`python -m tests.support.random_undos --rewinds` does ten thousand things for each game."""


@pytest.mark.parametrize("game", sorted(REWINDS))
def test_nobody_rewinds_others_or_their_stand_ins_without_their_consent(game: str) -> None:
    found = rewind(game, REWINDS[game])
    print(game, dict(found))
    for each in ("free undos", "agreed undos", "stood in", "came back", "timed out", "twins"):
        assert found[each] > 0, each


def stand_ins_are_bots(patch: pytest.MonkeyPatch) -> None:
    class Mutant(Table):
        def other_owners(self, seat: int) -> set[int]:
            playing = {each for each in range(self.seats) if self.bot_playing(each) is None}
            return {self.holder(each) for each in playing} - {self.holder(seat)}

    patch.setattr(seated, "Table", Mutant)


def stand_ins_are_their_owners(patch: pytest.MonkeyPatch) -> None:
    class Mutant(Table):
        def _play(self, line: Line) -> None:
            super()._play(line._replace(by_stand_in=False))

    patch.setattr(seated, "Table", Mutant)


def forgetful_of_moves(patch: pytest.MonkeyPatch) -> None:
    class Mutant(Table):
        def _take_back(self, version: int, seat: int, undo: Undo) -> None:
            super()._take_back(version, seat, undo)
            self.withdrawn.clear()

    patch.setattr(seated, "Table", Mutant)


def hints_against_stand_ins(patch: pytest.MonkeyPatch) -> None:
    class Mutant(Table):
        def gives_hints(self, seat: int) -> bool:
            own = self.holder(seat)
            people = [each for each in range(self.seats) if self.bot_playing(each) is None]
            return self.made.hints or all(self.holder(each) == own for each in people)

    patch.setattr(seated, "Table", Mutant)


@pytest.mark.parametrize(
    ("mutant", "game", "fault"),
    [
        (stand_ins_are_bots, "qwirkle-cards", "something was learnt"),
        (stand_ins_are_bots, "swirling-heroes", "consent"),
        (stand_ins_are_their_owners, "swirling-heroes", "consent of somebody concerned"),
        (hints_against_stand_ins, "swirling-heroes", "a hint among people"),
        (blind_to_what_is_seen, "swirling-heroes", "something was learnt"),
        (forgetful_of_moves, "swirl", "something was learnt"),
    ],
)
def test_a_table_that_forgets_whose_a_seat_is_is_caught(
    mutant: Callable[[pytest.MonkeyPatch], None],
    game: str,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=fault):
        rewind(game, 20_000)


def refused(seated: Seated, seat: int, ask: bool = False) -> Refused:
    with pytest.raises(Refused) as caught:
        commands.take_back(seated.table, seat, seated.key(), ask)
    return caught.value


def mirror(*seats: str) -> Seated:
    return Seated(
        "swirling-heroes", seats or ("person", "person"), ["hands=mirror", "first_player=A"]
    )


def test_a_move_taken_back_is_in_the_log_and_not_in_force() -> None:
    seated = mirror()
    table, before = seated.table, seated.table.state.key()
    rows, token = len(seated.rows), table.token(0)
    seated.answer(0)
    assert table.asked == (1,)
    seated.take(commands.take_back(table, 0, "back", ask=False))
    assert table.asked == (0,)
    assert table.state.key() == before
    assert [row.kind for row in seated.rows[rows:]] == ["answer", "undo"]
    assert table.token(0) != token
    with pytest.raises(Refused) as old:
        table.answer(0, "old", token, [seated.choices(0)[0]], DEALER)
    assert old.value.result == "stale"
    with pytest.raises(Refused) as twice:
        commands.take_back(table, 0, "back", ask=False)
    assert (twice.value.result, twice.value.version) == ("dup", table.version)
    assert [event.words(str) for _, told in table.story for event in told][-1:] == [
        "0 took a move back."
    ]


def test_a_question_that_was_open_is_not_answered_by_a_move_on_its_way() -> None:
    """Sellswords asks a seat twice in a turn: the second question must not pass for the first."""
    seated = Seated("sellswords", options=["first_player=A", "hands=dealt"])
    table = seated.table
    seated.answer(0)
    late, choice = table.token(0), seated.choices(0)[0]
    seated.take(commands.take_back(table, 0, "back", ask=False))
    assert table.token(0) != late
    with pytest.raises(Refused) as stale:
        table.answer(0, "late", late, [choice], DEALER)
    assert stale.value.result == "stale"


def test_others_who_choose_at_the_same_time_do_not_notice() -> None:
    seated = Seated("swirling-heroes", options=["hands=choose", "first_player=A"])
    table, token = seated.table, seated.table.token(0)
    seated.answer(1)
    assert table.early[1]
    seated.take(commands.take_back(table, 1, "back", ask=False))
    assert table.early == [[], []]
    assert table.asked == (0, 1)
    assert table.token(0) == token
    seated.answer(1)
    seated.answer(0)
    assert "moved" in refused(seated, 1).text


def test_when_others_have_moved_all_have_to_agree() -> None:
    seated = mirror("person", "person", "person")
    table, before = seated.table, seated.table.state.key()
    seated.answer(0)
    seated.answer(1)
    assert "somebody else has moved" in refused(seated, 0).text
    seated.take(commands.take_back(table, 0, "ask", ask=True))
    asking = table.proposal
    assert asking is not None
    assert table.to_agree == {1, 2}
    assert "already" in refused(seated, 0, ask=True).text
    with pytest.raises(Refused, match="not asked"):
        commands.agree(table, 0, "I agree with myself", asking.version)
    with pytest.raises(Refused) as old:
        commands.agree(table, 1, "old", asking.version - 1)
    assert old.value.result == "stale"
    seated.take(commands.agree(table, 2, "yes", asking.version))
    with pytest.raises(Refused, match="not asked"):
        commands.agree(table, 2, "yes again", asking.version)
    assert seated.folded().to_agree == table.to_agree == {1}
    change = commands.agree(table, 1, "yes", asking.version)
    assert [row.kind for row in change.rows] == ["agree", "undo"]
    seated.take(change)
    assert table.state.key() == before
    assert (table.asked, table.proposal) == ((0,), None)
    assert "everybody agreed" in table.story[-1][1][0].words(str)


@pytest.mark.parametrize("who", [0, 1])
def test_one_no_is_enough_and_a_move_ends_the_question(who: int) -> None:
    seated = mirror()
    table = seated.table
    seated.answer(0)
    seated.answer(1)
    for ends in ("decline", "move", "resign"):
        seated.take(commands.take_back(table, 0, f"ask {ends}", ask=True))
        asking = table.proposal
        assert asking is not None
        if ends == "decline":
            seated.take(commands.decline(table, who, "no", asking.version))
        elif ends == "move":
            seated.answer()
            seated.answer()
        else:
            seated.take(table.resign(who, "enough"))
        assert table.proposal is None
        with pytest.raises(Refused) as old:
            commands.agree(table, 1, f"late {ends}", asking.version)
        assert old.value.result == "stale"


def test_a_move_that_was_taken_back_was_seen_all_the_same() -> None:
    seated = mirror()
    table = seated.table
    seated.answer(0)
    seated.answer(1)
    seated.take(commands.take_back(table, 1, "free", ask=False))
    assert "somebody else has moved since" in refused(seated, 0).text
    seated.answer(1)
    seated.take(commands.take_back(table, 1, "free again", ask=False))
    seated.take(commands.take_back(table, 0, "ask", ask=True))
    assert table.proposal is not None
    seated.take(commands.agree(table, 1, "yes", table.proposal.version))
    seated.answer(0)
    seated.take(commands.take_back(table, 0, "what was agreed is done with", ask=False))
    assert table.withdrawn == seated.folded().withdrawn


def test_asking_again_and_again_does_not_make_bots_wait_longer() -> None:
    async def go() -> None:
        seated = mirror("person", "person", "bot:random")
        table = seated.table
        seated.answer(0)
        seated.answer(1)
        players = BotPlayers(Settings(agree_within=30))
        loop = asyncio.get_running_loop()
        begin, room = loop.time(), cast("Room", SimpleNamespace(id="t"))
        for passed, waits in ((0, True), (29, True), (31, False)):
            loop.time = lambda passed=passed: begin + passed  # type: ignore[method-assign,misc]
            seated.take(commands.take_back(table, 0, seated.key(), ask=True))
            assert table.proposal is not None
            assert players._waits(room, table) is waits
            seated.take(commands.decline(table, 0, seated.key(), table.proposal.version))
            assert not players._waits(room, table)
        # The next question has a time of its own.
        seated.answer(2)
        seated.answer(0)
        seated.answer(1)
        seated.take(commands.take_back(table, 0, "again", ask=True))
        assert players._waits(room, table)

    asyncio.run(go())


def test_against_bots_alone_everything_can_be_taken_back_and_the_record_says_so() -> None:
    seated = Seated("swirl", ["person", "bot:random", "bot:random"], ["dealer=A"], seed=3)
    table = seated.table
    while not (0 in table.asked and len(table.lines) > 30):
        assert seated.answer()
    drawn = [line.seat for line in table.lines].count(CHANCE)
    while table.lines and any(line.seat == 0 for line in table.lines):
        seated.take(commands.take_back(table, 0, seated.key(), ask=False))
        assert table.asked == (0,)
        assert seated.folded().state.key() == table.state.key()
    undos = [row for row in seated.rows if row.kind == "undo"]
    assert b"agreement" in undos[0].body
    assert drawn > [line.seat for line in table.lines].count(CHANCE)
    assert "nothing of yours" in refused(seated, 0).text
    while seated.answer():  # and the game can be played to its end
        pass


def test_what_is_drawn_after_an_undo_is_drawn_anew() -> None:
    """Nobody knows the deck because of what was taken back: such a draw is another attempt."""
    seated = Seated("swirl", ["person", "bot:random"], ["dealer=B"], seed=5)
    table = seated.table
    for undos in range(1, 4):
        while not (0 in table.asked and len(table.lines) > 30):
            assert seated.answer()
        while sum(table.redrawn.values()) < undos:
            seated.take(commands.take_back(table, 0, seated.key(), ask=False))
    while seated.answer():
        pass
    names: list[tuple[int, int]] = []
    again = Table.make("t", seated.rows[0], load)
    for row in seated.rows:
        if row.kind == "chance":
            ordinal = again.drawn + 1
            names.append((ordinal, again.redrawn.get(ordinal, 0)))
        again.apply(row)
    assert len(names) == len(set(names))
    assert max(attempt for _, attempt in names) > 0
    assert (again.drawn, again.redrawn) == (table.drawn, table.redrawn)


def test_a_finished_game_stays_as_it_is() -> None:
    seated = mirror("person", "bot:random")
    while seated.answer():
        pass
    assert "no game" in refused(seated, 0, ask=True).text


def test_two_people_over_the_wire(browser: NewBrowser) -> None:
    async def go() -> None:
        one, other = browser(), browser()
        table, invite = one.new_table(["me", "open"], options=["first_player=A"])
        assert other.join(table, invite).status == 200
        first, second = await one.open(table), await other.open(table)
        watcher = await browser().open(table)
        assert not first.now["can_undo"]
        reply = await first.request("undo")
        assert (reply["result"], reply["text"]) == (
            "illegal",
            "there is nothing of yours to take back",
        )
        began = first.now
        version = (await first.move_first())["version"]
        await first.reach(version)
        assert first.now["can_undo"]
        assert not second.now["can_undo"]
        assert (await second.request("undo"))["result"] == "illegal"
        assert (await watcher.request("undo"))["result"] == "illegal"
        back = await first.request("undo", key="back")
        assert back["result"] == "ok"
        assert (await first.request("undo", key="back"))["result"] == "dup"
        for tab in (first, second, watcher):
            await tab.reach(back["version"])
            assert tab.now["whole"]
            assert tab.now["view"]["scores"] == began["view"]["scores"]
            assert tab.now["happenings"][-1]["event"]["type"] == "taken_back"
        version = (await first.move_first())["version"]
        await second.reach(version)
        version = (await second.move_first())["version"]
        await first.reach(version)
        assert (await first.request("undo"))["result"] == "illegal"
        asked = await first.request("undo", ask=True)
        assert asked["result"] == "ok"
        await second.until(lambda update: update["asking"])
        asking = second.now["asking"]
        assert asking == {"id": asked["version"], "seat": 0, "to_agree": [1]}
        for tab in (first, watcher):
            nobody = await tab.request("agree", asking=asking["id"], yes=True)
            assert nobody["result"] == "illegal"
        agreed = await second.request("agree", asking=asking["id"], yes=True)
        assert agreed["result"] == "ok"
        await first.reach(agreed["version"] + 1)
        assert first.now["asking"] is None
        assert first.now["question"]
        late = await second.request("agree", asking=asking["id"], yes=False)
        assert late["result"] == "stale"

    run(go)


def test_a_killed_server_knows_what_was_taken_back(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one, other = Browser(server.port), Browser(server.port)
            table, invite = one.new_table(["me", "open"], options=["first_player=A"])
            assert other.join(table, invite).status == 200
            first, second = await one.open(table), await other.open(table)
            await first.reach((await first.move_first())["version"])
            assert (await first.request("undo"))["result"] == "ok"
            await first.until(lambda update: update["question"])
            await second.reach((await first.move_first())["version"])
            await first.reach((await second.move_first())["version"])
            asked = await first.request("undo", ask=True)
            server.kill()
            server.start(server.port)
            first, second = await one.open(table), await other.open(table)
            assert second.now["asking"]["id"] == asked["version"]
            assert [each["event"]["type"] for each in second.now["happenings"]].count(
                "taken_back"
            ) == 1
            agreed = await second.request("agree", asking=asked["version"], yes=True)
            assert agreed["result"] == "ok"
            server.kill()
            server.start(server.port)
            first = await one.open(table)
            assert first.now["question"]
            assert (await first.move_first())["result"] == "ok"

    run(go)


async def answer_first(room: Room, seat: int) -> None:
    question, token = room.table.question, room.table.token(seat)
    assert question is not None
    text = str(question.options[0])
    await room.carry_out(lambda table, dealer: table.answer(seat, token, token, [text], dealer))


@pytest.mark.parametrize("patience", [0.1, PATIENCE])
def test_bots_wait_for_people_who_are_asked_but_not_for_ever(
    tmp_path: Path, patience: float
) -> None:
    async def go() -> None:
        store = Store(tmp_path)
        hub = Hub(store, Settings(bot_pause=0.5, deal_within=0, agree_within=patience))
        try:
            ada, _ = await hub.new_person("Ada")
            bo, _ = await hub.new_person("Bo")
            seats, options = ["me", "open", "bot:random"], ["first_player=A"]
            wish = NewTable(game="swirling-heroes", seats=seats, options=options)
            room = hub.room((await hub.make_table(ada, wish)).table)
            assert room is not None
            await hub.join(bo, room)
            await answer_first(room, 0)
            await answer_first(room, 1)
            await room.carry_out(lambda table, _: commands.take_back(table, 0, "ask", ask=True))
            asking = room.table.proposal
            assert asking is not None
            if patience == PATIENCE:
                await asyncio.sleep(0.6)  # the bot would have answered
                assert room.table.proposal == asking
                await room.carry_out(
                    lambda table, _: commands.decline(table, 1, "n", asking.version)
                )
            async with asyncio.timeout(PATIENCE):
                while 2 in room.table.asked:
                    await asyncio.sleep(0.01)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())
