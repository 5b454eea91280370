"""SWIRL, the card game of sea creatures."""

from halfturn.games.swirl.game import Swirl

__all__ = ["Swirl"]
