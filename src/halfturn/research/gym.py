"""The games in Gymnasium: `gymnasium.make("halfturn/Sellswords-v0", opponent="casual")`.

One seat is the agent's; bots of a chosen level have the others. An observation is a dictionary
with the planes of `layouts` as one row of int8 and an `action_mask`, which stands in the info
too. CHANCE and the bots answer from the seed.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle

from halfturn.bots.registry import make_bot
from halfturn.core.errors import HalfturnError, IllegalOption
from halfturn.core.observer import deal
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.state import State
from halfturn.research.layouts import GAME_IDS
from halfturn.research.parameters import Setting, counts_points, setting
from halfturn.research.rendering import show
from halfturn.research.spaces import LegalActions, observation_space


def gym_name(id: str) -> str:
    """How a game is called in Gymnasium."""
    return f"halfturn/{''.join(word.capitalize() for word in id.split('-'))}-v0"


class HalfturnGym(gymnasium.Env, EzPickle):
    """One seat of a game against bots."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's way
        "render_modes": ["ansi", "human"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int | str = "random",
        opponent: str = "casual",
        render_mode: str | None = None,
        returns: str = "win",
        illegal: str = "lose",
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self, game, seats, seat, opponent, render_mode, returns, illegal, **options
        )
        here = setting(game, seats, options)
        if illegal not in ("lose", "raise"):
            raise HalfturnError(f"illegal: expected lose or raise, got {illegal!r}")
        if seat != "random" and seat not in range(here.seats):
            raise HalfturnError(
                f"seat: expected a number from 0 to {here.seats - 1}, or random, got {seat!r}"
            )
        make_bot(opponent)  # complains about a name that means none
        self.setting: Setting = here
        self.opponent = opponent
        self.loses_by_illegal = illegal == "lose"
        """Whether an action that is not legal loses the game; else it raises IllegalOption."""
        self.by_points = counts_points(returns)
        self.render_mode = render_mode
        self.state_now: State = here.beginning.clone()
        """Where the game stands; look, but leave it as it is."""
        self.seat = 0
        """The agent's seat in this game."""
        self._wanted_seat = seat
        self._actions = here.layout.players
        self._mask: Any = np.zeros(self._actions.count, np.int8)
        self.observation_space = observation_space(here.layout.size, self._actions.count)
        self.action_space = LegalActions(self._actions.count, lambda: self._mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game; with a seed, the same cards and the same bots come again."""
        super().reset(seed=seed)
        here = self.setting
        self._rng = SeededRng(int(self.np_random.integers(1 << 62)))
        wanted = self._wanted_seat
        self.seat = self._rng.below(here.seats) if isinstance(wanted, str) else wanted
        self._bots = [make_bot(self.opponent) for _ in range(here.seats)]
        self.state_now = here.beginning.clone()
        self._go_on()
        while self.state_now.seat_asked == NOBODY:  # over before the agent was ever asked
            self.state_now = here.beginning.clone()
            self._go_on()
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def _go_on(self) -> None:
        """Let CHANCE and the bots answer until the agent is asked or the game is over."""
        state, rng = self.state_now, self._rng
        while (asked := state.seat_asked) not in (self.seat, NOBODY):
            if asked == CHANCE:
                deal(state, rng)
            else:
                state.play(self._bots[asked].choose(state.redeal(asked, rng), rng))

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        layout = self.setting.layout
        self._mask = np.frombuffer(self._actions.mask(self.state_now), np.int8)
        row = np.frombuffer(layout.observer.observe(self.state_now, self.seat), np.int8)
        return {"observation": row, "action_mask": self._mask}, {"action_mask": self._mask}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer; then CHANCE and the bots do, until the agent is asked again."""
        if not 0 <= action < self._actions.count or not self._mask[action]:
            return self._refuse(action)
        self.state_now.play_code(self._actions.codes[action])
        self._go_on()
        is_over = self.state_now.seat_asked == NOBODY
        reward = 0.0
        if is_over:
            reward = self.setting.utilities(self.state_now, self.by_points)[self.seat]
        if self.render_mode == "human":
            self.render()
        observation, info = self._seen()
        return observation, reward, is_over, False, info

    def _refuse(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        legal = np.flatnonzero(self._mask).tolist()
        why = f"expected one of the actions {legal}, got {action}"
        if not self.loses_by_illegal or not legal:
            raise IllegalOption(why if legal else "the game is over: expected a reset")
        observation, info = self._seen()
        worst = self.setting.bounds(self.by_points)[0]
        return observation, worst, True, False, {**info, "illegal": why}

    def render(self) -> str | None:
        """The table as the agent sees it: returned (ansi) or printed (human)."""
        return show(self.setting.game, self.state_now, self.render_mode, self.seat)


def register() -> None:
    """Let `gymnasium.make` find the games."""
    for id in GAME_IDS:
        if gym_name(id) not in gymnasium.registry:
            gymnasium.register(
                gym_name(id), entry_point="halfturn.research.gym:HalfturnGym", kwargs={"game": id}
            )
