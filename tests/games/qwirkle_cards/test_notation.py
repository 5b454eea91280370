"""Positions and answers as text."""

from __future__ import annotations

import pytest

from halfturn.core import AmbiguousText, IllegalOption, UnreadableText
from halfturn.core.playthrough import Playthrough
from tests.games.qwirkle_cards.given import GAME, answers, dealt, given, play, seen


@pytest.mark.parametrize(
    "position",
    [
        "seats 2; table rci rsq rdi; hand A rst; turn A",
        "seats 3; options no_play=end; qwirkles B r ci; hand C rci; deck rsq; passes 2; turn C",
        "seats 2; table rci rsq rdi; hand A rst; hand B ocl; last 1; turn A",
        "seats 2; table rci rsq rdi rcl rst; hand A oci; turn A; played rbu; taken r",
        "seats 2; hand A rci rsq; turn A; played rdi",
        "seats 2; table rci; hand A rst; redeals 2; redeal B",
        "seats 2; options no_play=redraw; hand A rci; aside gci gsq; passes 1; redraw A",
        "seats 2; options no_play=redraw; hand A rci; redrawn; turn A",
        "seats 2; options no_play=redraw; hand A rci; hand B gci gsq; laid B 1-0:rsq+rdi; turn A",
        "seats 2; hand A rci; shown A 4:9: 3-:2:rci; stuck A 9:rci+rsq+rdi: 3::yci; turn B",
        "seats 4; hand A rci; setup",
        "seats 2; table rci rci rci rci rci; hand A rci; turn B",
        "seats 2; table rci; qwirkles A r r; deck; over",
        "seats 2; hand A rci; draw A",
    ],
)
def test_positions_read_back(position: str) -> None:
    state = given(position)
    assert state.text == position
    assert given(state.text).key() == state.key()


def test_what_is_left_out_has_a_meaning() -> None:
    state = given("hand A rci rsq rdi")
    assert (state.seats, state.to_play, state.last) == (2, 0, 0)
    assert state.deck_size == 105
    assert given("hand A rci rsq rdi; deck").last == 2  # an empty deck: one more turn each


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("table rxx", "table: expected a card as a colour"),
        ("hand A r", "hand A: expected a card"),
        ("hand C rci", "hand: expected a seat from A to B"),
        ("qwirkles A rci", "qwirkles A: expected what six cards share"),
        ("turn A; draw B", "expected one section among turn, draw"),
        ("played rci", "played: expected cards that can become a legal turn"),
        ("table rci rsq rdi; taken r", "taken: expected only after played"),
        ("draw A; played rci", "played: expected only together with turn"),
        ("draw A; deck", "draw: expected a deck to draw from"),
        ("aside rci", "aside: expected only together with redraw"),
        ("table rci; setup", "setup: expected no section 'table'"),
        ("shown A 4", "shown A: expected size:kept:cards"),
        ("stuck A rci", "stuck A: expected kept:table:cards"),
        ("laid A 9:rci", "laid A: expected cards kept by each of 2 seats and cards, like 0-9:rci"),
        ("hand B rci; laid A 0-2:rsq", "laid A: expected so many cards in the others' hands"),
        ("hand B rci rci; laid A 0-2:rci+rci", "laid A: expected so many cards"),
        ("over now", "over: expected nothing after it"),
        ("last 0", "last: expected a number from 1"),
        ("redeals 9", "redeals: expected a number from 0 to 3"),
        ("table rci rsq rdi rcl rst; hand A bcl; turn A; played rbu; taken o", "taken: expected"),
        ("castle", "expected a section among"),
    ],
)
def test_bad_positions_are_refused_in_words(position: str, message: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        given(position)
    assert message in str(caught.value)


def test_short_and_long_words_for_answers() -> None:
    state = given("table rci rsq rdi rcl rst; hand A rbu; turn A")
    assert str(state.read("red-burst")) == "rbu"
    play(state, "rbu")
    for word in ("take:r", "take:red", "red", "r", "take"):
        assert str(state.read(word)) == "take:r"
    assert str(state.read("done")) == "end"
    state = given("table rci rsq rdi rcl rst osq ysq gsq bsq psq rsq; hand A rbu; turn A")
    play(state, "rbu")
    with pytest.raises(AmbiguousText):
        state.read("take")
    with pytest.raises(UnreadableText, match="expected a card like rci"):
        state.read("castle")
    with pytest.raises(IllegalOption):
        state.read("pass")


def test_a_record_of_a_turn_is_short() -> None:
    through = Playthrough.at(given("table rci rsq rdi rcl rst; hand A rbu gci; hand B rci; turn A"))
    for word in ("rbu", "take:r", "end"):
        through.play(word)
    assert "A rbu take:r end\n" in through.record.text


def test_views_hide_with_question_marks() -> None:
    state = dealt(2)
    text = seen(state, 0).text
    assert "hand B ? ? ? ? ? ? ? ? ?" in text
    assert "deck ?90" in text


def test_any_table_can_be_set_up_even_one_that_does_not_lie_in_sets() -> None:
    state = given("table rci rci rci rci; hand A rsq rdi rst; turn A")
    assert answers(state) == ["pass"]
    assert seen(state, 0).loose == ("rci",) * 4
    four = " ".join(["rci rsq rdi"] * 5)
    state = given(f"table {four}; hand A rst; turn A")
    assert answers(state) == ["rst"]
    assert GAME.position(state.text).key() == state.key()


def test_a_fresh_hand_is_forgotten_when_the_turn_has_ended() -> None:
    hand = "hand A rst oci; hand B bcl"
    state = given(f"options no_play=redraw; table rci rsq rdi; {hand}; redrawn; turn A")
    play(state, "rst end")
    assert seen(state, None).stage == "draw"
    assert given(state.text).key() == state.key()
