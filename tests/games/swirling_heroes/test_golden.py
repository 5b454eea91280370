"""The golden games in which cards are removed."""

from __future__ import annotations

import pytest

from tests.games.swirling_heroes.golden_games import GOLDEN


@pytest.mark.clause("SH-PLACE-10")
def test_a_golden_game_shows_what_a_removal_tells_of_a_hand() -> None:
    assert " could not place a card and removed " in GOLDEN.text
    assert "cannot A " in GOLDEN.text or "cannot B " in GOLDEN.text
