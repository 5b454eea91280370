"""Hidden information: what leaves for whom, and worlds that look the same."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from halfturn.core import CHANCE, SeededRng
from halfturn.games.swirl.state import SwirlState
from tests.games.swirl.given import (
    FOUR,
    GAME,
    VIEWERS,
    answers,
    asked,
    begun,
    dealt,
    duel,
    part,
    play,
    random_game,
    seen,
)


def viewers(state: SwirlState) -> list[int | None]:
    return [viewer for viewer in VIEWERS if viewer is None or viewer < state.seats]


def bytes_for(state: SwirlState, viewer: int | None) -> bytes:
    """Every byte that leaves for a viewer: view, its text, its drawing, and the own question."""
    view = state.view(viewer)
    decision = state.decision
    own = answers(state) if decision is not None and decision.seat == viewer else []
    parts = [msgspec.json.encode(view), view.text.encode(), GAME.draw(view).markup.encode()]
    return b"\n".join([*parts, " ".join(own).encode()])


def other_world(state: SwirlState, viewer: int | None) -> SwirlState:
    """The same with every hidden card exchanged for another one, where there is one."""
    world = state.clone()
    table = world.table
    hidden = [seat for seat in range(state.seats) if seat != viewer]
    sizes = [len(table.hands[seat]) for seat in hidden]
    for seat in hidden:
        for face in table.hands[seat]:
            table.put_back(face)
    unseen = [face for face in range(164) for _ in range(table.copies[face])]
    for face in table.returned_cards():
        unseen.remove(face)  # everybody saw it go back into the deck
    # Backwards through the deck, so that next to nothing stays where it was.
    for seat, size in zip(hidden, sizes, strict=True):
        table.hands[seat] = []
        for _ in range(size):
            table.deal(seat, unseen.pop())
    return world


@pytest.mark.clause("SW-SETUP-2", "SW-AMB-22")
@pytest.mark.parametrize("memory_mode", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_everything_hidden_changed_not_one_byte_differs(seats: int, memory_mode: bool) -> None:
    changed = 0
    state = begun(seats, memory_mode=memory_mode)
    for now, _ in random_game(state, (seats, memory_mode)):
        for viewer in viewers(now):
            world = other_world(now, viewer)
            changed += world.key() != now.key()
            assert bytes_for(world, viewer) == bytes_for(now, viewer)
            assert world.key(viewer) == now.key(viewer)
    assert changed > 100


@pytest.mark.clause("SW-SETUP-2")
def test_hands_of_others_are_counts_and_so_is_the_deck() -> None:
    state = dealt(2, seed=3)
    for viewer in (0, 1, None):
        view = seen(state, viewer)
        for seat in (0, 1):
            assert view.hands[seat].count == 4
            assert (view.hands[seat].cards is None) == (viewer != seat)
        assert (view.deck.count, view.deck.cards) == (73, None)
        assert "deck" not in view.text


def test_a_view_is_written_with_question_marks() -> None:
    state = duel("hand A Hy9 SN; hand B Cr9 Cr1; middle Cg4; series A Hg2; pile B Fr2")
    start = "seats 2; creatures sea-horse crab; dealer B; "
    end = "series A Hg2; {}; pile B Fr2; middle Cg4; turn A"
    assert state.view(0).text == start + "hand A Hy9 SN; " + end.format("hand B ? ?")
    assert state.view(1).text == start + "hand A ? ?; " + end.format("hand B Cr1 Cr9")
    assert state.view(None).text == start + "hand A ? ?; " + end.format("hand B ? ?")
    assert "deck ? ?; " in duel("hand A Hy9; hand B Cr1; deck Fr2 Fr4").view(0).text


@pytest.mark.clause("SW-AMB-22")
@pytest.mark.parametrize("memory_mode", [False, True])
def test_a_redeal_agrees_with_everything_that_was_seen(memory_mode: bool) -> None:
    state = begun(3, memory_mode=memory_mode)
    for number, (now, _) in enumerate(random_game(state, "redeal")):
        if number % 9:
            continue
        for viewer in viewers(now):
            world = now.redeal(viewer, SeededRng(f"{number} {viewer}"))
            assert world.inventory() == now.inventory()
            assert world.view(viewer) == now.view(viewer)
            for name in ("pile A", "pile B", "pile C", "series A", "series B", "middle"):
                assert part(world, name) == part(now, name)
            if viewer is not None:
                assert part(world, f"hand {'ABC'[viewer]}") == part(now, f"hand {'ABC'[viewer]}")


@pytest.mark.clause("SW-SETUP-2")
def test_a_redeal_draws_every_unseen_card_equally_often() -> None:
    state = duel("hand A Hy9; hand B Cr9; middle Cg4; deck Fr2 Fr4 Fr4 SN")
    rng = SeededRng(7)
    drawn = Counter(part(state.redeal(0, rng), "hand B") for _ in range(5000))
    assert set(drawn) == {"Cr9", "Fr2", "Fr4", "SN"}
    assert 1800 < drawn["Fr4"] < 2200
    for card in ("Cr9", "Fr2", "SN"):
        assert 850 < drawn[card] < 1150


@pytest.mark.clause("SW-SETUP-4", "SW-AMB-25")
def test_what_went_back_into_the_deck_is_in_no_hand_until_the_next_deal() -> None:
    deck = ("Cr1", "Cr3", "Cr5", "Cr7", "Fr2", "Fr4", "Fr5", "Fr8", "SN", "SW")
    state = begun(2, dealer="B", creatures=FOUR[:2], hand_size=2, middle_size=1, deck=deck)
    play(state, *"Cr1 Fr2 Cr3 Fr4 SW SN SN Cr5".split())
    assert part(state, "returned") == "SN SW"
    rng = SeededRng(7)
    for viewer, hidden in ((0, "hand B"), (1, "hand A"), (None, "hand A")):
        hands = Counter(part(state.redeal(viewer, rng), hidden) for _ in range(200))
        assert len(hands) > 2
        assert all("SW" not in hand and "SN" not in hand for hand in hands)
    play(state, "Cr1")
    assert part(state, "returned") == "SN SW"
    play(state, *"Fr2 Cr3 Fr4".split())
    assert asked(state) == (CHANCE, "deal")
    assert part(state, "returned") == ""


@pytest.mark.clause("SW-SETUP-4")
def test_one_of_a_kind_that_went_back_stays_in_the_deck_and_others_may_be_anywhere() -> None:
    state = duel("hand A Hy9; hand B Cr9; middle Cg4; deck Fr2 SN SN; returned SN")
    rng = SeededRng(7)
    drawn = Counter(part(state.redeal(0, rng), "hand B") for _ in range(3000))
    # Cr9, Fr2 and the other SN: all three equally likely.
    assert set(drawn) == {"Cr9", "Fr2", "SN"}
    assert all(850 < count < 1150 for count in drawn.values())


@pytest.mark.clause("SW-SETUP-4", "SW-AMB-22")
def test_who_has_to_remember_is_not_told_what_went_back() -> None:
    hidden = "options memory_mode=true; hand A Hy9; hand B Cr9"
    state, other = duel(f"{hidden}; returned SN"), duel(hidden)
    assert "returned" not in state.view(0).text
    assert "returned SN" in state.text
    # They are told apart all the same: somebody who watched can.
    assert seen(state, 0).memory != seen(other, 0).memory
    assert state.key(0) != other.key(0)


@pytest.mark.clause("SW-SWIRL-1")
def test_what_drops_into_the_middle_is_seen_and_never_drawn_again() -> None:
    state = duel("hand A SW Hy9; hand B Cr9 SN Fr2 Cg4")
    play(state, "SW")
    for seed in range(20):
        world = state.redeal(1, SeededRng(seed))
        assert part(world, "middle") == "Cr9 Cg4 Fr2 SN"
        assert part(world, "hand B") == ""
        assert part(world, "hand A") not in ("Cr9", "Cg4", "Fr2")


def test_the_question_about_a_hand_is_asked_with_a_single_card_too() -> None:
    state = duel("hand A Hy9; hand B Cr9")
    decision = state.decision
    assert decision is not None
    assert asked(state) == (0, "play")
    assert decision.secret
    assert decision.opens_turn
    swirled = duel("hand A Hy9; hand B Cr9; swirl")
    decision = swirled.decision
    assert decision is not None
    assert decision.secret
    assert not decision.opens_turn
