"""Two nodes and the same tables, while the one that has them is paused: see `lease_race`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.support import lease_race
from tests.support.postgres import shared

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no pause on Windows")


def test_every_version_has_one_winner_whoever_is_paused(tmp_path: Path) -> None:
    verdict = asyncio.run(lease_race.run(shared(), "race", tmp_path, operations=2000, pauses=4))
    print(verdict)
    assert not verdict.faults, verdict
    assert verdict.acknowledged >= 2000
    assert verdict.changes_of_hands >= 4
    assert "Traceback" not in verdict.complaints


def test_a_node_that_writes_without_its_lease_is_caught(tmp_path: Path) -> None:
    verdict = None
    for seed in range(8):  # a move has to be on its way when the pause begins
        folder, name = tmp_path / str(seed), f"unfenced{seed}"
        verdict = asyncio.run(
            lease_race.run(shared(), name, folder, 0, 2, mutant="lease_without_fencing", seed=seed)
        )
        if verdict.faults["behind"]:
            break
    print(verdict)
    assert verdict is not None
    assert verdict.faults["behind"], verdict
