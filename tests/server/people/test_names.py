"""What people may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

from halfturn.server.people.names import BadName, clean_name, told_apart
from tests.support.http_client import Browser


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
        ("Łukasz", "Łukasz"),
        ("José", "José"),
        ("Øystein", "Øystein"),
        ("明日香", "明日香"),
        ("עידו", "עידו"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Μαρία", "Μαρία"),
        ("Иван", "Иван"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),  # its joiner is part of the spelling
        ("བསྒྲུབས", "བསྒྲུབས"),
        ("Nguyễn", "Nguyễn"),
        ("محمد", "محمد"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("👩🏽\u200d🚀 1\ufe0f\u20e3", "👩🏽\u200d🚀 1\ufe0f\u20e3"),
        ("Hostess", "Hostess"),
        ("Player", "Player"),
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
        # Invisible, although Unicode has them among letters, marks and signs.
        "A\u200dda",
        "A\u200cda",
        "Ada\ufe0f",
        "Ada\u034f",
        "\u3164",
        "Ada\uffa0",
        "\u2800",
        "Ada\u115f",
        "Ada\u180b",
        "Ada\U000e0100",
        # Marks that stand alone, or in towers.
        " \u0301Ada",
        "Ada \u0301",
        "A\u0310\u0311\u0312\u0313da",
        "Z" + "\u0489" * 9,
        # Who runs the server, its bots, and nobody.
        "Admin",
        "admin 2",
        "Adm1n",
        "-=ADMIN=-",
        "\u0410dmin",
        "\u0391\u0501min",
        "Ad\u0301min",
        "Ha\u0406fturn",
        "HaIfturn",
        "The Halfturn team",
        "H\u03bfst",
        "Host",
        "Sornebody",
        "Somebody",
        "Jemand",
        "Greedy",
        "\U0001d406reedy",
        "Rand\u043em",
        "De\u217ceted player",
    ],
)
def test_names_that_are_a_trick(wrong: str) -> None:
    if wrong == "A\u2028da":  # a line separator is white space, and white space is one space
        assert clean_name(wrong) == "A da"
        return
    with pytest.raises(BadName):
        clean_name(wrong)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ada", "ada", "Bo", "", ""], ["Ada 1", "ada 2", "Bo", "", ""]),
        (["Ada", "\u0410d\u0430", "Bo"], ["Ada 1", "\u0410d\u0430 2", "Bo"]),
        (["Bill", "BiII", "Bi11"], ["Bill 1", "BiII 2", "Bi11 3"]),
        (["\u041e\u0441\u0430", "Oca"], ["\u041e\u0441\u0430 1", "Oca 2"]),
        (["\U0001d400da", "Ada"], ["\U0001d400da 1", "Ada 2"]),
        (["Amy", "Arny"], ["Amy 1", "Arny 2"]),
        (["Jose", "Jos\u00e9", "Jo"], ["Jose", "Jos\u00e9", "Jo"]),
        (["Ian", "Lan", "Mia"], ["Ian", "Lan", "Mia"]),
        # A number that somebody has in the name already is not given again.
        (["Ada", "Ada", "Ada 1"], ["Ada 2", "Ada 3", "Ada 1"]),
        (["Ada 1", "Ada", "Ada"], ["Ada 1", "Ada 2", "Ada 3"]),
    ],
)
def test_no_two_at_a_table_look_the_same(names: list[str], shown: list[str]) -> None:
    assert told_apart(names) == shown


def test_names_at_a_table_are_told_apart(browser: Callable[[], Browser]) -> None:
    one, other = browser(), browser()
    one.post("/api/v1/me", {"name": "Ada"})
    other.post("/api/v1/me", {"name": "\u0410da"})
    table, invite = one.new_table(["me", "open"])
    assert other.join(table, invite).status == 200
    (listed,) = one.get("/api/v1/tables")
    assert [seat["name"] for seat in listed["seats"]] == ["Ada 1", "\u0410da 2"]


def test_names_that_are_taken_for_others_are_refused_in_words(
    browser: Callable[[], Browser],
) -> None:
    one = browser()
    for name in ("\u0410dmin", "A\u200dda", "A\u0310\u0311\u0312\u0313da"):
        answer = one.ask("POST", "/api/v1/me", {"name": name})
        assert answer.status == 400
        assert "expected" in answer.json["text"]
