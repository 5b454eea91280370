"""Dealer, creatures, and the first deal."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, BadOptions, SeededRng
from halfturn.core.match import Match
from halfturn.games.swirl.events import CardDealt, MiddleDealt
from tests.games.swirl.given import (
    FOUR,
    GAME,
    answers,
    asked,
    begun,
    dealt,
    part,
    play,
    random_game,
    refuse,
    seen,
    told,
)


@pytest.mark.clause("SW-PLAYERS-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats: int) -> None:
    assert dealt(seats).seats == seats
    for wrong in (1, 5):
        with pytest.raises(BadOptions, match="2 to 4 players"):
            GAME.start(wrong)


@pytest.mark.clause("SW-PLAYERS-1", "SW-DATA-5")
def test_only_four_play_in_teams() -> None:
    assert begun(4, teams=True).sides == ((0, 2), (1, 3))
    assert begun(4).sides == ((0,), (1,), (2,), (3,))
    for seats in (2, 3):
        with pytest.raises(BadOptions, match="teams: expected 4 players"):
            begun(seats, teams=True)


@pytest.mark.clause("SW-DATA-2")
def test_a_lot_finds_the_dealer() -> None:
    state = begun(3)
    decision = state.decision
    assert decision is not None
    assert asked(state) == (CHANCE, "dealer")
    assert answers(state) == ["dealer:A", "dealer:B", "dealer:C"]
    assert list(decision.weights) == [1, 1, 1]
    assert told(play(state, "dealer:C")) == ["Dealer: C."]
    assert part(state, "dealer") == "C"


@pytest.mark.clause("SW-DATA-2")
def test_the_dealer_stays_and_the_next_game_passes_to_the_left() -> None:
    state = dealt(3, dealer="C")
    for now, _ in random_game(state, 1):
        assert now.dealer == 2
    match = Match.start(GAME, 3, {"dealer": "C", "creatures": FOUR[:3]}, length=2)
    rng = SeededRng(3)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[rng.below(len(decision.options))])
    assert part(match.next_game().state, "dealer") == "A"


@pytest.mark.clause("SW-SETUP-1", "SW-DATA-3")
def test_creatures_are_chosen_clockwise_from_the_dealers_left() -> None:
    state = begun(4, dealer="B")
    for seat, creature in ((2, "fish"), (3, "crab"), (0, "star-fish")):
        assert asked(state) == (seat, "creature")
        play(state, creature)
    # Everybody sees that one is left: it is not asked.
    assert part(state, "creatures") == "star-fish sea-horse fish crab"
    assert asked(state) == (CHANCE, "deal")


@pytest.mark.clause("SW-SETUP-1", "SW-T34")
def test_nobody_takes_anothers_creature() -> None:
    state = begun(2, dealer="B")
    assert told(play(state, "creature:crab")) == ["A took the crab."]
    assert answers(state) == ["creature:fish", "creature:sea-horse", "creature:star-fish"]
    refuse(state, "creature:crab", "A has the crab already: everybody takes a different creature")


@pytest.mark.clause("SW-DATA-3", "SW-SETUP-1")
def test_creatures_may_be_drawn_by_lot_or_named() -> None:
    state = begun(3, creatures="random", dealer="A")
    assert asked(state) == (CHANCE, "creature")
    play(state, "crab", "fish")
    assert asked(state) == (CHANCE, "creature")
    play(state, "star-fish")
    assert part(state, "creatures") == "star-fish crab fish"
    named = begun(2, creatures=("star-fish", "crab"), dealer="A")
    assert part(named, "creatures") == "star-fish crab"
    for wrong in (("crab",), ("crab", "crab"), ("crab", "squid")):
        with pytest.raises(BadOptions, match="creatures: expected"):
            begun(2, creatures=wrong)


@pytest.mark.clause("SW-SETUP-2", "SW-SETUP-3", "SW-TURN-1", "SW-TURN-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_cards_to_each_and_four_to_the_middle(seats: int) -> None:
    state = begun(seats, dealer="B", creatures=FOUR[:seats])
    order = []
    rng = SeededRng(seats)
    while asked(state)[1] == "deal":
        events = play(state, answers(state)[rng.below(len(answers(state)))])
        order += [event.seat for event in events if isinstance(event, CardDealt)]
    # Clockwise, a card at a time, from the dealer's left.
    assert order == [(2 + card) % seats for card in range(4 * seats)]
    view = seen(state, 0)
    assert [hand.count for hand in view.hands] == [4] * seats
    assert len(view.middle) == 4
    assert view.deck.count == 85 - 4 * seats - 4
    assert asked(state) == (2 % seats, "play")


@pytest.mark.clause("SW-SETUP-2")
def test_only_its_owner_sees_a_card_that_is_dealt() -> None:
    state = begun(2, dealer="B", creatures=FOUR[:2])
    (event,) = play(state, "deal:Cr1")
    assert event == CardDealt(0, "Cr1")
    assert event.seen_by(0) == event
    for viewer in (1, None):
        assert event.seen_by(viewer).words("AB".__getitem__) == "A got a card."
        assert "Cr1" not in state.view(viewer).text


@pytest.mark.clause("SW-SETUP-4", "SW-AMB-25", "SW-T27")
def test_action_cards_for_the_middle_go_back_and_are_replaced() -> None:
    state = begun(2, dealer="B", creatures=FOUR[:2])
    play(state, *"Fr2 Fr4 Fr5 Fr8 Sp1 Sp3 Sp5 Sp7".split())
    events = play(state, "deal:Cr3", "deal:SN", "deal:Hy9", "deal:SW")
    assert told(events) == [
        "Red crab 3 was dealt to the middle.",
        "SNATCH came up and was shuffled back into the deck.",
        "Yellow sea horse 9 was dealt to the middle.",
        "SWIRL came up and was shuffled back into the deck.",
    ]
    assert part(state, "middle") == "Cr3 Hy9"
    assert part(state, "lay") == "2"
    decision = state.decision
    assert decision is not None
    weights = dict(zip(answers(state), decision.weights, strict=True))
    assert (weights["deal:SN"], weights["deal:SW"]) == (4, 1)
    assert sum(weights.values()) == seen(state, 0).deck.count == 75
    play(state, "deal:SN", "deal:Cr1", "deal:AA", "deal:Cr5")
    assert part(state, "middle") == "Cr1 Cr3 Cr5 Hy9"
    assert seen(state, 0).deck.count == 73
    assert asked(state) == (0, "play")


@pytest.mark.clause("SW-SETUP-3")
def test_later_deals_leave_the_middle_alone() -> None:
    state = dealt(3, seed=4)
    laid = [
        event
        for _, events in random_game(state, 4)
        for event in events
        if isinstance(event, MiddleDealt)
    ]
    assert laid == []


@pytest.mark.clause("SW-SETUP-2")
def test_chance_draws_from_a_deck_without_order() -> None:
    state = begun(2, dealer="A", creatures=FOUR[:2])
    decision = state.decision
    assert decision is not None
    assert decision.seat == CHANCE
    assert len(decision.options) == 76
    assert sum(decision.weights) == 85
    play(state, "SN")
    after = state.decision
    assert after is not None
    assert dict(zip(map(str, after.options), after.weights, strict=True))["deal:SN"] == 3
