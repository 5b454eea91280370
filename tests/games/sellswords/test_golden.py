"""The golden game in which a gift is secret."""

from __future__ import annotations

import pytest

from tests.games.sellswords.golden_games import GOLDEN


@pytest.mark.clause("SO-AMB-37")
def test_a_golden_game_shows_a_secret_gift_to_its_giver_alone() -> None:
    text = GOLDEN.read("styx-other-readings")[1]
    lines = [line for line in text.splitlines() if line.startswith(("* ", "A ", "B "))]
    hidden = [line for line in lines if "give:?" in line]
    assert len(hidden) == 1
    own = [line for line in lines if line[0] != "*" and "answered" in line]
    assert len(own) == 1
    assert " give:" in own[0]
