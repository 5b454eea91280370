"""PettingZoo's own tests, on all games with several seats and options."""

from __future__ import annotations

import importlib
import re
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tests.research.games import NAMES, SETTINGS

every_setting = pytest.mark.parametrize(("id", "seats", "options"), SETTINGS, ids=NAMES)
every_game = pytest.mark.parametrize(
    "id", ["swirling-heroes", "sellswords", "swirl", "qwirkle-cards"]
)
pytestmark = [
    # PettingZoo's tests import a game of its own in an old way.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    # It says so of every environment that is not on a list of its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
]


def module(id: str) -> ModuleType:
    return importlib.import_module(f"halfturn.research.{id.replace('-', '_')}_v0")


@every_setting
def test_api_test(id: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    api_test(module(id).env(seats=seats, **options), num_cycles=60)
    api_test(module(id).raw_env(seats=seats, **options), num_cycles=20)


@every_setting
def test_seed_test(id: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: module(id).env(seats=seats, **options), num_cycles=15)


@every_setting
def test_max_cycles_test(id: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test.max_cycles_test import max_cycles_test

    with_options = {"seats": seats, **options}
    max_cycles_test(
        SimpleNamespace(
            env=partial(module(id).env, **with_options),
            parallel_env=partial(module(id).parallel_env, **with_options),
        )
    )


@every_setting
def test_render_test(
    id: str, seats: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import render_test

    render_test(partial(module(id).env, seats=seats, **options))
    assert capsys.readouterr().out


@every_setting
def test_parallel_api_test(id: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(module(id).parallel_env(seats=seats, **options), num_cycles=30)


@every_game
def test_they_are_registered(id: str) -> None:
    import pettingzoo

    import halfturn.research  # noqa: F401

    env = pettingzoo.make("aec", f"halfturn/{id}-v0")
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert observation["action_mask"].any()
    assert info["action_mask"] is observation["action_mask"]
    assert pettingzoo.make("parallel", f"halfturn/{id}-v0").possible_agents


def test_the_winner_is_rewarded_and_the_same_seed_deals_the_same_cards() -> None:
    env = module("swirling-heroes").raw_env()
    ends = []
    for _ in range(2):
        env.reset(seed=7)
        total = dict.fromkeys(env.possible_agents, 0.0)
        env.action_space("player_0").seed(1)
        env.action_space("player_1").seed(2)
        for agent in env.agent_iter():
            _, reward, over, cut, info = env.last()
            total[agent] += reward
            env.step(None if over or cut else env.action_space(agent).sample(info["action_mask"]))
        winners = env.state_now.winners
        if len(winners) == 1:
            assert total[f"player_{winners[0]}"] == 1.0
        assert sum(total.values()) == 0.0
        ends.append(env.state_now.text)
    assert ends[0] == ends[1]


def test_an_illegal_action_is_told_and_changes_nothing() -> None:
    from halfturn.core import HalfturnError

    env = module("swirl").raw_env()
    env.reset(seed=1)
    before = env.state_now.text
    for action in (-1, 10**9, None):
        with pytest.raises(HalfturnError, match="expected an action"):
            env.step(action)
    mask = env.last()[0]["action_mask"]
    legal = mask.nonzero()[0].tolist()
    wrong = int((mask == 0).argmax())
    with pytest.raises(HalfturnError, match=re.escape(f"one of the actions {legal}, got {wrong}")):
        env.step(wrong)
    assert env.state_now.text == before


@every_game
def test_what_was_handed_out_stays_as_it_was(id: str) -> None:
    env = module(id).raw_env()
    env.reset(seed=11)
    kept = []
    for _ in range(10):
        observation = env.last()[0]
        kept += [(array, array.copy()) for array in observation.values()]
        assert observation["observation"].flags.writeable  # as torch.from_numpy wants it
        env.step(int(observation["action_mask"].argmax()))
    assert all((array == then).all() for array, then in kept)


def test_who_is_not_asked_waits_in_the_parallel_environment() -> None:
    from halfturn.core import HalfturnError

    env = module("sellswords").parallel_env()
    observations, _ = env.reset(seed=3)
    asked = next(agent for agent in env.agents if not observations[agent]["action_mask"][-1])
    idle = next(agent for agent in env.agents if agent != asked)
    answer = int(observations[asked]["action_mask"].argmax())
    with pytest.raises(HalfturnError, match="is not asked"):
        env.step({asked: answer, idle: answer})
    env.step({asked: answer, idle: env.wait})
