"""How quick the bots think, compiled beside plain: iterations and looks per second, as a ratio.

    halfturn bench search

Each game's own way of thinking on positions of a game that was played by lot: the tree search in
Swirling Heroes with three players and all that follows there, looking ahead in Sellswords,
alpha-beta in Swirling Heroes with two, worlds in SWIRL and Qwirkle Cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from halfturn import CHANCE, SeededRng, compiled, load
from halfturn.bots.comparison import Comparison
from halfturn.bots.endgame import Endgame
from halfturn.bots.lookahead import Lookahead
from halfturn.bots.search import Search
from halfturn.core import Heuristics, State, draw

Think = Callable[[State, Heuristics, int], int]
"""Thinks about a position for about so many steps, and tells how many they were."""
EVERY: Final = 7
POSITIONS: Final = 4


def _walks(state: State, knowledge: Heuristics, steps: int) -> int:
    search = Search(state, knowledge, SeededRng("bench"))
    search.think(steps, 0.0)
    return int(search.iterations)


def _tries(state: State, knowledge: Heuristics, steps: int) -> int:
    comparison = Comparison(state, knowledge, SeededRng("bench"))
    comparison.think(steps, 0.0)
    return comparison.tried


def _turns(state: State, knowledge: Heuristics, steps: int) -> int:
    ahead = Lookahead(state, knowledge)
    ahead.think(steps, 0.0)
    return ahead.judged


def _followed(state: State, knowledge: Heuristics, steps: int) -> int:
    endgame = Endgame(state, knowledge)
    endgame.solve(steps, 0.0)
    return endgame.positions


def _own(state: State, knowledge: Heuristics, steps: int) -> int:
    knowledge.solve(state, steps, 0.0, SeededRng("bench"), True)
    return steps


WAYS: Final[dict[str, tuple[str, int, Think, int]]] = {
    "SWIRL, answers in worlds": ("swirl", 2, _tries, 200),
    "Swirling Heroes with three, walks": ("swirling-heroes", 3, _walks, 60),
    "Swirling Heroes with three, all that follows": ("swirling-heroes", 3, _followed, 1000),
    "Swirling Heroes with two, positions": ("swirling-heroes", 2, _own, 3000),
    "Sellswords, turns": ("sellswords", 2, _turns, 300),
    "Qwirkle Cards, turns in worlds": ("qwirkle-cards", 2, _own, 60),
}
"""Which game, how many seats, how it thinks, and for how long."""


def measure() -> dict[str, Any]:
    """Steps per second of this process, with the build it runs."""
    rates = {}
    for name, (game, seats, think, steps) in WAYS.items():
        knowledge = load(game).heuristics()
        done, spent = 0, 0.0
        for state in _positions(game, seats):
            begin = time.process_time()
            done += think(state, knowledge, steps)
            spent += time.process_time() - begin
        rates[name] = done / max(spent, 1e-9)
    return {"compiled": compiled(), "rates": rates}


def _positions(game: str, seats: int) -> Iterator[State]:
    """A few positions of one game by lot in which there is something to decide."""
    rng = SeededRng(f"bench {game}")
    state = load(game).start(seats)
    met = 0
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        if len(decision.options) > 1 and decision.kind != "pick":
            met += 1
            if met % EVERY == 0:
                yield state.redeal(decision.seat, rng)
            if met == EVERY * POSITIONS:
                return
        state.play(decision.options[rng.below(len(decision.options))])


def show(results: list[dict[str, Any]]) -> None:
    """Print a table, with the ratio where both builds were measured."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Thinking, steps per second of one core")
    table.add_column("")
    for result in results:
        table.add_column("compiled" if result["compiled"] else "plain", justify="right")
    if len(results) > 1:
        table.add_column("ratio", justify="right")
    for name in WAYS:
        rates = [result["rates"][name] for result in results]
        ratio = [f"{rates[0] / rates[1]:.1f}"] if len(rates) > 1 else []
        table.add_row(name, *(f"{rate:,.0f}" for rate in rates), *ratio)
    Console().print(table)
