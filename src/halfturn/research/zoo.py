"""The games in PettingZoo: `pettingzoo.make("aec", "halfturn/sellswords-v0")`.

Every agent is a seat. An observation is a dictionary with the planes of `layouts` as one row of
int8 and an `action_mask`, which stands in the agent's info too. CHANCE answers from the seed.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pettingzoo
from gymnasium.utils import EzPickle
from numpy import ndarray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers
from pettingzoo.utils.env import AECIterable

from halfturn.core.errors import HalfturnError
from halfturn.core.observer import Desk
from halfturn.core.rng import SeededRng
from halfturn.core.seats import NOBODY
from halfturn.core.state import State
from halfturn.research.layouts import GAME_IDS
from halfturn.research.parameters import Setting, counts_points, setting
from halfturn.research.rendering import show
from halfturn.research.spaces import LegalActions, observation_space

VERSION: Final = "v0"
INT8: Final = np.dtype(np.int8)
"""Made once: NumPy would otherwise look it up for every row."""


class Turns(AECIterable):
    """Whoever is selected, as often as is asked: PettingZoo's own, as a generator."""

    def __iter__(self) -> Iterator[str]:
        """Go on until nobody is left, or so many turns are over."""
        env, left = self.env, self.max_iter
        while left > 0 and env.agents:
            left -= 1
            yield env.agent_selection


class HalfturnEnv(AECEnv, EzPickle):
    """One game, agent by agent; whoever is asked acts next, so an agent may act repeatedly."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's way
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        render_mode: str | None = None,
        returns: str = "win",
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, seats, render_mode, returns, **options)
        AECEnv.__init__(self)
        here = setting(game, seats, options)
        self.setting: Setting = here
        self.by_points = counts_points(returns)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{game.replace('-', '_')}_{VERSION}"}
        self.possible_agents = [f"player_{seat}" for seat in range(here.seats)]
        self.agent_selection = self.possible_agents[0]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # To be copied at the beginning of a game, which is quicker than to make them anew.
        self._zeros = dict.fromkeys(self.possible_agents, 0.0)
        self._falses = dict.fromkeys(self.possible_agents, False)
        self._desk = Desk(here.beginning, here.layout.observer, here.layout.players)
        actions = here.layout.players.count
        self._no_mask: Any = np.zeros(actions, np.int8)
        self._no_mask.flags.writeable = False
        # What every step calls. Each is read first and called then: Python finds an attribute
        # of an object quickly, but looks for one that is called in all its classes.
        self._answer, self._look = self._desk.answer, self._desk.look
        # The bytes that the desk marks: a mask that is given out is a copy of them.
        self._copy_marks: Any = np.frombuffer(self._desk.marks, INT8).copy
        self._mask: Any = self._no_mask
        """The mask of the selected agent."""
        self._shape = (here.layout.size,)
        self.observation_spaces = {
            agent: observation_space(here.layout.size, actions) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(actions, self._mask_of(agent)) for agent in self.possible_agents
        }
        self._rng = SeededRng(secrets.randbits(62))  # until a seed is given
        self.agents: list[str] = []

    def _mask_of(self, agent: str) -> Any:
        """What an action space asks when it is to draw without a mask."""
        return lambda: self._mask if agent == self.agent_selection else self._no_mask

    @property
    def state_now(self) -> State:
        """Where the game stands; look, but leave it as it is."""
        return self._desk.state

    def observation_space(self, agent: str) -> Any:
        """The planes, and the mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game; without a mask it draws among those that are legal now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with a seed, the same cards come again."""
        if seed is not None:
            self._rng = SeededRng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = self._zeros.copy()
        self._cumulative_rewards = self._zeros.copy()
        self.terminations = self._falses.copy()
        self.truncations = self._falses.copy()
        self.infos = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self._info = self.infos[self.agents[0]]
        self._ask(self._desk.begin(self._rng))
        if self.render_mode == "human":
            self.render()

    def _ask(self, seat: int) -> None:
        """Select the agent that is asked, and tell it what it can answer."""
        self.agent_selection = agent = self.possible_agents[seat]
        copy_marks = self._copy_marks
        self._mask = mask = copy_marks()
        info = self.infos[agent]
        if info is not self._info:
            self._info["action_mask"] = self._no_mask
            self._info = info
        info["action_mask"] = mask

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and what it can answer if it is asked."""
        look = self._look
        return {
            "observation": ndarray(self._shape, INT8, look(self._seat_of[agent])),
            "action_mask": self._mask if agent == self.agent_selection else self._no_mask,
        }

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent needs to act: PettingZoo's own, without asking who is asked."""
        agent = self.agent_selection
        seen = None
        if observe:
            look = self._look
            seen = {
                "observation": ndarray(self._shape, INT8, look(self._seat_of[agent])),
                "action_mask": self._mask,
            }
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Answer for the selected agent; CHANCE answers after it."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise HalfturnError("expected an action of an agent that is asked, got None")
        answer = self._answer
        asked = answer(int(action), self._rng)
        if asked < 0:
            self._end()
        else:
            self._ask(asked)
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter: int = 2**63) -> Turns:
        """Whoever is selected, until the game is over: for a loop that steps each time."""
        return Turns(self, max_iter)

    def _end(self) -> None:
        utilities = self.setting.utilities(self.state_now, self.by_points)
        self.rewards = dict(zip(self.possible_agents, utilities, strict=True))
        self._cumulative_rewards = self.rewards.copy()  # there were none before
        self.terminations = dict.fromkeys(self.agents, True)
        self._mask = self._info["action_mask"] = self._no_mask
        seat = self._seat_of[self.agent_selection]
        self.agent_selection = self.possible_agents[(seat + 1) % self.setting.seats]

    def _was_dead_step(self, action: int | None) -> None:
        """PettingZoo's own, for games that end for all agents at once: remove the selected one."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        del self.rewards[agent], self._cumulative_rewards[agent]
        self._mask = self._no_mask
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The table as everybody sees it: returned (ansi) or printed (human)."""
        return show(self.setting.game, self.state_now, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class ParallelHalfturnEnv(ParallelEnv, EzPickle):
    """One game in which every agent acts in every step, those that are not asked by waiting.

    The last action is to wait. A step is one answer of the game, and so one cycle.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's way
        "render_modes": ["ansi", "human"],
        "is_parallelizable": True,
    }

    def __init__(self, game: str, max_cycles: int | None = None, **parameters: Any) -> None:
        EzPickle.__init__(self, game, max_cycles, **parameters)
        self.table = HalfturnEnv(game, **parameters)
        table = self.table
        self.max_cycles = max_cycles
        self.render_mode = table.render_mode
        self.metadata = {**self.metadata, "name": f"{table.metadata['name']}_parallel"}
        self.possible_agents = table.possible_agents[:]
        self.wait: int = table.setting.layout.players.count
        """The action of an agent that is not asked."""
        size = table.setting.layout.size
        self.observation_spaces = {
            agent: observation_space(size, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(self.wait + 1, self._mask_of(agent))
            for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def _mask_of(self, agent: str) -> Any:
        return lambda: self._masked(agent)

    def _masked(self, agent: str) -> Any:
        is_asked = self.table.agent_selection == agent
        mask: Any = np.zeros(self.wait + 1, np.int8)
        mask[: self.wait] = self.table._mask if is_asked else 0
        mask[self.wait] = 0 if is_asked else 1
        return mask

    def observation_space(self, agent: str) -> Any:
        """The planes, and the mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game, and to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game."""
        self.table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._seen()

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        observations, infos = {}, {}
        for agent in self.agents:
            mask = self._masked(agent)
            row = self.table.observe(agent)["observation"]
            observations[agent] = {"observation": row, "action_mask": mask}
            infos[agent] = {"action_mask": mask}
        return observations, infos

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Everybody acts: one answers, the others wait."""
        asked = self.table.agent_selection
        for agent in self.agents:
            if agent not in actions:
                raise HalfturnError(f"expected an action of every agent, got none of {agent}")
            if agent != asked and actions[agent] != self.wait:
                raise HalfturnError(
                    f"{agent} is not asked: expected it to wait ({self.wait}), got {actions[agent]}"
                )
        agents = self.agents
        self.table.step(actions[asked])
        self.cycles += 1
        is_over = self.table.state_now.seat_asked == NOBODY
        is_cut = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations, infos = self._seen()
        if is_over or is_cut:
            self.agents = []
        return (
            observations,
            {agent: self.table.rewards[agent] for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            infos,
        )

    def render(self) -> str | None:
        """The table as everybody sees it."""
        return self.table.render()

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(game: str, **parameters: Any) -> HalfturnEnv:
    """The environment without wrappers: the fastest."""
    return HalfturnEnv(game, **parameters)


def env(game: str, max_cycles: int | None = None, **parameters: Any) -> Any:
    """The environment with PettingZoo's usual wrappers.

    In a cycle every agent acts once. So with `max_cycles` those that are not asked act too, by
    waiting, as in `parallel_env`; without it only the agent that is asked acts.
    """
    if max_cycles is not None:
        inner: Any = parallel_to_aec(parallel_env(game, max_cycles, **parameters))
    else:
        inner = wrappers.TerminateIllegalWrapper(raw_env(game, **parameters), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def parallel_env(game: str, max_cycles: int | None = None, **parameters: Any) -> Any:
    """The environment in which everybody acts in every step."""
    return ParallelHalfturnEnv(game, max_cycles, **parameters)


def register() -> None:
    """Let `pettingzoo.make` find the games: `halfturn/sellswords-v0`."""
    for id in GAME_IDS:
        name = f"halfturn/{id}-{VERSION}"
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, env, kwargs={"game": id})
            pettingzoo.register("parallel", name, parallel_env, kwargs={"game": id})
