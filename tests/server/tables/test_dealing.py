"""Deals by commit and reveal: everybody's part is fixed before anybody sees another's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halfturn.core.registry import load
from halfturn.server.projection.replays import finished_games, record_file
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.store import Store
from halfturn.server.tables import dealing, owner
from halfturn.server.tables.change import Refused
from halfturn.server.tables.dealing import DealStep, next_step
from halfturn.server.tables.fair_deal import FairDealer, commitment_to, contribution_hash
from halfturn.server.tables.log import BadLog, Row
from halfturn.server.tables.proof import report, verify
from halfturn.server.tables.table import Table
from tests.support.bare_table import Seated
from tests.support.meeting import PATIENT, Meeting
from tests.support.patience import PATIENCE
from tests.support.server_process import Running
from tests.support.stored_data import kept

SECRET = bytes(range(32))
COMMITMENT = commitment_to(SECRET)
NEXT = bytes(range(1, 33))
NONCES = {0: "0a" * 32, 1: "0b" * 32}


def meet(folder: Path, go: Callable[[Meeting], Coroutine[Any, Any, None]], **more: Any) -> None:
    async def all_of_it() -> None:
        async with Meeting(folder, replace(PATIENT, **more)) as meeting:
            await go(meeting)

    asyncio.run(all_of_it())


# ---- what seats may do ----


def waiting() -> Seated:
    """A table whose first game is over, and whose next one has a commitment."""
    seated = Seated("swirl")
    seated.take(dealing.committed(seated.table.resign(0, "enough"), SECRET))
    return seated


def pledged(seated: Seated, *seats: int) -> None:
    for seat in seats:
        hash = contribution_hash(COMMITMENT, seat, NONCES[seat])
        seated.take(dealing.pledge(seated.table, seat, seated.key(), COMMITMENT, hash))


def test_who_may_pledge_and_reveal_what_and_when() -> None:
    seated = Seated("swirl")
    table = seated.table
    with pytest.raises(Refused, match="fixed already"):
        dealing.pledge(table, 0, "k", COMMITMENT, "00" * 32)  # there is no commitment yet
    seated = waiting()
    table, deal = seated.table, seated.table.next_deal
    with pytest.raises(Refused, match="fixed already"):
        dealing.pledge(table, 0, "k", "00" * 32, "00" * 32)  # made for another deal
    for wrong in ("", "0", "zz" * 32, "AA" * 32, "00" * 33):
        with pytest.raises(Refused, match="64 hexadecimal digits"):
            dealing.pledge(table, 0, "k", COMMITMENT, wrong)
        with pytest.raises(Refused, match="64 hexadecimal digits"):
            dealing.reveal(table, 0, "k", wrong)
    seated.take(dealing.pledge(table, 0, "first", COMMITMENT, "11" * 32))
    pledged(seated, 0, 1)  # before the freeze it may be another one
    with pytest.raises(Refused, match="already"):
        pledged(seated, 0)
    with pytest.raises(Refused, match="not a contribution"):
        dealing.reveal(table, 0, "k", NONCES[0])  # nothing is frozen yet
    seated.take(dealing.freeze(table, set()))
    with pytest.raises(Refused, match="fixed already"):
        dealing.pledge(table, 0, "k", COMMITMENT, "22" * 32)
    with pytest.raises(Refused, match="not a contribution"):
        dealing.reveal(table, 0, "k", NONCES[1])
    seated.take(dealing.reveal(table, 0, "k", NONCES[0]))
    with pytest.raises(Refused, match="already"):
        dealing.reveal(table, 0, "k2", NONCES[0])
    assert deal.missing == [1]
    seated.take(dealing.reveal(table, 1, "k", NONCES[1]))
    assert (deal.missing, deal.nonces) == ([], NONCES)
    seated.take(table.next_game(1, "next", FairDealer(SECRET, deal.nonces)))
    assert (table.deal, table.contributions) == (2, NONCES)
    assert (deal.commitment, deal.hashes, deal.nonces, deal.frozen) == ("", {}, {}, False)
    folded = seated.folded()
    assert (folded.deal, folded.contributions) == (2, NONCES)


def test_who_holds_several_seats_takes_part_once() -> None:
    seated = Seated("swirl", ["person", "with:0"])
    table = seated.table
    seated.take(dealing.committed(table.resign(0, "enough"), SECRET))
    hash = contribution_hash(COMMITMENT, 0, NONCES[0])
    seated.take(dealing.pledge(table, 1, "k", COMMITMENT, hash))
    with pytest.raises(Refused) as repeated:
        dealing.pledge(table, 1, "k", COMMITMENT, hash)
    assert repeated.value.result == "dup"
    assert table.next_deal.hashes == {0: hash}
    seated.take(dealing.freeze(table, {0}))
    seated.take(dealing.reveal(table, 1, "k2", NONCES[0]))
    assert table.next_deal.nonces == {0: NONCES[0]}


def test_leaving_takes_nothing_out_of_a_deal_that_is_frozen() -> None:
    """Whoever could do that would choose between two deals."""
    seated = waiting()
    table, deal = seated.table, seated.table.next_deal
    pledged(seated, 0, 1)
    seated.take(owner.remove(table, 0, 1, table.version))
    assert list(deal.hashes) == [0]  # before the freeze nothing is known of anybody
    seated.take(table.sit(1, None))
    pledged(seated, 1)
    seated.take(dealing.freeze(table, set()))
    seated.take(dealing.reveal(table, 0, seated.key(), NONCES[0]))
    seated.take(table.next_game(0, "next", None))
    seated.take(owner.remove(table, 0, 1, table.version))
    assert not table.wanted  # a game does not begin with an open seat
    assert (sorted(deal.hashes), deal.missing) == ([0, 1], [1])
    seated.take(table.sit(1, None))
    # Whoever sits there now cannot know the nonce, and owes nothing when the deal is void.
    seated.take(dealing.committed(dealing.void(table, SECRET), NEXT))
    assert (deal.withheld, deal.barred) == ({}, {1})
    folded = seated.folded().next_deal
    assert (folded.withheld, folded.barred, folded.voids) == ({}, {1}, deal.voids)


@pytest.mark.parametrize(
    ("pledges", "revealed", "frozen", "wanted", "here", "early", "late"),
    [
        # Nobody wants the next game yet: it is prepared as soon as all have pledged.
        ("", "", False, False, "AB", DealStep.NOTHING, DealStep.NOTHING),
        ("A", "", False, False, "AB", DealStep.NOTHING, DealStep.NOTHING),
        ("AB", "", False, False, "", DealStep.FREEZE, DealStep.FREEZE),
        ("AB", "", True, False, "AB", DealStep.NOTHING, DealStep.NOTHING),
        ("AB", "AB", True, False, "AB", DealStep.NOTHING, DealStep.NOTHING),
        # Somebody does.
        ("", "", False, True, "AB", DealStep.WAIT, DealStep.BEGIN),
        ("A", "", False, True, "AB", DealStep.WAIT, DealStep.FREEZE),
        ("A", "", False, True, "A", DealStep.FREEZE, DealStep.FREEZE),
        ("A", "", False, True, "", DealStep.BEGIN, DealStep.BEGIN),
        ("", "", False, True, "", DealStep.BEGIN, DealStep.BEGIN),
        ("AB", "", False, True, "AB", DealStep.FREEZE, DealStep.FREEZE),
        ("AB", "A", True, True, "A", DealStep.WAIT, DealStep.VOID),
        ("AB", "AB", True, True, "", DealStep.BEGIN, DealStep.BEGIN),
        ("A", "A", True, True, "", DealStep.BEGIN, DealStep.BEGIN),
    ],
)
def test_what_brings_the_deal_on(
    pledges: str,
    revealed: str,
    frozen: bool,
    wanted: bool,
    here: str,
    early: DealStep,
    late: DealStep,
) -> None:
    seated = waiting()
    table = seated.table
    seats = {letter: "AB".index(letter) for letter in "AB"}
    pledged(seated, *map(seats.get, pledges))  # type: ignore[arg-type]
    if frozen:
        seated.take(dealing.freeze(table, set()))
    for letter in revealed:
        seat = seats[letter]
        seated.take(dealing.reveal(table, seat, seated.key(), NONCES[seat]))
    if wanted:
        seated.take(table.next_game(0, "next", None))
        with pytest.raises(Refused, match="about to begin"):
            table.next_game(1, "me too", None)
    those = {seats[letter] for letter in here}
    assert next_step(table, {0, 1}, those, table.wanted, late=False) is early
    assert next_step(table, {0, 1}, those, table.wanted, late=True) is late
    assert table.wanted is wanted
    # A server that does not wait takes what there is; what was frozen has to be complete.
    if wanted:
        step = next_step(table, {0, 1}, those, wanted=True, late=False, waits=False)
        assert step is (DealStep.VOID if pledges != revealed and frozen else DealStep.BEGIN)


# ---- a whole deal ----


def test_a_game_begins_as_soon_as_everybody_has_revealed(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open")
        ada = await meeting.open(0)
        assert meeting.deal.hashes == {0: ada.hash(meeting.deal.commitment)}
        commitment = meeting.deal.commitment
        await meeting.join(1)
        assert meeting.room.table.status == "waiting"  # Bo is on the way
        assert ada.ear.now["next_deal"]["wanted"] is True
        bo = await meeting.open(1)
        await meeting.settle()
        table = meeting.room.table
        assert (table.status, table.deal, table.commitment) == ("playing", 2, commitment)
        nonces = {0: ada.nonce(commitment), 1: bo.nonce(commitment)}
        assert table.contributions == nonces
        for tab in (ada, bo):
            assert tab.seen[commitment] == [ada.hash(commitment), bo.hash(commitment)]
            assert tab.ear.now["fair"] == {
                "commitment": commitment,
                "secret": None,
                "contributions": list(nonces.values()),
                "deal": 2,
                "voids": [],
            }
        kinds = [row.kind for row in meeting.hub.store.rows(meeting.id)]
        order = ["commit", "pledge", "sit", "pledge", "freeze", "reveal", "reveal", "begin"]
        assert [kind for kind in kinds if kind in order][: len(order)] == order
        # The next deal is settled while this game is played, so the next game begins at once.
        assert meeting.deal.frozen
        assert meeting.deal.missing == []
        await meeting.play()
        assert (await bo.request("next"))["result"] == "ok"
        assert (meeting.room.table.number, len(meeting.room.table.contributions)) == (2, 2)
        await meeting.play()
        assert any("took part: B" in line for line in report(meeting.record(), load))

    meet(tmp_path, go)


def test_alone_against_bots_it_begins_when_the_table_is_open(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "bot:random")
        assert meeting.room.table.number == 0
        await meeting.open(0)
        await meeting.settle()
        assert meeting.room.table.number == 1
        assert list(meeting.room.table.contributions) == [0]

    meet(tmp_path, go)


def test_nobody_can_hold_a_game_up_by_doing_nothing(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open")
        await meeting.open(0, takes_part=False)
        await meeting.join(1)
        await meeting.open(1)
        assert meeting.room.table.number == 0
        await meeting.late()
        assert meeting.room.table.number == 1
        assert list(meeting.room.table.contributions) == [1]
        await meeting.play()
        assert (await meeting.tabs[1].request("next"))["result"] == "ok"
        assert meeting.room.table.number == 1
        await meeting.late()
        assert meeting.room.table.number == 2

    meet(tmp_path, go)


def test_who_withholds_makes_the_deal_void_and_takes_no_part(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open", "open")
        await meeting.open(0)
        for who in (1, 2):
            await meeting.join(who)
            await meeting.open(who)
        cy = meeting.tabs[2]
        cy.reveals = False
        # `open` has let all pledge; nothing goes on before the loop runs.
        await meeting.settle()
        assert meeting.deal.missing == [2]
        void = meeting.deal.commitment
        await meeting.late()
        table = meeting.room.table
        assert table.number == 1
        assert sorted(table.contributions) == [0, 1]
        ((commitment, secret, seats),) = table.voids
        assert (commitment, seats) == (void, (2,))
        assert commitment_to(bytes.fromhex(secret)) == void
        assert table.commitment != void
        shown = cy.ear.now["fair"]["voids"]
        assert shown == [{"commitment": void, "secret": secret, "seats": [2]}]
        # Still not in the next deal: it owes what it withheld.
        assert meeting.deal.frozen
        assert sorted(meeting.deal.hashes) == [0, 1]
        hash = cy.hash(meeting.deal.commitment)
        reply = await cy.request("pledge", commitment=meeting.deal.commitment, hash=hash)
        assert reply["result"] != "ok"
        await meeting.play()
        lines = list(report(meeting.record(), load))
        assert any("void: C did not reveal" in line for line in lines)
        assert any("did not take part: C" in line for line in lines)
        assert (await cy.request("reveal", nonce=cy.nonce(void)))["result"] == "ok"
        assert meeting.deal.withheld == {}
        # The set of this one is frozen; in the one after it takes part again.
        assert (await cy.request("next"))["result"] == "ok"
        cy.reveals = True
        await meeting.settle()
        assert sorted(meeting.room.table.contributions) == [0, 1]
        assert sorted(meeting.deal.nonces) == [0, 1, 2]

    meet(tmp_path, go)


def test_void_deals_come_to_an_end(tmp_path: Path) -> None:
    """One seat after the other withholds, reveals too late, and tries again."""

    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open", "open")
        await meeting.open(0)
        for who in (1, 2):
            await meeting.join(who)
            await meeting.open(who)
        rounds = 0
        for tab in meeting.tabs.values():
            tab.reveals = False
        await meeting.settle()
        while meeting.room.table.number == 0:
            voids = [(each.commitment, each.seats) for each in meeting.deal.voids]
            for commitment, seats in voids:
                for seat in seats:
                    tab = meeting.tabs[seat]
                    await tab.request("reveal", nonce=tab.nonce(commitment))
            rounds += 1
            await meeting.late()
        assert rounds == 1  # all are barred after the first
        assert meeting.room.table.contributions == {}
        assert len(meeting.room.table.voids) == 1

    meet(tmp_path, go)


def test_the_deal_goes_on_after_a_restart_although_nobody_comes(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "bot:random")
        rows = len(meeting.hub.store.rows(meeting.id))
        await meeting.restart()
        assert meeting.room.table.number == 0
        assert meeting.room._patience is not None
        assert len(meeting.hub.store.rows(meeting.id)) == rows
        await meeting.late()
        assert meeting.room.table.number == 1

    meet(tmp_path, go)


@pytest.mark.parametrize("later", [False, True])
def test_a_start_opens_every_table_that_waits_for_its_deal(tmp_path: Path, later: bool) -> None:
    """Whether it waits because somebody sat down, or because somebody wants the next game."""

    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open")
        await meeting.join(1)
        if later:
            await meeting.late()
            tab = await meeting.open(0, takes_part=False)
            await tab.request("resign")
            assert (await tab.request("next"))["result"] == "ok"
        await meeting.restart()
        async with asyncio.timeout(PATIENCE):
            while not any(room.is_dealing for room in meeting.hub._rooms.values()):
                await asyncio.sleep(0)
        if later:
            await meeting.settle()  # nobody is here who could be waited for
        else:
            await meeting.late()
        assert meeting.room.table.number == 1 + later
        assert meeting.hub.store.tables_of_bots() == []

    meet(tmp_path, go)


def test_a_restart_between_freeze_and_reveal_changes_nothing(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open")
        await meeting.open(0)
        await meeting.join(1)
        bo = await meeting.open(1)
        bo.reveals = False
        await meeting.settle()
        commitment = meeting.deal.commitment
        assert meeting.deal.missing == [1]
        await meeting.restart()
        assert meeting.deal.frozen
        await meeting.open(0)
        await meeting.open(1)
        await meeting.settle()
        table = meeting.room.table
        assert (table.commitment, len(table.contributions)) == (commitment, 2)
        assert table.voids == []

    meet(tmp_path, go)


def test_a_server_that_does_not_wait_takes_no_part_that_is_not_revealed(tmp_path: Path) -> None:
    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "bot:random")
        assert meeting.room.table.number == 1
        tab = await meeting.open(0)
        tab.reveals = False
        await meeting.settle()
        assert meeting.deal.frozen
        await tab.request("resign")
        assert (await tab.request("next"))["result"] == "ok"
        await meeting.settle()
        async with asyncio.timeout(PATIENCE):
            while meeting.room.table.number == 1:
                await asyncio.sleep(0.01)
        table = meeting.room.table
        assert (table.contributions, len(table.voids)) == ({}, 1)

    meet(tmp_path, go, deal_within=0)


def test_a_deal_that_cannot_be_written_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, failures = Store.append, 3

    def failing(self: Store, id: str, rows: Any, *given: Any, **named: Any) -> Any:
        nonlocal failures
        if rows[0].kind == "freeze" and failures:
            failures -= 1
            raise StoreFailed("no space left on device")
        return real(self, id, rows, *given, **named)

    async def go(meeting: Meeting) -> None:
        monkeypatch.setattr(Store, "append", failing)
        await meeting.make("me", "bot:random")
        await meeting.open(0)
        await meeting.settle()
        assert failures == 0
        assert list(meeting.room.table.contributions) == [0]

    meet(tmp_path, go)


def test_a_table_without_a_commitment_begins_when_somebody_says_so() -> None:
    """As after damage that cost a log all but its first row."""
    seated = Seated("swirl")
    table = Table.fold("t", seated.rows[:1], load)
    assert not table.wanted
    assert table.next_game(0, "next", FairDealer(SECRET)).begins


def test_it_begins_by_itself_after_a_kill(tmp_path: Path) -> None:
    """As a program, with the time that servers wait: nobody ever opens the table."""
    from tests.support.http_client import Browser

    with Running(tmp_path, module="halfturn") as server:
        table, _ = Browser(server.port).new_table(["me", "me"])
        server.kill()
        server.start(server.port)
        ended = asyncio.run(begun(server, table))
    assert ended


async def begun(server: Running, table: str) -> bool:
    sql = "SELECT count(*) FROM log WHERE table_id = ? AND kind = 'begin'"
    async with asyncio.timeout(PATIENCE):
        while kept(server.data, sql, table) == [(0,)]:
            await asyncio.sleep(0.1)
    return True


# ---- tables from before ----


OLD = json.loads((Path(__file__).parent / "scheme_1.json").read_text("ascii"))
"""The log of a table and a record, as the version before scheme 2 wrote them: the second game has
a contribution and an undo of draws, and there is an open contribution to a third."""
OLD_ROWS = [
    Row(version, key, seat, kind, body.encode()) for version, key, seat, kind, body in OLD["rows"]
]


def test_a_log_and_a_record_of_scheme_1_are_read_as_ever() -> None:
    done = list(finished_games("t", OLD_ROWS, load))[-1]
    assert (done.scheme, done.contributions) == (1, {0: "7Qf3k"})
    text = record_file(done, SECRET)
    assert text == OLD["record"]
    ((_, proof, draws),) = verify(text, load)
    assert (proof.scheme, draws) == (1, len(done.draws))
    lines = list(report(text, load))
    assert "scheme 1" in lines[1]
    assert any("by agreement" in line for line in lines)
    assert any("gap: versions" in line for line in lines)


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_game_of_scheme_1_is_played_on_and_the_next_is_dealt_by_scheme_2(part: float) -> None:
    first = max(row.version for row in OLD_ROWS if row.kind == "begin")
    at = first + int(part * (len(OLD_ROWS) - first))
    while OLD_ROWS[at].kind != "answer":
        at += 1
    table = Table.fold("t", OLD_ROWS[:at], load)
    assert table.deal == 1
    dealer = FairDealer(SECRET, table.contributions, table.deal)
    for row in OLD_ROWS[at:]:
        if row.version <= table.version:
            continue
        if row.kind == "answer":
            assert row.seat is not None
            answers = msgspec.json.decode(row.body)
            key = row.key.partition(":")[2]
            token = table.token(row.seat)
            change = table.answer(row.seat, key, token, answers, dealer)
            assert change.rows == OLD_ROWS[table.version : table.version + len(change.rows)]
            for each in change.rows:
                table.apply(each)
        else:
            table.apply(row)
    assert table.game_over
    assert table.next_deal.texts == {1: "openly"}
    following = bytes(31) + b"\1"
    assert table.next_deal.commitment == commitment_to(following)
    for row in table.next_game(0, "next", FairDealer(following, table.next_deal.nonces)).rows:
        table.apply(row)
    assert (table.deal, table.contributions) == (2, {})


# ---- a host who controls the server ----


def forged(*rows: tuple[str, object, int | None]) -> None:
    """Put rows into a log in which two seats have pledged; raises BadLog."""
    seated = waiting()
    pledged(seated, 0, 1)
    for kind, body, seat in rows:
        seated.take(seated.row(kind, body, seat))
    seated.folded()


BEGIN = {"commitment": COMMITMENT, "games": 1, "anew": True, "deal": 2}


REVEALED = [("reveal", nonce, seat) for seat, nonce in NONCES.items()]


@pytest.mark.parametrize(
    "rows",
    [
        # Another contribution than the one that was frozen.
        [("freeze", [0, 1], None), ("reveal", "0c" * 32, 1)],
        # One that was revealed before the freeze.
        [("reveal", NONCES[0], 0)],
        # A seat that never pledged.
        [("freeze", [0, 1, 2], None)],
        # A game without the part of a seat that was frozen.
        [("freeze", [0, 1], None), ("reveal", NONCES[0], 0), ("begin", BEGIN, None)],
    ],
)
def test_a_log_that_breaks_the_order_is_not_folded(rows: Any) -> None:
    forged(("freeze", [0, 1], None), *REVEALED, ("begin", BEGIN, None))  # as it has to be
    with pytest.raises(BadLog):
        forged(*rows)


def test_the_browser_of_another_seat_sees_what_a_host_changed(tmp_path: Path) -> None:
    """What a tab saw before it revealed is what the record has to say."""

    async def go(meeting: Meeting) -> None:
        await meeting.make("me", "open")
        await meeting.open(0)
        await meeting.join(1)
        bo = await meeting.open(1)
        await meeting.settle()
        await meeting.play()
        ((_, proof, _),) = verify(meeting.record(), load)
        found = [
            contribution_hash(proof.commitment, seat, nonce)
            for seat, nonce in sorted(proof.contributions.items())
        ]
        assert bo.seen[proof.commitment] == found

    meet(tmp_path, go)
