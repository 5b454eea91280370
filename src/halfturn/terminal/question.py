"""What a question is about, for the line above it."""

from __future__ import annotations

from typing import Final

from halfturn.core import State
from halfturn.core.playthrough import Playthrough

TURNS: Final = ("turn", "play")
"""The kinds of question that are a turn; any other is told by its name."""


def about(through: Playthrough, world: State) -> str:
    """`to play`, or what there is to choose: `to choose: pick 2 of 6`."""
    decision = world.decision
    assert decision is not None
    if decision.kind in TURNS:
        return "to play"
    phrase = through.game.question(world.view(decision.seat))
    if phrase:
        return f"to choose: {phrase}"
    answered, left = _answered(through, decision.seat, decision.kind), _left(world)
    if left is None or answered + left == 1:
        return f"to choose: {decision.kind}"
    return f"to choose: {decision.kind} {answered + 1} of {answered + left}"


def _answered(through: Playthrough, seat: int, kind: str) -> int:
    """How many questions of this kind the seat has just answered in a row."""
    in_a_row = 0
    for state, who, _, _ in through.steps():
        asked = state.decision
        same = who == seat and asked is not None and asked.kind == kind
        in_a_row = in_a_row + 1 if same else 0
    return in_a_row


def _left(world: State) -> int | None:
    """How many such questions are left with this one; None where it depends on the answers.

    Only questions that depend on nobody else's answers are counted ahead.
    """
    assert world.decision is not None
    if not world.decision.simultaneous:
        return None
    counts = {_asked_again(world, option) for option in (0, -1)}
    return counts.pop() if len(counts) == 1 else None


def _asked_again(world: State, option: int) -> int:
    """How often the seat is asked the same kind of question, giving always the same answer."""
    state = world.clone()
    first = asked = state.decision
    assert first is not None
    count = 0
    while asked is not None and (asked.seat, asked.kind) == (first.seat, first.kind):
        count += 1
        state.play(asked.options[option])
        asked = state.decision
    return count
