"""Looking ahead by whole turns: exact near the end, and in time."""

import time

import pytest

from halfturn import CHANCE, SeededRng, load
from halfturn.bots.hints import best_options, hints
from halfturn.bots.levels import TURNS, SearchBot
from halfturn.bots.lookahead import MOST_ROUGH, Lookahead
from halfturn.bots.plans import plans
from halfturn.core import Heuristics, State, draw
from halfturn.games.sellswords.bots.advice import _reason_to_pick
from halfturn.games.sellswords.bots.evaluation import worth
from halfturn.games.sellswords.bots.heuristics import SellswordsHeuristics
from halfturn.games.sellswords.state import SellswordsState
from tests.bots.worlds import met_in_play

GAME = load("sellswords")
STARTER = GAME.presets["starter"].options


def late(seed: str, tiles: int) -> State:
    """A turn of the last round with so many tiles left in both hands."""
    rng = SeededRng(seed)
    state = GAME.start(2, STARTER)
    while (decision := state.decision) is not None:
        assert isinstance(state, SellswordsState)
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        left = len(state.board.hands[0]) + len(state.board.hands[1])
        if decision.opens_turn and decision.kind == "turn" and left == tiles:
            return state
        state.play(decision.options[rng.below(len(decision.options))])
    raise AssertionError("no such turn in this game")


def best_value(state: State, seat: int, knowledge: Heuristics) -> float:
    """Minimax over whole turns to the end of the game, with nothing left out."""
    if state.over:
        return knowledge.values(state)[seat]
    values = []
    for plan in plans(state, knowledge):
        after = state.clone()
        for code in plan.codes:
            after.play_code(code)
        values.append(best_value(after, seat, knowledge))
    return max(values) if state.seat_asked == seat else min(values)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_the_last_placements_are_exact(seed: str) -> None:
    state = late(seed, 2)
    knowledge = SellswordsHeuristics()
    ahead = Lookahead(state, knowledge)
    ahead.think(0, 0.0)
    assert ahead.is_exact
    exact = best_value(state, state.seat_asked, knowledge)
    assert ahead.root.value == pytest.approx(exact)
    turn, value = ahead.ranked()[0]
    assert value == pytest.approx(exact)
    after = state.clone()
    for code in turn:
        after.play_code(code)
    assert best_value(after, state.seat_asked, knowledge) == pytest.approx(exact)


def test_more_thought_is_never_less_certain() -> None:
    ahead = Lookahead(late("one", 3), SellswordsHeuristics())
    widths = []
    for turns in (1, 100, 400):
        ahead.think(turns, 0.0)
        widths.append(ahead.root.high - ahead.root.low)
    assert widths == sorted(widths, reverse=True)


def test_far_from_the_end_time_is_not_all() -> None:
    """More turns than enough choose worse there; near the end they make the result exact."""
    knowledge = SellswordsHeuristics()
    ahead = Lookahead(late("one", 10), knowledge)
    assert ahead.most_rough == MOST_ROUGH
    ahead.most_rough = 500
    ahead.think(0, 0.0)
    assert 500 <= ahead.judged == ahead.rough < 2000
    assert not ahead.is_exact
    ahead = Lookahead(late("one", 4), knowledge)
    ahead.most_rough = 1
    ahead.think(3000, 0.0)
    assert ahead.lists > 1
    assert ahead.rough == 0


def test_a_late_deadline_still_gives_a_turn() -> None:
    state = late("two", 4)
    ahead = Lookahead(state, SellswordsHeuristics())
    ahead.think(0, time.perf_counter())
    assert ahead.ranked()
    bot = SearchBot(seconds=0.021)
    assert state.decision is not None
    assert bot.choose(state, SeededRng(1)) in state.decision.options


def test_the_whole_turn_is_thought_out_once() -> None:
    state = late("three", 5)
    seat = state.seat_asked
    bot = SearchBot(iterations=40)
    ahead = Lookahead(state, SellswordsHeuristics())
    ahead.think(40 * TURNS, 0.0)
    for code in ahead.ranked()[0][0]:
        answer = bot.choose(state.redeal(seat, SeededRng(1)), SeededRng(1))
        assert answer == state.option(code)
        state.play(answer)


def test_a_pick_takes_what_is_worth_most() -> None:
    state = next(met_in_play(GAME, 2, None, "draft"))
    assert isinstance(state, SellswordsState)
    first = best_options(state, 1)[0]
    assert first.reason == "the hero of these that gains most on average"
    tile = state.board.roster.named(first.option)
    worths = [worth(state.board, each) for each in state.board.centre]
    assert worth(state.board, tile) == max(worths)
    for each in state.board.centre:
        better = sum(other > worth(state.board, each) for other in worths)
        said = {0: "the hero of these that gains most", 1: "one of these gains more"}
        expected = said.get(better, f"{better} of these gain more")
        assert _reason_to_pick(state.board, each) == f"{expected} on average"


def test_hints_tell_what_a_placement_flips_builds_and_leaves() -> None:
    told = " ".join(sentence for tiles in (2, 4, 6) for sentence in hints(late("one", tiles), str))
    assert "wins about" in told
    assert "to your side" in told
    assert "open to attack" in told or "nothing can attack it" in told
