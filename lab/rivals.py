"""OpenSpiel's own search as a bot of Halfturn, to play against.

    python -m lab.rivals sellswords --seconds 0.2 --games 200 --file rivals.jsonl

With --file every game is kept as soon as it is over, and the same words go on from there. With
`--clock cpu` both think by the processor's time, for a machine that is busy with other things.

The search is OpenSpiel's, with its usual settings and random rollouts, on the adapter of
`spiel`. It counts simulations and not seconds, so a few are tried first to see how long one
takes; what they took is on top of the time that it is given.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import halfturn.research  # noqa: F401 - registers the games
from halfturn.bots.arena.command import Wishes, arena
from halfturn.bots.registry import PLAIN
from halfturn.core import HalfturnError, Option, Rng, State
from halfturn.core.clock import CLOCKS, WALL, time_now
from halfturn.core.options import option_words
from halfturn.research.layouts import GAME_IDS
from halfturn.research.parameters import JOINT, game_named
from halfturn.research.spiel import spiel_name

SECONDS: Final = 0.2
PROBES: Final = 10
"""Simulations that tell how long one takes."""
EXPLORATION: Final = 2.0
"""OpenSpiel's usual weight of what was hardly tried."""


class MctsBot:
    """OpenSpiel's Monte-Carlo tree search, for so many seconds a decision."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.simulations = 0
        """How many the last decision had."""
        self._bot: Any = None
        self._game: Any = None

    def choose(self, world: State, rng: Rng) -> Option:
        """The answer that was tried most."""
        codes = world.codes()
        if len(codes) == 1:
            return world.option(codes[0])
        if self._bot is None:
            words = [f"players={world.seats}", *option_words(world.options)]
            joined = ",".join(word.replace(",", JOINT) for word in words)
            self._game = pyspiel.load_game(f"{spiel_name(world.game.id)}({joined})")
            random = np.random.RandomState(rng.below(1 << 31))
            evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
            self._bot = mcts.MCTSBot(
                self._game, EXPLORATION, PROBES, evaluator, solve=True, random_state=random
            )
        state = self._game.new_initial_state(world.text)
        begin = time_now()
        self._bot.max_simulations = PROBES
        self._bot.step(state)
        each = (time_now() - begin) / PROBES
        self.simulations = self._bot.max_simulations = max(PROBES, round(self.seconds / each))
        action = self._bot.step(state)
        return world.option(self._game.setting.layout.players.codes[action])


def main(words: list[str]) -> None:
    """Let a bot of Halfturn play it, in the arena, on one core; a file can be gone on with."""
    parser = argparse.ArgumentParser(prog="python -m lab.rivals")
    parser.add_argument("game", choices=GAME_IDS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"a decision ({SECONDS})")
    parser.add_argument("--bot", default="", help="of Halfturn (search with the same seconds)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", choices=list(CLOCKS), default=WALL, help="to think by (wall)")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    parser.add_argument("--file", type=Path, help="where games are kept, to go on with")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args(words)
    # For this process alone: nobody else is to find it in a menu.
    rival = f"openspiel-mcts:{asked.seconds:g}s"
    PLAIN[rival] = partial(MctsBot, asked.seconds)
    ours = asked.bot or f"search:{asked.seconds:g}s"
    wishes = Wishes(
        games=asked.games,
        seed=asked.seed,
        workers=1,
        file=asked.file,
        as_json=asked.json,
        clock=asked.clock,
    )
    try:
        arena(game_named(asked.game), asked.set, [ours, rival], wishes)
    except HalfturnError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: Interrupted; the same words with --file go on.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
