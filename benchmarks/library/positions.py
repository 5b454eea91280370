"""Positions of Qwirkle Cards from play: what lies on the table and in the hand of who plays next.

Games are played to their end by players of four kinds: bold ones take the most Qwirkles with
the most cards, thrifty ones the most Qwirkles with the fewest cards, random ones answer at
random, and shy ones play few cards and leave most Qwirkles, which makes for large tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from halfturn.core import CHANCE, SeededRng, draw
from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.cards import KINDS, LINES
from halfturn.games.qwirkle_cards.codes import END_CODE, TAKE_CODES
from halfturn.games.qwirkle_cards.solver import FEWEST_CARDS, MOST_CARDS, Turn
from halfturn.games.qwirkle_cards.state import QwirkleCardsState

Position = tuple[list[int], list[int]]
"""The counts of the table and of the hand."""
STYLES: Final = ("bold", "thrifty", "random", "shy")


def positions(count: int, seed: object = 0) -> list[Position]:
    """So many positions from play, the same for the same seed."""
    found: list[Position] = []
    game = 0
    while len(found) < count:
        rng = SeededRng(f"{seed} {game}")
        found.extend(_game(2 + game % 3, rng))
        game += 1
    return found[:count]


def _game(seats: int, rng: SeededRng) -> Iterator[Position]:
    state = QwirkleCards().start(seats)
    assert isinstance(state, QwirkleCardsState)
    styles = [STYLES[rng.below(len(STYLES))] for _ in range(seats)]
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        codes = state.codes()
        if codes[0] >= END_CODE:
            state.play_code(codes[0])
            continue
        yield list(state.table), list(state.hands[state.to_play])
        _play_turn(state, styles[state.to_play], rng)


def _play_turn(state: QwirkleCardsState, style: str, rng: SeededRng) -> None:
    if style in ("bold", "thrifty"):
        best = state.solver().best(MOST_CARDS if style == "bold" else FEWEST_CARDS)
        assert best is not None
        for code in turn_codes(best):
            state.play_code(code)
        return
    while True:
        codes = state.codes()
        shy = style == "shy" and END_CODE in codes and rng.below(8) > 0
        code = END_CODE if shy else codes[rng.below(len(codes))]
        state.play_code(code)
        if code == END_CODE:
            return


def turn_codes(turn: Turn) -> list[int]:
    """A whole turn as the integers of its answers."""
    cards = [kind for kind in range(KINDS) for _ in range(turn.played[kind])]
    lines = [TAKE_CODES + line for line in range(LINES) for _ in range(turn.taken[line])]
    return [*cards, *lines, END_CODE]
