"""Questions that are put to all seats at once: kept until the rules ask, and shown to nobody."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halfturn.core import SeededRng
from halfturn.core.registry import load
from halfturn.server.tables.change import Refused
from halfturn.server.tables.fair_deal import FairDealer
from halfturn.server.tables.log import Made, Row, own_key
from halfturn.server.tables.table import Table
from tests.support.http_client import Browser, Tab, run
from tests.support.server_process import Running

GAME = load("swirling-heroes")
DEALER = FairDealer(bytes(32))
SIX = ["0123", "0132", "0213", "0231", "0312", "0321"]
"""Any six cards, in the order in which they are picked."""


def choosing(seats: int) -> tuple[Table, list[Row]]:
    """A table where hands are being chosen."""
    made = Made(
        game=GAME.id,
        rules=GAME.rules_version,
        data=GAME.data_hash,
        options=["hands=choose", "first_player=A"],
        seats=["person"] * seats,
        games=1,
    )
    rows = [Row(1, own_key(1), None, "made", msgspec.json.encode(made))]
    table = Table.make("t", rows[0], load)
    table.apply(rows[0])
    rows += take(table, table.begin(DEALER).rows)
    return table, rows


def take(table: Table, rows: list[Row]) -> list[Row]:
    for row in rows:
        table.apply(row)
    return rows


def pick(table: Table, seat: int, *cards: str) -> list[Row]:
    picks = [f"pick:{card}" for card in cards]
    key = f"{seat} {table.given[seat]}"
    return take(table, table.answer(seat, key, table.token(seat), picks, DEALER).rows)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_whatever_order_people_choose_the_game_is_the_same(seats: int) -> None:
    """The record, which asks seat after seat, is the same for every order of choosing."""
    records = set()
    for seed in range(12):
        rng = SeededRng(seed)
        table, rows = choosing(seats)
        left = {seat: list(SIX) for seat in range(seats)}
        assert table.asked == tuple(range(seats))
        while left:
            seat = list(left)[rng.below(len(left))]
            count = min(1 + rng.below(3), len(left[seat]))
            rows += pick(table, seat, *(left[seat].pop(0) for _ in range(count)))
            if not left[seat]:
                del left[seat]
            assert table.asked == (tuple(left) or (0,))
            folded = Table.fold("t", rows, load)
            assert (folded.asked, folded.early, folded.given) == (
                table.asked,
                table.early,
                table.given,
            )
            assert folded.state.key() == table.state.key()
        assert table.early == [[] for _ in range(seats)]
        assert table.question is not None
        assert table.question.kind == "turn"
        records.add(table.match.current.record.text)
    assert len(records) == 1


def test_what_was_chosen_early_cannot_be_chosen_twice() -> None:
    table, _ = choosing(2)
    pick(table, 1, "0123")
    faced = table.facing(1)
    assert faced is not None
    assert faced.decision is not None
    assert "pick:0123" not in [str(option) for option in faced.decision.options]
    assert len(faced.decision.options) == 11
    with pytest.raises(Refused, match="0123"):
        pick(table, 1, "0123")
    with pytest.raises(Refused) as again:
        table.answer(1, "1 0", "1.1", ["pick:0132"], DEALER)
    assert again.value.result == "dup"
    with pytest.raises(Refused) as old:
        table.answer(1, "another key", "1.0", ["pick:0132"], DEALER)
    assert old.value.result == "stale"


def test_a_seat_that_has_chosen_all_is_asked_no_more() -> None:
    table, _ = choosing(3)
    pick(table, 2, *SIX)
    assert table.asked == (0, 1)
    with pytest.raises(Refused, match="not your turn"):
        pick(table, 2, "0132")
    with pytest.raises(Refused, match="answers nothing"):
        pick(table, 1, *SIX, "1023")


def test_giving_up_in_between_ends_it_and_a_new_match_begins_clean() -> None:
    table, _ = choosing(2)
    pick(table, 1, *SIX[:4])
    take(table, table.resign(0, "enough").rows)
    assert (table.asked, table.status, table.winners) == ((), "over", [1])
    take(table, table.next_game(0, "again", DEALER).rows)
    assert table.early == [[], []]
    assert table.asked == (0, 1)


def test_one_at_a_time_where_it_is_not_secret() -> None:
    """Turns are nobody else's, whatever comes early."""
    table, _ = choosing(2)
    pick(table, 0, *SIX)
    pick(table, 1, *SIX)
    assert table.asked == (0,)
    assert table.facing(1) is None


# ---- over real sockets ----


async def seated(new: Callable[[], Browser], seats: int) -> tuple[str, list[Browser], list[Tab]]:
    people = [new() for _ in range(seats)]
    table, invite = people[0].new_table(
        ["me", *["open"] * (seats - 1)], preset="choose", options=["first_player=A"]
    )
    for each in people[1:]:
        assert each.join(table, invite).status == 200
    tabs = [await each.open(table) for each in people]
    for tab in tabs:
        await tab.until(lambda update: update["status"] == "playing")
    return table, people, tabs


def cards_in(update: Any) -> str:
    return json.dumps([update["view"], update["kept"], update["happenings"]])


def test_nobody_sees_what_was_chosen_early(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        table, _, tabs = await seated(browser, 3)
        watcher = await browser().open(table)
        assert all(tab.now["question"]["kind"] == "pick" for tab in tabs)
        assert watcher.now["asked"] == [0, 1, 2]
        assert watcher.now["question"] is None
        reply = await tabs[2].move(*(f"pick:{card}" for card in SIX))
        for tab in (tabs[0], tabs[1], watcher):
            update = await tab.reach(reply["version"])
            assert update["asked"] == [0, 1]
            assert update["kept"] == []
            assert update["happenings"] == []
            assert "0132" not in cards_in(update)
        mine = await tabs[2].reach(reply["version"])
        assert [each["text"] for each in mine["kept"]] == [f"pick:{card}" for card in SIX]
        assert [each["option"]["card"] for each in mine["kept"]] == SIX
        assert mine["question"] is None
        for seat in (1, 0):
            reply = await tabs[seat].move(*(f"pick:{card}" for card in SIX))
        for seat, tab in enumerate([*tabs, watcher]):
            update = await tab.reach(reply["version"])
            assert update["asked"] == [0]
            assert update["kept"] == []
            hands = [hand["cards"] for hand in update["view"]["hands"]]
            for each in range(3):
                assert hands[each] is None if each != seat else sorted(hands[each]) == SIX

    run(go)


def test_double_clicks_and_coming_back_while_others_choose(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        table, people, tabs = await seated(browser, 2)
        late = tabs[1]
        token = late.now["question"]["token"]
        first = await late.move("pick:0123", key="click", token=token)
        second = await late.move("pick:0123", key="click", token=token)
        assert (second["result"], second["version"]) == ("dup", first["version"])
        other = await late.move("pick:0132", key="other-click", token=token)
        assert other["result"] == "stale"
        preview = await late.request("preview", token=late.now["question"]["token"], answer="0132")
        assert preview["type"] == "preview"
        await late.close()
        again = await people[1].open(table, seen=late.now["version"])
        assert [each["text"] for each in again.now["kept"]] == ["pick:0123"]
        assert len(again.now["question"]["choices"]) == 11
        (listed,) = people[1].get("/api/v1/tables")
        assert listed["your_turn"]

    run(go)


def test_a_bot_chooses_while_people_do(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random", "bot:greedy"], preset="choose")
        tab = await one.open(table)
        await tab.until(lambda update: update["asked"] == [0])
        await tab.move(*(f"pick:{card}" for card in SIX))
        await tab.until(lambda update: update["view"]["kind"] == "turn")
        assert all(hand["count"] >= 5 for hand in tab.now["view"]["hands"])

    run(go)


def test_killed_while_people_choose_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    """The server is killed after every acknowledged pick; hands come out as they were chosen."""

    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            table, people, tabs = await seated(lambda: Browser(server.port), 3)
            rng = SeededRng(5)
            chosen: list[list[str]] = [[], [], []]
            for number in itertools.count():
                seats = [seat for seat in range(3) if len(chosen[seat]) < 6]
                if not seats:
                    break
                seat = seats[rng.below(len(seats))]
                tab = tabs[seat]
                choices = tab.now["question"]["choices"]
                choice = choices[rng.below(len(choices))]["text"]
                token = tab.now["question"]["token"]
                reply = await tab.move(choice, key=f"key-{number}", token=token)
                assert reply["result"] == "ok"
                chosen[seat].append(choice.removeprefix("pick:"))
                server.kill()
                server.start(server.port)
                tabs = [await each.open(table) for each in people]
                same = await tabs[seat].move(choice, key=f"key-{number}", token=token)
                assert (same["result"], same["version"]) == ("dup", reply["version"])
                for each, tab in enumerate(tabs):
                    own = tab.now["view"]["hands"][each]["cards"]
                    kept = [pick["option"]["card"] for pick in tab.now["kept"]]
                    assert sorted([*own, *kept]) == sorted(chosen[each])
            for each, tab in enumerate(tabs):
                hands = [hand["cards"] for hand in tab.now["view"]["hands"]]
                assert sorted(hands[each]) == sorted(chosen[each])
                assert [hand is None for hand in hands].count(True) == 2

    run(go)
