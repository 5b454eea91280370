"""No bot sees through the backs of cards."""

import pytest

from halfturn import compiled
from tests.bots.blind import try_pairs
from tests.bots.worlds import GAMES

PAIRS = {"qwirkle-cards": 60, "sellswords": 24, "swirl": 60, "swirling-heroes": 120}
"""For the compiled build; the plain one tries a sixth of them."""


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_answers_the_same_in_twin_worlds(game: str) -> None:
    pairs = PAIRS[game] if compiled() else PAIRS[game] // 6
    different = try_pairs(game, pairs, every=7)
    if game != "sellswords":  # where next to nothing is hidden
        assert different > 0
