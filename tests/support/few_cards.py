"""Qwirkle Cards for browser tests: games that are over soon, and a table that is very full."""

from __future__ import annotations

import json
from importlib.resources import files

from halfturn.core import GameOptions
from halfturn.games import qwirkle_cards
from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.state import QwirkleCardsState
from halfturn.games.qwirkle_cards.theme import read_theme

SETS = ("ci sq di", "cl st bu", "ci di st", "sq cl bu")


class FewCards(QwirkleCards):
    """Two copies of each card, as an owner's theme file could have it."""

    copies_of_each = 2

    def __init__(self) -> None:
        usual = json.loads(files(qwirkle_cards).joinpath("data/theme.json").read_text("utf-8"))
        super().__init__(read_theme(json.dumps({**usual, "copies": self.copies_of_each})))


class OneOfEach(FewCards):
    """The shortest game there is."""

    copies_of_each = 1


class FullTable(QwirkleCards):
    """A game that begins with 72 cards on the table."""

    def new_state(self, seats: int, options: GameOptions) -> QwirkleCardsState:
        """Sets of three everywhere; the first seat can lay red cards, or anything else."""
        table = [colour + shape for colour in "roygbp" for row in SETS for shape in row.split()]
        hands = "hand A rci rsq rdi oci ocl ybu gst bsq pdi; hand B rcl rst rbu gci gdi bci bst"
        return self.position(f"seats {seats}; table {' '.join(table)}; {hands}; turn A")
