"""Gymnasium's own checks, and games against bots."""

from __future__ import annotations

from typing import Any

import pytest

from tests.research.games import NAMES, SETTINGS

every_setting = pytest.mark.parametrize(("id", "seats", "options"), SETTINGS, ids=NAMES)


def make(id: str, **parameters: Any) -> Any:
    import gymnasium

    from halfturn.research.gym import gym_name

    return gymnasium.make(gym_name(id), **parameters)


@pytest.mark.filterwarnings("default")
@every_setting
def test_check_env(
    id: str, seats: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    from gymnasium.utils.env_checker import check_env

    env = make(id, seats=seats, opponent="random", render_mode="ansi", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize("id", ["swirling-heroes", "sellswords", "swirl", "qwirkle-cards"])
def test_a_game_against_bots(id: str) -> None:
    env = make(id, opponent="random", seat=1)
    _, info = env.reset(seed=5)
    is_over, reward, steps = False, 0.0, 0
    while not is_over and steps < 80:
        action = env.action_space.sample(info["action_mask"])
        _, reward, is_over, _, info = env.step(action)
        steps += 1
        assert env.unwrapped.seat == 1
        assert is_over or info["action_mask"].any()
    if is_over:
        assert reward == env.unwrapped.setting.utilities(env.unwrapped.state_now, False)[1]


def test_bots_of_a_level_play() -> None:
    env = make("swirling-heroes", opponent="casual", seats=3)
    _, info = env.reset(seed=5)
    is_over = False
    while not is_over:
        action = env.action_space.sample(info["action_mask"])
        _, _, is_over, _, info = env.step(action)
    assert env.unwrapped.state_now.winners


def test_many_at_once_in_processes() -> None:
    import gymnasium
    import numpy as np

    from halfturn.research.gym import gym_name

    envs = gymnasium.make_vec(
        gym_name("swirling-heroes"),
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": "fork"},
        opponent="random",
    )
    try:
        observations, _ = envs.reset(seed=[1, 2])
        ended = 0
        for _ in range(20):
            actions = np.array([mask.argmax() for mask in observations["action_mask"]])
            observations, _, over, _, _ = envs.step(actions)
            ended += int(over.sum())
        assert ended
        assert len(observations["observation"]) == 2
    finally:
        envs.close()


def test_an_illegal_action_loses_or_raises() -> None:
    from halfturn.core import IllegalOption

    env = make("swirling-heroes", opponent="random")
    _, info = env.reset(seed=1)
    wrong = int((info["action_mask"] == 0).argmax())
    _, reward, is_over, _, info = env.step(wrong)
    assert (reward, is_over) == (-1.0, True)
    assert "expected one of the actions" in info["illegal"]
    strict = make("swirling-heroes", opponent="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalOption, match="expected one of the actions"):
        strict.step(wrong)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"opponent": "nobody"}, "expected a bot among"),
        ({"seat": 4}, "seat: expected a number from 0 to 1"),
        ({"returns": "gold"}, "returns: expected win or points"),
        ({"illegal": "shrug"}, "illegal: expected lose or raise"),
        ({"seats": 7}, "is for 2 to 4 players, got 7"),
        ({"hands": "none"}, "option 'hands': expected one of"),
    ],
)
def test_bad_parameters_are_told(given: dict[str, Any], expected: str) -> None:
    from halfturn.core import HalfturnError

    with pytest.raises(HalfturnError, match=expected):
        make("swirling-heroes", **given)
