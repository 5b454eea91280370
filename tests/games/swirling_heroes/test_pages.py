"""The pages about the game say what is true."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import msgspec
import pytest

from halfturn.core import BadData
from halfturn.core.options import choices
from halfturn.games.swirling_heroes.options import PRESETS, SwirlingHeroesOptions
from tests.games.swirling_heroes.given import GAME, TWELVE, given

PAGE = Path(__file__).parents[3] / "docs" / "games" / "swirling-heroes.md"


def test_the_example_session_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_every_position_of_the_page_reads() -> None:
    positions = re.findall(r"^    ((?:seats|options|field) .*)$", PAGE.read_text("utf-8"), re.M)
    assert len(positions) == 5
    for position in positions:
        given(position)


def test_the_card_file_of_the_page_has_the_fields_of_a_card_file() -> None:
    example = PAGE.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    with pytest.raises(BadData, match="blue: expected at least 6 cards, got 2") as caught:
        GAME.with_data(example)
    assert "there is no card 'moon-3'" in str(caught.value)
    assert json.loads(example)["version"] == 1


def test_the_pages_name_every_option_and_every_value() -> None:
    for text in (PAGE.read_text("utf-8"), GAME.rules()):
        for field in msgspec.structs.fields(SwirlingHeroesOptions):
            assert f"`{field.name}`" in text
            for value in choices(SwirlingHeroesOptions, field.name):
                assert f"`{value}`" in text
    assert all(f"`{name}`" in PAGE.read_text("utf-8") for name in PRESETS)
    assert all(f"`{face}`" in PAGE.read_text("utf-8") for face in TWELVE)


def test_the_rules_page_reads_in_a_terminal() -> None:
    rules = GAME.rules()
    assert rules.startswith("# Swirling Heroes\n")
    for heading in ("The goal", "Setting up", "A turn", "The end", "A match", "Typing moves"):
        assert f"## {heading}\n" in rules
