"""Comparing answers on worlds: the same ones for all, fewer answers the longer it takes."""

import time

from halfturn import SeededRng, load
from halfturn.bots.comparison import Comparison
from halfturn.bots.hints import best_options
from halfturn.core import State
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
    assert all(trial.worlds for trial in comparison.trials)
    assert sum(trial.worlds for trial in comparison.trials) == comparison.tried
    ranked = comparison.ranked()
    assert sorted(codes[0] for codes, _ in ranked) == sorted(state.codes())
    assert all(0.0 <= value <= 1.0 for _, value in ranked)
    worlds = {trial.code: trial.worlds for trial in comparison.trials}
    assert worlds[ranked[0][0][0]] == max(worlds.values())


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
