"""The tests of the research package need its extra, which `python3 run.py test` installs.

Where it could not be had, every test says so: it is skipped by name, and counted.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

MISSING = [
    name for name in ("gymnasium", "numpy", "pettingzoo", "pyspiel") if find_spec(name) is None
]
HERE = Path(__file__).parent

collect_ignore_glob: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if MISSING:
        why = f"NOT RUN: {', '.join(MISSING)} not installed (the extra halfturn[research])"
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=why))
