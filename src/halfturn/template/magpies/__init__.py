"""Trinkets, nests and thieves: a game that uses all that the core offers."""

from halfturn.template.magpies.game import Magpies

__all__ = ["Magpies"]
