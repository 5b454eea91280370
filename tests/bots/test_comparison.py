"""Comparing answers on worlds: the same ones for all, fewer answers the longer it takes."""

import time

import pytest

from halfturn import SeededRng, load
from halfturn.bots.comparison import Comparison, Trial
from halfturn.bots.hints import best_options
from halfturn.core import CHANCE, State
from tests.bots.worlds import met_in_play

GAME = load("swirl")


def question() -> State:
    """A turn with some cards to choose from."""
    for state in met_in_play(GAME, 2, None, "compared", every=5):
        decision = state.decision
        if decision is not None and decision.opens_turn and len(decision.options) > 3:
            return state
    raise AssertionError("no such turn in this game")


def test_every_answer_is_tried_and_the_better_ones_more_often() -> None:
    state = question()
    comparison = Comparison(state, GAME.heuristics(), SeededRng(1))
    comparison.think(200, 0.0)
    assert all(len(trial.values) for trial in comparison.trials)
    assert sum(len(trial.values) for trial in comparison.trials) == comparison.tried
    ranked = comparison.ranked()
    assert sorted(codes[0] for codes, _ in ranked) == sorted(state.codes())
    assert all(0.0 <= value <= 1.0 for _, value in ranked)
    worlds = {trial.code: len(trial.values) for trial in comparison.trials}
    assert worlds[ranked[0][0][0]] == max(worlds.values())


def test_what_was_left_out_is_told_as_worse_than_the_best() -> None:
    """Early worlds may have been kind to all: what counts is the difference in the same worlds."""
    comparison = Comparison(question(), GAME.heuristics(), SeededRng(1))
    first, second, third, fourth = comparison.trials[:4]
    comparison.trials = [first, second, third, fourth]
    for value in (0.9, 0.7, 0.1, 0.1):
        first.add(value)
    for value in (0.8, 0.5, 0.2, 0.0):
        second.add(value)
    for value in (0.7, 0.4):
        third.add(value)
    ranked = {codes[0]: value for codes, value in comparison.ranked()}
    assert ranked[first.code] == pytest.approx(0.45)
    assert ranked[second.code] == pytest.approx(0.375)
    assert ranked[third.code] == pytest.approx(0.2), "not the 0.55 that it came to itself"
    assert ranked[fourth.code] <= ranked[third.code], "was never tried"


def test_only_what_is_clearly_behind_is_left_out() -> None:
    best, close, worse = Trial(1), Trial(2), Trial(3)
    for at in range(16):
        luck = at % 4 / 10
        best.add(0.5 + luck)
        close.add(0.4 + at % 2 / 5 + luck)
        worse.add(0.3 + at % 2 / 10 + luck)
    assert best.value() > close.value() - 0.01 > worse.value()
    assert not close.is_behind(best)
    assert worse.is_behind(best)
    assert not best.is_behind(best)


def test_others_play_greedily_and_the_own_seat_as_well_as_it_can() -> None:
    """The 7 captures more; but then B's 5 takes the red crab, and B has all four colours."""
    state = GAME.position(
        "creatures sea-horse crab; series A Hg2 Hy1 Hp1; series B Cg1 Cy2 Cp2; "
        "middle Cr5 Fg3 Sr4; hand A Fg7 Sp5; hand B Fr5 Fr8; turn A; deck"
    )
    own = Comparison(state, GAME.heuristics(), SeededRng(1))
    assert own._played_on(state.clone(), SeededRng(1)) > 0.5, "A takes it with the other 5"
    after = state.clone()
    after.play(after.read("Fg7"))
    assert own._played_on(after, SeededRng(1)) < 0.1, "B does not spare A"


def test_it_is_judged_before_cards_are_drawn() -> None:
    state = GAME.position("creatures sea-horse crab; middle Cr9; hand A Hy9 Fg2; turn A; dealer B")
    comparison = Comparison(state, GAME.heuristics(), SeededRng(1))
    comparison.think(2, 0.0)
    after = state.clone()
    for line in ("Hy9", "Fg2"):
        after.play(after.read(line))
    assert after.seat_asked == CHANCE
    assert comparison.trials[1].value() == GAME.heuristics().values(after)[0]


def test_the_same_seed_compares_alike() -> None:
    state = question()
    found = []
    for _ in range(2):
        comparison = Comparison(state, GAME.heuristics(), SeededRng(7))
        comparison.think(60, 0.0)
        found.append(comparison.ranked())
    assert found[0] == found[1]


def test_a_late_deadline_still_gives_an_answer() -> None:
    comparison = Comparison(question(), GAME.heuristics(), SeededRng(1))
    comparison.think(0, time.perf_counter())
    assert comparison.ranked()


def test_hints_tell_how_likely_a_win_is() -> None:
    best = best_options(question())
    assert len(best) == 3
    assert all(hint.chance is not None and hint.lead is None for hint in best)
