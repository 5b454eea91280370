"""What happens at a table beside the game, told in the same log as what happens in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

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


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot plays for a seat from now on."""

    seat: int
    bot: str
    why: Literal["away", "wish", "time"]
    """The person was away for long, wanted it, or had no time left."""

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        whose = name(self.seat)
        reason = {"away": "is away", "wish": "left the game", "time": "ran out of time"}[self.why]
        return f"{whose} {reason}: a bot took over."


class CameBack(Event, frozen=True, tag="came_back"):
    """Somebody plays again for whom a bot did."""

    seat: int

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return f"{name(self.seat)} came back."
