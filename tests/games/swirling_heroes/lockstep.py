"""The rules and their second reading side by side."""

from __future__ import annotations

from halfturn.core import EVERYTHING
from halfturn.games.swirling_heroes import redeal
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from tests.games.swirling_heroes.oracle import Oracle, card, half_turned, text


def oracle_of(state: SwirlingHeroesState, table: tuple[int, int] | None = None) -> Oracle:
    """The same position for the second reading."""
    view = redeal.view(state, EVERYTHING)
    return Oracle(
        [[card(face) for face in hand.cards or ()] for hand in view.hands],
        view.turn or 0,
        {(each.x, each.y): (each.seat, card(each.card)) for each in view.field},
        [[card(face) for face in pile] for pile in view.removed],
        table,
    )


def assert_alike(state: SwirlingHeroesState, oracle: Oracle) -> None:
    """The same field, hands, turn, possible answers and points on both sides."""
    view = redeal.view(state, EVERYTHING)
    cards = {(each.x, each.y): (each.seat, card(each.card)) for each in view.field}
    assert cards == oracle.cards
    assert list(view.scores) == oracle.sides_next_to_no_card()
    assert list(view.scores) == oracle.numbers_next_to_no_number()
    for seat in range(state.seats):
        assert sorted(view.hands[seat].cards or ()) == sorted(map(_upright, oracle.hands[seat]))
        assert sorted(view.removed[seat]) == sorted(map(_upright, oracle.removed[seat]))
    decision = state.decision
    assert (decision is None) == oracle.over()
    if decision is None:
        return
    assert decision.seat == view.turn == oracle.turn
    possible = [f"{face}@{x},{y}" for face, (x, y) in oracle.placements()]
    if not possible:
        possible = [f"remove:{face}" for face in oracle.removals()]
    assert sorted(str(option) for option in decision.options) == sorted(possible)


def _upright(lying: list[int]) -> str:
    return text(min(lying, half_turned(lying)))
