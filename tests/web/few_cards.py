"""Qwirkle Cards with two copies of each card: whole games that are over soon."""

from __future__ import annotations

import json
from importlib.resources import files

from halfturn.games import qwirkle_cards
from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.theme import read_theme


class FewCards(QwirkleCards):
    """The same game, as an owner's theme file could make it."""

    def __init__(self) -> None:
        usual = json.loads(files(qwirkle_cards).joinpath("theme.json").read_text("utf-8"))
        super().__init__(read_theme(json.dumps({**usual, "copies": 2})))
