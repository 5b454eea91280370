"""perft: count every line of answers to some depth, the classic check of a rules engine."""

from __future__ import annotations

from halfturn.core.option import Option
from halfturn.core.state import State


def perft(state: State, depth: int) -> int:
    """How many lines of so many answers there are; one that ends the game sooner counts once."""
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth}")
    if depth == 0:
        return 1
    codes = state.codes()
    if not codes:
        return 1
    if depth == 1:
        return len(codes)
    lines = 0
    for code in codes:
        after = state.clone()
        after.play_code(code)
        lines += perft(after, depth - 1)
    return lines


def divide(state: State, depth: int) -> list[tuple[Option, int]]:
    """The same, told apart by the first answer."""
    counts = []
    for option in state.decision.options if state.decision else ():
        after = state.clone()
        after.play(option)
        counts.append((option, perft(after, depth - 1)))
    return counts
