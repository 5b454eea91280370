"""SWIRL: hands drop, and one is played out."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, SeededRng, deal
from halfturn.games.swirl.cards import ACTIONS
from halfturn.games.swirl.events import Dropped, Played
from tests.games.swirl.given import (
    answers,
    asked,
    dealt,
    duel,
    given,
    part,
    play,
    random_game,
    refuse,
    seen,
    told,
)

T22 = "hand A SW Hy9 A1; hand B Cr9 SN Fr2 Cg4"


@pytest.mark.clause("SW-SWIRL-1", "SW-T22", "SW-ACTION-3", "SW-AMB-5")
def test_all_others_drop_their_hands() -> None:
    state = duel(T22)
    events = play(state, "SW")
    assert told(events) == [
        "A played SWIRL.",
        "B dropped red crab 9, green crab 4, red fish 2 and SNATCH into the middle.",
    ]
    assert part(state, "middle") == "Cr9 Cg4 Fr2 SN"
    assert part(state, "hand B") == ""
    assert part(state, "pile A") == "SW"
    assert asked(state) == (0, "play")
    assert answers(state) == ["play:Hy9", "play:A1"]


@pytest.mark.clause("SW-SWIRL-1")
def test_with_four_players_three_drop() -> None:
    state = given(
        "seats 4; hand A Cr1 Cr3; hand B SW Fr2; hand C Hr2; hand D Sr1 Sr4; middle Sp9; turn B"
    )
    events = play(state, "SW")
    assert [event.seat for event in events if isinstance(event, Dropped)] == [2, 3, 0]
    assert part(state, "middle") == "Cr1 Cr3 Hr2 Sr1 Sr4 Sp9"


@pytest.mark.clause("SW-SWIRL-2", "SW-T23", "SW-AMB-8", "SW-AMB-17", "SW-AMB-14", "DEF-10")
def test_the_hand_is_played_out() -> None:
    state = duel(T22)
    play(state, "SW", "Hy9")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hy9", "Cr9 SW")
    play(state, "A1", "collect:SN")
    assert part(state, "pile A") == "Cr9 A1 SN SW"
    assert part(state, "middle") == "Cg4 Fr2"
    assert asked(state) == (CHANCE, "deal")


@pytest.mark.clause("SW-T24", "SW-AMB-13")
@pytest.mark.parametrize("dealer", ["A", "B"])
def test_the_player_left_of_the_swirl_leads_whoever_deals(dealer: str) -> None:
    state = duel(f"{T22}; dealer {dealer}")
    play(state, "SW", "Hy9", "A1", "collect:SN")
    first = 1 if dealer == "A" else 0
    events = play(state, "deal:Cr1")
    assert told(events) == [f"{'AB'[first]} got red crab 1."]
    deal(state, SeededRng(1))
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-13")
def test_the_lead_stays_shifted_in_later_deals() -> None:
    state = given(
        "seats 3; options replacement=automatic; dealer C; hand A SW; hand B Fr2; hand C Hr2; "
        "turn A"
    )
    play(state, "SW")
    leads = []
    for now, events in random_game(state, 5):
        fresh = asked(now)[1] == "play" and {len(hand) for hand in now.table.hands} == {4}
        if fresh and not any(isinstance(event, Played) for event in events):
            leads.append(asked(now)[0])
        if len(leads) == 3 or now.over:
            break
    assert leads == [1, 1, 1]


@pytest.mark.clause("SW-AMB-13")
def test_or_the_player_left_of_the_dealer_leads() -> None:
    state = duel(f"options after_swirl=left_of_dealer; {T22}; dealer B")
    play(state, "SW", "Hy9", "A1", "collect:SN")
    deal(state, SeededRng(1))
    assert asked(state) == (0, "play")


@pytest.mark.clause("SW-T25", "SW-AMB-20")
def test_swirl_as_the_last_card() -> None:
    state = duel("hand A SW; hand B Cr9 SN")
    play(state, "SW")
    assert part(state, "middle") == "Cr9 SN"
    assert part(state, "pile A") == "SW"
    assert asked(state) == (CHANCE, "deal")


@pytest.mark.clause("SW-AMB-20")
def test_swirl_when_the_others_have_no_cards() -> None:
    state = duel("hand A SW Hy9; middle Cr3")
    events = play(state, "SW")
    assert told(events) == ["A played SWIRL."]
    assert (part(state, "middle"), part(state, "pile A")) == ("Cr3", "SW")
    assert asked(state) == (0, "play")


@pytest.mark.clause("SW-AMB-21")
def test_dropped_cards_capture_nothing() -> None:
    state = duel("hand A SW Hy9; hand B Cr3 Cg4; middle Fr4 Sp3 Fg7")
    play(state, "SW")
    assert part(state, "middle") == "Cr3 Cg4 Fr4 Fg7 Sp3"
    assert part(state, "pile B") == ""


@pytest.mark.clause("SW-AMB-7", "SW-AMB-14", "DEF-10")
def test_a_card_that_captures_nothing_stays_and_can_be_captured_next() -> None:
    state = duel("hand A SW Hy9 Sr4 Fr5; hand B Cy8")
    play(state, "SW", "Sr4", "Fr5")
    assert part(state, "middle") == "Cy8 Fr5 Sr4"
    play(state, "Hy9")
    assert part(state, "middle") == "Cy8"
    assert part(state, "pile A") == "Fr5 Sr4 SW"


@pytest.mark.clause("SW-AMB-8", "SW-SNATCH-3", "DEF-10")
def test_snatch_and_collect_all_in_a_play_out() -> None:
    state = duel("hand A SW SN AA; hand B Cr9; series B Cr3; pile B Cr7")
    play(state, "SW", "SN")
    assert asked(state) == (1, "replace")
    play(state, "no")
    assert asked(state) == (0, "play")
    play(state, "AA")
    assert part(state, "pile A") == "Cr3 Cr9 AA SN SW"


@pytest.mark.clause("SW-AMB-14", "SW-SWIRL-2")
def test_everything_is_played_out() -> None:
    state = duel(T22)
    refuse(state, "stop", "stop is only for the one who plays out a hand after a SWIRL")
    play(state, "SW")
    refuse(state, "stop", r"the whole hand is played out \(play_out=all\)")


@pytest.mark.clause("SW-AMB-14", "SW-AMB-21")
def test_or_the_player_may_stop_and_drop_the_rest() -> None:
    state = duel(f"options play_out=may_stop; {T22}")
    refuse(state, "stop", "stop is only for")
    play(state, "SW")
    assert answers(state) == ["play:Hy9", "play:A1", "stop"]
    events = play(state, "stop")
    assert told(events) == ["A dropped yellow sea horse 9 and COLLECT ONE into the middle."]
    assert part(state, "middle") == "Cr9 Cg4 Fr2 Hy9 A1 SN"
    assert part(state, "pile A") == "SW"
    assert asked(state) == (CHANCE, "deal")


@pytest.mark.clause("SW-AMB-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_action_card_lies_in_the_middle_before_a_swirl(seats: int) -> None:
    met = False
    for seed in range(25):
        swirled = False
        for now, events in random_game(dealt(seats, seed), seed):
            swirled = swirled or any(isinstance(event, Dropped) for event in events)
            actions = [card for card in seen(now, None).middle if card in ACTIONS]
            assert swirled or not actions
            met = met or bool(actions)
    assert met


@pytest.mark.clause("SW-SWIRL-1")
def test_a_preview_of_swirl_does_not_show_what_others_hold() -> None:
    state = duel(T22)
    preview = state.preview(state.read("SW"))
    assert preview.events == (Played(0, "SW"),)
    assert preview.gains == (1, 0)
