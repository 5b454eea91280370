"""What can happen in Swirling Heroes."""

from __future__ import annotations

from halfturn.core import Event
from halfturn.core.event import GameOver, Name
from halfturn.core.language import say


class ColourTaken(Event, frozen=True, tag="colour_taken"):
    """A seat took its colour."""

    seat: int
    colour: str

    def words(self, name: Name) -> str:
        return say("{who} took {colour}.", who=name(self.seat), colour=say(self.colour))


class CardDealt(Event, frozen=True, tag="card_dealt"):
    """A card came into a hand, drawn or picked; without its numbers where it is hidden."""

    seat: int
    card: str | None
    hidden: bool

    def seen_by(self, viewer: int | None) -> Event:
        if self.hidden and viewer != self.seat:
            return CardDealt(self.seat, None, True)
        return self

    def words(self, name: Name) -> str:
        return say("{who} got {card}.", who=name(self.seat), card=self.card or say("a card"))


class ChooserDrawn(Event, frozen=True, tag="chooser_drawn"):
    """It was found who paid the last compliment and names the First Player."""

    seat: int

    def words(self, name: Name) -> str:
        return say(
            "{who} paid the last compliment: a First Player is to be named.", who=name(self.seat)
        )


class FirstNamed(Event, frozen=True, tag="first_named"):
    """The First Player is known."""

    seat: int

    def words(self, name: Name) -> str:
        return say("First Player: {who}.", who=name(self.seat))


class Placed(Event, frozen=True, tag="placed"):
    """A card was placed; it lies as its text says."""

    seat: int
    card: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return say(
            "{who} placed {card} at {cell}.",
            who=name(self.seat),
            card=self.card,
            cell=f"{self.x},{self.y}",
        )


class Swirled(Event, frozen=True, tag="swirled"):
    """A card made a half turn and lies now as its text says."""

    seat: int
    card: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return say(
            "The card at {cell} swirled to {card}.", cell=f"{self.x},{self.y}", card=self.card
        )


class Removed(Event, frozen=True, tag="removed"):
    """A seat that could not place took a card out of the game."""

    seat: int
    card: str

    def words(self, name: Name) -> str:
        return say(
            "{who} could not place a card and removed {card}.", who=name(self.seat), card=self.card
        )


Happening = (
    ColourTaken | CardDealt | ChooserDrawn | FirstNamed | Placed | Swirled | Removed | GameOver
)
