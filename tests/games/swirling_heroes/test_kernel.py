"""The kernel plays like the rules, and the solver like an exhaustive search."""

from __future__ import annotations

import pytest

from halfturn import SeededRng, load
from halfturn.core import State
from halfturn.games.swirling_heroes.bots.heuristics import SwirlingHeroesHeuristics
from halfturn.games.swirling_heroes.bots.kernel import Kernel, code_of_move, move_of_code
from halfturn.games.swirling_heroes.bots.solver import Solver
from halfturn.games.swirling_heroes.state import SwirlingHeroesState

GAME = load("swirling-heroes")
WAYS: list[dict[str, object]] = [
    {"hands": "mirror"},
    {"hands": "random"},
    {"hands": "even", "table": "4x4"},
    {"hands": "odd", "table": "12x2"},
]


def playing(options: dict[str, object], left: int, seed: object) -> SwirlingHeroesState:
    """A position of a random game with so many cards left in hands."""
    rng = SeededRng(f"{seed}")
    state = GAME.start(2, options)
    assert isinstance(state, SwirlingHeroesState)
    while True:
        decision = state.decision
        assert decision is not None
        if decision.kind == "turn" and sum(state.hands.sizes) == left:
            return state
        codes = state.codes()
        state.play_code(codes[rng.below(len(codes))])


def everything(kernel: Kernel) -> tuple[object, ...]:
    box = (kernel.left, kernel.right, kernel.top, kernel.bottom, kernel.cards)
    hands = (list(kernel.hands), list(kernel.held), list(kernel.sizes))
    return (list(kernel.cells), kernel.mix, kernel.seat, box, hands)


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_lockstep_with_the_rules(options: dict[str, object]) -> None:
    for seed in range(12):
        rng = SeededRng(f"lockstep {seed}")
        state = playing(options, 12, seed)
        kernel = Kernel(state)
        while codes := state.codes():
            count = kernel.list_moves(0)
            moves = [(kernel.moves[at], kernel.gains[at]) for at in range(count)]
            assert [code_of_move(move) for move, _ in moves] == codes
            assert [move_of_code(code) for code in codes] == [move for move, _ in moves]
            assert kernel.lead() == state.scores[0] - state.scores[1]
            assert kernel.seat == state.to_play
            move, gain = moves[rng.below(count)]
            before, mover, now = everything(kernel), kernel.seat, kernel.lead()
            kernel.play(move)
            kernel.take_back()
            assert everything(kernel) == before
            kernel.play(move)
            state.play_code(code_of_move(move))
            if kernel.cards > 1:
                assert kernel.lead() - now == (gain if mover == 0 else -gain)
        assert kernel.left_to_play() == 0


def exhaustive(state: State) -> int:
    """The lead of seat A with best play, by looking at everything, without any bound."""
    codes = state.codes()
    if not codes:
        return state.scores[0] - state.scores[1]
    leads = []
    for code in codes:
        after = state.clone()
        after.play_code(code)
        leads.append(exhaustive(after))
    return max(leads) if state.seat_asked == 0 else min(leads)


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_solver_finds_what_an_exhaustive_search_finds(options: dict[str, object]) -> None:
    for seed in range(8):
        state = playing(options, 3, f"exact {seed}")
        solver = Solver(state)
        found = solver.solve(0, 0.0, True)
        assert solver.is_exact
        sign = 1 if state.to_play == 0 else -1
        assert found[0][1] == sign * exhaustive(state)
        for code, lead in found:
            after = state.clone()
            after.play_code(code)
            assert lead == sign * exhaustive(after)
        assert Solver(state).solve(0, 0.0, False)[0][1] == found[0][1]


def test_limits_are_kept_and_give_an_answer_all_the_same() -> None:
    state = playing({"hands": "mirror"}, 12, "limit")
    solver = Solver(state)
    found = solver.solve(50, 0.0, False)
    assert solver.nodes < 100
    assert sorted(code for code, _ in found) == sorted(state.codes())
    assert not solver.is_exact


def test_hidden_hands_are_drawn_anew_for_several_worlds() -> None:
    state = playing({"hands": "random"}, 8, "hidden")
    knowledge = SwirlingHeroesHeuristics()
    found = knowledge.solve(state, 200, 0.0, SeededRng(1), False)
    assert sorted(turn[0] for turn, _ in found) == sorted(state.codes())
    twin = state.redeal(state.to_play, SeededRng(2))
    assert knowledge.solve(twin, 200, 0.0, SeededRng(1), False) == found
