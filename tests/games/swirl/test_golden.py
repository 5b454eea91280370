"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import pytest

from tests.games.swirl.golden_games import GOLDEN


@pytest.mark.clause("SW-SETUP-2", "SW-AMB-22")
@pytest.mark.parametrize("name", GOLDEN.settings)
def test_a_golden_game_is_seen_as_ever(name: str) -> None:
    GOLDEN.check(name)


def test_every_setting_has_its_file_and_every_file_its_setting() -> None:
    GOLDEN.check_files()


def test_golden_games_show_every_kind_of_event() -> None:
    GOLDEN.shows(
        "Dealer: ",
        " took the crab.",
        " got a card.",
        " was dealt to the middle.",
        " was shuffled back into the deck.",
        "* returned A1",
        " played ",
        " took nothing and stayed in the middle.",
        " had no effect.",
        " took ",
        " went to the series (",
        " snatched ",
        " replaced it with ",
        " left the gap open.",
        " dropped ",
        " counted for nobody.",
        "The game is over. ",
    )
