"""Positions to try bots on, met in play, and twins of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from halfturn import CHANCE, SeededRng, load
from halfturn.bots.levels import CasualBot
from halfturn.core import Game, GameOptions, State, draw
from halfturn.games.swirling_heroes.state import SwirlingHeroesState

HEROES = load("swirling-heroes")
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


def last_cards(
    seats: int, cards: int, seed: str, hands: str = "mirror", strays: int = 10
) -> Iterator[SwirlingHeroesState]:
    """Turns of Swirling Heroes with a choice and so many cards left, one of a game, without end.

    Of ten turns on the way there so many are by lot, the others those of casual players.
    """
    for number in count():
        rng = SeededRng(f"{seed} {number}")
        state = HEROES.start(seats, {"hands": hands})
        while (decision := state.decision) is not None:
            assert isinstance(state, SwirlingHeroesState)
            if decision.seat == CHANCE:
                state.play(draw(decision, rng))
            elif sum(state.hands.sizes) == cards:
                if len(decision.options) > 1:
                    yield state
                break
            elif strays < 10 and rng.below(10) >= strays:
                state.play(CasualBot().choose(state, rng))
            else:
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
