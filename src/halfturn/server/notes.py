"""What happens at a table beside the game, told in the same log as what happens in it."""

from __future__ import annotations

from collections.abc import Callable

from halfturn.core import Event

Name = Callable[[int], str]


class TakenBack(Event, frozen=True, tag="taken_back"):
    """A seat took back what it had answered last, with all that followed it."""

    seat: int
    agreed: bool
    """Whether all others had to agree, because one of the four rules stood in the way."""

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        agreed = ", and everybody agreed" if self.agreed else ""
        return f"{name(self.seat)} took a move back{agreed}."
