"""Setting up: players, colours, and six cards each."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, BadOptions, SeededRng, deal
from tests.games.swirling_heroes.given import (
    EVEN,
    GAME,
    answers,
    asked,
    begun,
    dealt,
    given,
    hand,
    play,
    random_game,
    refuse,
    seen,
)


@pytest.mark.clause("SH-SETUP-1")
def test_two_to_four_play() -> None:
    for seats in (2, 3, 4):
        assert begun(seats).seats == seats
    for seats in (0, 1, 5):
        with pytest.raises(BadOptions, match=rf"is for 2 to 4 players, got {seats}"):
            GAME.start(seats)


@pytest.mark.clause("SH-SETUP-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_has_a_colour_of_its_own(seats: int) -> None:
    colours = seen(begun(seats), None).colours
    assert colours == ("orange", "green", "blue", "pink")[:seats]
    chosen = begun(seats, colours=" ".join(["pink", "blue", "green", "orange"][:seats]))
    assert seen(chosen, None).colours == ("pink", "blue", "green", "orange")[:seats]


@pytest.mark.clause("SH-SETUP-2", "SH-T20")
def test_a_colour_that_is_taken_cannot_be_taken_again() -> None:
    state = begun(4, colours="choose")
    assert asked(state) == (0, "colour")
    play(state, "colour:orange", "green")
    assert asked(state) == (2, "colour")
    before = state.key(), state.text
    refuse(state, "colour:green", r"C is asked for 'colour': .* got colour:green")
    assert (state.key(), state.text) == before
    assert answers(state) == ["colour:blue", "colour:pink"]
    play(state, "colour:blue")
    # With one colour left there is nothing to ask: everybody sees what the fourth player gets.
    assert seen(state, None).colours == ("orange", "green", "blue", "pink")
    assert asked(state) == (CHANCE, "deal")


@pytest.mark.clause("SH-T20", "SH-SETUP-2")
@pytest.mark.parametrize(
    ("colours", "problem"),
    [
        ("orange green blue green", "expected 4 different ones, got orange,green,blue,green"),
        ("orange green blue", "expected 4 different ones"),
        ("orange green blue red", "expected some of orange, green, blue, pink, or choose, got 'r"),
    ],
)
def test_colours_named_beforehand_have_to_differ(colours: str, problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        begun(4, colours=colours)


@pytest.mark.clause("SH-SETUP-2")
def test_choosing_colours_goes_round_and_ends_when_all_have_one() -> None:
    state = begun(2, colours="choose", hands="even", first_player="A")
    play(state, "colour:pink", "colour:blue")
    assert seen(state, None).colours == ("pink", "blue")
    assert asked(state) == (0, "turn")


@pytest.mark.clause("SH-SETUP-3")
@pytest.mark.parametrize("hands", ["mirror", "choose", "random", "even", "odd"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_hand_is_six_cards_of_its_colour(seats: int, hands: str) -> None:
    state = dealt(seats, seed=seats, hands=hands)
    assert asked(state)[1] == "turn"
    for seat in range(seats):
        own = hand(state, seat)
        assert len(own) == 6
        assert len(set(own)) == 6  # a colour has each card once
    in_box = {"orange": 6, "green": 6, "blue": 6 * (1 + (seats < 3)), "pink": 6 * (1 + (seats < 4))}
    boxed = [sum(state.hands.count_of(0, at, card) for card in range(12)) for at in range(4)]
    assert boxed == list(in_box.values())


@pytest.mark.clause("SH-SETUP-4")
def test_a_card_that_is_in_no_hand_never_comes_into_play() -> None:
    state = begun(2, hands="even", first_player="A")
    refuse(state, "0132@0,0", "0132 is not in A's hand")
    played = set()
    for before, code, _ in random_game(state, seed=1):
        played.add(str(before.option(code))[:4])
    assert {min(face, face[2:] + face[:2]) for face in played} == set(EVEN)


@pytest.mark.clause("SH-SETUP-5")
@pytest.mark.parametrize("hands", ["choose", "random", "mirror"])
def test_players_see_their_own_hand_all_game_long(hands: str) -> None:
    state = begun(3, hands=hands)
    rng = SeededRng(3)
    deal(state, rng)
    for _ in range(40):
        decision = state.decision
        if decision is None:
            break
        for seat in range(3):
            own = seen(state, seat).hands[seat]
            assert own.cards is not None
            assert len(own.cards) == own.count
            text = f"hand {'ABC'[seat]} {' '.join(own.cards)}"
            assert (text in state.view(seat).text) == bool(own.cards)
            assert (text in state.text) == bool(own.cards)
        state.play(decision.options[rng.below(len(decision.options))])
        deal(state, rng)


@pytest.mark.clause("SH-SETUP-3")
def test_no_turn_before_all_hands_are_full() -> None:
    state = given(
        "options hands=random; hand A 0123 0231 0312 1032 1320 2130; hand B 0123 0231; setup"
    )
    assert asked(state) == (CHANCE, "deal")
    assert "deal:0123" not in answers(state)
    play(state, "deal:0312", "deal:1032", "deal:1320")
    assert asked(state) == (CHANCE, "deal")
    play(state, "deal:2031")
    assert asked(state) == (CHANCE, "first")
