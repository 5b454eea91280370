"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import pytest

from tests.games.sellswords.golden_games import GOLDEN


@pytest.mark.parametrize("name", GOLDEN.settings)
def test_a_golden_game_is_seen_as_ever(name: str) -> None:
    GOLDEN.check(name)


def test_every_setting_has_its_file_and_every_file_its_setting() -> None:
    GOLDEN.check_files()


def test_golden_games_show_nearly_every_kind_of_event() -> None:
    GOLDEN.shows(
        "> The terrain is ",
        " was drawn to begin round 1.",
        " had fewer points and began round 2.",
        " took red, ",
        " came to the centre.",
        "> A got ",
        "> A picked ",
        " was left and discarded.",
        " was laid at 0,0.",
        "> A placed ",
        " flipped to ",
        " moved to ",
        " changed places.",
        " lost 1 point by ",
        "Round 2 brought ",
        "The game is over. ",
    )


@pytest.mark.clause("SO-AMB-37")
def test_a_golden_game_shows_a_secret_gift_to_its_giver_alone() -> None:
    text = GOLDEN.read("styx-other-readings")[1]
    lines = [line for line in text.splitlines() if line.startswith(("* ", "A ", "B "))]
    hidden = [line for line in lines if "give:?" in line]
    assert len(hidden) == 1
    own = [line for line in lines if line[0] != "*" and "answered" in line]
    assert len(own) == 1
    assert " give:" in own[0]
