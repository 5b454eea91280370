"""Solve small variants of the games with CFR, and measure how exploitable the result is.

    python examples/research/solve_small.py [ITERATIONS]

Everything is OpenSpiel's own: the solver, the best response, the value. Prints a line for each.
"""

import sys
import time

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import halfturn.research  # noqa: F401 - registers the games

SMALL = {
    "Swirling Heroes, two of three cards": (
        "python_halfturn_swirling_heroes(hands=random,hand_size=2,deck=0123|0231|1032,"
        "first_player=A)"
    ),
    "Swirling Heroes, three mirrored cards, 3x2 table": (
        "python_halfturn_swirling_heroes(six=0123|0231|1032,hand_size=3,table=3x2,first_player=A)"
    ),
    "SWIRL, hands of two, five cards": (
        "python_halfturn_swirl(hand_size=2,middle_size=1,deck=Cr1|Fr1|Cg2|Fg1|Cy3,dealer=A,"
        "creatures=crab|fish)"
    ),
    "Sellswords, one of three heroes each": (
        "python_halfturn_sellswords(hands=dealt,hand_size=1,deck=apollo|hydra|zeus,rounds=1,"
        "first_player=A,red=A)"
    ),
}
"""By name: the game to load."""


def solve(text: str, iterations: int) -> tuple[int, float, float]:
    """The information sets of a game, what it is worth to A, and how exploitable CFR still is."""
    game = pyspiel.load_game(text)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
    return (
        len(policy.states_per_player[0]) + len(policy.states_per_player[1]),
        float(value),
        float(exploitability.exploitability(game, policy)),
    )


def main(iterations: int) -> None:
    """Solve them all."""
    for name, text in SMALL.items():
        begin = time.process_time()
        sets, value, left = solve(text, iterations)
        spent = time.process_time() - begin
        print(
            f"{name}: {sets} information sets, value to A {value:+.4f}, exploitability "
            f"{left:.5f} after {iterations} iterations, {spent:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
