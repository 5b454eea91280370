"""Bots: players that answer by themselves. They never hold the truth."""

from __future__ import annotations

from halfturn.bots.bot import Bot
from halfturn.bots.failure import BotFailed, answer_of, close
from halfturn.bots.registry import LEVELS, USUAL, bot_names, is_bot, make_bot, seconds_a_turn

__all__ = [
    "LEVELS",
    "USUAL",
    "Bot",
    "BotFailed",
    "answer_of",
    "bot_names",
    "close",
    "is_bot",
    "make_bot",
    "seconds_a_turn",
]
