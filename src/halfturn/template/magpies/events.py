"""What can happen."""

from __future__ import annotations

from halfturn.core import Event
from halfturn.core.event import Name


class Drawn(Event, frozen=True, tag="drawn"):
    """A seat drew a trinket; only that seat sees which."""

    seat: int
    value: int | None

    def seen_by(self, viewer: int | None) -> Event:
        """Others see that something was drawn, not what."""
        return self if viewer == self.seat else Drawn(self.seat, None)

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return f"{name(self.seat)} drew {self.value or 'a trinket'}."


class Played(Event, frozen=True, tag="played"):
    """A seat put a trinket into its nest."""

    seat: int
    value: int

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return f"{name(self.seat)} played {self.value}."


class Robbed(Event, frozen=True, tag="robbed"):
    """A magpie stole a trinket."""

    seat: int
    victim: int
    value: int

    def words(self, name: Name) -> str:
        """The event as a sentence."""
        return f"{name(self.seat)} stole {self.value} from {name(self.victim)}."


Happening = Drawn | Played | Robbed
