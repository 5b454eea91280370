"""What happens at a table beside the game, told in the same log as what happens in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from halfturn.core import Event, seat_letter
from halfturn.core.language import say

Name = Callable[[int], str]


class TakenBack(Event, frozen=True, tag="taken_back"):
    """A seat took back what it had answered last, with all that followed it."""

    seat: int
    agreed: bool
    """Whether all others had to agree, because one of the four rules stood in the way."""

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        if self.agreed:
            return say("{who} took a move back, and everybody agreed.", who=name(self.seat))
        return say("{who} took a move back.", who=name(self.seat))


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A bot plays for a seat from now on."""

    seat: int
    bot: str
    why: Literal["away", "wish", "time"]
    """The person was away for long, wanted it, or had no time left."""

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        who = name(self.seat)
        if self.why == "away":
            return say("{who} is away: a bot took over.", who=who)
        if self.why == "wish":
            return say("{who} left the game: a bot took over.", who=who)
        return say("{who} ran out of time: a bot took over.", who=who)


class GaveUp(Event, frozen=True, tag="gave_up"):
    """Somebody gave the match up, or has lost it with their time."""

    seat: int
    why: Literal["wish", "time"]

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        if self.why == "time":
            return say("{who} ran out of time and has lost.", who=name(self.seat))
        return say("{who} gave up.", who=name(self.seat))


class CameBack(Event, frozen=True, tag="came_back"):
    """Somebody plays again for whom a bot did."""

    seat: int

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return say("{who} came back.", who=name(self.seat))


class SeatOpened(Event, frozen=True, tag="seat_opened"):
    """The owner of the table removed the person who sat there; by now it may be taken again."""

    seat: int

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return say("Seat {seat} was freed by the owner of the table.", seat=seat_letter(self.seat))
