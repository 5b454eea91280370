"""What can happen in Swirling Heroes."""

from __future__ import annotations

from collections.abc import Callable

from halfturn.core import Event
from halfturn.core.words import listed

Name = Callable[[int], str]


class ColourTaken(Event, frozen=True, tag="colour_taken"):
    """A seat took its colour."""

    seat: int
    colour: str

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} took {self.colour}."


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
        return f"{name(self.seat)} got {self.card or 'a card'}."


class ChooserDrawn(Event, frozen=True, tag="chooser_drawn"):
    """It was found who paid the last compliment and names the First Player."""

    seat: int

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} paid the last compliment: a First Player is to be named."


class FirstNamed(Event, frozen=True, tag="first_named"):
    """The First Player is known."""

    seat: int

    def words(self, name: Name) -> str:
        return f"First Player: {name(self.seat)}."


class Placed(Event, frozen=True, tag="placed"):
    """A card was placed; it lies as its text says."""

    seat: int
    card: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} placed {self.card} at {self.x},{self.y}."


class Swirled(Event, frozen=True, tag="swirled"):
    """A card made a half turn and lies now as its text says."""

    seat: int
    card: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return f"The card at {self.x},{self.y} swirled to {self.card}."


class Removed(Event, frozen=True, tag="removed"):
    """A seat that could not place took a card out of the game."""

    seat: int
    card: str

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} could not place a card and removed {self.card}."


class GameOver(Event, frozen=True, tag="game_over"):
    """All cards have been played."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def words(self, name: Name) -> str:
        points = ", ".join(f"{name(seat)}: {score}" for seat, score in enumerate(self.scores))
        names = listed([name(seat) for seat in self.winners])
        if len(self.winners) > 1:
            return f"The game is over. {points}. A tie between {names}."
        return f"The game is over. {points}. {names} won."


Happening = (
    ColourTaken | CardDealt | ChooserDrawn | FirstNamed | Placed | Swirled | Removed | GameOver
)
