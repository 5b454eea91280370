"""The pages about the game say what is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import msgspec

from halfturn.core.options import choices
from halfturn.games.qwirkle_cards.codes import CODE_COUNT
from halfturn.games.qwirkle_cards.options import PRESETS, QwirkleCardsOptions
from tests.games.qwirkle_cards.given import GAME, given

PAGE = Path(__file__).parents[3] / "docs" / "games" / "qwirkle-cards.md"


def test_the_example_session_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_every_position_of_the_page_reads() -> None:
    positions = re.findall(r"^    ((?:seats|table) .*)$", PAGE.read_text("utf-8"), re.M)
    assert len(positions) == 5
    for position in positions:
        given(position)


def test_the_theme_of_the_page_is_a_theme() -> None:
    example = PAGE.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    assert GAME.with_data(example).theme.colours == GAME.theme.colours


def test_the_pages_name_every_option_and_every_value() -> None:
    for text in (PAGE.read_text("utf-8"), GAME.rules()):
        for field in msgspec.structs.fields(QwirkleCardsOptions):
            assert f"`{field.name}`" in text
            for value in choices(QwirkleCardsOptions, field.name):
                assert f"`{value}`" in text
    assert all(f"`{name}`" in PAGE.read_text("utf-8") for name in PRESETS)
    assert f"from 0 to {CODE_COUNT - 1}" in PAGE.read_text("utf-8")


def test_the_rules_page_reads_in_a_terminal() -> None:
    rules = GAME.rules()
    assert rules.startswith("# Qwirkle Cards\n")
    for heading in ("The goal", "Setting up", "A turn", "Who cannot play", "The end"):
        assert f"## {heading}\n" in rules
