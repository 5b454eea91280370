"""Whole games, step by step, as everybody saw them.

After a change that is meant to show: HALFTURN_GOLDEN=write pytest tests/games -k golden,
and read the difference.
"""

from __future__ import annotations

import pytest

from tests.games.qwirkle_cards import golden_games as qwirkle_cards
from tests.games.sellswords import golden_games as sellswords
from tests.games.swirl import golden_games as swirl
from tests.games.swirling_heroes import golden_games as swirling_heroes
from tests.support.golden import Golden

GAMES = (qwirkle_cards.GOLDEN, sellswords.GOLDEN, swirl.GOLDEN, swirling_heroes.GOLDEN)
each_game = pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.game.id)


@pytest.mark.clause("QC-QW-4", "QC-AMB-2", "QC-AMB-9", "QC-END-1")
@pytest.mark.clause("SW-SETUP-2", "SW-AMB-22", "SH-T24", "SH-SETUP-5", "SH-DATA-3")
@pytest.mark.parametrize(
    ("golden", "name"),
    [
        pytest.param(golden, name, id=f"{golden.game.id}-{name}")
        for golden in GAMES
        for name in golden.settings
    ],
)
def test_a_golden_game_is_seen_as_ever(golden: Golden, name: str) -> None:
    golden.check(name)


@each_game
def test_every_setting_has_its_file_and_every_file_its_setting(golden: Golden) -> None:
    golden.check_files()


@each_game
def test_golden_games_show_nearly_every_kind_of_event(golden: Golden) -> None:
    golden.check_shown()
