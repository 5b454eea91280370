"""The rules of every game over HTTP: all of them, as harmless as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest

from halfturn.core.language import speaking
from halfturn.core.options import read_option_words
from halfturn.core.registry import game_ids, load
from halfturn.server.http.rulebook import rules_of
from halfturn.server.protocol.games import RulesPart
from halfturn.template.magpies import Magpies
from tests.support.http_client import Browser

NewBrowser = Callable[[], Browser]


@pytest.mark.parametrize("id", game_ids())
def test_the_rules_of_a_game_are_a_page_with_its_options(browser: NewBrowser, id: str) -> None:
    page = browser().get(f"/api/v1/games/{id}/rules")
    game = load(id)
    assert page["title"] == game.title
    heading = {"tag": "h1", "text": "", "parts": [{"tag": "", "text": game.title, "parts": []}]}
    assert page["page"][0] == heading
    assert {each["tag"] for each in page["page"]} >= {"h2", "p"}
    assert {each["name"] for each in page["options"]} == set(game.options_type.__struct_fields__)
    assert all(each["description"] for each in page["options"])


@pytest.mark.parametrize("id", game_ids())
def test_what_an_option_is_without_a_word_is_what_it_is_with_that_word(id: str) -> None:
    game = load(id)
    words = [f"{each.name}={each.default}" for each in rules_of(game).options]
    assert read_option_words(game.options_type, words) == game.options_type()


@pytest.mark.parametrize("id", game_ids())
def test_every_choice_can_be_chosen(id: str) -> None:
    game = load(id)
    for each in rules_of(game).options:
        assert not each.choices or each.default in each.choices
        for choice in each.choices:
            read_option_words(game.options_type, [f"{each.name}={choice}"])


def test_a_game_that_is_not_there_is_told_in_words(browser: NewBrowser) -> None:
    answer = browser().ask("GET", "/api/v1/games/chess/rules")
    assert answer.status == 404
    assert "swirling-heroes" in answer.json["text"]


PLAIN = (
    *("", "h1", "h2", "h3", "p", "strong", "em", "code", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tr", "th", "td", "figure"),
)
PICTURE = re.compile(r"\(picture:([a-z-]+)\)")


def tags(parts: Sequence[RulesPart]) -> set[str]:
    return {tag for each in parts for tag in (each.tag, *tags(each.parts))}


def words(parts: Sequence[RulesPart]) -> str:
    return "".join(each.text + words(each.parts) for each in parts)


@pytest.mark.parametrize("id", game_ids())
def test_pages_are_made_of_plain_elements_and_nothing_is_lost(id: str) -> None:
    game = load(id)
    page = rules_of(game).page
    assert tags(page) <= set(PLAIN)
    written = re.sub(r"^\d+\. ", "", game.rules(), flags=re.MULTILINE)
    assert re.findall(r"\w", words(page)) == re.findall(r"\w", PICTURE.sub("", written))


@pytest.mark.parametrize("id", game_ids())
def test_pictures_stand_for_themselves_in_every_language(id: str) -> None:
    game = load(id)
    english = [each for each in rules_of(game).page if each.tag == "figure"]
    with speaking("de"):
        german = [each for each in rules_of(game).page if each.tag == "figure"]
    assert len(english) >= 3
    names = [each.picture for each in english]
    assert names == [each.picture for each in german] == PICTURE.findall(game.rules())
    assert all(one.text and one.text != two.text for one, two in zip(english, german, strict=True))


def test_what_a_page_says_is_never_more_than_text() -> None:
    class Hostile(Magpies):
        def rules(self) -> str:
            return (
                "<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](http://z/i.png)\n\n"
                "![z](picture:../../x)\n\nInside ![of a line](picture:one) it is one, too."
            )

    page = rules_of(Hostile()).page
    assert tags(page) == {"p", "", "figure"}
    assert words(page[:1]) == "<script>alert(1)</script>"
    assert words(page[1:]) == "[x](javascript:alert(1)) yzInside of a line it is one, too."
    assert [each.picture for each in page[-1].parts] == ["", "one", ""]
