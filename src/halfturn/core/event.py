"""Events: what just happened, for the log and for the eye."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

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
