"""Everybody at a table is told in their own language, and nobody in another one's."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from halfturn.core.registry import game_ids
from tests.support.http_client import Browser, Tab, run

NewBrowser = Callable[[], Browser]
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def told(tab: Tab) -> list[str]:
    return [each["words"] for update in tab.updates for each in update["happenings"]]


async def greet(tab: Tab, language: str) -> None:
    await tab.say(type="hello", seen=0, language=language)
    await tab.update()


@pytest.mark.parametrize("id", game_ids())
def test_rules_come_in_the_language_of_the_browser(browser: NewBrowser, id: str) -> None:
    ann, path = browser(), f"/api/v1/games/{id}/rules"
    english, german = ann.get(path), ann.ask("GET", path, headers=GERMAN).json
    assert english["page"][0] == german["page"][0]  # the name of the game
    assert english["page"][1] != german["page"][1]
    ours, theirs = english["options"], german["options"]
    assert [each["name"] for each in ours] == [each["name"] for each in theirs]
    assert all(a["description"] != b["description"] for a, b in zip(ours, theirs, strict=True))
    assert ann.ask("GET", path, headers={"Accept-Language": "tlh"}).json == english


@pytest.mark.parametrize("id", ["qwirkle-cards", "sellswords", "swirl", "swirling-heroes"])
def test_lessons_come_in_the_language_of_the_browser(browser: NewBrowser, id: str) -> None:
    """Whoever came before: what is kept of them is kept for each language."""
    ann, path = browser(), f"/api/v1/games/{id}/lesson"
    english, german = ann.get(path), ann.ask("GET", path, headers=GERMAN).json
    assert english["about"] != german["about"]
    assert [english["names"][0], german["names"][0]] == ["You", "Gast"]
    for ours, theirs in zip(english["steps"], german["steps"], strict=True):
        assert ours["words"] != theirs["words"]
        assert ours["position"]["view"].keys() == theirs["position"]["view"].keys()
    assert ann.get(path) == english


def test_a_lesson_judges_in_the_language_of_the_browser(browser: NewBrowser) -> None:
    ann, path = browser(), "/api/v1/games/swirl/lesson"
    move = {"type": "move", "key": "k", "token": "0.0", "answers": ["play:Fg4"]}
    told = ann.ask("POST", path, {"step": 0, "say": move}, GERMAN).json
    assert told["result"] == "right"
    assert told["words"].startswith("Deine 4 nahm die 4")
    assert " took " not in told["happenings"][0]["words"]


def test_games_are_told_of_in_the_language_of_the_browser(browser: NewBrowser) -> None:
    ann = browser()
    (game,) = [
        each
        for each in ann.ask("GET", "/api/v1/games", headers=GERMAN).json
        if each["id"] == "swirling-heroes"
    ]
    assert game["tagline"].startswith("Für 2 bis 4")
    assert game["presets"][0]["title"] == "Gespiegelt"


def test_what_is_refused_is_said_in_the_language_of_the_browser(browser: NewBrowser) -> None:
    ann = browser()
    wish = {"game": "swirling-heroes", "seats": ["me", "bot:random"], "options": ["six=9999"]}
    answer = ann.ask("POST", "/api/v1/tables", wish, GERMAN)
    assert answer.status == 400
    assert "erwartet werden Karten wie 0123" in answer.json["text"]
    assert "expected cards like 0123" in ann.ask("POST", "/api/v1/tables", wish).json["text"]


def test_everybody_at_a_table_hears_their_own_language(browser: NewBrowser) -> None:
    async def go() -> None:
        ann, bo = browser(), browser()
        table, invite = ann.new_table(["me", "open"], options=["first_player=A"])
        bo.post(f"/api/v1/tables/{table}/join", {"invite": invite})
        # A name is no sentence, whatever stands in it.
        bo.post("/api/v1/me", {"name": "{card}"})
        first, second = await ann.open(table), await bo.open(table, seen=None)
        await greet(second, "de")
        reply = await first.move_first()
        await first.reach(reply["version"])
        await second.reach(reply["version"])
        reply = await second.move_first()
        await first.reach(reply["version"])
        await second.reach(reply["version"])
        assert any(" placed " in words for words in told(first))
        assert not any(" legte " in words for words in told(first))
        assert any(words.startswith("{card} legte ") for words in told(second))
        assert not any(" placed " in words for words in told(second))
        assert (await first.request("agree", asking=1, yes=True))[
            "text"
        ] == "that is not asked any more"
        reply = await second.request("move", token="1.1", answers=["x"])
        assert reply["text"] == "du bist nicht dran"
        # Said again, the hello changes it; and what nobody speaks is said in English.
        await greet(second, "tlh")
        assert any(" placed " in each["words"] for each in second.now["happenings"])

    run(go)


def test_hints_are_given_in_the_language_of_whoever_asks(browser: NewBrowser) -> None:
    async def go() -> None:
        ann = browser()
        table, _ = ann.new_table(["me", "bot:random"], options=["first_player=A"])
        tab = await ann.open(table, seen=None)
        await greet(tab, "de")
        assert tab.now["seats"][1]["name"] == "Zufall"
        reply = await tab.request("hint", token=tab.now["question"]["token"])
        assert reply["hints"]
        assert all("endet wohl" in hint["words"] for hint in reply["hints"])

    run(go)
