"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import os

import pytest

from tests.games.swirl import golden_games as golden


@pytest.mark.clause("SW-SETUP-2", "SW-AMB-22")
@pytest.mark.parametrize("name", golden.SETTINGS)
def test_a_golden_game_is_seen_as_ever(name: str) -> None:
    if os.environ.get("HALFTURN_GOLDEN") == "write":
        golden.write(name)
    record, text = golden.read(name)
    assert golden.tell(record) == text
    assert len(text) < 150_000


def test_every_setting_has_its_file_and_every_file_its_setting() -> None:
    files = {path.stem for path in golden.FOLDER.iterdir()}
    assert files == set(golden.SETTINGS)


def test_golden_games_show_every_kind_of_event() -> None:
    text = "".join(golden.read(name)[1] for name in golden.SETTINGS)
    for words in (
        "Dealer: ",
        " took the crab.",
        " got a card.",
        " was dealt to the middle.",
        " was shuffled back into the deck.",
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
    ):
        assert words in text, words
