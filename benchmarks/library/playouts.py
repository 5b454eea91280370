"""Random playouts of a game, through the public contract."""

from __future__ import annotations

import time
from collections.abc import Callable

from halfturn.core import CHANCE, SeededRng, State

Playouts = Callable[[float], tuple[float, float]]
"""Plays for about so many seconds and tells the moves and the whole games per second."""


class Picks:
    """Random fractions drawn beforehand, so that choosing costs everybody the same."""

    def __init__(self) -> None:
        rng = SeededRng("bench")
        self._fractions = [rng.below(1 << 20) / (1 << 20) for _ in range(1 << 14)]
        self._at = 0

    def index(self, count: int) -> int:
        """One of `count` places in a list."""
        self._at = (self._at + 1) & 0x3FFF
        return int(self._fractions[self._at] * count)


def by_codes(root: State) -> Playouts:
    """Random games through `codes` and `play_code`."""

    def play(seconds: float) -> tuple[float, float]:
        pick = Picks().index
        moves = games = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = root.clone()
            while codes := state.codes():
                state.play_code(codes[pick(len(codes))])
                moves += 1
            games += 1
        return moves / spent, games / spent

    return play


def by_decisions(root: State) -> Playouts:
    """Random games through `decision` and `play`."""

    def play(seconds: float) -> tuple[float, float]:
        pick = Picks().index
        moves = games = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = root.clone()
            while decision := state.decision:
                options = decision.options
                state.play(options[pick(len(options))])
                moves += 1
            games += 1
        return moves / spent, games / spent

    return play


def clone_time(root: State) -> float:
    """Seconds that a clone of a position in mid-game takes, inside a turn where there are such."""
    state = _middle(root)
    count = 2000
    begin = time.perf_counter()
    for _ in range(count):
        state.clone()
    return (time.perf_counter() - begin) / count


def _middle(root: State) -> State:
    """A position halfway through a random game, with a turn begun if turns are several answers."""
    pick = Picks().index
    line = []
    state = root.clone()
    while decision := state.decision:
        line.append(state.clone())
        state.play(decision.options[pick(len(decision.options))])
    later = line[len(line) // 2 :]
    return next((each for each in later if _is_inside_turn(each)), later[0])


def _is_inside_turn(state: State) -> bool:
    decision = state.decision
    return decision is not None and decision.seat != CHANCE and not decision.opens_turn
