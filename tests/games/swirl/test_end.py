"""Further deals, the last one, and who wins."""

from __future__ import annotations

import pytest

from halfturn.bots.greedy import GreedyBot
from halfturn.core import CHANCE, SeededRng, deal
from halfturn.core.match import Match
from halfturn.core.playthrough import Playthrough
from halfturn.games.swirl.events import GameOver, LeftInMiddle
from tests.games.swirl.given import (
    answers,
    asked,
    cards,
    dealt,
    duel,
    given,
    part,
    play,
    random_game,
    seen,
    told,
)


def piles(**sizes: int) -> str:
    """Piles of so many cards, by seat."""
    return "; ".join(f"pile {seat} {size}" for seat, size in sizes.items())


# ---- deals ----


@pytest.mark.clause("SW-DEAL-1", "SW-TURN-1")
def test_when_all_hands_are_empty_four_more_are_dealt_to_each() -> None:
    state = duel("hand A Hr8; hand B Cr1; dealer B; turn A")
    play(state, "Hr8", "Cr1")
    assert asked(state) == (CHANCE, "deal")
    assert part(state, "deal") == "8"
    assert part(state, "lay") == ""
    deal(state, SeededRng(1))
    assert [hand.count for hand in seen(state, None).hands] == [4, 4]
    assert part(state, "middle") == "Cr1 Hr8"
    assert asked(state) == (0, "play")


REST = "Cr1 Cr3 Cr5 Cr7 Cr9 Cg1 Cg4 Cg6 Cg7 Cg10".split()


def rest_of(cards: int, seats: int, last_deal: str) -> str:
    deck = " ".join(REST[:cards])
    return f"seats {seats}; options last_deal={last_deal}; dealer A; turn B; deck {deck}"


@pytest.mark.clause("SW-AMB-12", "SW-DATA-4", "DEF-9")
@pytest.mark.parametrize(
    ("left", "seats", "last_deal", "hands", "unseen"),
    [
        (9, 3, "equal", [3, 3, 3], 0),
        (1, 2, "equal", None, 1),
        (1, 4, "equal", None, 1),
        (7, 2, "equal", [3, 3], 1),
        (8, 2, "equal", [4, 4], 0),
        (9, 3, "strict4", None, 9),
        (8, 2, "strict4", [4, 4], 0),
        (9, 3, "round_robin", [3, 3, 3], 0),
        (1, 2, "round_robin", [0, 1], 0),
        (7, 3, "round_robin", [2, 3, 2], 0),
        (0, 2, "round_robin", None, 0),
    ],
)
def test_the_last_deal(
    left: int, seats: int, last_deal: str, hands: list[int] | None, unseen: int
) -> None:
    state = given(rest_of(left, seats, last_deal))
    deal(state, SeededRng(1))
    view = seen(state, None)
    assert state.over == (hands is None)
    assert [hand.count for hand in view.hands] == (hands or [0] * seats)
    assert view.deck.count == unseen


@pytest.mark.clause("SW-AMB-12")
def test_a_seat_that_got_no_card_is_skipped() -> None:
    state = given("options last_deal=round_robin; dealer A; turn A; deck Cr5; middle Fr2")
    play(state, "Cr5")
    assert asked(state) == (1, "play")
    play(state, "Cr5")
    assert state.over


@pytest.mark.clause("SW-AMB-12", "SW-DATA-4", "DEF-9", "SW-END-3")
@pytest.mark.parametrize(
    ("seats", "last_deal", "unseen"),
    [
        (2, "equal", 1),
        (3, "equal", 0),
        (4, "equal", 1),
        (2, "strict4", 1),
        (3, "strict4", 9),
        (4, "strict4", 1),
        (2, "round_robin", 0),
        (3, "round_robin", 0),
        (4, "round_robin", 0),
    ],
)
def test_as_many_cards_stay_unseen_as_the_arithmetic_says(
    seats: int, last_deal: str, unseen: int
) -> None:
    ended_by_count = 0
    for seed in range(40):
        state = dealt(seats, seed, last_deal=last_deal)
        for _ in random_game(state, seed):
            pass
        view = seen(state, None)
        if max(len(series) for series in view.series) < 4:
            assert view.deck.count == unseen
            assert cards(state) == 85
            ended_by_count += 1
    assert ended_by_count


# ---- a whole series ----


@pytest.mark.clause("SW-OBJ-1", "SW-END-2", "SW-AMB-18")
def test_a_series_of_four_colours_wins_at_once() -> None:
    state = duel("hand A Hg4 Fr2; hand B Cr1; middle Cg4; series A Hr2 Hy9 Hp7; pile B Fr4 Fr5")
    events = play(state, "Hg4")
    assert state.over
    assert state.winners == (0,)
    assert part(state, "hand A") == "Fr2"
    assert answers(state) == []
    assert told(events)[-2:] == [
        "Green sea horse 4 went to the series (A: 4 of 4).",
        "The game is over. A: 4 in the series and 1 in the pile, "
        "B: 0 in the series and 2 in the pile. A won.",
    ]


@pytest.mark.clause("SW-AMB-18", "SW-END-2")
def test_also_in_the_middle_of_a_play_out() -> None:
    state = duel("hand A SW Hg4 Fr2; hand B Cg4; series A Hr2 Hy9 Hp7")
    play(state, "SW", "Hg4")
    assert state.over
    assert state.winners == (0,)
    assert part(state, "hand A") == "Fr2"


@pytest.mark.clause("SW-END-2", "SW-CAPTURE-3")
def test_collecting_completes_a_series_too() -> None:
    state = duel("hand A A1; hand B Cr1; middle Cg4 Hg2; series A Hr2 Hy9 Hp7")
    play(state, "A1", "Hg2")
    assert state.winners == (0,)


@pytest.mark.clause("SW-AMB-19")
def test_only_one_series_is_ever_complete() -> None:
    for seats in (2, 3, 4):
        for seed in range(20):
            for now, _ in random_game(dealt(seats, seed), seed):
                full = [series for series in seen(now, None).series if len(series) == 4]
                assert len(full) <= 1
                assert bool(full) <= now.over


@pytest.mark.clause("SW-AMB-19")
def test_a_replacement_only_restores_what_was_there() -> None:
    state = duel("hand A SN; hand B Fr2; series B Cr3 Cg4 Cy2; pile B Cr7")
    play(state, "SN", "snatch:Cr3", "yes")
    assert not state.over
    assert part(state, "series B") == "Cr7 Cg4 Cy2"


# ---- by count ----


@pytest.mark.clause("SW-END-3")
def test_the_longest_series_wins() -> None:
    state = given(f"series A Cr1 Cg4; series B Fr4; {piles(A=2, B=40)}; deck")
    assert state.over
    assert state.winners == (0,)


@pytest.mark.clause("SW-END-4", "SW-T29")
def test_then_the_larger_pile() -> None:
    state = given(
        "seats 3; series A Cr1 Cg4 Cy3; series B Fr4 Fg3 Fy6; series C Hr2 Hg2; "
        f"{piles(A=14, B=17, C=30)}; deck"
    )
    assert state.winners == (1,)


@pytest.mark.clause("SW-T30", "SW-AMB-24", "SW-DATA-6")
def test_then_it_is_a_draw() -> None:
    state = given(f"series A Cr1 Cg4 Cy3; series B Fr4 Fg3 Fy6; {piles(A=14, B=14)}; deck")
    assert state.winners == (0, 1)
    assert (
        GameOver(state.scores, (0, 1), (3, 3), (14, 14), False)
        .words("AB".__getitem__)
        .endswith("A draw between A and B.")
    )


@pytest.mark.clause("SW-AMB-23", "SW-END-4")
def test_action_and_snatched_cards_count_in_a_pile_and_series_cards_do_not() -> None:
    assert given("series A Cr1; series B Fr4; pile A SN A1; pile B Hr2; deck").winners == (0,)
    # B snatched Cg4: it counts as a card of B's pile.
    assert given("series A Cr1; series B Fr4; pile A Hr2; pile B SN Cg4; deck").winners == (1,)
    assert given("series A Cr1 Cg4; series B Fr4; pile B Hr2 Hr3; deck").winners == (0,)


@pytest.mark.clause("SW-T31", "SW-END-1")
def test_what_is_left_in_the_middle_counts_for_nobody() -> None:
    state = duel("hand A Fr5; pile A Fr2; pile B Fr4; middle Cr3 Hy9; deck")
    events = play(state, "Fr5")
    cards = "Red crab 3, red fish 5 and yellow sea horse 9"
    assert told(events)[2] == f"{cards} stayed in the middle and counted for nobody."
    assert state.winners == (0, 1)
    assert state.scores == (1, 1)
    assert any(isinstance(event, LeftInMiddle) for event in events)


@pytest.mark.clause("SW-AMB-26")
def test_no_gap_is_filled_at_the_end() -> None:
    state = duel("hand A SN; series A Hg4; series B Cr3; pile B Cr7; deck")
    play(state, "SN", "no")
    assert state.over
    assert part(state, "series B") == ""
    assert state.winners == (0,)


@pytest.mark.clause("SW-END-2", "SW-END-3", "SW-END-4")
def test_scores_say_the_same_in_one_number() -> None:
    state = given("series A Cr1 Cg4; pile A SN; series B Fr4; hand A Cr3; hand B Hr2; turn A")
    assert state.scores == (201, 100)
    assert given("series A Cr1 Cg4 Cy3 Cp5; pile B SN").scores == (1000, 1)


# ---- teams ----

TEAMS = "seats 4; options teams=true; "


@pytest.mark.clause("SW-AMB-15", "SW-DATA-5")
def test_a_whole_series_wins_for_the_team() -> None:
    state = given(
        f"{TEAMS} hand A Fr2; hand B Cr3; series A Cr1 Cg4 Cy3; series C Hr2; "
        "series B Fr4 Fg3 Fy6; series D Sr1 Sg2 Sy2; pile B A1 A1 AA; middle Cp2; turn A"
    )
    events = play(state, "Fr2")
    assert state.winners == (0, 2)
    assert told(events)[-1].endswith("A and C won.")


@pytest.mark.clause("SW-AMB-15", "SW-DATA-5")
def test_partners_add_up_series_then_piles() -> None:
    state = given(f"{TEAMS} series A Cr1 Cg4 Cy3; series B Fr4 Fg3; series D Sr1 Sg2; deck")
    assert state.winners == (1, 3)
    tied = f"{TEAMS} series A Cr1 Cg4; series B Fr4; series D Sr1; deck; "
    assert given(f"{tied} {piles(A=1, C=4, B=3, D=3)}").winners == (1, 3)
    draw = given(f"{tied} {piles(A=2, C=4, B=3, D=3)}")
    assert draw.winners == (0, 1, 2, 3)
    over = GameOver(draw.scores, draw.winners, (2, 1, 0, 1), (2, 3, 4, 3), True)
    assert over.words("ABCD".__getitem__).endswith("A draw between A, B, C and D.")


@pytest.mark.clause("SW-AMB-15")
def test_every_partner_has_a_creature_and_an_own_series() -> None:
    state = given(f"{TEAMS} hand A Fr2; hand B Cr1; middle Hp2; turn A")
    play(state, "Fr2")
    # The partner's creature is not the own one.
    assert (part(state, "series A"), part(state, "series C")) == ("", "")
    assert part(state, "pile A") == "Fr2 Hp2"


@pytest.mark.clause("SW-AMB-15", "SW-T33")
def test_nobody_snatches_from_the_partner() -> None:
    state = given(f"{TEAMS} hand A SN; hand B Cr1; series C Hr2 Hg2; turn A")
    play(state, "SN")
    assert (part(state, "series C"), part(state, "pile A")) == ("Hr2 Hg2", "SN")
    state = given(
        f"{TEAMS} hand A SN; hand B Cr1; series B Fr4; series C Hr2; series D Sr1; turn A"
    )
    play(state, "SN")
    assert answers(state) == ["snatch:Fr4", "snatch:Sr1"]
    with pytest.raises(Exception, match="Hr2 is in the series of your partner"):
        state.read("snatch:Hr2")


@pytest.mark.clause("SW-AMB-15")
def test_a_match_by_wins_counts_for_both_partners() -> None:
    won = Playthrough.at(given(f"{TEAMS} series A Cr1; deck"))
    drawn = Playthrough.at(given(f"{TEAMS} deck"))
    match = Match([won, drawn], 2, "wins")
    assert match.totals == (1, 0, 1, 0)
    assert match.winners == (0, 2)


@pytest.mark.clause("SW-AMB-24")
def test_a_match_goes_by_games_won_whoever_has_the_longer_series() -> None:
    narrow = Playthrough.at(given("seats 3; series A Cr1; deck"))
    shared = Playthrough.at(given("seats 3; series A Cr1; series B Fr4; deck"))
    whole = Playthrough.at(given("seats 3; series C Hr2 Hg2 Hy1 Hp4; deck"))
    match = Match([narrow, shared, whole], 3)
    assert match.totals == (2, 1, 1)
    assert match.winners == (0,)
    assert Match([shared], 1).winners == shared.state.winners == (0, 1)


@pytest.mark.clause("SW-AMB-15")
def test_a_greedy_partner_plays_for_the_team() -> None:
    state = given(
        f"{TEAMS} hand A Fr2 Fy10; hand B Cr1; series C Hr2 Hg2; middle Cy2 Sp5; pile C 20; turn A"
    )
    chosen = GreedyBot().choose(state.redeal(0, SeededRng(1)), SeededRng(1))
    assert str(chosen) == "play:Fr2"
