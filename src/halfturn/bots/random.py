"""The random bot: anything that is legal."""

from __future__ import annotations

from halfturn.core import Option, Rng, State


class RandomBot:
    """Takes any option, each as likely as the others."""

    def choose(self, world: State, rng: Rng) -> Option:
        """One of the open question's options."""
        decision = world.decision
        assert decision is not None, "a bot is asked only where there is a question"
        return decision.options[rng.below(len(decision.options))]
