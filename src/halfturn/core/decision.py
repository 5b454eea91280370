"""Decisions: the open question, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from halfturn.core.option import Option


class Decision:
    """One question put to one seat.

    `weights` stand beside CHANCE's options (copies left of each). `opens_turn`
    marks the first question of a turn and `secret` one about hidden cards:
    those are always asked, even with a single answer, since a question left
    out would tell what a hand holds. `simultaneous` marks questions that do
    not depend on what other seats answer now, so a table may ask all at once.
    """

    __slots__ = ("kind", "opens_turn", "options", "seat", "secret", "simultaneous", "weights")

    def __init__(
        self,
        seat: int,
        kind: str,
        options: Sequence[Option],
        weights: Sequence[int] = (),
        opens_turn: bool = False,
        secret: bool = False,
        simultaneous: bool = False,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.options = options
        self.weights = weights
        self.opens_turn = opens_turn
        self.secret = secret
        self.simultaneous = simultaneous

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Decision)
            and self.seat == other.seat
            and self.kind == other.kind
            and list(self.options) == list(other.options)
            and list(self.weights) == list(other.weights)
            and self.opens_turn == other.opens_turn
            and self.secret == other.secret
            and self.simultaneous == other.simultaneous
        )

    def __hash__(self) -> int:
        raise TypeError("a Decision can be compared, but it is no key: its options are a list")

    def __repr__(self) -> str:
        parts = [repr(self.seat), repr(self.kind), repr(list(self.options))]
        if self.weights:
            parts.append(f"weights={list(self.weights)!r}")
        for mark in ("opens_turn", "secret", "simultaneous"):
            if getattr(self, mark):
                parts.append(f"{mark}=True")
        return f"Decision({', '.join(parts)})"
