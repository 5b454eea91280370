"""The theorems, against brute force and against OR-Tools CP-SAT.

OR-Tools is needed here: without it these tests fail, they are never skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from benchmarks.library import cpsat
from benchmarks.library.positions import positions
from halfturn.core import CHANCE, SeededRng, draw
from halfturn.games.qwirkle_cards.bots.advice import all_turns, best_turn, gift, table_after
from halfturn.games.qwirkle_cards.cards import kind_on
from halfturn.games.qwirkle_cards.scratch import judge
from halfturn.games.qwirkle_cards.solver import FEWEST_CARDS, fits
from halfturn.games.qwirkle_cards.state import QwirkleCardsState
from tests.games.qwirkle_cards.given import GAME, begun, counts, given, heap, seen, solver

TABLES = 2000
POSITIONS = 1000
ROWS = list(product(range(4), repeat=6))


def row_test(row: Sequence[int]) -> bool:
    """QC-TH-1 for one row, as it is told."""
    return sum(row) == 0 or sum(row) >= 3 * max(row)


@cache
def row_by_sets(row: tuple[int, ...], most: int) -> bool:
    """Whether a row can be parted into sets of three to `most`, by trying all first sets."""
    if not any(row):
        return True
    first = next(at for at in range(6) if row[at])
    others = [at for at in range(first + 1, 6) if row[at]]
    for size in range(2, most):
        for more in combinations(others, size):
            rest = list(row)
            for at in (first, *more):
                rest[at] -= 1
            if row_by_sets(tuple(rest), most):
                return True
    return False


@pytest.mark.clause("QC-TH-1", "QC-T15", "QC-SET-3")
@pytest.mark.parametrize("most", [5, 6])
def test_all_4096_rows_part_into_sets_as_the_theorem_says(most: int) -> None:
    assert len(ROWS) == 4096
    assert all(row_by_sets(row, most) == row_test(row) for row in ROWS)


@pytest.mark.clause("QC-TH-1", "QC-T15")
def test_the_solver_agrees_on_all_4096_rows_of_a_colour_and_of_a_shape() -> None:
    for row in ROWS:
        for line in (2, 9):
            table = [0] * 36
            for place, count in enumerate(row):
                table[kind_on(line, place)] = count
            # Cards of one line can lie only there: another line would lack different cards.
            assert fits(heap(table)) == row_test(row)


def random_table(rng: SeededRng) -> list[int]:
    """A table made of sets, of cards at random, or of sets with a few cards more or fewer."""
    table = [0] * 36
    kind = rng.below(3)
    for _ in range(1 + rng.below(12) if kind != 1 else 0):
        line = rng.below(12)
        for place in range(6):
            if rng.below(3):
                table[kind_on(line, place)] += 1
    for _ in range((0, 6 + rng.below(60), rng.below(4))[kind]):
        table[rng.below(36)] += 1 if rng.below(2) or kind == 1 else -1
    return [min(3, max(0, count)) for count in table]


@pytest.mark.clause("QC-TH-1")
def test_the_feasibility_test_agrees_with_cp_sat_on_2000_tables() -> None:
    rng = SeededRng("tables")
    verdicts = []
    for _ in range(TABLES):
        table = random_table(rng)
        verdicts.append(cpsat.fits(table))
        assert fits(heap(table)) == verdicts[-1], table
    assert TABLES / 5 < sum(verdicts) < TABLES * 4 / 5  # plenty of both


@pytest.mark.clause("QC-TH-3")
def test_the_solver_finds_the_optimum_of_cp_sat_on_1000_positions_from_play() -> None:
    found = positions(POSITIONS, "test")
    assert len(found) == POSITIONS
    for table, hand in found:
        turn = solver(table, hand).best()
        assert turn is not None
        assert solver(table, hand).is_legal(turn.played, turn.taken)
        assert (turn.qwirkles, turn.cards) == cpsat.best(table, hand), (table, hand)


@pytest.mark.clause("QC-TH-3")
def test_the_fewest_cards_are_those_of_cp_sat() -> None:
    for table, hand in positions(300, "fewest"):
        turn = solver(table, hand).best(FEWEST_CARDS)
        assert turn is not None
        assert solver(table, hand).is_legal(turn.played, turn.taken)
        assert (turn.qwirkles, turn.cards) == cpsat.best(table, hand, fewest=True), (table, hand)


def brute_turns(table: list[int], hand: list[int]) -> set[object]:
    """Every legal turn, by trying all cards with all Qwirkles."""
    found: set[object] = set()
    ways = [range(count + 1) for count in hand]
    for played in product(*ways):
        if not any(played):
            continue
        whole = [lying + more for lying, more in zip(table, played, strict=True)]
        open_ways: list[tuple[int, tuple[int, ...], list[int]]] = [(0, (0,) * 12, whole)]
        while open_ways:
            first, taken, left = open_ways.pop()
            if fits_by_split(tuple(left)):
                found.add((played, taken))
            for line in range(first, 12):
                kinds = [kind_on(line, place) for place in range(6)]
                if all(left[kind] for kind in kinds):
                    rest = [count - (kind in kinds) for kind, count in enumerate(left)]
                    more = tuple(count + (at == line) for at, count in enumerate(taken))
                    open_ways.append((line, more, rest))
    return found


@cache
def fits_by_split(table: tuple[int, ...]) -> bool:
    """QC-TH-1 as it is told: some split of every kind between its colour and its shape."""
    columns = {((0, 0),) * 6}
    for at in range(0, 36, 6):
        row = table[at : at + 6]
        longer = set()
        for part in product(*(range(count + 1) for count in row)):
            if row_test(part):
                for state in columns:
                    longer.add(
                        tuple(
                            (highest if highest > count - own else count - own, total + count - own)
                            for (highest, total), count, own in zip(state, row, part, strict=True)
                        )
                    )
        columns = longer  # type: ignore[assignment]
    return any(all(total == 0 or total >= 3 * most for most, total in each) for each in columns)


@pytest.mark.clause("QC-TH-3", "QC-TH-1")
def test_every_legal_turn_is_listed_once() -> None:
    cases = [(table, hand) for table, hand in positions(400, "brute") if 3 <= sum(table) <= 14][:12]
    for table, hand in cases:
        small, left = [0] * 36, 4
        for kind, count in enumerate(hand):
            small[kind] = min(count, left)
            left -= small[kind]
        listed = [turn.key() for turn in all_turns(table, small)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == brute_turns(table, small)


@pytest.mark.clause("QC-TH-3")
def test_turns_with_several_qwirkles_are_listed() -> None:
    table = counts("rci rsq rdi rcl rst osq ysq gsq bsq psq rsq")
    hand = counts("rbu bci gci yci")
    listed = {turn.key() for turn in all_turns(table, hand)}
    assert listed == brute_turns(table, hand)
    assert max(sum(taken) for _, taken in listed) == 2


@pytest.mark.clause("QC-TH-3")
def test_the_small_decisions_reach_just_the_listed_turns() -> None:
    for table, hand in positions(60, "small")[5::6]:
        if sum(table) > 30:
            continue
        state = GAME.position("hand A rci; turn A")
        state.table, state.hands[0] = heap(table), heap(hand)
        state.sizes[0] = sum(hand)
        listed = {turn.key() for turn in state.solver().turns()}
        rng = SeededRng("small")
        for _ in range(40):
            walk = state.clone()
            while walk.codes() != [48]:  # never a dead end before the turn can end
                codes = walk.codes()
                assert codes
                code = codes[rng.below(len(codes))]
                if code == 48:
                    break
                walk.play_code(code)
            assert (tuple(walk.played), tuple(walk.taken)) in listed


@pytest.mark.clause("QC-TH-2", "QC-T27")
def test_how_the_table_lies_makes_no_difference() -> None:
    one = given("table rci rsq rdi bci bsq bdi gci gsq gdi; hand A rst yci; turn A")
    other = given("table rci bci gci rsq bsq gsq rdi bdi gdi; hand A rst yci; turn A")
    assert one.key() == other.key()
    assert one.text == other.text
    assert [turn.key() for turn in one.solver().turns()] == [
        turn.key() for turn in other.solver().turns()
    ]


@pytest.mark.clause("QC-TH-3")
def test_among_equal_turns_the_least_generous_table_is_left() -> None:
    # Either card can be played alone; the sixth red but one would leave a Qwirkle to one card.
    table, hand = counts("rci rsq rdi rcl gsq bsq ysq"), counts("rst osq")
    unseen = counts("rst rst rbu rbu rbu osq psq psq")
    best = best_turn(table, hand, "fewest", unseen)
    assert best is not None
    after = table_after(table, best)
    others = [
        table_after(table, turn)
        for turn in all_turns(table, hand)
        if (turn.qwirkles, turn.cards) == (best.qwirkles, best.cards)
    ]
    assert gift(after, unseen) == min(gift(other, unseen) for other in others)
    assert gift(after, unseen) < max(gift(other, unseen) for other in others)
    assert best_turn(counts(""), counts("rci bsq")) is None


@pytest.mark.clause("QC-TH-5", "QC-T28", "QC-DECK-1")
@settings(max_examples=12, deadline=None)
@over(
    seats=st.integers(2, 4),
    rule=st.sampled_from(["pass_then_redeal", "redraw", "end"]),
    seed=st.integers(0, 10**6),
)
def test_games_keep_their_cards_and_their_sets_and_end(seats: int, rule: str, seed: int) -> None:
    state = begun(seats, no_play=rule)
    rng = SeededRng(seed)
    answered = 0
    while (decision := state.decision) is not None:
        if decision.opens_turn:
            assert_sets(state)
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
        else:
            state.play(decision.options[rng.below(len(decision.options))])
        answered += 1
        if answered % 20 == 0:
            inventory = state.inventory()
            assert sum(inventory.values()) == 108
            assert set(inventory.values()) == {3}
    assert answered < GAME.longest_game(seats)


def assert_sets(state: QwirkleCardsState) -> None:
    assert fits(state.table)
    view = seen(state, None)
    assert view.loose == ()
    assert {judge(group) for group in view.colour_sets + view.shape_sets} <= {"set"}
    laid = [card for group in view.colour_sets + view.shape_sets for card in group]
    assert sorted(laid) == sorted(view.table)
