"""A scratch table: somebody tries a turn out, freely, before it is answered.

A game whose turn is more than a few clicks offers one by `Game.scratch`. It knows only what its
seat sees, changes nothing in the game, and in the end gives the answers of the turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.text import Text


class ScratchTable(Protocol):
    """What every scratch table can do, whatever lies on it."""

    def commands(self) -> tuple[tuple[str, str], ...]:
        """What can be typed, each with its meaning."""

    def command(self, line: str) -> None:
        """Carry out what somebody typed; raises HalfturnError and changes nothing else."""

    def draw(self) -> Text:
        """What lies there, and whether it could be confirmed."""

    def answers(self) -> list[str]:
        """The turn in notation; raises IllegalOption, saying what is missing."""
