"""Qwirkle Cards, with an exact solver for the turn."""

from halfturn.games.qwirkle_cards.game import QwirkleCards

__all__ = ["QwirkleCards"]
