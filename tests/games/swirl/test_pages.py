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
from halfturn.games.swirl.codes import CODE_COUNT, MOST_TAKES
from halfturn.games.swirl.options import PRESETS, SwirlOptions
from tests.games.swirl.given import GAME, duel, given, play, told

PAGE = Path(__file__).parents[3] / "docs" / "games" / "swirl.md"


def test_the_example_session_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_every_position_of_the_page_reads() -> None:
    positions = re.findall(r"^    ((?:seats|dealer|hand) .*)$", PAGE.read_text("utf-8"), re.M)
    assert len(positions) == 7
    for position in positions:
        state = given(position)
        assert given(state.text).key() == state.key()


def test_the_deck_file_of_the_page_has_the_fields_of_a_deck_file() -> None:
    example = PAGE.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    with pytest.raises(BadData, match="CRAB: expected 18 cards, got 2"):
        GAME.with_data(example)
    assert json.loads(example)["version"] == 1


def test_the_pages_name_every_option_and_every_value() -> None:
    for text in (PAGE.read_text("utf-8"), GAME.rules()):
        for field in msgspec.structs.fields(SwirlOptions):
            assert f"`{field.name}`" in text
            for value in choices(SwirlOptions, field.name):
                assert f"`{value}`" in text
    assert all(f"`{name}`" in PAGE.read_text("utf-8") for name in PRESETS)
    assert f"663 … {CODE_COUNT - 1}" in PAGE.read_text("utf-8")
    assert f"{MOST_TAKES:,} sets" in PAGE.read_text("utf-8")


def test_the_rules_page_reads_in_a_terminal() -> None:
    rules = GAME.rules()
    assert rules.startswith("# SWIRL\n")
    for heading in ("The goal", "Setting up", "A turn", "The end", "Teams", "Typing moves"):
        assert f"## {heading}\n" in rules


@pytest.mark.clause("SW-EX-1", "SW-EX-2", "SW-EX-3")
@pytest.mark.parametrize(
    ("middle", "card", "said"),
    [
        ("Cg4 Sg8 Fr2", "Hg4", "Green sea horse 4 took green crab 4."),
        ("Cr3 Fr4 Hg5 Sg8", "Sp9", "Purple star fish 9 took green sea horse 5 + red fish 4."),
        (
            "Cr3 Cg4 Fy6 Fg7 Fy10",
            "Sr10",
            "Red star fish 10 took yellow fish 10, green fish 7 + red crab 3 and yellow fish 6 + "
            "green crab 4.",
        ),
        (
            "Cr1 Cy8 Cr3 Sr6",
            "Sp9",
            "Purple star fish 9 took yellow crab 8 + red crab 1 and red star fish 6 + red crab 3.",
        ),
    ],
)
def test_the_examples_of_the_rules_page_are_what_happens(middle: str, card: str, said: str) -> None:
    state = duel(f"hand A {card}; hand B Cr1; middle {middle}")
    assert told(play(state, card))[1] == said
