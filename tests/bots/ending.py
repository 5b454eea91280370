"""The last cards of Swirling Heroes with three and four: all that can follow, beside the search.

    python -m tests.bots.ending 3 4 800 casual         three players, 4 cards left, 800 positions
    python -m tests.bots.ending 4 4 400 search:1000    the same against others who look as far

In every position one seat answers by each of the two, and plays on as a searching player does,
against such bots. What is told is how often it wins, by the same deals and the same lots.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from itertools import islice

from halfturn import SeededRng
from halfturn.bots import make_bot
from halfturn.bots.endgame import Endgame
from halfturn.bots.search import Search
from halfturn.core import State
from tests.bots.worlds import HEROES, last_cards

KNOWLEDGE = HEROES.heuristics()
WALKS = 1000
STRAYS = 2
"""Of ten turns on the way to a position so many are by lot."""


def searched(state: State) -> int:
    """The answer of the search over worlds alone."""
    search = Search(state, KNOWLEDGE, SeededRng("searched"))
    search.think(WALKS, 0.0)
    return search.best()


def followed(state: State) -> int:
    """The answer to which the best end belongs."""
    return Endgame(state, KNOWLEDGE).solve(0, 0.0)[0][0]


def share_of_win(state: State, answer: Callable[[State], int], others: str, lot: int) -> float:
    """What the seat that is asked wins, from nothing to 1, if it answers so."""
    seat = state.seat_asked
    state = state.clone()
    state.play_code(answer(state))
    rng = SeededRng(f"on {lot}")
    bots = [make_bot(f"search:{WALKS}" if at == seat else others) for at in range(state.seats)]
    while (decision := state.decision) is not None:
        asked = decision.seat
        state.play(bots[asked].choose(state.redeal(asked, rng), rng))
    return float(seat in state.winners) / len(state.winners)


def compare(seats: int, cards: int, count: int, others: str) -> str:
    """How often each of the two wins, and how sure the difference is."""
    found = [
        [share_of_win(state, answer, others, lot) for answer in (searched, followed)]
        for lot, state in enumerate(
            islice(last_cards(seats, cards, "ending", strays=STRAYS), count)
        )
    ]
    before, since = (sum(each) / count for each in zip(*found, strict=True))
    squares = sum((two - one - since + before) ** 2 for one, two in found)
    error = math.sqrt(squares) / count
    return (
        f"{seats} players, {cards} cards left, {count} positions, others {others}: "
        f"searched {100 * before:.1f} %, followed to the end {100 * since:.1f} %, "
        f"{100 * (since - before):+.1f} with a standard error of {100 * error:.1f}"
    )


if __name__ == "__main__":
    print(compare(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
