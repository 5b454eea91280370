"""What can go wrong, each with words for a person: what was expected, what came, what to do."""

from __future__ import annotations


class HalfturnError(ValueError):
    """Anything that is wrong with what somebody gave us; its text is meant to be shown."""


class UnreadableText(HalfturnError):
    """Text that is not notation at all."""


class IllegalOption(HalfturnError):
    """A readable answer that is not among the options of the open question."""


class AmbiguousText(HalfturnError):
    """Shortened notation that fits more than one option."""


class BadOptions(HalfturnError):
    """Options of a game that do not exist or do not go together."""


class BadData(HalfturnError):
    """A card file that cannot be used; nothing of it is applied."""


class BadRecord(HalfturnError):
    """A record that cannot be read or replayed."""


class UnknownGame(HalfturnError):
    """No game of that name is installed."""
