"""Bots: players that answer by themselves. They never hold the truth."""

from __future__ import annotations

from typing import Final

from halfturn.bots.bot import Bot
from halfturn.bots.greedy import GreedyBot
from halfturn.bots.random import RandomBot

BOTS: Final[dict[str, Bot]] = {"greedy": GreedyBot(), "random": RandomBot()}
"""The bots by name."""

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot"]
