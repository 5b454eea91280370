"""Sections of a position's text."""

from __future__ import annotations

import pytest

from halfturn import load
from halfturn.core import BadOptions, UnreadableText
from halfturn.core.notation import Sections
from halfturn.games.swirling_heroes.options import SwirlingHeroesOptions

KNOWN, PER_SEAT = ("seats", "deck", "turn"), ("hand", "nest")


def sections(text: str) -> Sections:
    return Sections(text, KNOWN, PER_SEAT)


def test_sections_come_in_any_order_over_any_lines() -> None:
    found = sections("turn B;; hand a 1 2\n\n  seats 3 ;deck")
    assert found.number("seats", 2, 4, default=2) == 3
    assert found.seat("turn", 3) == 1
    assert found.of_seat("hand", 0) == ["1", "2"]
    assert found.words("deck") == []
    assert "deck" in found
    assert "nest A" not in found


def test_what_is_left_out_has_its_default() -> None:
    found = sections("")
    assert found.number("seats", 2, 4, default=2) == 2
    assert found.seat("turn", 2) is None
    assert found.words("deck") == found.of_seat("hand", 1) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("field 1", "expected a section among seats, deck, turn, hand, nest, got 'field'"),
        ("\0", "expected a section among"),
        ("deck 1; deck 2", "expected one section 'deck', got two"),
        ("hand A 1; hand a 2", "expected one section 'hand A', got two"),
        ("seats 2; hand", "expected a seat after 'hand', got 'hand'"),
    ],
)
def test_bad_sections_are_named(text: str, message: str) -> None:
    with pytest.raises(UnreadableText, match=message):
        sections(text)


@pytest.mark.parametrize("words", ["", "x", "1", "5", "-2", "2 3", "2²", "9" * 5000])
def test_bad_numbers_are_named(words: str) -> None:
    with pytest.raises(UnreadableText, match="seats: expected a number from 2 to 4, got"):
        sections(f"seats {words}").number("seats", 2, 4, default=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "turn: expected one seat, got ''"),
        ("A B", "turn: expected one seat, got 'A B'"),
        ("C", "expected a seat from A to B, got 'C'"),
    ],
)
def test_bad_seats_are_named(words: str, message: str) -> None:
    with pytest.raises(UnreadableText, match=message):
        sections(f"turn {words}").seat("turn", 2)


@pytest.mark.parametrize("text", ["hand C 1", "hand AB 1", "nest 1"])
def test_sections_of_seats_that_are_not_there_are_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match=r"(hand|nest): expected a seat from A to B"):
        sections(text).check_seats(2)
    sections("hand B 1").check_seats(2)


def test_positions_of_all_games_begin_with_seats_and_options() -> None:
    game, known = load("swirling-heroes"), ("seats", "options")
    sections = Sections("options hands=even; seats 3", known, ("hand",))
    seats, options = sections.seats_and_options(game, SwirlingHeroesOptions)
    assert (seats, options.hands) == (3, "even")
    assert Sections("", known).seats_and_options(game, SwirlingHeroesOptions)[0] == 2
    with pytest.raises(UnreadableText, match="hand: expected a seat from A to B, got 'C'"):
        Sections("hand C", known, ("hand",)).seats_and_options(game, SwirlingHeroesOptions)
    with pytest.raises(BadOptions, match="first_player: expected one of A, B or random, got 'C'"):
        Sections("options first_player=C", known).seats_and_options(game, SwirlingHeroesOptions)
