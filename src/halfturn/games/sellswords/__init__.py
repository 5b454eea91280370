"""Sellswords: Olympus: draft heroes, place them, and flip the enemy's."""

from halfturn.games.sellswords.game import Sellswords

__all__ = ["Sellswords"]
