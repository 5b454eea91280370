"""Hints: what the greedy bot would do, and why, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from halfturn.bots.greedy import lead, previews
from halfturn.core import Preview, State
from halfturn.core.words import signed

MOST_HINTS: Final = 3


def hints(world: State, name: Callable[[int], str]) -> list[str]:
    """The best few options by the greedy bot's measure, a sentence each.

    As with bots, `world` is `state.redeal(seat, rng)`, so a hint tells a seat
    nothing that it could not know.
    """
    assert world.decision is not None
    seat = world.decision.seat
    found = previews(world)
    leads = {lead(preview.outlook, seat, world.sides) for preview in found}
    if len(found) == 1:
        return [f"{found[0].option} is the only choice."]
    if len(leads) == 1:
        return ["No choice changes the points more than another: take what you like."]
    return [f"{each.option}: {_hint(each, seat, world, name)}." for each in found[:MOST_HINTS]]


def _hint(preview: Preview, seat: int, world: State, name: Callable[[int], str]) -> str:
    """Who gains and loses what, and how the seat stands then."""
    behind = lead(preview.outlook, seat, world.sides)
    if behind == 0:
        outcome = "level with the best"
    else:
        outcome = f"{abs(behind)} {'ahead' if behind > 0 else 'behind'}"
    return f"{gains_in_words(preview.gains, seat, name)}; then {outcome}"


def gains_in_words(gains: Sequence[int], seat: int, name: Callable[[int], str]) -> str:
    """Who gains and loses what, the own seat first."""
    order = sorted(range(len(gains)), key=lambda each: (each != seat, each))
    changes = [
        f"{signed(gains[each])} for {name(each)}" for each in order if each == seat or gains[each]
    ]
    return ", ".join(changes)
