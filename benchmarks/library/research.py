"""`halfturn bench research`: the adapters, beside the games of the libraries they are for.

Games are recorded first and played again for the clock, so that choosing actions costs nobody
anything. What counts is the time that the process itself computes, since a busy machine would
otherwise tell more about its other work; Pgx computes in threads of its own and has a clock.
All take turns in slices of a twentieth of a second, and ratios are those of the medians, so that
what a neighbour does to caches and clock rates hits everybody alike.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel
from gymnasium import spaces
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers python_tic_tac_toe
from pettingzoo import AECEnv
from pettingzoo.classic.connect_four import connect_four
from pettingzoo.utils import wrappers

from halfturn import compiled
from halfturn.core import SeededRng
from halfturn.core.observer import deal
from halfturn.research import setting, zoo
from halfturn.research.layouts import GAME_IDS
from halfturn.research.spiel import spiel_name

SLICE: Final = 0.05
"""Seconds of one turn of a contestant."""
FEWEST: Final = 5
"""So many turns each has at least."""
PEER: Final = "connect_four_v3"
SPIEL_PEER: Final = "python_tic_tac_toe"
GAMES: Final = {"swirling-heroes": 40, PEER: 12, SPIEL_PEER: 60}
"""How many games are recorded."""
FEWEST_GAMES: Final = 8
"""So many of the others, whose games are long."""
BATCHES: Final = (1, 64, 1024)

Rate = Callable[[float], float]
"""Goes on for about so many seconds, and tells steps per second."""
Line = list[int | None]
"""The actions of a game in PettingZoo: at its end every agent steps once more, with None."""
SpielLine = list[tuple[bool, int]]
"""The actions of a game in OpenSpiel, and whether each is CHANCE's."""


class Idle(AECEnv):
    """Does nothing: what PettingZoo's own machinery allows at most."""

    metadata: dict[str, Any] = {"name": "idle_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        mask: Any = np.ones(7, np.int8)
        self.seen: dict[str, Any] = {
            "observation": np.ones((6, 7, 2), np.int8),
            "action_mask": mask,
        }
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(7))
        self.render_mode = None

    def observation_space(self, agent: str) -> Any:
        """Nobody asks."""

    def action_space(self, agent: str) -> Any:
        """Seven, as in connect four."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """Always the same."""
        return self.seen

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = "player_0"

    def step(self, action: int) -> None:
        """The other one is next."""
        self.agent_selection = "player_1" if self.agent_selection == "player_0" else "player_0"


def usual_wrappers(env: Any) -> Any:
    """What PettingZoo's own games are wrapped in."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def recorded(env: Any, games: int, most: int = 10**6) -> list[Line]:
    """Games of random play, each from the seed that is its place in the list."""
    random = np.random.RandomState(1)
    lines = []
    for seed in range(games):
        env.reset(seed=seed)
        line: Line = []
        while env.agents and len(line) < most:
            seen, _, over, cut, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            line.append(None if over or cut else int(random.choice(legal)))
            env.step(line[-1])
        lines.append(line)
    return lines


def steps_of(env: Any, lines: list[Line]) -> Rate:
    """PettingZoo: `last` and `step`, over recorded games."""

    def rate(seconds: float) -> float:
        steps = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            for seed, line in enumerate(lines):
                env.reset(seed=seed)
                actions = iter(line)
                for _ in env.agent_iter(len(line)):
                    env.last()
                    env.step(next(actions))
                steps += len(line)
        return steps / spent

    return rate


def recorded_in_spiel(game: Any, games: int) -> list[SpielLine]:
    """Games of random play, CHANCE's answers by their weights."""
    random = np.random.RandomState(1)
    lines = []
    for _ in range(games):
        state, line = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                line.append((True, int(random.choice(actions, p=weights))))
            else:
                line.append((False, int(random.choice(state.legal_actions()))))
            state.apply_action(line[-1][1])
        lines.append(line)
    return lines


def moves_of(game: Any, lines: list[SpielLine]) -> Rate:
    """OpenSpiel: `legal_actions` and `apply_action`, over recorded games, CHANCE's moves too."""

    def rate(seconds: float) -> float:
        moves = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            for line in lines:
                state = game.new_initial_state()
                for is_chance, action in line:
                    if is_chance:
                        state.chance_outcomes()
                    else:
                        state.legal_actions()
                    state.apply_action(action)
                moves += len(line)
        return moves / spent

    return rate


def rules_in_zoo(id: str, lines: list[Line]) -> Rate:
    """The rules themselves, over the very games of an environment: `codes` and `play_code`.

    CHANCE's answers come from the same seeds and belong to the step before, as there.
    """
    here = setting(id, 2, {})
    codes = here.layout.players.codes
    games = [[codes[action] for action in line if action is not None] for line in lines]

    def rate(seconds: float) -> float:
        moves = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            for seed, game in enumerate(games):
                rng = SeededRng(seed)
                state = here.beginning.clone()
                deal(state, rng)
                for code in game:
                    state.codes()
                    state.play_code(code)
                    deal(state, rng)
                moves += len(game)
        return moves / spent

    return rate


def rules_in_spiel(id: str, lines: list[SpielLine]) -> Rate:
    """The rules themselves, over the very games of OpenSpiel, CHANCE's answers as moves too."""
    here = setting(id, 2, {})
    players, chance = here.layout.players.codes, here.layout.chance.codes
    games = [
        [chance[action] if is_chance else players[action] for is_chance, action in line]
        for line in lines
    ]

    def rate(seconds: float) -> float:
        moves = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            for game in games:
                state = here.beginning.clone()
                for code in game:
                    state.codes()
                    state.play_code(code)
                moves += len(game)
        return moves / spent

    return rate


def pgx_of(batch: int) -> Rate:
    """Pgx's connect_four, so many games at once, on the CPU."""
    import jax
    import pgx

    env = pgx.make("connect_four")
    start, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    def choose(key: Any, state: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return jax.random.categorical(key, logits, axis=-1)

    choose = jax.jit(choose)
    key = jax.random.PRNGKey(1)
    state = start(jax.random.split(key, batch))
    state = step(state, choose(key, state))

    def rate(seconds: float) -> float:
        nonlocal state, key
        steps = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = start(jax.random.split(key, batch))
            for _ in range(20):
                key, own = jax.random.split(key)
                state = step(state, choose(own, state))
            state.rewards.block_until_ready()
            steps += 20 * batch
        return steps / spent

    return rate


def measure(seconds: float) -> dict[str, Any]:
    """All rates, the contestants in turns."""
    peer = connect_four.raw_env()
    lines = recorded(peer, GAMES[PEER])
    unwrapped: dict[str, Rate] = {PEER: steps_of(peer, lines)}
    wrapped: dict[str, Rate] = {PEER: steps_of(connect_four.env(), lines)}
    spiel_peer = pyspiel.load_game(SPIEL_PEER)
    spiel_lines = recorded_in_spiel(spiel_peer, GAMES[SPIEL_PEER])
    spiel: dict[str, Rate] = {SPIEL_PEER: moves_of(spiel_peer, spiel_lines)}
    zoo_rules: dict[str, Rate] = {}
    spiel_rules: dict[str, Rate] = {}
    steps_a_move: dict[str, float] = {}
    for id in GAME_IDS:
        env, game = zoo.raw_env(id), pyspiel.load_game(spiel_name(id))
        lines = recorded(env, GAMES.get(id, FEWEST_GAMES))
        spiel_lines = recorded_in_spiel(game, GAMES.get(id, FEWEST_GAMES))
        unwrapped[id] = steps_of(env, lines)
        wrapped[id] = steps_of(zoo.env(id), lines)
        spiel[id] = moves_of(game, spiel_lines)
        zoo_rules[id] = rules_in_zoo(id, lines)
        spiel_rules[id] = rules_in_spiel(id, spiel_lines)
        steps = sum(map(len, lines))
        steps_a_move[id] = steps / (steps - sum(line.count(None) for line in lines))
    idle = recorded(Idle(), FEWEST_GAMES, 30)
    unwrapped["idle"] = steps_of(Idle(), idle)
    wrapped["idle"] = steps_of(usual_wrappers(Idle()), idle)
    try:
        pgx = {str(batch): pgx_of(batch) for batch in BATCHES}
    except ImportError:
        pgx = {}
    kinds = {
        "unwrapped": unwrapped,
        "wrapped": wrapped,
        "spiel": spiel,
        "zoo rules": zoo_rules,
        "spiel rules": spiel_rules,
        "pgx": pgx,
    }
    found: dict[str, dict[str, list[float]]] = {
        kind: {name: [] for name in rates} for kind, rates in kinds.items()
    }
    for _ in range(max(FEWEST, round(seconds / SLICE))):
        for kind, rates in kinds.items():
            for name, rate in rates.items():
                found[kind][name].append(rate(SLICE))
    result: dict[str, Any] = {
        kind: {name: statistics.median(each) for name, each in rates.items()}
        for kind, rates in found.items()
    }
    return {"compiled": compiled(), **result, "steps a move": steps_a_move}


def show(result: dict[str, Any]) -> None:
    """The rates, as ratios to the peers, and what an adapter adds to a move."""
    from rich.console import Console
    from rich.table import Table

    build = "compiled" if result["compiled"] else "plain"
    table = Table(title=f"PettingZoo and OpenSpiel, steps per second of one core ({build})")
    for heading in ("", "unwrapped", "x", "wrapped", "x", "OpenSpiel", "x", "adds µs"):
        table.add_column(heading, justify="right" if heading else "left")
    bare, dressed, spiel = (result[kind] for kind in ("unwrapped", "wrapped", "spiel"))
    for name in bare:
        row = [
            f"{bare[name]:,.0f}",
            f"{bare[name] / bare[PEER]:.2f}",
            f"{dressed[name]:,.0f}",
            f"{dressed[name] / dressed[PEER]:.2f}",
        ]
        if name in GAME_IDS:
            # A move bears its share of the steps with None that end a game.
            each = 1e6 * result["steps a move"][name] / bare[name]
            in_zoo = each - 1e6 / result["zoo rules"][name]
            in_spiel = 1e6 / spiel[name] - 1e6 / result["spiel rules"][name]
            row += [
                f"{spiel[name]:,.0f}",
                f"{spiel[name] / spiel[SPIEL_PEER]:.2f}",
                f"{in_zoo:.1f} / {in_spiel:.1f}",
            ]
        table.add_row(name, *row)
    table.add_row(SPIEL_PEER, "", "", "", "", f"{spiel[SPIEL_PEER]:,.0f}", "1.00")
    console = Console()
    console.print(table)
    console.print("What an adapter adds to a move of the rules: PettingZoo / OpenSpiel.")
    if not result["pgx"]:
        console.print("Pgx is not installed.")
    for batch, rate in result["pgx"].items():
        ours = bare["swirling-heroes"]
        console.print(
            f"Pgx connect_four on the CPU, {batch} at once: {rate:,.0f} steps/s; Swirling Heroes, "
            f"as many one after another: {ours:,.0f} ({ours / rate:.2f}x)"
        )
