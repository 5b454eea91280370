"""OpenSpiel's own tests, on the games as OpenSpiel sees them; its bots and solvers play them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from halfturn.core import HalfturnError
from tests.research.games import NAMES, SETTINGS, SMALL, spiel_text

every_setting = pytest.mark.parametrize(("id", "seats", "options"), SETTINGS, ids=NAMES)
quiet = pytest.mark.filterwarnings("default")


def load(text: str) -> Any:
    import pyspiel

    import halfturn.research  # noqa: F401

    return pyspiel.load_game(text)


def go_on(state: Any, random: Any) -> None:
    """One random answer, CHANCE's by its weights."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(random.choice(actions, p=weights)))
    else:
        state.apply_action(int(random.choice(state.legal_actions())))


def somewhere(game: Any, answers: int, seed: int = 1) -> Any:
    """A state after so many random answers, at a player's question."""
    import numpy as np

    random = np.random.RandomState(seed)
    state = game.new_initial_state()
    while answers > 0 or state.is_chance_node():
        go_on(state, random)
        answers -= 1
    return state


@quiet
@every_setting
def test_random_sim_test(id: str, seats: int, options: dict[str, Any]) -> None:
    import pyspiel

    pyspiel.random_sim_test(
        load(spiel_text(id, seats, options)),
        num_sims=1,
        serialize=id != "sellswords",
        verbose=False,
    )


def test_a_saved_game_of_sellswords_goes_on() -> None:
    """What `random_sim_test` does after every answer, here a few times: it takes long."""
    import pyspiel

    game = load("python_halfturn_sellswords")
    for answers in (0, 30, 60, 90):
        state = somewhere(game, answers)
        _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)


@quiet
@pytest.mark.parametrize(
    ("id", "seats", "options"),
    [SETTINGS[at] for at in (0, 3, 4, 5, 7, 9, 10, 12)],
    ids=[NAMES[at] for at in (0, 3, 4, 5, 7, 9, 10, 12)],
)
def test_openspiel_simulation_test(
    id: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game as it is usually played, and with most seats and other options."""
    from open_spiel.python.tests import games_sim_test

    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 150 if not options else 60)
    games_sim_test.GamesSimTest("test_pig").sim_game(load(spiel_text(id, seats, options)))


def api_tests(base: Any, game: Any, name: str) -> None:
    """Run a class of OpenSpiel's API tests on a game."""
    import unittest

    tests = type(name, (base,), {"game": game, "game_name": name})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(tests)
    assert suite.countTestCases() > 3
    result = unittest.TestResult()
    suite.run(result)
    assert not result.errors + result.failures, (result.errors + result.failures)[0][1]


@quiet
@pytest.mark.parametrize(
    ("id", "seats", "options"),
    [SETTINGS[0], SETTINGS[3], SETTINGS[5], SETTINGS[9], SETTINGS[11]],
)
def test_api_tests_on_some_states(
    id: str, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import sample_some_states

    sample = sample_some_states.sample_some_states
    monkeypatch.setattr(
        sample_some_states, "sample_some_states", lambda game, max_states: sample(game, 40)
    )
    game = load(spiel_text(id, seats, options))
    api_tests(api_test.EnforceAPIOnPartialTreeBase, game, id)


@quiet
@pytest.mark.parametrize("id", SMALL)
def test_api_tests_on_the_whole_tree(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Perfect recall, sums of zero, information sets that no two players share, and more."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import get_all_states

    game = load(SMALL[id])
    states = get_all_states.get_all_states(game, -1, True, True).values()
    chance = sum(state.is_chance_node() for state in states)
    over = sum(state.is_terminal() for state in states)
    counts = (chance, len(states) - chance - over, over)
    sets = {
        (state.current_player(), state.information_state_string())
        for state in states
        if not state.is_chance_node() and not state.is_terminal()
    }
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, id, counts)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, id, len(sets))
    api_tests(api_test.EnforceAPIOnFullTreeBase, game, id)


@quiet
@pytest.mark.parametrize("id", SMALL)
def test_cfr_and_exploitability_finish(id: str) -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = load(SMALL[id])
    solver = cfr.CFRPlusSolver(game)
    left = []
    for _ in range(2):
        for _ in range(3):
            solver.evaluate_and_update_policy()
        left.append(exploitability.exploitability(game, solver.average_policy()))
    assert -1e-9 <= left[1] <= left[0] + 1e-9 <= 2


@quiet
@pytest.mark.parametrize(
    "text",
    [
        "python_halfturn_swirling_heroes(hands=random,players=3)",
        "python_halfturn_sellswords(hands=dealt,heroes=starter,rounds=1)",
        "python_halfturn_swirl",
        "python_halfturn_qwirkle_cards",
    ],
)
def test_openspiel_bots_play(text: str) -> None:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(text)
    random = np.random.RandomState(3)
    evaluator = _Shrug()
    bots = [
        mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=random),
        ismcts.ISMCTSBot(
            game=game, uct_c=2.0, max_simulations=3, evaluator=evaluator, random_state=random
        ),
    ]
    state = somewhere(game, 20 if "heroes" not in text else 0)
    for _ in range(6):
        for bot in bots:
            while state.is_chance_node():
                go_on(state, random)
            if not state.is_terminal():
                action = bot.step(state)
                assert action in state.legal_actions()
                state.apply_action(action)


class _Shrug:
    """Judges nothing: what is tried here is that the searches can walk the games."""

    def evaluate(self, state: Any) -> list[float]:
        return [0.0] * state.get_game().num_players()

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@quiet
@every_setting
def test_a_resampled_state_looks_the_same_to_its_player(
    id: str, seats: int, options: dict[str, Any]
) -> None:
    import numpy as np

    game = load(spiel_text(id, seats, options))
    far = 6 * seats if id == "swirling-heroes" else 14 * seats
    for answers in (far, far + 5):
        state = somewhere(game, answers)
        player = state.current_player()
        other = state.resample_from_infostate(player, np.random.RandomState(2).rand)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_string(player) == state.observation_string(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert list(other.information_state_tensor(player)) == list(
            state.information_state_tensor(player)
        )


def test_actions_are_written_in_notation() -> None:
    game = load("python_halfturn_swirling_heroes(hands=even,first_player=B)")
    state = game.new_initial_state()
    assert state.current_player() == 1
    assert state.action_to_string(state.legal_actions()[0]) == "0123@0,0"
    assert state.string_to_action("0123@0,0") == state.legal_actions()[0]


def test_returns_by_win_and_by_points() -> None:
    import numpy as np

    for returns in ("win", "points"):
        game = load(f"python_halfturn_swirling_heroes(players=3,returns={returns})")
        random = np.random.RandomState(5)
        state = game.new_initial_state()
        while not state.is_terminal():
            assert state.returns() == [0.0, 0.0, 0.0]
            go_on(state, random)
        scores, winners = state.halfturn.scores, state.halfturn.winners
        if returns == "win":
            assert {seat for seat in range(3) if state.returns()[seat] > 0} == set(winners)
        else:
            assert np.allclose(state.returns(), np.array(scores) - np.mean(scores))
        assert abs(sum(state.returns())) < 1e-9


def test_a_clone_goes_its_own_way() -> None:
    state = somewhere(load("python_halfturn_sellswords"), 40)
    before = str(state)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)
    assert len(other.history()) == len(state.history()) + 1


def test_a_position_can_be_loaded() -> None:
    game = load("python_halfturn_swirling_heroes")
    state = game.new_initial_state("seats 2; field A:0123@0,0; hand A 0231; hand B 0312; turn B")
    assert state.current_player() == 1
    assert [state.action_to_string(action) for action in state.legal_actions()]


def test_bad_parameters_are_told() -> None:
    with pytest.raises(HalfturnError, match="option 'terrain': expected one of"):
        load("python_halfturn_sellswords(terrain=swamp)")
    with pytest.raises(HalfturnError, match="is for 2 to 2 players, got 3"):
        load("python_halfturn_sellswords(players=3)")
