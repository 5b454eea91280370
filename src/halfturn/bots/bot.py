"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from halfturn.core import Option, Rng, State


class Bot(Protocol):
    """A player that answers by itself, in every game that keeps the contract.

    One is made for each seat of each game, so it may remember what it thought before.
    """

    def choose(self, world: State, rng: Rng) -> Option:
        """An option of the open question, which is put to the bot's own seat.

        `world` is the caller's `state.redeal(seat, rng)`: it looks to the seat
        like the game does, and whatever is hidden from the seat was drawn anew.
        """
