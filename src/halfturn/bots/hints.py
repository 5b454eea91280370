"""Hints: the best few options, what they come to, and why, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from halfturn.bots.comparison import Comparison
from halfturn.bots.endgame import Endgame
from halfturn.bots.lookahead import Lookahead, can_look_ahead
from halfturn.bots.search import Search
from halfturn.core import Heuristics, Option, SeededRng, State
from halfturn.core.language import say
from halfturn.core.words import signed

MOST_HINTS: Final = 3
ITERATIONS: Final = 200
NODES: Final = 1000
TURNS: Final = 1500
POSITIONS: Final = 6000
"""How long a hint is thought about: by a search, by a game's own, by looking ahead, and by
following all to the end."""


@dataclass(frozen=True)
class Hint:
    """One option that is worth a thought."""

    option: Option
    lead: float | None
    """How far ahead the seat may expect to end, where the game's own search tells."""
    chance: float | None
    """How likely the seat is to win, from 0 to 1, where a search over worlds tells."""
    reason: str
    """Why, in a few words; empty where there is nothing to say."""


def best_options(world: State, most: int = MOST_HINTS) -> list[Hint]:
    """The best few options, the best first.

    As with bots, `world` is `state.redeal(seat, rng)`; beyond that the answer depends on what
    the seat sees alone, so a hint tells nothing that the seat could not know.
    """
    knowledge = world.game.heuristics()
    rng = SeededRng("hints")
    solved = _first_of_each(knowledge.solve(world, NODES, 0.0, rng, True))
    if solved:
        return [_hint(world, knowledge, turn, lead, None) for turn, lead in solved[:most]]
    if can_look_ahead(world, knowledge):
        ahead = Lookahead(world, knowledge)
        ahead.think(TURNS, 0.0)
        best = _first_of_each(ahead.ranked())
        return [_hint(world, knowledge, turn, None, value) for turn, value in best[:most]]
    if knowledge.is_near_end(world):
        ends = Endgame(world, knowledge).solve(POSITIONS, 0.0)
        if ends:
            # What is behind may win as often, by less; it is not told as if it won more often.
            wins = accumulate((end.wins[world.seat_asked] for _, end in ends), min)
            return [
                _hint(world, knowledge, [code], None, chance)
                for (code, _), chance in zip(ends[:most], wins, strict=False)
            ]
    if knowledge.compares_worlds(world):
        comparison = Comparison(world, knowledge, rng)
        comparison.think(NODES, 0.0)
        best = comparison.ranked()
        return [_hint(world, knowledge, turn, None, value) for turn, value in best[:most]]
    search = Search(world, knowledge, rng)
    search.think(ITERATIONS, 0.0)
    ranked = sorted(search.results(), key=lambda each: (-each[1], -each[2]))
    return [_hint(world, knowledge, [code], None, value) for code, _, value in ranked[:most]]


def _first_of_each(turns: list[tuple[list[int], float]]) -> list[tuple[list[int], float]]:
    """For each answer the best turn that begins with it."""
    found: dict[int, tuple[list[int], float]] = {}
    for turn, value in turns:
        found.setdefault(turn[0], (turn, value))
    return list(found.values())


def _hint(
    world: State, knowledge: Heuristics, turn: list[int], lead: float | None, chance: float | None
) -> Hint:
    return Hint(world.option(turn[0]), lead, chance, knowledge.reason(world, turn))


def hints(world: State, name: Callable[[int], str]) -> list[str]:
    """The best few options, a sentence each."""
    decision = world.decision
    assert decision is not None
    if len(decision.options) == 1:
        return [say("{answer} is the only choice.", answer=decision.options[0])]
    return [f"{each.option}: {hint_words(world, each, name)}." for each in best_options(world)]


def hint_words(world: State, hint: Hint, name: Callable[[int], str]) -> str:
    """What it changes at once, what it comes to, and why."""
    gains = world.preview(hint.option).gains
    told = world.game.has_points and any(gains)
    parts = [gains_in_words(gains, world.seat_asked, name)] if told else []
    if hint.lead is not None:
        parts.append(_lead_in_words(hint.lead))
    elif hint.chance is not None:
        parts.append(say("wins about {count} of 100 games", count=f"{100 * hint.chance:.0f}"))
    if hint.reason:
        parts.append(hint.reason)
    return "; ".join(parts)


def _lead_in_words(lead: float) -> str:
    if abs(lead) < 0.05:
        return say("looks like ending level with the best")
    number = f"{abs(lead):.1f}".removesuffix(".0")
    if lead > 0:
        return say("looks like ending {number} ahead", number=number)
    return say("looks like ending {number} behind", number=number)


def gains_in_words(gains: Sequence[int], seat: int, name: Callable[[int], str]) -> str:
    """Who gains and loses what, the own seat first."""
    order = sorted(range(len(gains)), key=lambda each: (each != seat, each))
    changes = [
        say("{gain} for {who}", gain=signed(gains[each]), who=name(each))
        for each in order
        if each == seat or gains[each]
    ]
    return ", ".join(changes)
