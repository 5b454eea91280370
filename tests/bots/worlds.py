"""Positions to try bots on, met in play, and twins of them."""

from __future__ import annotations

from collections.abc import Iterator

from halfturn import CHANCE, SeededRng, load
from halfturn.core import Game, GameOptions, State, draw

GAMES = ["qwirkle-cards", "sellswords", "swirl", "swirling-heroes"]


def met_in_play(
    game: Game, seats: int, options: GameOptions | None, seed: str, every: int = 1
) -> Iterator[State]:
    """Every so many positions of a random game in which a seat has something to decide."""
    rng = SeededRng(seed)
    state = game.start(seats, options)
    met = 0
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        if len(decision.options) > 1:
            met += 1
            if met % every == 0:
                yield state.clone()
        state.play(decision.options[rng.below(len(decision.options))])


def ways_to_play(name: str) -> list[tuple[Game, int, GameOptions | None]]:
    """A game in ways that hide things, with all numbers of seats."""
    game = load(name)
    hidden: dict[str, list[str]] = {"swirling-heroes": ["random", "choose"]}
    # A round of simple heroes: all else about Sellswords is slow in the plain build.
    options: list[GameOptions | None] = [
        game.presets["starter"].options if name == "sellswords" else None
    ]
    options += [game.presets[preset].options for preset in hidden.get(name, [])]
    return [
        (game, seats, each)
        for seats in range(game.min_seats, game.max_seats + 1)
        for each in options
    ]
