"""What holds in every game, whatever is played: random games, random flags, random fields."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from halfturn.core import Event, SeededRng
from halfturn.core.options import choices
from halfturn.games.sellswords.cells import cell_at, column, row
from halfturn.games.sellswords.events import Flipped, GameOver, Placed, PointsLost, RoundScored
from halfturn.games.sellswords.numbers import number
from halfturn.games.sellswords.options import RULINGS, SellswordsOptions
from halfturn.games.sellswords.score import POINTS
from halfturn.games.sellswords.state import SellswordsState
from tests.games.sellswords import naive
from tests.games.sellswords.given import GAME
from tests.games.sellswords.given import given as position

QUICK = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def _values(name: str) -> list[object]:
    return list(choices(SellswordsOptions, name)) or [True, False]


flags: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(_values(name)) for name in RULINGS}
    | {
        "terrain": st.sampled_from(["olympus", "parthenon", "styx", "tartarus", "random"]),
        "hands": st.sampled_from(["draft", "dealt"]),
    },
)


def printed(state: SellswordsState) -> dict[str, tuple[int, ...]]:
    """The numbers of all tiles on the field, sorted, as they are whichever way they lie."""
    view = state.view(None)
    return {tile.key: tuple(sorted(tile.numbers)) for tile in view.field}  # type: ignore[attr-defined]


def check_events(events: list[Event], lost: list[int]) -> None:
    """Flips once a batch; points that add up."""
    for event in events:
        if isinstance(event, Flipped):
            assert max(Counter(event.tiles).values()) == 1
            assert len(event.tiles) == len(event.colours)
        if isinstance(event, PointsLost):
            lost[event.seat] += event.points
        if isinstance(event, RoundScored):
            for seat in range(2):
                assert sum(line.points[seat] for line in event.lines) == event.gained[seat]
                lines = [line for line in event.lines if line.at is not None]
                assert all(line.points[seat] == POINTS[line.tiles[seat]] for line in lines)


@pytest.mark.clause("SO-CONN-1", "SO-AMB-4", "SO-FIELD-2", "SO-FLIP-1", "SO-AMB-55", "SO-AMB-52")
@QUICK
@given(options=flags, seed=st.integers(0, 10_000))
def test_every_game_is_sound_from_beginning_to_end(options: dict[str, Any], seed: int) -> None:
    state = GAME.start(2, options)
    assert isinstance(state, SellswordsState)
    rng = SeededRng(seed)
    stock = state.inventory()
    lost, gained, placed = [0, 0], [0, 0], 0
    before: dict[str, tuple[int, ...]] = {}
    while (decision := state.decision) is not None:
        events: list[Event] = []
        state.play(decision.options[rng.below(len(decision.options))], events)
        check_events(events, lost)
        for event in events:
            if isinstance(event, RoundScored):
                gained = [gained[seat] + event.gained[seat] for seat in range(2)]
        placed += sum(isinstance(event, Placed) for event in events)
        if events:
            cells = naive.taken(state)
            assert naive.connected(cells)
            assert not cells or naive.fits(cells)
            now = printed(state)
            assert before.items() <= now.items()  # tiles stay, and their numbers with them
            before = now
            assert state.scores == tuple(gained[seat] - lost[seat] for seat in range(2))
        assert state.inventory() == stock
    assert isinstance(events[-1], GameOver)
    assert placed == 24
    assert len(naive.taken(state)) == 25


# ---- fields ----


def _grow(picks: list[int]) -> list[naive.Cell]:
    """A field grown cell by cell from 0,0, by the plain reading."""
    cells = [(0, 0)]
    for pick in picks:
        possible = naive.free(set(cells))
        cells.append(possible[pick % len(possible)])
    return cells


grown = st.lists(st.integers(0, 10_000), max_size=23).map(_grow)


def _laid(cells: list[naive.Cell], **options: object) -> SellswordsState:
    tiles = " ".join(f"v{at}@{x},{y}" for at, (x, y) in enumerate(cells[1:], start=1))
    return position(f"red {tiles}; hand A hydra; turn A", **options).state


@pytest.mark.clause("SO-PLACE-2", "SO-FIELD-1", "SO-AMB-4", "SO-AMB-6")
@settings(QUICK, max_examples=150)
@given(cells=grown)
def test_free_cells_are_those_of_the_plain_reading(cells: list[naive.Cell]) -> None:
    found = [(column(cell), row(cell)) for cell in _laid(cells).board.free_cells()]
    assert found == naive.free(set(cells))
    assert found


@pytest.mark.clause("SO-TERM-6", "SO-CONN-1", "SO-AMB-8", "SO-AMB-9")
@settings(QUICK, max_examples=80)
@given(cells=grown, also_without=st.booleans())
def test_goals_of_moves_are_those_of_the_plain_reading(
    cells: list[naive.Cell], also_without: bool
) -> None:
    reading = "also_without" if also_without else "final"
    board = _laid(cells, move_connectivity=reading).board
    for cell in cells[:8]:
        goals = board.goals(board.at[cell_at(*cell)])
        found = [(column(goal), row(goal)) for goal in goals]
        assert found == naive.goals(set(cells), cell, also_without)


@pytest.mark.clause("SO-AMB-15", "SO-AMB-14", "SO-AMB-12")
@QUICK
@given(seed=st.integers(0, 10_000))
def test_numbers_are_those_of_the_plain_reading(seed: int) -> None:
    state = GAME.start(2, {"hands": "dealt", "terrain": "styx"})
    assert isinstance(state, SellswordsState)
    rng = SeededRng(seed)
    # Heroes that change numbers come first out of the deck.
    wanted = {"apollo", "hera", "icarus", "muse", "spartan", "sculptor", "satyr", "poseidon"}
    while (decision := state.decision) is not None:
        options = decision.options
        if decision.kind == "deal":
            options = [each for each in options if str(each)[5:] in wanted] or options
        state.play(options[rng.below(len(options))])
        question = state.decision
        if question is not None and question.opens_turn:
            board = state.board
            for tile in board.heroes():
                for side in range(4):
                    assert number(board, tile, side) == naive.number(state, tile, side)
