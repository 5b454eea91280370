"""Lessons: every position loads, every step can be done and is judged by the rules, and it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from halfturn.core.registry import game_ids, load
from halfturn.server.http import lessons
from tests.support.http_client import Browser, Json

NewBrowser = Callable[[], Browser]
GAMES = ("qwirkle-cards", "sellswords", "swirl", "swirling-heroes")


@pytest.mark.parametrize("id", GAMES)
def test_every_step_of_a_lesson_can_be_done(id: str) -> None:
    info, lesson = lessons.info(id), lessons.lesson_of(id)
    assert info is not None
    assert lesson is not None
    assert 4 <= len(info.steps) <= 6  # what a newcomer does in two minutes
    assert info.about.endswith(".")
    assert info.end.endswith(".")
    for number, exercise in enumerate(lesson.exercises):
        beginning = lessons.attempt(id, number)
        assert beginning.position.question is not None
        assert beginning.position.asked == [beginning.seat]
        # Read back, the position is the same: it is all there is.
        text = beginning.state.text
        assert load(id).position(text).text == text
        results: dict[str, list[str]] = {"right": [], "other": []}
        for turn in beginning.state.turns():
            tried = lessons.attempt(id, number)
            told = tried.moved("key", [str(option) for option in turn])
            results[told.result].append(" ".join(tried.answers))
            assert told.position.question is None
            assert told.words or told.result == "other"
            # Whoever is next, it is not the learner, so nobody is told to move who cannot.
            assert beginning.seat not in told.position.asked
        assert results["right"], exercise.head
        assert bool(results["other"]) == bool(exercise.otherwise), exercise.head
        for words in exercise.turns:
            by_hand = lessons.attempt(id, number).moved("key", words.split())
            assert by_hand.result == "right", words


def test_every_installed_game_says_whether_it_has_a_lesson(browser: NewBrowser) -> None:
    told = {game["id"]: game["lesson"] for game in browser().get("/api/v1/games")}
    assert told == {id: id in GAMES for id in game_ids()}


def ask(one: Browser, game: str, **fields: Json) -> tuple[int, Json]:
    headers = {"Origin": one.origin}
    answer = one.ask("POST", f"/api/v1/games/{game}/lesson", dict(fields), headers)
    return answer.status, json.loads(answer.body)


def said(type: str, **fields: Json) -> dict[str, Json]:
    return {"type": type, "key": "k", "token": "0.0", **fields}


def test_a_lesson_over_http(browser: NewBrowser) -> None:
    one = browser()
    lesson: Any = one.get("/api/v1/games/swirl/lesson")
    assert lesson["names"] == ["You", "Bot"]
    # A turn of two answers, one after the other: what was said before comes with it.
    play = said("move", answers=["play:Sp9"])
    status, told = ask(one, "swirl", step=2, say=play)
    assert (status, told["result"]) == (200, "more")
    assert told["position"]["question"]["kind"] == "take"
    take = said("move", answers=["take:Cg4+Sy5"])
    status, told = ask(one, "swirl", step=2, before=["play:Sp9"], say=take)
    assert (status, told["result"]) == (200, "right")
    assert told["words"] == lessons.attempt("swirl", 2).exercise.done
    assert [each["event"]["type"] for each in told["happenings"]] == ["captured", "series_grown"]
    assert told["happenings"][0]["words"].startswith("Purple star fish 9 took")
    # Looking is answered as at a table.
    status, told = ask(one, "swirl", step=0, say=said("preview", answer="play:Fg4"))
    assert (status, told["type"], told["gains"]) == (200, "preview", [2, 0])
    status, told = ask(one, "sellswords", step=1, say=said("preview", answer="place:hercules"))
    assert told["kind"] == "cell"
    at = said("preview", answer="at:1,-1", before=["place:hercules"])
    status, told = ask(one, "sellswords", step=1, say=at)
    assert told["kind"] == "orientation"
    groups = [["gsq", "ysq", "psq"], ["bci", "bst", "bdi"]]
    status, told = ask(one, "qwirkle-cards", step=0, say=said("scratch", groups=groups))
    assert (status, told["type"], told["answers"]) == (200, "scratch", ["bci", "bdi", "bst", "end"])
    layout = {"type": "layout", "key": "k", "cards": ["bci", "bst", "bdi"], "near": []}
    status, told = ask(one, "qwirkle-cards", step=0, say=layout)
    assert (status, told["type"]) == (200, "layout")


@pytest.mark.parametrize(
    ("game", "fields", "status", "words"),
    [
        ("chess", {"step": 0, "say": said("move", answers=["e4"])}, 404, "expected a game among"),
        ("swirl", {"step": 99, "say": said("move", answers=["play:Fg4"])}, 400, "no exercise"),
        ("swirl", {"step": -1, "say": said("move", answers=["play:Fg4"])}, 400, "no exercise"),
        ("swirl", {"step": 0, "say": said("move", answers=[])}, 400, "at least one"),
        ("swirl", {"step": 0, "say": said("move", answers=["play:Cr1"])}, 400, "Cr1"),
        ("swirl", {"step": 0, "say": said("move", answers=["castle"])}, 400, "castle"),
        ("swirl", {"step": 0, "say": said("scratch", groups=[])}, 400, "scratch"),
        ("swirl", {"step": 0, "say": {"type": "resign", "key": "k"}}, 400, "resign"),
        ("swirl", {"step": 0, "before": ["play:Fg4"], "say": said("move", answers=["play:Hr7"])},
         400, "over"),
        ("swirl", {"step": 0, "say": said("move", answers=["play:Fg4", "play:Fr1"])}, 400, "over"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_told_in_words(
    browser: NewBrowser, game: str, fields: dict[str, Json], status: int, words: str
) -> None:
    found, told = ask(browser(), game, **fields)
    assert found == status
    assert words in told["text"]
