"""Laws about how games go: they end, nothing gets lost, no state changes behind one's back."""

from __future__ import annotations

from typing import Final

from halfturn.contract.missing import missing
from halfturn.contract.sample import Broken, Sample, few, pick, played, same, unchanged
from halfturn.core.errors import BadOptions
from halfturn.core.options import option_words, read_option_words
from halfturn.core.seats import CHANCE, LETTERS


def everything_is_written(sample: Sample) -> None:
    """A game writes all that the contract asks for."""
    if lines := missing(sample.game):
        raise Broken("\n".join(lines))


def the_facts_make_sense(sample: Sample) -> None:
    """Seats, options and presets are as the game declares them; anything else is refused."""
    game = sample.game
    if not 1 <= game.min_seats <= game.max_seats <= len(LETTERS):
        raise Broken(f"expected seats from 1 to {len(LETTERS)}, got {game.min_seats} to …")
    same("start() without seats takes the fewest", game.min_seats, game.start().seats)
    for seats in (game.min_seats - 1, game.max_seats + 1, -1, 1000):
        _refused(sample, f"{seats} seats", seats, {})
    _refused(sample, "an option that there is not", game.min_seats, {"no such option": 1})
    for seats in range(game.min_seats, game.max_seats + 1):
        for options in game.contract_options(seats):
            state = game.start(seats, options)
            same("the number of seats", seats, state.seats)
            same("the options", options, state.options)
            words = option_words(options)
            same("options as words", options, read_option_words(game.options_type, words))
    if not game.rules().strip():
        raise Broken("expected a rules page, got an empty text")


def _refused(sample: Sample, what: str, seats: int, options: dict[str, object]) -> None:
    try:
        sample.game.start(seats, options)
    except BadOptions:
        return
    raise Broken(f"expected BadOptions for {what}, but the game began")


def random_games_end(sample: Sample) -> None:
    """A game played at random is over after at most `longest_game` answers."""
    for walk in sample.walks:
        sample.at = walk.moments[-1]
        limit = sample.game.longest_game(walk.seats)
        if not sample.at.state.over or len(walk.answers) > limit:
            raise Broken(f"expected the game to be over after {limit} answers, but it goes on")


def winners_are_named_at_the_end(sample: Sample) -> None:
    """There are winners when a game is over and none before; they are seats, in order."""
    for moment in sample.moments():
        state = moment.state
        winners = state.winners
        if list(winners) != sorted(set(winners)) or not set(winners) <= set(range(state.seats)):
            raise Broken(f"winners: expected seats in order, got {winners}")
        if bool(winners) != state.over:
            raise Broken(f"winners: got {winners} while over is {state.over}")
        same("over is when nothing is asked", state.decision is None, state.over)


def scores_stay_within_bounds(sample: Sample) -> None:
    """Every seat has a score, and it lies within `score_bounds`."""
    for moment in sample.moments():
        least, most = sample.game.score_bounds(moment.state.seats)
        scores = moment.state.scores
        same("one score for each seat", moment.state.seats, len(scores))
        if not all(least <= score <= most for score in scores):
            raise Broken(f"scores: expected all from {least} to {most}, got {scores}")


def no_card_is_lost(sample: Sample) -> None:
    """In a game begun by `start` the inventory is the same all game long."""
    for moment in sample.moments():
        begun = moment.walk.moments[0].state.inventory()
        same("inventory", begun, moment.state.inventory())


def no_earlier_state_changes(sample: Sample) -> None:
    """A state looks the same after its game has been played on as it did when it came up."""
    for moment in sample.moments():
        unchanged("the game was played on from a clone", moment.seen, moment.state)


def a_clone_is_independent(sample: Sample) -> None:
    """Playing a clone leaves the state, and playing the state leaves the clone, as they were."""
    for moment in sample.moments(most=200, asking=True):
        state = moment.state.clone()
        unchanged("a clone was made", moment.seen, state)
        clone = state.clone()
        rng = moment.rng("clone")
        for _ in range(6):
            decision = clone.decision
            if decision is None:
                break
            clone.play(pick(decision, rng))
        unchanged("a clone of it was played", moment.seen, state)
        clone = state.clone()
        option = pick(moment.question, rng)
        state.play(option)
        unchanged("the state it was cloned from was played", moment.seen, clone)
        clone.play(option)
        same("the same answer leads to the same position", state.key(), clone.key())


def the_same_answer_does_the_same(sample: Sample) -> None:
    """What an answer does depends on nothing but the state: twice the same, events or not."""
    for moment in sample.moments(most=300, asking=True):
        decision = moment.question
        for option in few(decision.options, 3):
            after, events = played(moment.state, option)
            again, once_more = played(moment.state, option)
            same(f"events of {option}", events, once_more)
            same(f"where {option} leads", after.key(), again.key())
            silent = moment.state.clone()
            silent.play(option)
            same(f"where {option} leads when nobody listens", after.key(), silent.key())


def chance_has_weights(sample: Sample) -> None:
    """CHANCE has a positive weight for each option; nobody else has weights."""
    for moment in sample.moments(asking=True):
        decision = moment.question
        if decision.seat != CHANCE:
            same("weights of a seat's question", [], list(decision.weights))
            continue
        same("as many weights as options", len(decision.options), len(decision.weights))
        if min(decision.weights) <= 0:
            raise Broken(f"weights: expected positive numbers, got {list(decision.weights)}")


LAWS: Final = (
    everything_is_written,
    the_facts_make_sense,
    random_games_end,
    winners_are_named_at_the_end,
    scores_stay_within_bounds,
    no_card_is_lost,
    no_earlier_state_changes,
    a_clone_is_independent,
    the_same_answer_does_the_same,
    chance_has_weights,
)
