"""What each seat knows, and what play shows of hidden hands."""

from __future__ import annotations

import pytest

from halfturn.core import SeededRng
from halfturn.games.qwirkle_cards.cards import KIND_OF, largest_set
from halfturn.games.qwirkle_cards.memory import after_turn
from halfturn.games.qwirkle_cards.memory import laid_aside as remembers
from halfturn.games.qwirkle_cards.proofs import after_playing, showed_set
from halfturn.games.qwirkle_cards.state import QwirkleCardsState
from tests.games.qwirkle_cards.given import (
    answers,
    begun,
    cards_of,
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


STUCK = "options no_play=redraw; table rci rsq rdi"
A_LAYS = "hand A oci oci oci bsq bsq gdi gdi pcl ybu"


def laid_aside(hands: str) -> QwirkleCardsState:
    """A could not play, has a fresh hand, and its old one is in a small deck."""
    deck = "deck rcl rst rbu yci ysq ydi ycl yst ybu gci gsq"
    state = given(f"{STUCK}; {A_LAYS}; {hands}; {deck}; turn A")
    play(state, "redraw +rcl +rst +rbu +yci +ysq +ydi +ycl +yst +ybu")
    return state


@pytest.mark.clause("QC-AMB-9")
def test_who_laid_a_hand_aside_remembers_that_it_is_in_no_other_hand() -> None:
    state = laid_aside("hand B obu obu bsq bst gdi gcl psq psq pcl")
    assert seen(state, 0).laid == (("0-9:oci+oci+oci+ybu+gdi+gdi+bsq+bsq+pcl",), ())
    held = set()
    for seed in range(60):
        world = state.redeal(0, SeededRng(seed))
        assert world.inventory() == state.inventory()
        hand = world.hands[1]
        # One bsq, one gdi and one pcl were left for B when A laid the others aside.
        assert [hand[KIND_OF[card]] for card in ("oci", "ybu")] == [0, 0]
        assert all(hand[KIND_OF[card]] <= 1 for card in ("bsq", "gdi", "pcl"))
        held.update(cards_of(list(hand)))
    assert {"bsq", "gdi", "pcl", "gci", "gsq"} <= held


@pytest.mark.clause("QC-AMB-9")
def test_it_remembers_that_of_the_cards_that_are_surely_old() -> None:
    state = laid_aside("hand B obu obu bsq bst gdi gcl psq psq pcl")
    play(state, "rcl end +oci")
    play(state, "gcl pcl end +gdi +oci")
    assert seen(state, 0).laid == (("0-7:oci+oci+ybu+gdi+gdi+bsq+bsq+pcl",), ())
    assert given(state.text).key() == state.key()
    outside = set()
    for seed in range(60):
        hand = state.redeal(0, SeededRng(seed)).hands[1]
        most = {"oci": 0, "ybu": 0, "gdi": 1, "bsq": 1, "pcl": 0}
        too_many = [max(0, hand[KIND_OF[card]] - count) for card, count in most.items()]
        assert sum(too_many) <= 2  # which are those that B has drawn
        outside.add(sum(too_many))
    assert outside == {0, 1, 2}


@pytest.mark.clause("QC-AMB-9")
def test_what_it_remembers_fades_as_the_others_draw() -> None:
    memories = remembers((), 0, tuple(counts("rci rci rsq oci")), [9, 9])
    once = after_turn(memories, 1, heap(counts("rci rsq")), 9)
    assert [memory.kept for memory in once] == [(0, 7)]
    assert once[0].limits == tuple(counts("rci oci"))
    # Now two of the nine are new: whether those are played nobody can tell.
    twice = after_turn(once, 1, heap(counts("oci rci")), 9)
    assert [memory.kept for memory in twice] == [(0, 5)]
    assert twice[0].limits == once[0].limits
    assert after_turn(twice, 1, heap(counts("gci gsq gdi gcl gst")), 9) == ()


@pytest.mark.clause("QC-AMB-9")
def test_nobody_else_learns_what_was_laid_aside() -> None:
    state = laid_aside("hand B obu obu bsq bst gdi gcl psq psq pcl")
    for viewer in (1, None):
        assert seen(state, viewer).laid == ((), ())
        world = state.redeal(viewer, SeededRng(3))
        assert world.memories[0] == ()
        assert world.key(viewer) == state.key(viewer)
