"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import pytest

from tests.games.swirling_heroes.golden_games import GOLDEN


@pytest.mark.clause("SH-T24", "SH-SETUP-5", "SH-DATA-3")
@pytest.mark.parametrize("name", GOLDEN.settings)
def test_a_golden_game_is_seen_as_ever(name: str) -> None:
    GOLDEN.check(name)


def test_every_setting_has_its_file_and_every_file_its_setting() -> None:
    GOLDEN.check_files()


@pytest.mark.clause("SH-PLACE-10")
def test_golden_games_show_every_kind_of_event() -> None:
    GOLDEN.shows(
        " took orange.",
        " got a card.",
        " got 0123.",
        " paid the last compliment",
        "First Player: ",
        " placed ",
        " swirled to ",
        " could not place a card and removed ",
        "The game is over. ",
    )
    assert "cannot A " in GOLDEN.text or "cannot B " in GOLDEN.text
