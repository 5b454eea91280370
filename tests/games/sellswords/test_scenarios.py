"""The scenarios of the rules, position by position."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import placed


@pytest.mark.clause("SO-T01", "SO-BATTLE-1", "SO-BATTLE-2", "SO-BATTLE-3")
def test_only_the_higher_number_wins() -> None:
    table = placed(
        "blue v1=1-1-1-3@1,0 v2=1-1-5-1@1,-2 v3=1-1-1-4@2,-1; red v9=1@0,-1",
        "hercules=5-4-2-9",
        "1,-1",
    )
    assert table.colour("v1", "v2", "v3", "v9") == "RBBR"


@pytest.mark.clause("SO-T30", "I-039")
def test_hydra_flips_pandora() -> None:
    table = placed("blue hydra=1@1,0 pandora=9@1,1", "v2=5", "2,0", "choose:pandora")
    assert table.colour("hydra", "pandora") == "RR"
    assert table.scores == (-1, 0)
