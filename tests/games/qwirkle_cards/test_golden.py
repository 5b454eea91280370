"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import pytest

from tests.games.qwirkle_cards.golden_games import GOLDEN


@pytest.mark.clause("QC-QW-4", "QC-AMB-2", "QC-AMB-9", "QC-END-1")
@pytest.mark.parametrize("name", GOLDEN.settings)
def test_a_golden_game_is_seen_as_ever(name: str) -> None:
    GOLDEN.check(name)


def test_every_setting_has_its_file_and_every_file_its_setting() -> None:
    GOLDEN.check_files()


def test_golden_games_show_every_kind_of_event() -> None:
    GOLDEN.shows(
        " drew a card.",
        " drew the ",
        "Largest sets: ",
        "First player: ",
        " laid the ",
        " made a ",
        " played ",
        " could not play a card and passed.",
        " could not play a card and drew 9 new ones.",
        "all hands were shuffled into the deck",
        " drew the last card: ",
        "The game is over. ",
        "stuck A 9:",
        "shown A ",
        "laid B 9-0:",
    )
