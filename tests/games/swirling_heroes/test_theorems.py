"""What follows from the rules, and what holds in every game, over many positions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from halfturn.core import IllegalOption, SeededRng
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import read_record
from halfturn.games.swirling_heroes.answers import Place
from halfturn.games.swirling_heroes.events import Placed, Swirled
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from tests.games.swirling_heroes.given import (
    GAME,
    TWELVE,
    answers,
    begun,
    dealt,
    given,
    hand,
    random_game,
    seen,
    to_the_end,
)
from tests.games.swirling_heroes.lockstep import oracle_of
from tests.games.swirling_heroes.oracle import card, half_turned

PROPERTY = settings(derandomize=True, deadline=None, database=None, max_examples=80)

WAYS = [way for face in TWELVE for way in (face, face[2:] + face[:2])]
SEEDS = st.integers(0, 10**6)
HANDS = st.sampled_from(["mirror", "choose", "random", "even", "odd"])
TABLES = st.sampled_from(["unlimited", "unlimited", "4x4", "2x9", "3x3"])


@st.composite
def games(draw: st.DrawFn) -> SwirlingHeroesState:
    """A game whose hands are made."""
    return dealt(draw(st.integers(2, 4)), draw(SEEDS), hands=draw(HANDS), table=draw(TABLES))


@st.composite
def played(draw: st.DrawFn) -> SwirlingHeroesState:
    """A game in which some turns were taken and some are left."""
    state = draw(games())
    turns = draw(st.integers(1, 6 * state.seats - 1))
    for turn, _ in enumerate(random_game(state, draw(SEEDS)), start=1):
        if turn == turns:
            break
    return state


@st.composite
def fields(draw: st.DrawFn) -> SwirlingHeroesState:
    """Any cards anywhere on a few cells, a position that no play need lead to."""
    where = st.tuples(st.integers(-3, 3), st.integers(-2, 2))
    cells = draw(st.lists(where, min_size=1, max_size=14, unique=True))
    cards = [
        f"{draw(st.sampled_from('ABC'))}:{draw(st.sampled_from(WAYS))}@{x},{y}" for x, y in cells
    ]
    held = draw(st.lists(st.sampled_from(TWELVE), min_size=1, max_size=6))
    return given(f"seats 3; field {' '.join(cards)}; hand B {' '.join(held)}; turn B")


def finished(state: SwirlingHeroesState) -> SwirlingHeroesState:
    return to_the_end(state.clone(), seed=1)


# ---- the theorems ----


@pytest.mark.clause("SH-TH-1", "SH-PLACE-8")
@PROPERTY
@over(fields())
def test_a_card_fits_a_cell_at_most_one_way_round(state: SwirlingHeroesState) -> None:
    oracle = oracle_of(state)
    for x in range(-4, 5):
        for y in range(-3, 4):
            if oracle.is_open((x, y)):
                for face in TWELVE:
                    ways = (card(face), half_turned(card(face)))
                    assert sum(oracle.matches(way, (x, y)) for way in ways) <= 1
    decision = state.decision
    assert decision is not None
    places = [each for each in decision.options if isinstance(each, Place)]
    found = [(min(each.card, each.card[2:] + each.card[:2]), each.x, each.y) for each in places]
    assert len(found) == len(set(found))
    assert {(each.card, (each.x, each.y)) for each in places} == oracle.placements()


@pytest.mark.clause("SH-TH-2", "SH-SWIRL-1", "SH-AMB-8")
@PROPERTY
@over(games(), SEEDS)
def test_the_cards_that_swirl_are_the_side_neighbours(
    state: SwirlingHeroesState, seed: int
) -> None:
    for before, _, events in random_game(state, seed):
        if not isinstance(events[0], Placed):
            continue
        placed = events[0]
        taken = {(each.x, each.y) for each in seen(before, None).field}
        x, y = placed.x, placed.y
        beside = {(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)} & taken
        swirled = [(each.x, each.y) for each in events if isinstance(each, Swirled)]
        assert sorted(swirled) == sorted(beside)


@pytest.mark.clause("SH-TH-3", "SH-T16", "SH-AMB-9", "DEF-15")
@PROPERTY
@over(st.one_of(games().map(finished), played(), fields()))
def test_the_scores_sum_to_six_a_card_less_what_touches(state: SwirlingHeroesState) -> None:
    oracle = oracle_of(state)
    assert sum(state.scores) == 6 * len(oracle.cards) - oracle.touching_numbers()
    assert oracle.sides_next_to_no_card() == oracle.numbers_next_to_no_number()
    assert oracle.sides_next_to_no_card() == list(state.scores)


@pytest.mark.clause("SH-TH-5", "SH-PLACE-7")
@pytest.mark.parametrize("lone", WAYS)
def test_beside_a_lone_card_only_exchanged_axes_fit_nowhere(lone: str) -> None:
    for face in TWELVE:
        state = given(f"field A:{lone}@0,0; hand B {face}; turn B")
        exchanged = {face[1], face[3]} == {lone[0], lone[2]}
        assert (answers(state) == [f"remove:{face}"]) == exchanged


@pytest.mark.clause("SH-TH-6", "SH-T14", "SH-END-1")
@PROPERTY
@over(games(), SEEDS)
def test_a_game_has_six_turns_for_each_player(state: SwirlingHeroesState, seed: int) -> None:
    turns = [before.to_play for before, _, _ in random_game(state, seed)]
    assert len(turns) == 6 * state.seats
    assert all(turns.count(seat) == 6 for seat in range(state.seats))
    view = seen(state, None)
    gone = sum(len(pile) for pile in view.removed)
    assert len(view.field) + gone == 6 * state.seats


# ---- what holds in every game ----


@PROPERTY
@over(games(), SEEDS)
def test_cards_are_neither_lost_nor_made(state: SwirlingHeroesState, seed: int) -> None:
    box = {f"{colour} {face}": 1 for colour in GAME.cards.colours for face in TWELVE}
    assert state.inventory() == box
    own = [hand(state, seat) for seat in range(state.seats)]
    for _ in random_game(state, seed):
        assert state.inventory() == box
    for seat in range(state.seats):
        view = seen(state, None)
        lying = [each.card for each in view.field if each.seat == seat]
        faces = [min(face, face[2:] + face[:2]) for face in lying]
        assert sorted([*faces, *view.removed[seat]]) == sorted(own[seat])


@settings(PROPERTY, max_examples=25)
@over(played())
def test_what_is_listed_applies_and_what_is_not_is_refused(state: SwirlingHeroesState) -> None:
    key, codes = state.key(), state.codes()
    assert codes
    for code in codes:
        after = state.clone()
        after.play_code(code)
        assert after.key() != key
    legal = set(codes)
    for code in range(0, GAME.code_count, 61):
        if code not in legal:
            with pytest.raises(IllegalOption):
                state.play_code(code)
    listed = set(answers(state))
    for way in WAYS:
        for x in range(-2, 3):
            for y in range(-2, 3):
                if f"{way}@{x},{y}" not in listed:
                    with pytest.raises(IllegalOption):
                        state.play(Place(way, x, y))
    assert state.key() == key


@settings(PROPERTY, max_examples=30)
@over(st.integers(2, 4), HANDS, SEEDS)
def test_the_same_answers_make_the_same_game_within_its_bounds(
    seats: int, hands: str, seed: int
) -> None:
    def log() -> tuple[list[str], Callable[[], str]]:
        state = begun(seats, hands=hands)
        lines = [
            f"{before.option(code)} {events}" for before, code, events in random_game(state, seed)
        ]
        assert state.over
        least, most = GAME.score_bounds(seats)
        assert all(least <= score <= most for score in state.scores)
        return lines, lambda: state.text

    lines, text = log()
    again, text_again = log()
    assert lines == again
    assert text() == text_again()
    assert len(lines) <= GAME.longest_game(seats)


@settings(PROPERTY, max_examples=40)
@over(played(), SEEDS)
def test_a_view_does_not_depend_on_what_it_may_not_show(
    state: SwirlingHeroesState, seed: int
) -> None:
    for viewer in (*range(state.seats), None):
        world = state.redeal(viewer, SeededRng(seed))
        assert world.view(viewer) == state.view(viewer)
        assert world.view(viewer).text == state.view(viewer).text


@pytest.mark.clause("SH-T24")
@settings(PROPERTY, max_examples=40)
@over(st.integers(2, 4), HANDS, SEEDS, st.integers(0, 60))
def test_a_game_survives_being_written_down(seats: int, hands: str, seed: int, many: int) -> None:
    through = Playthrough.start(GAME, seats, {"hands": hands})
    rng = SeededRng(seed)
    for _ in range(many):
        decision = through.state.decision
        if decision is None:
            break
        through.play(decision.options[rng.below(len(decision.options))])
    again = Playthrough.of(read_record(through.record.text), GAME)
    assert again.state.text == through.state.text
    assert again.state.key() == through.state.key()
    assert again.state.decision == through.state.decision
    assert given(through.state.text).decision == through.state.decision


@settings(PROPERTY, max_examples=40)
@over(played())
def test_a_preview_comes_true_and_changes_nothing(state: SwirlingHeroesState) -> None:
    key = state.key()
    decision = state.decision
    assert decision is not None
    for option in decision.options:
        preview = state.preview(option)
        assert state.key() == key
        after = state.clone()
        after.play(option)
        assert preview.scores == after.scores
        assert preview.gains == tuple(
            now - before for now, before in zip(after.scores, state.scores, strict=True)
        )


@settings(PROPERTY, max_examples=40)
@over(played())
def test_a_turn_is_one_answer(state: SwirlingHeroesState) -> None:
    decision = state.decision
    assert decision is not None
    assert [list(turn) for turn in state.turns()] == [[option] for option in decision.options]
