"""Events: what just happened, for the log and for the eye."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from halfturn.core.language import say
from halfturn.core.words import listed, points_of_all

Name = Callable[[int], str]
"""What a seat is called by whoever reads."""


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. Subclasses carry a tag, as options do."""

    def seen_by(self, viewer: int | None) -> Event:
        """This event as that seat (None: a spectator) may see it.

        The default suits events that everybody sees. One that shows a hidden
        card returns a copy of itself without it, never nothing at all: how
        many things happened is no secret and must not become one.
        """
        return self

    def words(self, name: Name) -> str:
        """The event as a sentence; `name` gives what a seat is called.

        In the past tense, so that it is right for "You" as for anybody else.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a sentence: write words")


class GameOver(Event, frozen=True, tag="game_over"):
    """The game has ended.

    A game that says more about its end makes a subclass with the same tag.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def words(self, name: Name) -> str:
        """Say that the game is over, what everybody has, and who has won."""
        points = points_of_all(name, self.scores)
        names = listed([name(seat) for seat in self.winners])
        if len(self.winners) > 1:
            return say(
                "The game is over. {points}. A tie between {names}.", points=points, names=names
            )
        return say("The game is over. {points}. {who} won.", points=points, who=names)
