"""What people may be called."""

from __future__ import annotations

import unicodedata

import pytest

from halfturn.server.names import BadName, clean_name, told_apart


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("小林", "小林"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<script>alert(1)", "<script>alert(1)"),  # only text, wherever it is shown
        ("x" * 24, "x" * 24),
    ],
)
def test_names_that_can_be_read(given: str, name: str) -> None:
    assert clean_name(given) == name
    assert unicodedata.is_normalized("NFC", clean_name(given))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "   ",
        "x" * 25,
        "x" * 100_000,
        "Deleted player",
        "deleted  PLAYER 2",
        "\uff24eleted player",
        "Ada\x00",
        "Ada\x1b[31m",
        "Ada\u202egnal",
        "\u2066Ada\u2069",
        "A\u200bda",
        "A\ufeffda",
        "A\u2028da",
        "\ud800",
        "\ue000",
        "\u0301",
        "\u200d",
        "Ada\x85\x9f",
        "\U000e0041Ada",
    ],
)
def test_names_that_are_a_trick(wrong: str) -> None:
    if wrong == "A\u2028da":  # a line separator is white space, and white space is one space
        assert clean_name(wrong) == "A da"
        return
    with pytest.raises(BadName):
        clean_name(wrong)


def test_no_two_at_a_table_look_the_same() -> None:
    assert told_apart(["Ada", "ada", "Bo", "", ""]) == ["Ada 1", "ada 2", "Bo", "", ""]
