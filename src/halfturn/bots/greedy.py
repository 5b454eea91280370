"""The greedy bot: whatever looks best right after it, and no thought of what comes then."""

from __future__ import annotations

from collections.abc import Sequence

from halfturn.core import Option, Preview, Rng, State


class GreedyBot:
    """Takes the largest lead; among equals, as where nothing changes at all, any of them."""

    def choose(self, world: State, rng: Rng) -> Option:
        """The option after which the own points are furthest ahead of the best other seat."""
        best = best_previews(world)
        return best[rng.below(len(best))].option


def previews(world: State) -> list[Preview]:
    """What each option of the open question brings, the best first."""
    decision = world.decision
    assert decision is not None, "a bot is asked only where there is a question"
    found = [world.preview(option) for option in decision.options]
    return sorted(found, key=lambda preview: -lead(preview.outlook, decision.seat, world.sides))


def best_previews(world: State) -> list[Preview]:
    """Those options that nothing beats."""
    assert world.decision is not None
    seat = world.decision.seat
    found = previews(world)
    most = lead(found[0].outlook, seat, world.sides)
    return [preview for preview in found if lead(preview.outlook, seat, world.sides) == most]


def lead(scores: Sequence[int], seat: int, sides: Sequence[Sequence[int]]) -> int:
    """How far a seat is ahead of the best of those who do not play with it."""
    others = [scores[other] for side in sides if seat not in side for other in side]
    return scores[seat] - max(others, default=0)
