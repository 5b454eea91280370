"""The spaces of observations and actions, for PettingZoo and Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces


class LegalActions(spaces.Discrete):
    """All actions of a game. Without a mask it draws among those that are legal now.

    So whoever does not know of masks draws legal actions too. In a game that is over, or for
    an agent that is not asked, there is none, and it draws among all.
    """

    def __init__(self, n: int, legal_now: Callable[[], Any]) -> None:
        super().__init__(n)
        self._legal_now = legal_now

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action: of the mask, by probabilities, or legal now."""
        if mask is None and probability is None:
            now = self._legal_now()
            mask = now if now.any() else None
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # Elsewhere there is no game to ask, so it travels as a plain space.
        return spaces.Discrete, (int(self.n),)

    def __deepcopy__(self, memo: object) -> spaces.Discrete:
        return spaces.Discrete(int(self.n))


def observation_space(size: int, actions: int) -> spaces.Dict:
    """One row of int8, and a mask of actions."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (size,), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
