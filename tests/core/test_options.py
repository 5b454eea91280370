"""What is chosen before a game: from words and mappings, with every error named."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from halfturn.core import BadOptions, GameOptions
from halfturn.core.options import (
    choices,
    description,
    make_options,
    option_words,
    read_option_words,
)


class Some(GameOptions, frozen=True, kw_only=True):
    way: Annotated[Literal["long", "short"], Meta(description="Which way.")] = "long"
    rounds: Annotated[int, Meta(ge=-3, le=9)] = 3
    thieves: bool = True
    names: tuple[str, ...] = ()
    table: str = "unlimited"


class Others(GameOptions, frozen=True, kw_only=True):
    pass


@pytest.mark.parametrize(
    "options",
    [
        Some(),
        Some(way="short"),
        Some(rounds=-2, thieves=False),
        Some(names=("a", "b")),
        Some(table="7x5", names=("one",), rounds=9),
    ],
)
def test_words_read_back(options: Some) -> None:
    assert read_option_words(Some, option_words(options)) == options


def test_only_what_differs_is_written() -> None:
    assert option_words(Some()) == []
    assert option_words(Some(thieves=False, names=("a", "b"))) == ["thieves=false", "names=a,b"]


def test_options_are_made_from_what_is_given() -> None:
    assert make_options(Some, None) == Some()
    assert make_options(Some, {"rounds": 5}) == Some(rounds=5)
    assert make_options(Some, Some(way="short")) == Some(way="short")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"turns": 1}, "expected an option among way, rounds, thieves, names, table, got 'turns'"),
        ({"way": "wide"}, "option 'way': expected one of long, short, got 'wide'"),
        ({"rounds": "3"}, "option 'rounds': expected `int`, got '3'"),
        ({"rounds": 10}, "option 'rounds': expected `int` <= 9, got 10"),
        ({"thieves": "yes"}, "option 'thieves': expected `bool`, got 'yes'"),
        ({"names": 7}, "option 'names': expected `array`, got 7"),
        (Others(), "expected Some, got Others"),
    ],
)
def test_what_does_not_fit_is_named(given: object, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        make_options(Some, given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("rounds", "expected an option as name=value, got 'rounds'"),
        ("turns=1", "expected an option among"),
        ("=1", "expected an option among"),
        ("rounds=many", "option 'rounds'"),
        ("rounds=--3", "option 'rounds'"),
        ("rounds=" + "9" * 5000, "option 'rounds'"),
        ("thieves=perhaps", "option 'thieves'"),
        ("way=", "option 'way': expected one of long, short, got ''"),
    ],
)
def test_words_that_do_not_fit_are_named(word: str, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        read_option_words(Some, [word])


def test_menus_find_choices_and_descriptions() -> None:
    assert choices(Some, "way") == ("long", "short")
    assert choices(Some, "rounds") == ()
    assert description(Some, "way") == "Which way."
    assert description(Some, "table") == ""


def test_one_word_is_enough_where_several_may_stand() -> None:
    assert make_options(Some, {"names": "ab"}).names == ("ab",)
