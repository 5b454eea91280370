"""What becomes of a wish: rows that carry it out, or a refusal."""

from __future__ import annotations

from typing import Literal, NamedTuple

from halfturn.server.tables.log import Row

Refusal = Literal["dup", "stale", "illegal", "slow_down"]


class Refused(Exception):
    """A wish that is not carried out, and why, in words for the one who had it."""

    def __init__(self, result: Refusal, text: str, version: int | None = None) -> None:
        super().__init__(text)
        self.result: Refusal = result
        self.text = text
        self.version = version
        """Where a repeated request stands in the log."""


class Change(NamedTuple):
    """The rows that carry a wish out, and who is asked when they are in the log."""

    rows: list[Row]
    asked: tuple[int, ...] = ()
    bots: tuple[bool, ...] | None = None
    """Which seats bots play then, where that changes."""
    gets_up: int | None = None
    """The seat of a person who leaves or is removed."""
    invites: bool = False
    """Whether the table gets a new invitation, which voids the one before."""

    @property
    def begins(self) -> bool:
        """Whether a game begins with it."""
        return "begin" in [row.kind for row in self.rows]

    @property
    def voids(self) -> bool:
        """Whether the next deal is given up with it."""
        return self.rows[0].kind == "void"


class Deadline(NamedTuple):
    """When a clock of a table is out, in the server's own time; None while none runs."""

    due: int | None
