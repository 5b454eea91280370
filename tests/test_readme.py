"""What is shown is true: sessions of the README and of docstrings run, links lead somewhere."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from halfturn import compiled

README = Path(__file__).parent.parent / "README.md"


def test_the_session_in_the_readme_runs() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "halfturn",
        "halfturn.bots.arena.statistics",
        "halfturn.core.language",
        "halfturn.core.playthrough",
        "halfturn.core.seats",
    ],
)
def test_sessions_in_docstrings_run(name: str) -> None:
    module = import_module(name)
    if module.__doc__ is None and compiled():
        pytest.skip("what is compiled has no docstrings; the plain sources have")
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


def test_links_in_the_pages_lead_somewhere() -> None:
    pages = [README, README.parent / "CONTRIBUTING.md", *(README.parent / "docs").rglob("*.md")]
    for page in pages:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
