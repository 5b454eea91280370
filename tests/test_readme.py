"""The first screen is true: its session runs, its links lead somewhere."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_in_the_readme_runs() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


def test_links_in_the_pages_lead_somewhere() -> None:
    pages = [README, README.parent / "CONTRIBUTING.md", *(README.parent / "docs").rglob("*.md")]
    for page in pages:
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"
