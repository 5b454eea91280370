"""Play near the end: what another search finds, for any number of players, and in time."""

from __future__ import annotations

import operator
import time

import pytest

from halfturn import SeededRng, load
from halfturn.bots.endgame import HASTE, WHIM, Endgame
from halfturn.bots.hints import best_options
from halfturn.bots.levels import SearchBot
from halfturn.core import Heuristics, State
from halfturn.games.swirling_heroes.bots.solver import Solver
from tests.bots.ending import compare
from tests.bots.exact import positions, solved
from tests.bots.worlds import HEROES, last_cards

SWIRL = load("swirl")
End = tuple[list[float], list[float]]


def late(seats: int, cards: int, seed: str, hands: str = "mirror") -> State:
    """A turn of Swirling Heroes with so many cards left."""
    return next(last_cards(seats, cards, seed, hands))


def followed(state: State, knowledge: Heuristics, thinker: int) -> End:
    """How a game may be expected to end: every line, nothing remembered."""
    seat = state.seat_asked
    if seat < 0:
        share = len(state.sides[0]) / len(state.winners)
        wins = [share if each in state.winners else 0.0 for each in range(state.seats)]
        return knowledge.values(state), wins
    looks, ends = [], []
    for code in state.codes():
        after = state.clone()
        after.play_code(code)
        looks.append(knowledge.values(after)[seat])
        ends.append(followed(after, knowledge, thinker))
    # Of equal ones the one that looks best, and then the first.
    best = max(range(len(ends)), key=lambda at: (ends[at][0][seat], looks[at], -at))
    own = next(side for side in state.sides if thinker in side)
    if seat in own or len(state.sides) == 2:
        return ends[best]
    shares = [WHIM / len(ends)] * len(ends)
    shares[looks.index(max(looks))] += HASTE
    shares[best] += 1 - HASTE - WHIM
    values, wins = (
        [sum(map(operator.mul, shares, column)) for column in zip(*kind, strict=True)]
        for kind in zip(*ends, strict=True)
    )
    return values, wins


def check(state: State) -> None:
    """Compare each answer with the other search."""
    knowledge = state.game.heuristics()
    seat = state.seat_asked
    found = Endgame(state, knowledge).solve(0, 0.0)
    assert sorted(code for code, _ in found) == sorted(state.codes())
    for code, outcome in found:
        after = state.clone()
        after.play_code(code)
        values, wins = followed(after, knowledge, seat)
        assert outcome.values == pytest.approx(values)
        assert outcome.wins == pytest.approx(wins)
    best = [outcome.values[seat] for _, outcome in found]
    assert best == sorted(best, reverse=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_another_search_finds_the_same_ends(seats: int) -> None:
    for number in range(6):
        check(late(seats, 3, f"same {seats} {number}"))


def test_what_was_met_before_is_not_followed_again() -> None:
    state = late(3, 5, "before")
    counted = 0
    unseen = [state]
    while unseen:
        each = unseen.pop()
        for code in each.codes():
            after = each.clone()
            after.play_code(code)
            unseen.append(after)
            counted += 1
    endgame = Endgame(state, HEROES.heuristics())
    endgame.solve(0, 0.0)
    assert endgame.positions < counted


def test_with_two_it_is_as_good_as_the_solver() -> None:
    for state in positions(4, 5):
        code = Endgame(state, HEROES.heuristics()).solve(0, 0.0)[0][0]
        assert dict(Solver(state).solve(0, 0.0, True))[code] == solved(state)


@pytest.mark.parametrize("creatures", ["sea-horse crab", "sea-horse crab star-fish"])
def test_answers_of_one_turn_are_not_played_against_each_other(creatures: str) -> None:
    """Who has played SWIRL lays the whole hand, in the best order of all."""
    check(
        SWIRL.position(
            f"seats {len(creatures.split())}; creatures {creatures}; middle Fy1; "
            "hand A Fg7 Sr4 Sr6 Sg2; pile B Fg3 Sp9; turn A; swirl; deck"
        )
    )


def test_partners_play_for_each_other() -> None:
    """C's 5 would take the purple crab that A needs for all four colours."""
    state = SWIRL.position(
        "seats 4; options teams=true; creatures crab fish sea-horse star-fish; "
        "series A Cr1 Cg1 Cy2; series C Hg2; middle Cp5 Hr3; "
        "hand A Fg5; hand B Sr10; hand C Sp5 Fr2; hand D Sg6; turn C; dealer B; deck"
    )
    check(state)
    _, best = Endgame(state, SWIRL.heuristics()).solve(0, 0.0)[0]
    assert best.wins == [1.0, 0.0, 1.0, 0.0], "C leaves it, and A takes it"


def test_without_time_there_is_no_answer_from_it_and_the_bot_has_one_all_the_same() -> None:
    state = late(3, 5, "hurry")
    assert Endgame(state, HEROES.heuristics()).solve(64, 0.0) == []
    assert Endgame(state, HEROES.heuristics()).solve(0, time.perf_counter()) == []
    assert str(SearchBot(iterations=8).choose(state, SeededRng(1)))
    assert str(SearchBot(seconds=0.1).choose(state, SeededRng(1)))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_searching_player_does_its_best_with_the_last_cards(seats: int) -> None:
    for number in range(4):
        state = late(seats, 3, f"best {seats} {number}")
        seat = state.seat_asked
        after = state.clone()
        after.play(SearchBot(iterations=2000).choose(state, SeededRng(1)))
        knowledge = HEROES.heuristics()
        found = Endgame(state, knowledge).solve(0, 0.0)
        reached = followed(after, knowledge, seat)[0][seat]
        assert reached == pytest.approx(found[0][1].values[seat])


def test_hidden_hands_are_no_end_to_be_seen() -> None:
    knowledge = HEROES.heuristics()
    assert knowledge.is_near_end(late(3, 5, "open"))
    assert not knowledge.is_near_end(late(3, 6, "open"))
    assert not knowledge.is_near_end(late(3, 5, "hidden", "random"))
    assert not knowledge.is_near_end(HEROES.start(3, {"hands": "mirror"}))


def test_hints_tell_how_likely_a_win_is() -> None:
    for number in range(4):
        state = late(3, 3, f"hinted {number}")
        hints = best_options(state)
        chances = [hint.chance for hint in hints]
        assert chances == sorted(chances, key=lambda each: -(each or 0.0))
        after = state.clone()
        after.play(hints[0].option)
        seat = state.seat_asked
        assert chances[0] == pytest.approx(followed(after, HEROES.heuristics(), seat)[1][seat])
        assert hints[0].lead is None


def test_a_sure_win_is_told_as_one() -> None:
    state = HEROES.position("seats 3; field A:0123@0,0; hand A 0231; turn A; options hands=even")
    assert best_options(state)[0].chance == 1.0


def test_what_following_wins_beside_searching_can_be_told() -> None:
    """The long runs are `python -m tests.bots.ending`."""
    told = compare(3, 3, 4, "casual")
    assert told.startswith("3 players, 3 cards left, 4 positions, others casual: searched ")
