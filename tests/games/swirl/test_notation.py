"""Positions, answers and integers, written and read."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, AmbiguousText, HalfturnError, IllegalOption, UnreadableText
from halfturn.games.swirl.answers import ANSWERS, Deal, Play, Replace, Stop, Take
from halfturn.games.swirl.codes import (
    CODE_COUNT,
    MOST_TAKES,
    TAKE_CODES,
    colour_of,
    creature_of,
    is_creature,
    number_of,
)
from tests.games.swirl.given import (
    GAME,
    answers,
    asked,
    begun,
    duel,
    given,
    part,
    play,
    random_game,
    refuse,
    seen,
)

# ---- positions ----


def test_what_is_left_out_has_a_default() -> None:
    state = given("hand A Cr1; hand B Fr2")
    assert state.text == ("seats 2; creatures crab fish; dealer B; hand A Cr1; hand B Fr2; turn A")
    assert seen(state, None).deck.count == 83
    assert asked(given("hand B Cr1")) == (1, "play")
    assert asked(given("hand A Cr1; hand B Cr3; dealer A")) == (1, "play")
    assert asked(given("options dealer=A; hand A Cr1; hand B Cr3")) == (1, "play")
    assert part(given("hand A Cr1; options creatures=fish,crab"), "creatures") == "fish crab"


@pytest.mark.parametrize(
    "text",
    [
        "seats 3; hand A Cr1; hand B Fr2 SN SN; hand C SW; middle A1 Cr3; turn C",
        "seats 4; options teams=true capture=union; creatures star-fish sea-horse crab fish; "
        "dealer D; hand A Cr1; series C Cr3; pile D SN SN; turn A",
        "hand A Cr1; deck",
        "hand A Cr1 Cr1 Cr1; hand B Cr1; deck Cr1 Cr1 SW SW",
        "hand A Hy9 A1; middle Cr9 SN; pile A SW; turn A; swirl",
        "hand B Fr2; middle Cr5 Cg4 Fr4; turn A; played Sp9",
        "hand B Fr2; middle Cr5 Cg4 SN; turn A; played A1",
        "hand B Fr2; series B Fr4 Fg3; turn A; played SN",
        "hand B Fr2; series B Fg3; pile B Fr4 Fr8; turn A; swirl; robbed B red",
        "dealer A; hand B Cr1 Cr3; hand A Cr5; turn B; deal 5; lay 4",
        "dealer A; hand B Cr1 Cr3; hand A Cr5 Cr7; middle Fr2; turn B; lay 3",
        "dealer A; turn A; deal 2; deck Cr1 SN",
        "hand A Cr1 Cr3; hand B Fr2 Fr4; middle Sr1; returned SN SW; lay 3",
        "options memory_mode=true; hand A Cr1; deck Cr3 AA; returned AA",
        "seats 3; setup",
        "seats 3; dealer B; setup",
        "seats 3; dealer B; creatures - - fish; setup",
        "series A Cr1 Cg4 Cy3 Cp5; hand A Cr3; hand B Fr2",
        "series A Cr1; pile B 14; deck",
    ],
)
def test_any_position_reads_back(text: str) -> None:
    state = given(text)
    again = given(state.text)
    assert again.key() == state.key()
    assert again.text == state.text
    assert answers(again) == answers(state)
    assert again.inventory() == state.inventory()


def test_positions_on_the_way_read_back_with_all_that_is_pending() -> None:
    stages = set()
    for seed in range(12):
        options: dict[str, object] = {
            "capture": "any_nonempty",
            "play_out": "may_stop",
            "teams": seed % 2 == 1,
        }
        for now, _ in random_game(begun(4, options), seed):
            again = given(now.text)
            assert again.key() == now.key()
            if not now.over:
                stages.add(asked(now)[1])
    assert stages == {"creature", "deal", "play", "take", "collect", "snatch", "replace"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hand A Cr11", "hand A: expected a card as creature, colour and number, like Cr4"),
        ("pile A Xr1", "pile A: expected a card"),
        ("middle ?", "middle: expected a card"),
        ("pile A 99", "pile A: expected at most the 85 cards that are left of the box, got 99"),
        ("series A Fr2", "series A: expected cards of its creature, the crab, got Fr2"),
        ("series A SN", "series A: expected cards of its creature, the crab, got SN"),
        ("series A Cr1 Cr3", "series A: expected one red card, got two"),
        ("creatures crab", "creatures: expected one for each of 2 seats, got 'crab'"),
        ("creatures crab crab", "creatures: expected different ones, got crab twice"),
        ("creatures crab -", "creatures: expected a creature among"),
        ("creatures crab squid", "creatures: expected a creature among"),
        ("hand C Cr1", "hand: expected a seat from A to B, got 'C'"),
        ("seats 5", "seats: expected a number from 2 to 4"),
        ("hand A Cr1; turn B", "turn: expected a seat with cards to play, got B"),
        ("hand B Cr1; turn A; swirl", "turn: expected a seat with cards to play, got A"),
        ("hand A Cr1; swirl A", "swirl: expected nothing after it"),
        ("swirl; deal 8", "swirl: expected no deal before the hand is played out"),
        ("played Sp9 Cr1", "played: expected one card"),
        ("hand A Cr1; played Sp9", "played: expected a card with something to choose here"),
        ("hand A Cr1; middle Cr3 Cr5; played AA", "nothing is asked for COLLECT ALL"),
        ("hand A Cr1; middle Cr3; played A1", "played: expected a card with something"),
        ("hand A Cr1; series B Fr2; played SN", "played: expected a card with something"),
        ("hand A Cr1; middle Cr3 Cr5; played A1; deal 8", "expected one thing pending"),
        ("robbed B", "robbed: expected a seat and a colour, like B red, got 'B'"),
        ("robbed B blue", "robbed: expected a seat and a colour"),
        ("turn A; robbed A red", "robbed: expected another seat than turn's"),
        ("turn A; robbed B red; series B Fr2", "robbed: expected a gap, but B red is in the"),
        ("turn A; robbed B red", "robbed: expected a card in pile B that can fill the gap"),
        ("deal 99", "deal: expected a number from 1 to 85"),
        ("lay 5", "lay: expected a number from 1 to 4"),
        ("lay 4", "lay: expected hands that have been dealt"),
        ("hand A Cr1; lay 2; deck SN SN", "lay: expected 2 creature cards left in the deck"),
        (
            "hand A Cr1; returned Cr3",
            "returned: expected action cards that are in the deck, got Cr3",
        ),
        ("hand A SW; returned SW", "returned: expected action cards that are in the deck, got SW"),
        ("deal 4; returned SW", "returned: expected none while hands are dealt from the deck"),
        ("setup; hand A Cr1", "setup: expected no section 'hand A' before the first deal"),
        ("series A Cr1 Cg1 Cy2 Cp2; swirl", "expected nothing pending once a series is complete"),
        ("middle " + "Cr1 " * 41, "middle: expected at most 40 creature cards, got 41"),
        ("hand A " + "Cr1 " * 30, "expected at most 31 cards with the number 1 in hands"),
        ("options capture=greedy", "option 'capture': expected one of"),
        ("options teams=true", "teams: expected 4 players, got 2"),
        ("options dealer=C", "dealer: expected one of A, B or random, got 'C'"),
        ("hands A Cr1", "expected a section among seats, options"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(text: str, problem: str) -> None:
    with pytest.raises(HalfturnError) as caught:
        given(text)
    assert problem in str(caught.value)


def test_cards_may_be_written_in_small_letters() -> None:
    state = given("hand A cr1 sn a1; hand B HP10")
    assert (part(state, "hand A"), part(state, "hand B")) == ("Cr1 A1 SN", "Hp10")


def test_a_position_between_rounds_goes_on_with_the_deal() -> None:
    state = given("dealer A; turn A")
    assert asked(state) == (CHANCE, "deal")
    assert part(state, "deal") == "8"
    assert part(state, "turn") == "A"


# ---- answers ----


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("play:Cr4", Play("Cr4")),
        ("play:cr4", Play("Cr4")),
        ("Cr4", Play("Cr4")),
        ("Hg5+fr4", Take(("Fr4", "Hg5"))),
        ("deal:SN", Deal("SN")),
        ("take:Hg5+Fr4", Take(("Fr4", "Hg5"))),
        ("replace:no", Replace(False)),
        ("stop", Stop()),
    ],
)
def test_answers_are_read(text: str, option: object) -> None:
    assert GAME.parse_option(text) == option


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("play:Cr", "expected a card as creature, colour and number"),
        ("take:", "expected a card"),
        ("replace:maybe", "expected replace:yes or replace:no, got 'replace:maybe'"),
        ("creature:squid", "expected a creature among crab, fish, sea-horse, star-fish"),
        ("dealer:X", "expected a seat from A to D"),
        ("swim", "expected an answer like play:Cr4"),
    ],
)
def test_what_is_no_answer_is_told(text: str, problem: str) -> None:
    with pytest.raises(UnreadableText) as caught:
        GAME.parse_option(text)
    assert problem in str(caught.value)


def test_short_answers() -> None:
    state = duel("hand A Hy9 SN; hand B Cr1; middle Cr5 Cg4 Fr4 Fg9")
    assert state.read("Hy9") == state.read("hy9") == state.read("PLAY:hy9".lower()) == Play("Hy9")
    with pytest.raises(AmbiguousText, match="'play' fits 2 options"):
        state.read("play")
    play(state, "Hy9")
    assert str(state.read("cr5+fr4+fg9")) == "take:Cr5+Fr4+Fg9"
    assert str(state.read("Fg9+Fr4+Cr5")) == "take:Cr5+Fr4+Fg9"
    refuse(state, "take:Cr5+Cg4", "Hy9 takes every 9: Fg9 too")


@pytest.mark.clause("SW-TURN-6")
def test_a_card_has_to_be_in_the_hand() -> None:
    state = duel("hand A Hy9 SN; hand B Cr1")
    refuse(state, "play:Cr1", "Cr1 is not in the hand of A, which is Hy9 and SN")
    refuse(state, "collect:Cr1", "A is asked for 'play': expected one of play:Hy9, play:SN, got")
    over = given("deck")
    refuse(over, "play:Cr1", "the game is over, so '?play:Cr1'? answers nothing")


def test_a_set_of_cards_is_in_the_order_of_the_middle() -> None:
    state = duel("hand A Hy9; hand B Cr1; middle Cr5 Cg4 Fr4")
    play(state, "Hy9")
    with pytest.raises(IllegalOption, match="expected the cards in the order of the middle"):
        state.play(Take(("Cg4", "Cr5")))


# ---- integers ----


def test_integers_are_laid_out_as_documented() -> None:
    assert [str(ANSWERS[code]) for code in (0, 39, 159, 160, 163)] == [
        "play:Cr1",
        "play:Cp10",
        "play:Sp10",
        "play:A1",
        "play:SW",
    ]
    assert [str(ANSWERS[code]) for code in (164, 328, 492, 651)] == [
        "deal:Cr1",
        "collect:Cr1",
        "snatch:Cr1",
        "snatch:Sp10",
    ]
    assert [str(each) for each in ANSWERS[652:]] == [
        "creature:crab",
        "creature:fish",
        "creature:sea-horse",
        "creature:star-fish",
        "dealer:A",
        "dealer:B",
        "dealer:C",
        "dealer:D",
        "replace:yes",
        "replace:no",
        "stop",
    ]
    assert len(ANSWERS) == TAKE_CODES
    assert GAME.code_count == CODE_COUNT == TAKE_CODES + MOST_TAKES
    assert all(GAME.code(option) == code for code, option in enumerate(ANSWERS))
    face = 2 * 40 + 3 * 10 + 6
    assert str(ANSWERS[face]) == "play:Hp7"
    assert (is_creature(face), creature_of(face), colour_of(face), number_of(face)) == (
        True,
        2,
        3,
        7,
    )
    assert not is_creature(160)


def test_sets_of_cards_are_counted_within_their_question() -> None:
    state = duel("hand A Hy9; hand B Cr1; middle Cr5 Cg4 Fr4")
    play(state, "Hy9")
    decision = state.decision
    assert decision is not None
    assert state.codes() == [TAKE_CODES, TAKE_CODES + 1]
    assert [state.code(option) for option in decision.options] == state.codes()
    assert state.option(TAKE_CODES + 1) == decision.options[1]
    with pytest.raises(IllegalOption, match=r"expected state\.code"):
        GAME.code(decision.options[0])
    with pytest.raises(IllegalOption, match="expected one of the codes"):
        state.option(TAKE_CODES + 2)
    state.play_code(TAKE_CODES + 1)
    assert part(state, "middle") == "Cg4"


def test_a_monstrous_middle_offers_its_largest_sets() -> None:
    middle = " ".join(
        f"{creature}{colour}{n}" for creature in "CF" for colour in "rgyp" for n in (1, 2, 3, 4)
    )
    state = duel(f"options capture=any_nonempty; hand A Sr10; hand B Cr9; middle {middle}")
    play(state, "Sr10")
    decision = state.decision
    assert decision is not None
    sizes = [len(option.cards) for option in decision.options if isinstance(option, Take)]
    assert len(sizes) == MOST_TAKES
    assert sizes == sorted(sizes, reverse=True)
