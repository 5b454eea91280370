"""`halfturn bench` runs what lies in a checkout, and says so where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from halfturn.commands.bench import find_benchmarks
from halfturn.core import HalfturnError

ROOT = Path(__file__).parents[2]


def test_the_benchmarks_are_found_from_any_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "halfturn", "bench", "--help"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage: halfturn bench" in done.stdout
    assert "qwirkle-solver" in done.stdout


def test_the_first_checkout_counts(tmp_path: Path) -> None:
    assert find_benchmarks([tmp_path, ROOT, tmp_path / "other"]) == ROOT


def test_without_a_checkout_it_says_what_is_missing_and_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(
        HalfturnError, match=r"not installed with it\. Get a checkout .* run.py bench"
    ):
        find_benchmarks([tmp_path])


def test_nothing_that_measures_or_fits_is_in_the_wheel() -> None:
    package = ROOT / "src" / "halfturn"
    assert not (package / "bench").exists()
    assert not (package / "lab").exists()
    research = {path.name for path in (package / "research").iterdir()}
    assert not research & {"worths", "prospects.py", "rivals.py", "tables.py"}
