"""What each seat knows, and what play shows of hidden hands."""

from __future__ import annotations

import pytest

from halfturn.core import SeededRng
from halfturn.games.qwirkle_cards.kinds import largest_set
from halfturn.games.qwirkle_cards.proofs import after_playing, showed_set
from tests.games.qwirkle_cards.given import (
    answers,
    begun,
    counts,
    deal_hands,
    dealt,
    draw_all,
    given,
    hand_with,
    heap,
    play,
    seen,
    solver,
)


@pytest.mark.clause("QC-AMB-2")
def test_hands_of_others_and_the_deck_are_counts() -> None:
    state = dealt(3)
    for viewer in (0, 1, 2, None):
        view = seen(state, viewer)
        assert [hand.cards is not None for hand in view.hands] == [
            seat == viewer for seat in range(3)
        ]
        assert view.deck.cards is None
        assert "deck ?81" in view.text


@pytest.mark.clause("QC-AMB-2")
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_redealt_hand_has_the_largest_set_it_showed(size: int) -> None:
    state = begun()
    deal_hands(state, hand_with(size), hand_with(3 if size < 3 else size, 3))
    draw_all(state)
    for seed in range(15):
        world = state.redeal(1, SeededRng(seed))
        assert largest_set(world.hands[0]) == size
        assert world.hands[1][:] == state.hands[1][:]
        assert world.inventory() == state.inventory()


@pytest.mark.clause("QC-AMB-2")
def test_a_redealt_hand_can_finish_the_turn_that_it_has_begun() -> None:
    # Few hands without three cards of a line can end this turn, and with a bad first card none:
    # a search that stays with it takes minutes.
    state = given(
        "table yci ycl ybu; hand A rcl rbu yci gci bsq bdi bst psq pdi; shown A 3:6:yci+ycl+ybu; "
        "hand B rdi rcl ost gdi bcl pci pbu; shown B 2:9:; turn B; played rcl ysq"
    )
    world = state.redeal(None, SeededRng("a57"))
    assert seen(world, None) == seen(state, None)
    assert world.decision is not None
    assert [hand.count for hand in seen(world, None).hands] == [9, 7]


@pytest.mark.clause("QC-AMB-9")
def test_a_redealt_hand_of_who_passed_could_not_play_either() -> None:
    stuck = "hand B obu obu bst bst gcl gcl psq psq yci"
    state = given(f"table rci rsq rdi rcl; hand A rst yst gst; {stuck}; turn B")
    play(state, "pass")
    assert seen(state, 0).stuck[1] == ("9:rci+rsq+rdi+rcl:",)
    table = counts("rci rsq rdi rcl")
    hands = set()
    for seed in range(10):
        world = state.redeal(0, SeededRng(seed))
        hands.add(tuple(world.hands[1]))
        assert not solver(table, list(world.hands[1])).can_play()
    assert len(hands) == 10
    # A plays on; what B showed still holds of the same hand.
    play(state, "rst end")
    draw_all(state)
    for seed in range(5):
        world = state.redeal(0, SeededRng(seed))
        assert not solver(table, list(world.hands[1])).can_play()


@pytest.mark.clause("QC-AMB-9")
def test_a_redeal_of_all_hands_makes_earlier_proofs_void() -> None:
    stuck = "hand A oci oci bsq bsq gdi gdi pcl pcl ybu; hand B obu obu bst bst gcl gcl psq psq yci"
    state = given(f"table rci rsq rdi; {stuck}; turn A")
    play(state, "pass")
    assert seen(state, 1).stuck[0]
    play(state, "pass")
    assert seen(state, None).stuck == seen(state, None).shown == ((), ())


@pytest.mark.clause("QC-AMB-2")
def test_what_was_shown_fades_as_cards_are_played() -> None:
    shown = showed_set(4, 9)
    once = after_playing(shown, heap(counts("rci rsq rdi")), 9)
    assert [(proof.kept, proof.exact) for proof in once] == [(6, True)]
    assert sum(once[0].seen) == 3
    twice = after_playing(once, heap(counts("oci osq")), 9)
    assert [(proof.kept, proof.exact) for proof in twice] == [(4, False)]
    assert sum(twice[0].seen) == 3
    assert after_playing(twice, heap(counts("gci gsq gdi gcl")), 9) == ()


@pytest.mark.clause("QC-SWITCH-4")
def test_in_the_middle_of_a_turn_a_redealt_hand_can_go_on() -> None:
    state = given("hand A rci rsq rdi bcl; hand B yci ysq; turn A")
    play(state, "rci")
    for seed in range(20):
        world = state.redeal(1, SeededRng(seed))
        assert world.view(1) == state.view(1)
        assert answers(world)
        assert "pass" not in answers(world)


def test_with_two_players_and_an_empty_deck_the_other_hand_is_known() -> None:
    state = given("table rci rsq rdi; hand A rst yst; hand B bcl gci; deck; turn A")
    assert state.redeal(0, SeededRng(1)).key() == state.key()


def test_a_hand_laid_aside_is_seen_by_its_owner_alone() -> None:
    stuck = "hand A oci oci bsq bsq gdi gdi pcl pcl ybu; hand B obu"
    state = given(f"options no_play=redraw; table rci rsq rdi; {stuck}; turn A")
    play(state, "redraw +rcl")
    assert seen(state, 0).aside.cards is not None
    assert seen(state, 1).aside.cards is None
    assert "aside ? ? ? ? ? ? ? ? ?" in seen(state, 1).text
    for seed in range(5):
        world = state.redeal(1, SeededRng(seed))
        assert not solver(counts("rci rsq rdi"), list(world.aside)).can_play()
