"""Learn Swirling Heroes by self-play, with NumPy alone, in a few minutes on one core.

    python examples/research/learn.py [--games 1200] [--picture learning.png]

The learner judges what a seat sees after each move it could make, by one weight for each number
of the observation, and takes the best (now and then any). When a game is over, every judgement
on the way is moved towards how it ended: logistic regression on self-play. It is told no rule;
what it sees are the planes of docs/research.md.
"""

import argparse
import time

import numpy as np

from halfturn.core import SeededRng
from halfturn.core.observer import Desk
from halfturn.research import setting

HERE = setting("swirling-heroes", 2, {})
PLAYERS, OBSERVER = HERE.layout.players, HERE.layout.observer


def after_each_move(desk: Desk, seat: int) -> tuple[list[int], np.ndarray]:
    """The legal actions, and what the seat would see after each of them."""
    actions = PLAYERS.legal(desk.state)
    rows = np.empty((len(actions), HERE.layout.size), np.float32)
    for at, action in enumerate(actions):
        state = desk.state.clone()
        state.play_code(PLAYERS.codes[action])
        rows[at] = np.frombuffer(OBSERVER.observe(state, seat), np.int8)
    return actions, rows


def learn(weights: np.ndarray, random: np.random.Generator, rng: SeededRng, pace: float) -> None:
    """One game against itself, and what it teaches."""
    desk = Desk(HERE.beginning, OBSERVER, PLAYERS)
    seen: list[list[np.ndarray]] = [[], []]
    seat = desk.begin(rng)
    while seat >= 0:
        actions, rows = after_each_move(desk, seat)
        curious = random.random() < 0.1
        at = int(random.integers(len(actions)) if curious else np.argmax(rows @ weights))
        seen[seat].append(rows[at])
        seat = desk.answer(actions[at], rng)
    for seat in (0, 1):
        won = 0.5 + HERE.utilities(desk.state, by_points=False)[seat] / 2
        rows = np.array(seen[seat])
        expected = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        weights += pace * (won - expected) @ rows


def win_rate(weights: np.ndarray, games: int, seed: int) -> float:
    """How often the learner wins against random play, each seat half the time; ties count half."""
    random, rng, won = np.random.default_rng(seed), SeededRng(seed), 0.0
    desk = Desk(HERE.beginning, OBSERVER, PLAYERS)
    for game in range(games):
        own = game % 2
        seat = desk.begin(rng)
        while seat >= 0:
            if seat == own:
                actions, rows = after_each_move(desk, seat)
                seat = desk.answer(actions[int(np.argmax(rows @ weights))], rng)
            else:
                seat = desk.answer(int(random.choice(PLAYERS.legal(desk.state))), rng)
        won += 0.5 + HERE.utilities(desk.state, by_points=False)[own] / 2
    return won / games


def draw_curve(curve: list[tuple[int, float]], path: str) -> None:
    """The win rate over the games it has learned from."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot([games for games, _ in curve], [100 * rate for _, rate in curve], "o-")
    axes.axhline(50, linestyle=":", color="grey")
    axes.set(ylim=(0, 100), xlabel="games of self-play", ylabel="wins against random play, %")
    axes.set_title("Swirling Heroes: a linear judge learns")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Learn, tell how it goes, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1200, help="of self-play (1200)")
    parser.add_argument("--measure", type=int, default=400, help="games for each point (400)")
    parser.add_argument("--picture", default="", help="where to draw the curve")
    asked = parser.parse_args()
    weights = np.zeros(HERE.layout.size, np.float32)
    random, rng = np.random.default_rng(1), SeededRng(1)
    begin = time.process_time()
    curve = [(0, win_rate(weights, asked.measure, 99))]
    for game in range(1, asked.games + 1):
        learn(weights, random, rng, pace=0.003 / (1 + game / 3000))
        if game % max(1, asked.games // 12) == 0:
            curve.append((game, win_rate(weights, asked.measure, 99)))
            spent = time.process_time() - begin
            print(f"{game:6} games, {spent:4.0f} s: wins {100 * curve[-1][1]:.1f} %", flush=True)
    if asked.picture:
        draw_curve(curve, asked.picture)


if __name__ == "__main__":
    main()
