"""Drawing, passing, the last round, and who wins."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE
from halfturn.core.event import GameOver
from halfturn.games.qwirkle_cards.events import (
    HandRenewed,
    HandsRenewed,
    LastRound,
    Passed,
)
from tests.games.qwirkle_cards.given import answers, draw_all, given, play, refused, seen

STUCK_A = "hand A oci oci bsq bsq gdi gdi pcl pcl ybu"
STUCK_B = "hand B obu obu bst bst gcl gcl psq psq yci"
STUCK = f"table rci rsq rdi; {STUCK_A}; {STUCK_B}"


@pytest.mark.clause("QC-DRAW-1", "QC-TURN-2")
def test_the_hand_is_filled_up_to_nine() -> None:
    state = given("table rci rsq rdi; hand A rcl rst oci ysq bdi gcl pst obu bbu; turn A")
    play(state, "rcl rst end")
    for _ in range(2):
        assert state.decision is not None
        assert (state.decision.seat, state.decision.kind) == (CHANCE, "draw")
        play(state, answers(state)[0])
    assert state.sizes[0] == 9
    assert state.decision is not None
    assert state.decision.seat == 1


@pytest.mark.clause("QC-AMB-15")
def test_a_short_deck_gives_what_is_there() -> None:
    state = given("table rci rsq rdi; hand A rcl rst oci ysq; hand B rbu; deck gci; turn A")
    play(state, "rcl rst end +gci")
    assert list(state.sizes) == [3, 1]
    assert state.deck_size == 0
    assert answers(state) == ["rbu"]  # nobody waits for a card that is not there


@pytest.mark.clause("QC-END-1", "QC-END-2", "QC-AMB-16", "QC-T25", "QC-AMB-18")
def test_after_the_last_card_everybody_has_one_more_turn_and_the_drawer_the_last() -> None:
    hands = "hand A rcl yci; hand B rst ysq; hand C rbu ydi"
    state = given(f"seats 3; table rci rsq rdi; {hands}; deck rcl; turn B")
    play(state, "rst end")
    events = play(state, "+rcl")
    assert events[-1] == LastRound(1)
    order = []
    while state.decision is not None:
        order.append(state.decision.seat)
        view = seen(state, None)
        assert view.last == 4 - len(order)
        if answers(state) == ["pass"]:
            play(state, "pass")
        else:
            assert "a card can be played" in refused(state, "pass")
            play(state, f"{answers(state)[0]} end")
    assert order == [2, 0, 1]
    assert list(state.sizes) == [1, 1, 1]  # nobody has drawn


@pytest.mark.clause("QC-T24", "QC-AMB-16")
def test_the_trigger_works_with_a_full_hand_too() -> None:
    hand = "hand A rcl oci oci ysq ysq bdi bdi gcl gcl"
    state = given(f"table rci rsq rdi; {hand}; hand B rbu; deck rst gst yst; turn A")
    state = given(
        "table rci rsq rdi rcl rst rbu; hand A oci oci ysq ysq bdi bdi; hand B rbu; "
        "deck rst gst yst; draw A"
    )
    events = play(state, "+rst +gst +yst")
    assert (state.sizes[0], state.deck_size) == (9, 0)
    assert events[-1] == LastRound(0)
    assert seen(state, None).last == 2


@pytest.mark.clause("QC-AMB-17")
def test_an_empty_hand_passes() -> None:
    state = given("table rci rsq rdi; hand B rcl; deck; turn A")
    assert answers(state) == ["pass"]
    play(state, "pass")
    assert answers(state) == ["rcl"]


@pytest.mark.clause("QC-WIN-1", "QC-AMB-19")
def test_most_qwirkles_win_whatever_is_left_in_hand() -> None:
    state = given("qwirkles A r; qwirkles B o y; hand A rci rsq rdi; deck; last 1; turn A")
    events = play(state, "rci rsq rdi end")
    assert events[-1] == GameOver((1, 2), (1,))
    assert state.winners == (1,)
    state = given("qwirkles A r; hand A rci; hand B oci oci oci oci; over")
    assert (state.scores, state.winners) == ((1, 0), (0,))


@pytest.mark.clause("QC-WIN-2", "QC-AMB-22", "QC-T26")
def test_equal_numbers_are_a_tie() -> None:
    state = given("seats 3; qwirkles A r o y g; qwirkles B b p ci sq; qwirkles C di cl; over")
    assert (state.scores, state.winners) == ((4, 4, 2), (0, 1))


@pytest.mark.clause("QC-AMB-9", "QC-T21", "QC-DATA-4", "DEF-13")
def test_who_provably_cannot_play_passes_and_keeps_the_hand() -> None:
    state = given(f"{STUCK}; turn A")
    assert answers(state) == ["pass"]
    hand = seen(state, 0).hands[0]
    assert play(state, "pass") == [Passed(0)]
    assert seen(state, 0).hands[0] == hand
    assert answers(state) == ["pass"]


@pytest.mark.clause("QC-AMB-9")
def test_when_all_pass_in_a_row_hands_are_dealt_anew() -> None:
    state = given(f"{STUCK}; qwirkles A p; turn B")
    events = play(state, "pass pass")
    assert events == [Passed(1), Passed(0), HandsRenewed(1)]
    assert state.deck_size == 108 - 3 - 6
    told = draw_all(state)
    assert not any(isinstance(event, LastRound) for event in told)
    assert list(state.sizes) == [9, 9]
    view = seen(state, None)
    assert (view.table, view.qwirkles) == (("rci", "rsq", "rdi"), (("p",), ()))
    assert (view.turn, view.passes, view.redeals, view.last) == (1, 0, 1, 0)


@pytest.mark.clause("QC-AMB-9")
def test_after_three_redeals_in_a_row_the_game_ends() -> None:
    state = given(f"{STUCK}; redeals 2; turn A")
    play(state, "pass pass")
    assert seen(state, None).stage == "redeal"
    state = given(f"{STUCK}; redeals 3; turn A")
    events = play(state, "pass pass")
    assert events[-1] == GameOver((0, 0), (0, 1))


@pytest.mark.clause("QC-AMB-9")
def test_a_played_card_begins_the_count_anew() -> None:
    state = given(f"table rci rsq rdi; hand A rst bbu; {STUCK_B}; redeals 3; passes 1; turn A")
    play(state, "rst end")
    draw_all(state)
    view = seen(state, None)
    assert (view.passes, view.redeals) == (0, 0)


@pytest.mark.clause("QC-AMB-9")
def test_with_an_empty_deck_passing_is_just_passing() -> None:
    state = given(f"{STUCK}; deck; last 2; turn A")
    assert play(state, "pass") == [Passed(0)]
    assert play(state, "pass") == [Passed(1), GameOver((0, 0), (0, 1))]


@pytest.mark.clause("QC-AMB-9", "QC-DATA-4")
def test_no_play_end_ends_the_game_when_all_have_passed() -> None:
    state = given(f"options no_play=end; {STUCK}; turn A")
    assert play(state, "pass pass")[-1] == GameOver((0, 0), (0, 1))


@pytest.mark.clause("QC-AMB-9", "QC-DATA-4")
def test_no_play_redraw_gives_nine_new_cards_and_a_second_try() -> None:
    state = given(f"options no_play=redraw; {STUCK}; turn A")
    assert answers(state) == ["redraw"]
    events = play(state, "redraw")
    assert events == [HandRenewed(0, 9)]
    before = state.deck_size
    for card in "rcl rst rbu oci osq odi ocl ost obu".split():
        play(state, f"+{card}")
    assert state.deck_size == before - 9 + 9
    assert seen(state, 0).hands[0].count == 9
    assert "rcl" in answers(state)
    assert state.to_play == 0


@pytest.mark.clause("QC-AMB-9")
def test_redraw_takes_what_is_there_without_ending_the_game_and_passes_if_still_stuck() -> None:
    state = given(f"options no_play=redraw; {STUCK}; deck gdi pcl; turn A")
    assert play(state, "redraw") == [HandRenewed(0, 2)]
    events = play(state, "+gdi +pcl")
    assert not any(isinstance(event, LastRound) for event in events)
    assert (list(state.sizes), state.deck_size) == ([2, 9], 9)
    assert answers(state) == ["pass"]
    play(state, "pass")
    assert state.to_play == 1


@pytest.mark.clause("QC-AMB-9")
def test_redraw_ends_after_four_rounds_of_passes() -> None:
    state = given(f"options no_play=redraw; {STUCK}; passes 6; redrawn; turn A")
    play(state, "pass")
    assert state.decision is not None
    state = given(f"options no_play=redraw; {STUCK}; passes 7; redrawn; turn A")
    assert play(state, "pass")[-1] == GameOver((0, 0), (0, 1))


@pytest.mark.clause("QC-AMB-9", "QC-AMB-16")
def test_nobody_redraws_in_the_last_round() -> None:
    state = given(f"options no_play=redraw; {STUCK}; deck rcl; last 2; turn A")
    assert answers(state) == ["pass"]
