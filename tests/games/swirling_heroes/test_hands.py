"""The ways of making hands, and who sees them."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, BadOptions
from tests.games.swirling_heroes.given import (
    EVEN,
    GAME,
    ODD,
    TWELVE,
    answers,
    asked,
    begun,
    dealt,
    given,
    hand,
    play,
    refuse,
    seen,
)


@pytest.mark.clause("SH-DATA-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mirror_draws_one_six_and_gives_it_to_everybody(seats: int) -> None:
    state = begun(seats)
    for number, face in enumerate(["0321", "1032", "0123", "2031", "1230", "0132"], start=1):
        assert asked(state) == (CHANCE, "deal")
        decision = state.decision
        assert decision is not None
        assert list(decision.weights) == [1] * (13 - number)
        play(state, f"deal:{face}")
        assert [len(hand(state, seat)) for seat in range(seats)] == [number] * seats
    six = ["0123", "1032", "0132", "0321", "1230", "2031"]
    assert [hand(state, seat) for seat in range(seats)] == [six] * seats
    assert asked(state) == (CHANCE, "first")


@pytest.mark.clause("SH-DATA-2")
def test_mirror_draws_different_sixes() -> None:
    sixes = {tuple(hand(dealt(2, seed), 0)) for seed in range(40)}
    assert len(sixes) > 30
    assert {face for six in sixes for face in six} == set(TWELVE)


@pytest.mark.clause("SH-DATA-2")
def test_mirror_takes_a_six_that_is_named() -> None:
    state = begun(2, six="2301 0231 0312 1032 1320 2031", first_player="B")
    assert asked(state) == (1, "turn")
    assert hand(state, 0) == hand(state, 1) == ["0123", "0231", "0312", "1032", "1320", "2031"]


@pytest.mark.clause("SH-DATA-2")
@pytest.mark.parametrize(("hands", "six"), [("even", EVEN), ("odd", ODD)])
def test_even_and_odd_are_fixed(hands: str, six: list[str]) -> None:
    state = begun(3, hands=hands, first_player="A")
    assert [hand(state, seat) for seat in range(3)] == [six] * 3


@pytest.mark.clause("SH-DATA-2")
def test_random_draws_six_for_each_seat_on_its_own() -> None:
    state = begun(2, hands="random", first_player="A")
    for face in ("0123", "0231", "0312", "1032", "1320", "2130"):
        play(state, f"deal:{face}")
    assert hand(state, 0) == EVEN
    assert hand(state, 1) == []
    assert answers(state) == [f"deal:{face}" for face in TWELVE]
    for face in ("0123", "0132", "0213", "0321", "1023", "1230"):
        play(state, f"deal:{face}")
    assert hand(state, 1) == ["0123", "0132", "0213", "0321", "1023", "1230"]
    assert asked(state) == (0, "turn")


@pytest.mark.clause("SH-DATA-2")
def test_choose_lets_each_player_pick_six_of_the_twelve() -> None:
    state = begun(2, hands="choose", first_player="B")
    for seat, six in enumerate((["2031", "1230", "1023", "0321", "0213", "0132"], EVEN)):
        for number, face in enumerate(six):
            assert asked(state) == (seat, "pick")
            decision = state.decision
            assert decision is not None
            assert decision.secret
            assert decision.simultaneous
            assert decision.opens_turn == (number == 0)
            assert answers(state) == [f"pick:{each}" for each in TWELVE if each not in six[:number]]
            play(state, f"pick:{face}")
    assert hand(state, 0) == ODD
    assert hand(state, 1) == EVEN
    assert asked(state) == (1, "turn")


@pytest.mark.clause("SH-DATA-2")
def test_the_same_card_cannot_be_picked_twice() -> None:
    state = begun(2, hands="choose")
    play(state, "pick:0123")
    refuse(state, "pick:2301", "A is asked for 'pick'")
    assert hand(state, 0) == ["0123"]


@pytest.mark.clause("SH-DATA-3")
@pytest.mark.parametrize("hands", ["mirror", "even", "odd"])
def test_hands_that_all_can_infer_lie_open(hands: str) -> None:
    state = dealt(3, seed=5, hands=hands)
    six = hand(state, 0)
    for viewer in (0, 1, 2, None):
        shown = seen(state, viewer).hands
        assert [list(each.cards or ()) for each in shown] == [six] * 3
    assert state.decision is not None
    assert not state.decision.secret


@pytest.mark.clause("SH-DATA-3")
@pytest.mark.parametrize("hands", ["choose", "random"])
def test_hands_of_ones_own_are_secret(hands: str) -> None:
    state = dealt(3, seed=5, hands=hands)
    for viewer in (0, 1, 2, None):
        for seat, shown in enumerate(seen(state, viewer).hands):
            assert shown.count == 6
            assert (shown.cards is None) == (seat != viewer)
    assert state.decision is not None
    assert state.decision.secret


@pytest.mark.clause("SH-DATA-2")
@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"six": "0123", "hands": "mirror"}, "six: expected 6 cards, got 1"),
        ({"six": "0123 0231 0312 1032 1320 0133"}, "six: expected cards like 0123, got '0133'"),
        ({"six": " ".join(EVEN), "hands": "random"}, "six: expected only together with hands=mir"),
        ({"six": "0123 0231 0312 1032 1320 2301"}, "expected 2 x 0123 among the orange cards"),
        ({"hands": "listed"}, "hands=listed: the card file lists no hand of orange"),
        (
            {"hands": "best"},
            "option 'hands': expected one of choose, even, listed, mirror, odd, random",
        ),
    ],
)
def test_hands_that_cannot_be_made_are_refused(options: dict[str, str], problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        begun(2, GAME, **options)


@pytest.mark.clause("SH-DATA-2")
def test_a_position_in_the_middle_of_a_mirrored_deal_goes_on() -> None:
    state = given("hand A 0123 0231; hand B 0123 0231; setup")
    play(state, "deal:0132")
    assert hand(state, 0) == hand(state, 1) == ["0123", "0231", "0132"]
