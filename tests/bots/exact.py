"""Swirling Heroes with open hands: the solver beside another search, and expert beside the solver.

    python -m tests.bots.exact positions 500    8 cards left: the same lead as the other search
    python -m tests.bots.exact regret 10        what expert's moves lose against exact play
    python -m tests.bots.exact regret 40 9      the same with 9 cards left alone
    python -m tests.bots.exact second 100       expert as second player in mirrored games

The other search shares nothing with the solver but the rules: alpha-beta on the states of the
public contract, with a dictionary of positions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable
from itertools import islice

from halfturn import CHANCE, SeededRng, load
from halfturn.bots import make_bot
from halfturn.bots.levels import CasualBot
from halfturn.core import State, draw
from halfturn.core.clock import CPU, thinking_by
from halfturn.games.swirling_heroes.bots.solver import Solver
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from tests.bots.worlds import last_cards

GAME = load("swirling-heroes")
ENDLESS = 1000
NEWS = 50
"""Every so many positions a long run says that it goes on."""
Known = dict[Hashable, tuple[int, int]]


def positions(cards: int, count: int) -> list[SwirlingHeroesState]:
    """So many positions of random play with so many cards left, always the same."""
    return list(islice(last_cards(2, cards, f"exact {cards}"), count))


def lead_of(state: State) -> int:
    """How far seat A is ahead."""
    return state.scores[0] - state.scores[1]


def searched(state: State, low: int, high: int, known: Known) -> int:
    """The lead of seat A with best play on both sides, within a window."""
    codes = state.codes()
    if not codes:
        return lead_of(state)
    key = state.key()
    least, most = known.get(key, (-ENDLESS, ENDLESS))
    if least >= high or least == most:
        return least
    if most <= low:
        return most
    is_first = state.seat_asked == 0
    after = []
    for code in codes:
        then = state.clone()
        then.play_code(code)
        after.append((lead_of(then), code, then))
    after.sort(key=lambda each: (-each[0] if is_first else each[0], each[1]))
    best = -ENDLESS if is_first else ENDLESS
    floor, ceiling = low, high
    for _, _, then in after:
        value = searched(then, floor, ceiling, known)
        if is_first:
            best = max(best, value)
            floor = max(floor, best)
        else:
            best = min(best, value)
            ceiling = min(ceiling, best)
        if floor >= ceiling:
            break
    if best <= low:
        known[key] = (least, min(most, best))
    elif best >= high:
        known[key] = (max(least, best), most)
    else:
        known[key] = (best, best)
    return best


def solved(state: SwirlingHeroesState) -> int:
    """The exact lead of the seat to play, by the solver."""
    solver = Solver(state)
    found = solver.solve(0, 0.0, False)
    assert solver.is_exact
    return found[0][1]


def compare(cards: int, count: int) -> float:
    """Check that both searches agree; returns the solver's seconds in the mean."""
    spent = 0.0
    for done, state in enumerate(positions(cards, count), 1):
        begin = time.perf_counter()
        lead = solved(state)
        spent += time.perf_counter() - begin
        other = searched(state, -ENDLESS, ENDLESS, {})
        assert lead == (other if state.to_play == 0 else -other), repr(state)
        if done % NEWS == 0:
            print(f"{done} positions: the same leads, {spent / done:.2f} s in the mean", flush=True)
    return spent / count


def regret(bot: str, cards: int, count: int) -> float:
    """The points that a bot's moves lose in the mean, with so many cards left."""
    lost = 0
    for at, state in enumerate(positions(cards, count)):
        seat, best = state.to_play, solved(state)
        after = state.clone()
        after.play(make_bot(bot).choose(state.redeal(seat, SeededRng(at)), SeededRng(at)))
        if after.over:
            reached = lead_of(after) if seat == 0 else -lead_of(after)
        else:
            reached = solved(after) if after.to_play == seat else -solved(after)
        lost += best - reached
    return lost / count


def as_second(bot: str, games: int) -> tuple[int, int]:
    """Mirrored games against casual, the bot as second player: how many it won, and lost."""
    won = lost = 0
    for number in range(games):
        rng = SeededRng(f"second {number}")
        state = GAME.start(2, {"hands": "mirror", "first_player": "A"})
        players = [CasualBot(), make_bot(bot)]
        while (decision := state.decision) is not None:
            if decision.seat == CHANCE:
                state.play(draw(decision, rng))
            else:
                state.play(players[decision.seat].choose(state.redeal(decision.seat, rng), rng))
        won += state.winners == (1,)
        lost += state.winners == (0,)
    return won, lost


if __name__ == "__main__":
    what, number = sys.argv[1], int(sys.argv[2])
    if what == "positions":
        mean = compare(8, number)
        print(f"{number} positions with 8 cards left: the same leads, {mean:.2f} s in the mean")
    elif what == "regret":
        means = []
        with thinking_by(CPU):
            for left in map(int, sys.argv[3:] or range(2, 13)):
                means.append(regret("expert", left, number))
                print(f"{left} cards left: {means[-1]:.2f} points lost per move", flush=True)
        print(f"in the mean of these: {sum(means) / len(means):.3f} points lost per move")
    else:
        won, lost = as_second("expert", number)
        print(f"{number} mirrored games as second player: {won} won, {lost} lost")
