"""Previews: what an option would do, before anybody commits to it."""

from __future__ import annotations

import msgspec

from halfturn.core.event import Event
from halfturn.core.option import Option


class Preview(msgspec.Struct, frozen=True):
    """The consequences of one option as the seat that would choose it may see them."""

    option: Option
    scores: tuple[int, ...]
    """Everybody's points afterwards."""
    gains: tuple[int, ...]
    """What that changes for each seat's outlook: its points if all were counted as it lies."""
    events: tuple[Event, ...]
    outlook: tuple[int, ...]
    """What everybody would have then, if all were counted as it lies."""
