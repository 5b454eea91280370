"""A host who plays, knows the secret, and can put rows into the log that change nothing.

Under scheme 1 such a host chooses cards and `verify` finds nothing wrong. Under scheme 2 nothing
beside the game moves a draw, and whatever was fixed cannot be changed without leaving a trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfturn.bots import USUAL
from halfturn.core import CHANCE, Option
from halfturn.core.registry import load
from halfturn.server.projection.replays import Finished, finished_games, record_file
from halfturn.server.tables import commands, dealing
from halfturn.server.tables.change import Refused
from halfturn.server.tables.fair_deal import (
    SCHEME,
    DrawId,
    FairDealer,
    VoidDeal,
    commitment_to,
    contribution_hash,
)
from halfturn.server.tables.log import Clock
from halfturn.server.tables.proof import Unfair, report, verify
from tests.server.tables.test_proof import dealt, played
from tests.support.bare_table import Seated

SECRET = bytes(range(32))
NEXT = bytes(range(1, 33))
HOST, GUEST = 0, 1
DAY = 24 * 3600


# ---- rows that change nothing ----


def begun(scheme: int) -> Seated:
    """A game of SWIRL, in which cards are drawn all the time, with days for every move."""
    clock = Clock(per_move=3 * DAY, holidays=60)
    seated = Seated("swirl", ["person", "person"], seed=6, clock=clock)
    seated.take(dealing.committed(seated.table.resign(0, "first"), SECRET))
    seated.dealer = FairDealer(SECRET, {}, scheme)
    seated.take(dealing.committed(seated.table.next_game(0, "next", seated.dealer), NEXT))
    return seated


def idle(seated: Seated) -> None:
    """A row that no rule of the table asks for."""
    seated.take(seated.row("decline", None, HOST))


def ask_and_decline(seated: Seated) -> None:
    table = seated.table
    if table.lines:
        version = table.version + 1
        seated.take(seated.row("propose", table.lines[-1].version, GUEST))
        seated.take(commands.decline(table, HOST, seated.key(), version))


def stand_in_and_come_back(seated: Seated) -> None:
    table = seated.table
    if table.bot_playing(GUEST) is None:
        seated.take(commands.stand_in(table, HOST, seated.key(), GUEST, USUAL, away=True))
        seated.take(commands.come_back(table, GUEST, seated.key()))


def take_a_day_off(seated: Seated) -> None:
    seated.take(commands.holiday(seated.table, HOST, seated.key(), 1))


def let_time_pass(seated: Seated) -> None:
    seated.now += 1000
    idle(seated)


def take_part_in_the_next_deal(seated: Seated) -> None:
    """One step of it: pledges, the freeze, then reveals."""
    table, deal = seated.table, seated.table.next_deal
    for seat in (HOST, GUEST):
        nonce = f"{seat:064x}"
        if seat in deal.barred:
            continue
        if seat not in deal.hashes and not deal.frozen:
            hash = contribution_hash(deal.commitment, seat, nonce)
            seated.take(dealing.pledge(table, seat, seated.key(), deal.commitment, hash))
            return
        if seat in deal.hashes and deal.frozen and seat not in deal.nonces:
            seated.take(dealing.reveal(table, seat, seated.key(), nonce))
            return
    if not deal.frozen:
        seated.take(dealing.freeze(table, set()))


def make_the_next_deal_void(seated: Seated) -> None:
    deal = seated.table.next_deal
    if deal.missing:
        seated.take(dealing.committed(dealing.void(seated.table, NEXT), NEXT))


def take_back_for_free(seated: Seated) -> None:
    """A free undo, and the same answer once more."""
    table = seated.table
    line = table.lines[-1]
    if line.seat == CHANCE:
        return
    try:
        undone = commands.take_back(table, line.seat, seated.key(), ask=False)
    except Refused:
        return  # something was drawn, or seen
    assert table.other_owners(line.seat)
    seated.take(undone)
    for text in line.answers:
        seated.answer(line.seat, text)


NOISE: list[Callable[[Seated], None]] = [
    idle,
    ask_and_decline,
    stand_in_and_come_back,
    take_a_day_off,
    let_time_pass,
    take_part_in_the_next_deal,
    make_the_next_deal_void,
    take_back_for_free,
]
ANSWERS = 16


def drawn(scheme: int, noise: dict[int, list[Callable[[Seated], None]]]) -> list[str]:
    """What is drawn while both always answer alike, with noise before some of their answers."""
    seated = begun(scheme)
    table = seated.table
    for number in range(ANSWERS):
        for make in noise.get(number, []):
            make(seated)
        seat = table.asked[0]
        choices = seated.choices(seat)
        assert seated.answer(seat, choices[7 * number % len(choices)])
    folded = seated.folded()
    assert (folded.drawn, folded.redrawn) == (table.drawn, table.redrawn)
    assert [line.answers for line in folded.lines] == [line.answers for line in table.lines]
    return [line.answers[0] for line in table.lines if line.seat == CHANCE]


@cache
def quiet() -> list[str]:
    return drawn(SCHEME, {})


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(
        st.integers(0, ANSWERS - 1), st.lists(st.sampled_from(NOISE), min_size=1, max_size=6)
    )
)
def test_nothing_beside_the_game_moves_a_draw(
    noise: dict[int, list[Callable[[Seated], None]]],
) -> None:
    assert drawn(SCHEME, noise) == quiet()


@pytest.mark.parametrize("make", NOISE[:6])
def test_under_scheme_1_every_row_did(make: Callable[[Seated], None]) -> None:
    assert drawn(1, {1: [make]}) != drawn(1, {})


def wanted_draws(scheme: int, most: int) -> int:
    """How many of four cards the host gets instead of what comes, by rows before its answer."""
    got = 0
    for number in range(4):
        seated = begun(scheme)
        table, dealer = seated.table, seated.dealer
        while True:
            seat = table.asked[0]
            answer = seated.choices(seat)[0]
            state = table.state.clone()
            state.play(state.read(answer))
            if seat == HOST and state.seat_asked == CHANCE:
                break
            assert seated.answer(seat, answer)
        decision = state.decision
        assert decision is not None
        comes = dealer.draw(decision, DrawId(table.version + 2, table.drawn + 1))
        wish: Option = [option for option in decision.options if option != comes][number]
        for rows in range(0, most, 2):  # a clock adds a row to each
            which = DrawId(table.version + rows + 2, table.drawn + 1)
            if dealer.draw(decision, which) == wish:
                break
        for _ in range(rows // 2):
            idle(seated)
        before = len(table.lines)
        seated.answer(HOST, answer)
        got += table.lines[before + 1].answers == (str(wish),)
    return got


def test_a_host_got_every_card_it_wanted_under_scheme_1_and_gets_none_under_scheme_2() -> None:
    assert wanted_draws(1, most=4000) == 4
    assert wanted_draws(2, most=200) == 0


def test_scheme_1_verified_although_the_host_chose_and_now_reports_the_gap() -> None:
    seated = begun(1)
    for _ in range(5):
        idle(seated)
    while seated.answer():
        pass
    text = record_file(list(finished_games("t", seated.rows, load))[-1], SECRET)
    lines = list(report(text, load))
    assert "fair" in lines[0]
    assert any("gap: versions" in line for line in lines)


# ---- contributions ----


def first_draw(scheme: int, contributions: dict[int, str]) -> Option:
    state = load("swirl").start(2)
    while state.seat_asked != CHANCE:
        state.play(state.decision.options[0])  # type: ignore[union-attr]
    assert state.decision is not None
    return FairDealer(SECRET, contributions, scheme).draw(state.decision, DrawId(3, 1))


def test_who_added_last_chose_under_scheme_1_and_cannot_under_scheme_2() -> None:
    wish = first_draw(1, {GUEST: "guest", HOST: "any"})
    texts = (f"host{number}" for number in range(1000))
    chosen = next(t for t in texts if first_draw(1, {GUEST: "another", HOST: t}) == wish)
    assert first_draw(1, {GUEST: "another", HOST: chosen}) == wish
    # Under scheme 2 its own part is fixed before it sees the other's.
    seated = Seated("swirl")
    table, deal = seated.table, seated.table.next_deal
    seated.take(dealing.committed(table.resign(0, "enough"), SECRET))
    nonces = {HOST: "0a" * 32, GUEST: "0b" * 32}
    for seat, nonce in nonces.items():
        hash = contribution_hash(deal.commitment, seat, nonce)
        seated.take(dealing.pledge(table, seat, seated.key(), deal.commitment, hash))
    seated.take(dealing.freeze(table, set()))
    seated.take(dealing.reveal(table, GUEST, "guest", nonces[GUEST]))
    for number in range(100):
        nonce = f"{number:064x}"
        with pytest.raises(Refused):
            dealing.reveal(table, HOST, "host", nonce)
        hash = contribution_hash(deal.commitment, HOST, nonce)
        with pytest.raises(Refused):
            dealing.pledge(table, HOST, "host", deal.commitment, hash)
    # All it can do is to withhold, which the record tells, and then it has no part at all.
    seated.take(dealing.committed(dealing.void(table, SECRET), NEXT))
    assert deal.voids == [VoidDeal(commitment_to(SECRET), SECRET.hex(), (HOST,))]
    hash = contribution_hash(deal.commitment, HOST, nonces[HOST])
    with pytest.raises(Refused, match="did not reveal"):
        dealing.pledge(table, HOST, "host", deal.commitment, hash)


# ---- what a host could write into the record afterwards ----


def kept_by_browser(done: Finished) -> dict[int, str]:
    """The frozen hashes, as the guest's browser saw them before it revealed."""
    return {
        seat: contribution_hash(done.commitment, seat, nonce)
        for seat, nonce in done.contributions.items()
    }


def caught(text: str, seen: dict[int, str], commitment: str) -> str:
    """By what a forged record is found out: by `verify`, or by what the guest's browser kept."""
    try:
        ((_, proof, _),) = verify(text, load)
    except Unfair:
        return "verify"
    found = {
        seat: contribution_hash(proof.commitment, seat, nonce)
        for seat, nonce in proof.contributions.items()
    }
    return "" if (proof.scheme, proof.commitment, found) == (2, commitment, seen) else "browser"


def test_what_a_host_changes_afterwards_is_found_out() -> None:
    done = played("swirl")
    seen, secret = kept_by_browser(done), bytes(32)
    text = record_file(done, secret)
    assert caught(text, seen, done.commitment) == ""
    # Another nonce of its own, with its hash or without.
    other = "0c" * 32
    assert caught(text.replace(done.contributions[HOST], other), seen, done.commitment) == "verify"
    forged = text.replace(seen[HOST], contribution_hash(done.commitment, HOST, other))
    forged = forged.replace(done.contributions[HOST], other)
    assert caught(forged, seen, done.commitment) == "verify"
    # The same, with the whole game dealt from it: that only the browser can know.
    rolled = dealt("swirl", FairDealer(secret, {HOST: other, GUEST: done.contributions[GUEST]}))
    while rolled.answer():
        pass
    redone = list(finished_games("t", rolled.rows, load))[-1]
    redone = Finished(**{**vars(redone), "contributions": {**done.contributions, HOST: other}})
    assert caught(record_file(redone, secret), seen, done.commitment) in ("verify", "browser")
    # The guest's part is missing, or everybody's.
    for seat in (HOST, GUEST):
        line = f"# contribution {'AB'[seat]} {seen[seat]} {done.contributions[seat]}\n"
        assert line in text
        assert caught(text.replace(line, ""), seen, done.commitment) == "verify"
    # Draws in another order, or a record that pretends to be of scheme 1.
    (draws,) = re.findall(r"(?m)^# draws (.*)$", text)
    words = draws.split()
    swapped = " ".join([words[1], words[0], *words[2:]])
    assert caught(text.replace(draws, swapped), seen, done.commitment) == "verify"
    assert caught(text.replace("# deal 2\n", ""), seen, done.commitment) == "verify"


def test_a_game_dealt_again_from_another_secret_is_found_out_by_the_browser() -> None:
    """The host deals a whole other game, and writes a record that is right in itself."""
    done = played("swirl")
    seen = kept_by_browser(done)
    other = dealt("swirl", FairDealer(NEXT, done.contributions))
    while other.answer():
        pass
    text = record_file(list(finished_games("t", other.rows, load))[-1], NEXT)
    verify(text, load)
    assert caught(text, seen, done.commitment) == "browser"
    # By scheme 1 as well.
    old = dealt("swirl", FairDealer(bytes(32), done.contributions, 1))
    while old.answer():
        pass
    text = record_file(list(finished_games("t", old.rows, load))[-1], bytes(32))
    assert caught(text, seen, done.commitment) == "browser"
