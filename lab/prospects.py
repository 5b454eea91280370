"""What the table of SWIRL promises between two rounds, learnt from games.

    python -m lab.prospects --games 20000

Casual players, who now and then answer by lot, play so many games with two, with three and with
four. How the tables lay between the rounds and who won is fitted by the numbers that the bots
judge by (`games/swirl/bots/evaluation.py`), which are printed as they stand there, and how much
better they foretell other games than knowing nothing does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from rich.progress import track

from halfturn.bots.arena.run import all_cores, on_cores
from halfturn.bots.levels import CasualBot
from halfturn.core import CHANCE, HalfturnError, SeededRng, draw
from halfturn.core.data import load_with_owner_data
from halfturn.core.heuristics import LOG_3
from halfturn.games.swirl.bots.evaluation import TRAITS, is_between_rounds, traits_of
from halfturn.games.swirl.bots.heuristics import SPREAD
from halfturn.games.swirl.setup import DEALING
from halfturn.games.swirl.state import SwirlState

STRAYS: Final = (0, 5, 10)
"""Of a hundred answers: one game after the other has so many by lot."""
BATCH: Final = 100
FEWEST: Final = 5
SEATS: Final = (2, 3, 4)
HELD_BACK: Final = 3.0
"""So much each number is held back to zero: as by so many positions that say nothing."""
STEPS: Final = 12
"""Newton's method; the curve has one lowest point, and half as many find it."""
TRIED_ON: Final = 5
"""Every fifth game is left out to see how much the numbers of the others tell of it."""

Array = Any


class Games(NamedTuple):
    """Some games to be played: how many seats, and their numbers."""

    seats: int
    numbers: range


class Moment(NamedTuple):
    """A table between two rounds: for each seat its traits, and its share of the win."""

    game: int
    traits: list[list[float]]
    wins: list[float]


def play(games: Games) -> list[Moment]:
    """All tables between the rounds of some games."""
    return [moment for number in games.numbers for moment in _played(games.seats, number)]


def _played(seats: int, number: int) -> list[Moment]:
    state = load_with_owner_data("swirl").start(seats)
    assert isinstance(state, SwirlState)
    rng = SeededRng(f"prospects {seats} {number}")
    players = [CasualBot() for _ in range(seats)]
    strays = STRAYS[number % len(STRAYS)]
    tables: list[list[list[float]]] = []
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            if state.stage == DEALING and not state.to_lay and is_between_rounds(state.table):
                tables.append([traits_of(state, seat) for seat in range(seats)])
            state.play(draw(decision, rng))
        elif rng.below(100) < strays:
            state.play(decision.options[rng.below(len(decision.options))])
        else:
            world = state.redeal(decision.seat, rng)
            state.play(players[decision.seat].choose(world, rng))
    wins = [float(seat in state.winners) / len(state.winners) for seat in range(seats)]
    return [Moment(number, traits, wins) for traits in tables]


class Sample:
    """Moments with the same number of seats."""

    def __init__(self, moments: Sequence[Moment]) -> None:
        self.traits: Array = np.array([moment.traits for moment in moments])
        self.wins: Array = np.array([moment.wins for moment in moments])

    def chances(self, worths: Array) -> Array:
        """How likely each seat is to win by these worths: its odds among those of all."""
        powers = self.traits @ worths
        odds = np.exp(powers - powers.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)

    def surprise(self, worths: Array) -> float:
        """How surprising the winners are, in bits: 1 for two seats of which nothing is known."""
        chances = np.clip(self.chances(worths), 1e-9, 1.0)
        return float(-(self.wins * np.log2(chances)).sum(axis=1).mean())


def fit(samples: Sequence[Sample]) -> Array:
    """The worths, as powers of odds, by which the winners are the least surprising."""
    worths = np.zeros(TRAITS)
    for _ in range(STEPS):
        slope = HELD_BACK * worths
        bend = HELD_BACK * np.eye(TRAITS)
        for each in samples:
            chances = each.chances(worths)
            mean = np.einsum("gst,gs->gt", each.traits, chances)
            slope += np.einsum("gst,gs->t", each.traits, chances - each.wins)
            bend += np.einsum("gst,gs,gsu->tu", each.traits, chances, each.traits, optimize=True)
            bend -= mean.T @ mean
        worths -= np.linalg.solve(bend, slope)
    return worths


def report(moments: Sequence[Moment]) -> str:
    """The worths as they stand in `games/swirl/bots/evaluation.py`, and how much they tell."""
    by_seats = [[each for each in moments if len(each.wins) == seats] for seats in SEATS]
    worths = fit([Sample(each) for each in by_seats])
    points = [f"    {SPREAD / LOG_3 * each:.2f}," for each in worths]
    lines = ["WEIGHTS = [", *points, "]", ""]
    others = fit([Sample([at for at in each if at.game % TRIED_ON]) for each in by_seats])
    for seats, each in zip(SEATS, by_seats, strict=True):
        left_out = Sample([at for at in each if at.game % TRIED_ON == 0])
        lines.append(
            f"{seats} players, {len(each)} tables: the winner surprises by "
            f"{left_out.surprise(others):.3f} bits, by {np.log2(seats):.3f} if nothing is known."
        )
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Play so many games with each number of players, and tell what fits them."""
    parser = argparse.ArgumentParser(prog="python -m lab.prospects")
    parser.add_argument("--games", type=int, default=20000, help="with each number (20000)")
    parser.add_argument("--jobs", type=int, default=0, help="processes (0: one for each core)")
    asked = parser.parse_args(words)
    if asked.games < FEWEST:
        parser.error(f"expected {FEWEST} games or more, got {asked.games}")
    starts = range(0, asked.games, BATCH)
    todo = [
        Games(seats, range(start, min(start + BATCH, asked.games)))
        for seats in SEATS
        for start in starts
    ]
    moments: list[Moment] = []
    try:
        done = on_cores(play, todo, asked.jobs or all_cores())
        for batch in track(chain.from_iterable(done), "Playing", total=len(todo)):
            moments += batch
        print(report(moments))
    except HalfturnError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: Interrupted.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
