"""What a bot did wrong."""

from __future__ import annotations

from halfturn.core import HalfturnError


class BotFailed(HalfturnError):
    """A bot crashed, hung or answered nonsense: it loses its game, and nothing else happens."""
