"""Swirling Heroes, both editions."""

from halfturn.games.swirling_heroes.game import SwirlingHeroes

__all__ = ["SwirlingHeroes"]
