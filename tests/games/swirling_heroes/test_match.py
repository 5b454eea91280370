"""Competitive Scoring Mode: several games that count together."""

from __future__ import annotations

import json

import pytest

from halfturn.core import CHANCE, SeededRng
from halfturn.core.match import Match, read_match
from halfturn.core.playthrough import Playthrough
from halfturn.games.swirling_heroes import SwirlingHeroes
from halfturn.games.swirling_heroes.redeal import first_player
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from tests.games.swirling_heroes.given import EVEN, GAME, ODD, given, hand, seen


def ended(*scores: int) -> Playthrough:
    """A game that ended so: each seat has a pair of cards, of whose touching sides it lost some."""
    pairs: list[str] = []
    for seat, score in zip("ABCD", scores, strict=False):
        lost = 12 - score
        left_card = {0: "1023", 1: "0123", 2: "0213", 3: "0312"}[min(lost, 3)]
        right_card = {0: "1230", 1: "0231", 2: "0132", 3: "0123"}[lost - min(lost, 3)]
        row = 3 * len(pairs)
        pairs.append(f"{seat}:{left_card}@0,{row} {seat}:{right_card}@1,{row}")
    return Playthrough.at(given(f"seats {len(scores)}; field {' '.join(pairs)}"))


def first_seats(match: Match, seed: int) -> list[int]:
    """Play the whole match at random; returns who took the first turn of each game."""
    rng = SeededRng(seed)
    seats = []
    while True:
        through = match.current
        while (decision := through.state.decision) is not None:
            if decision.kind == "turn" and not seen(through.state, None).field:
                seats.append(decision.seat)
            through.play(decision.options[rng.below(len(decision.options))])
        if match.over:
            return seats
        match.next_game()


@pytest.mark.clause("SH-T18", "SH-COMP-2", "SH-AMB-13")
def test_totals_of_29_29_and_27_are_a_draw_of_the_first_two() -> None:
    games = [ended(12, 9, 7), ended(8, 11, 10), ended(9, 9, 10)]
    assert [each.state.scores for each in games] == [(12, 9, 7), (8, 11, 10), (9, 9, 10)]
    match = Match(games, 3)
    assert match.totals == (29, 29, 27)
    assert match.over
    assert match.winners == (0, 1)


@pytest.mark.clause("SH-COMP-2")
def test_points_decide_a_match_and_not_games_won() -> None:
    match = Match([ended(8, 7, 7), ended(8, 7, 7), ended(7, 12, 7)], 3)
    assert match.totals == (23, 26, 21)
    assert match.winners == (1,)


@pytest.mark.clause("SH-COMP-2")
def test_nobody_has_won_before_the_last_game() -> None:
    match = Match([ended(12, 9, 7), ended(12, 9, 7)], 3)
    assert match.totals == (24, 18, 14)
    assert not match.over
    assert match.winners == ()


@pytest.mark.clause("SH-COMP-1", "SH-DATA-5", "SH-T18")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("hands", ["mirror", "random", "choose", "odd"])
def test_every_seat_begins_one_game(seats: int, hands: str) -> None:
    match = Match.start(GAME, seats, {"hands": hands})
    assert match.length == seats
    firsts = first_seats(match, seed=seats)
    assert sorted(firsts) == list(range(seats))
    assert firsts == [(firsts[0] + game) % seats for game in range(seats)]
    assert len(match.games) == seats
    assert match.totals == tuple(
        sum(each.state.scores[seat] for each in match.games) for seat in range(seats)
    )


@pytest.mark.clause("SH-T18", "SH-COMP-1")
def test_seats_a_b_and_c_begin_in_turn() -> None:
    assert first_seats(Match.start(GAME, 3, {"first_player": "A"}), seed=1) == [0, 1, 2]


@pytest.mark.clause("SH-DATA-5")
@pytest.mark.parametrize("colours", [(), ("choose",), ("pink", "blue")])
def test_a_mirrored_six_stays_for_the_whole_match(colours: tuple[str, ...]) -> None:
    match = Match.start(GAME, 2, {"colours": colours})
    match.current.deal(SeededRng(4))
    if colours == ("choose",):
        match.current.play("colour:blue")
        match.current.play("colour:orange")
        match.current.deal(SeededRng(4))
    one = match.current.state
    assert isinstance(one, SwirlingHeroesState)
    six, taken = hand(one, 0), seen(one, None).colours
    rng = SeededRng(0)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[rng.below(len(decision.options))])
    two = match.next_game().state
    assert isinstance(two, SwirlingHeroesState)
    assert [hand(two, seat) for seat in (0, 1)] == [six, six]
    assert seen(two, None).colours == taken
    decision = two.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (1 - first_player(one), "turn")


@pytest.mark.clause("SH-DATA-5")
def test_chosen_colours_stay_with_a_mirrored_six_that_not_every_colour_has() -> None:
    def cards(colour: str, faces: list[str]) -> list[dict[str, object]]:
        return [
            {"id": f"{colour} {face}", "colour": colour, "sides": [int(side) for side in face]}
            for face in faces
        ]

    every = cards("orange", EVEN + ODD) + cards("green", EVEN + ODD) + cards("blue", EVEN)
    game = GAME.with_data(json.dumps({"version": 1, "cards": every}))
    match = Match.start(game, 2, {"colours": ("choose",), "first_player": "A"})
    for line in ("colour:orange", "colour:green", *(f"deal:{face}" for face in ODD)):
        match.current.play(line)
    rng = SeededRng(0)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[rng.below(len(decision.options))])
    two = match.next_game().state
    assert isinstance(two, SwirlingHeroesState)
    assert hand(two, 1) == ODD
    assert seen(two, None).colours == ("orange", "green")


@pytest.mark.clause("SH-DATA-5")
@pytest.mark.parametrize(("hands", "asks"), [("random", (CHANCE, "deal")), ("choose", (0, "pick"))])
def test_built_and_drawn_hands_are_made_anew(hands: str, asks: tuple[int, str]) -> None:
    match = Match.start(GAME, 2, {"hands": hands})
    rng = SeededRng(0)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[rng.below(len(decision.options))])
    decision = match.next_game().state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == asks


@pytest.mark.clause("SH-DATA-5")
def test_second_edition_the_chooser_names_the_first_player_of_the_first_game_only() -> None:
    options = {"edition": "second", "hands": "even", "chooser": "A"}
    match = Match.start(GAME, 2, options)
    match.current.play("first:B")
    rng = SeededRng(0)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[rng.below(len(decision.options))])
    decision = match.next_game().state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (0, "turn")


@pytest.mark.clause("SH-T24")
def test_a_match_is_saved_and_read_back() -> None:
    match = Match.start(GAME, 3)
    first_seats(match, seed=3)
    again = read_match(match.text, SwirlingHeroes())
    assert again.text == match.text
    assert again.totals == match.totals
    assert again.winners == match.winners


@pytest.mark.clause("SH-COMP-1", "SH-DATA-5")
@pytest.mark.parametrize("turns", range(12))
def test_the_first_player_is_known_from_any_position_of_a_game(turns: int) -> None:
    state = GAME.start(2, {"hands": "even", "first_player": "B"})
    rng = SeededRng(turns)
    for _ in range(turns):
        codes = state.codes()
        state.play_code(codes[rng.below(len(codes))])
    match = Match([Playthrough.at(GAME.position(state.text))], length=2)
    assert first_player(GAME.position(state.text)) == 1
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[0])
    decision = match.next_game().state.decision
    assert decision is not None
    assert decision.seat == 0


@pytest.mark.clause("SH-DATA-5")
def test_a_match_goes_on_from_a_position_with_fewer_cards() -> None:
    match = Match([Playthrough.at(GAME.position("hand A 0123; hand B 0123; turn A"))], length=2)
    while (decision := match.current.state.decision) is not None:
        match.current.play(decision.options[0])
    decision = match.next_game().state.decision
    assert decision is not None
    assert (decision.seat, decision.kind) == (CHANCE, "deal")


def test_the_reason_for_a_match_is_true_for_the_hands() -> None:
    mirrored, chosen = (GAME.start(2, {"hands": hands}).options for hands in ("mirror", "choose"))
    assert "mirrored hands" in GAME.why_match(mirrored)
    assert GAME.why_match(chosen) == "who begins may decide a game"
