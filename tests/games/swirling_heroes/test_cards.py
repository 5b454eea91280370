"""The cards: their numbers, their sides, and which of them there are."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from halfturn.games.swirling_heroes.cards import standard_cards
from halfturn.games.swirling_heroes.layouts import EVEN_SIX, FACES, ODD_SIX, UPRIGHT_FACES
from tests.games.swirling_heroes.given import TWELVE, answers, given


@pytest.mark.clause("SH-CARD-1")
def test_every_card_shows_each_number_once() -> None:
    for card in standard_cards().cards:
        assert sorted(card.sides) == [0, 1, 2, 3]


@pytest.mark.clause("SH-CARD-2")
def test_the_number_that_makes_a_card_fit_is_the_number_that_it_scores() -> None:
    state = given("field A:0123@0,0; hand B 0123; turn B")
    assert state.scores == (6, 0)
    # To the right of a 1 the new card shows its own 1, and neither 1 is open any more.
    state.play(state.read("2301@1,0"))
    assert state.scores == (3, 5)  # A's card has swirled: its 3 touches now


@pytest.mark.clause("SH-CARD-3", "SH-DATA-1", "SH-DATA-7")
def test_four_colours_of_twelve_cards_named_after_their_symbol() -> None:
    cards = standard_cards()
    symbols = {"orange": "Butterfly", "green": "Leaf", "blue": "Moon", "pink": "Heart"}
    assert cards.colours == tuple(symbols)
    for colour, symbol in symbols.items():
        own = [card for card in cards.cards if card.colour == colour]
        assert sorted(card.face for card in own) == sorted(TWELVE)
        assert [card.name for card in own] == [f"{symbol} {n}" for n in range(1, 13)]
        assert cards.named(colour, "2301") == own[0]


@pytest.mark.clause("SH-CARD-4", "SH-PLACE-7")
def test_short_sides_are_top_and_bottom_and_only_meet_each_other() -> None:
    # 0 and 2 are the short sides of the card that lies, 1 and 3 its long ones. A card with 1 and
    # 3 on the short sides has every number it would need, and all of them on the wrong axis.
    assert answers(given("field A:0123@0,0; hand B 1032; turn B")) == ["remove:1032"]
    above_and_below = answers(given("field A:0123@0,0; hand B 0321; turn B"))
    assert above_and_below == ["2103@0,-1", "0321@-1,0", "0321@1,0", "2103@0,1"]


@pytest.mark.clause("SH-TH-4", "SH-DATA-1")
def test_there_are_twelve_cards_and_two_classes_of_six() -> None:
    ways = {"".join(way) for way in permutations("0123")}
    cards = {frozenset((way, way[2:] + way[:2])) for way in ways}
    assert len(cards) == 12
    assert {frozenset((way, way[2:] + way[:2])) for way in UPRIGHT_FACES} == cards
    assert set(FACES) == ways
    assert all(face[0] < face[2] for face in UPRIGHT_FACES)

    def is_even(way: str) -> bool:
        return sum(one > other for one, other in combinations(way, 2)) % 2 == 0

    for way in ways:
        assert is_even(way) == is_even(way[2:] + way[:2])
        assert is_even(way) == (way in EVEN_SIX or way[2:] + way[:2] in EVEN_SIX)
    pairs = [{one, other} for one, other in combinations("0123", 2)]
    for six in (EVEN_SIX, ODD_SIX):
        assert all([{face[0], face[2]} for face in six].count(pair) == 1 for pair in pairs)


@pytest.mark.clause("SH-DATA-1")
def test_the_two_fixed_sixes_are_those_of_the_rules() -> None:
    assert " ".join(EVEN_SIX) == "0123 0231 0312 1032 1320 2130"
    assert " ".join(ODD_SIX) == "0132 0213 0321 1023 1230 2031"
