"""Views: all that one seat, or a spectator, may see."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What leaves for a seat. Nothing else ever does.

    Games add their own fields: public things as they are, hidden cards as counts.
    """

    viewer: int | None
    seats: int
    to_decide: int | None
    """The seat that is asked now (CHANCE included), or None when the game is over."""
    kind: str
    """The kind of the open question, empty when the game is over."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def text(self) -> str:
        """The view in the game's position notation, with `?` for what is hidden."""
        raise NotImplementedError(f"{type(self).__name__} needs a text form: write text")
