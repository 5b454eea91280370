"""A scratch table: somebody tries a turn out, freely, before it is answered.

A game whose turn is more than a few clicks offers one by `Game.scratch`. It knows only what its
seat sees, changes nothing in the game, and in the end gives the answers of the turn. A terminal
has it carry out commands; a browser keeps for itself what lies where, and lays all of it there
anew whenever it wants to know how things stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from rich.text import Text


class ScratchStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand on a scratch table; games add their own fields."""

    confirmable: bool
    """Whether the turn could be confirmed as it lies."""
    arrangeable: bool
    """Whether it could be with the same cards, laid otherwise."""
    missing: tuple[str, ...]
    """What keeps it from being confirmed, in sentences."""


class ScratchTable(Protocol):
    """What every scratch table can do, whatever lies on it."""

    hand: list[str]
    groups: list[list[str]]
    laid: list[str]
    """The cards of the hand that lie in groups now."""

    @property
    def status(self) -> ScratchStatus:
        """Whether what lies there could be confirmed, and what is missing."""

    def lay(self, groups: Sequence[Sequence[str]]) -> None:
        """Lay everything in these groups, and what is in none into the hand; all of it or none."""

    def arrange(self) -> None:
        """Lay what is on the table so that it could be confirmed, as far as that can be."""

    def answers(self) -> list[str]:
        """The turn in notation; raises IllegalOption, saying what is missing."""

    def commands(self) -> tuple[tuple[str, str], ...]:
        """What can be typed, each with its meaning."""

    def command(self, line: str) -> None:
        """Carry out what somebody typed; raises HalfturnError and changes nothing else."""

    def draw(self) -> Text:
        """What lies there, and whether it could be confirmed."""
