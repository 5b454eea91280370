"""Options: the possible answers to a question, as small plain values."""

from __future__ import annotations

import msgspec


class Option(msgspec.Struct, frozen=True):
    """One possible answer.

    Each game has a few subclasses, given a tag so that they travel as JSON
    (`class Place(Option, frozen=True, tag="place")`). `str(option)` is its
    notation: no spaces, and different for every option of one question.
    """

    def __str__(self) -> str:
        raise NotImplementedError(f"{type(self).__name__} needs a text form: write __str__")

    def also(self) -> tuple[str, ...]:
        """Further short texts that a reader takes for this option when they fit no other."""
        return ()
