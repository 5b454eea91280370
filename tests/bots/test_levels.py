"""The levels: they play everything, the same for the same seed, and the better ones better."""

import time

import pytest

from halfturn import CHANCE, Playthrough, SeededRng, compiled, load
from halfturn.bots import LEVELS, Bot, bot_names, is_bot, make_bot
from halfturn.bots.levels import CasualBot, NoviceBot, SearchBot, StrongBot
from halfturn.bots.plans import best_plans, count_points, plans
from halfturn.bots.search import FEW_VISITS
from halfturn.core import BadOptions, Heuristics, Rng, State, draw
from halfturn.template.magpies.game import Magpies
from tests.bots.worlds import GAMES, met_in_play, ways_to_play

SWIRLING = load("swirling-heroes")


def played_out(through: Playthrough, bots: list[Bot], rng: Rng) -> State:
    """The end of a game that bots play, each in worlds that look the same to its seat."""
    while (decision := through.state.decision) is not None:
        if decision.seat == CHANCE:
            through.deal(rng)
        else:
            world = through.state.redeal(decision.seat, rng)
            through.play(bots[decision.seat].choose(world, rng))
    return through.state


def test_the_four_levels_stand_first_and_the_usual_one_is_casual() -> None:
    assert list(LEVELS) == ["novice", "casual", "strong", "expert"]
    assert bot_names()[:6] == ["casual", "novice", "strong", "expert", "greedy", "random"]


@pytest.mark.parametrize("word", ["Expert", "search:20", "search:0.5s", "process:cat"])
def test_words_for_bots(word: str) -> None:
    assert is_bot(word)
    assert hasattr(make_bot(word), "choose")


@pytest.mark.parametrize("word", ["nobody", "search:", "search:x", "search:-1", "search:0s"])
def test_words_that_mean_no_bot_are_refused_in_words(word: str) -> None:
    with pytest.raises(BadOptions, match="expected"):
        make_bot(word)


@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_every_number_of_players(name: str) -> None:
    ways = ways_to_play(name)
    for game, seats, options in ways if compiled() else ways[-1:]:
        rng = SeededRng(f"{name} {seats}")
        bots: list[Bot] = [NoviceBot(), SearchBot(iterations=3), CasualBot(), make_bot("greedy")]
        assert played_out(Playthrough.start(game, seats, options), bots, rng).over


def test_levels_play_a_game_without_heuristics_of_its_own() -> None:
    bots: list[Bot] = [NoviceBot(), SearchBot(iterations=20), CasualBot()]
    assert played_out(Playthrough.start(Magpies(), 3), bots, SeededRng("magpies")).over


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_iterations_give_the_same_answers(name: str) -> None:
    game, seats, options = ways_to_play(name)[0]
    for at, state in enumerate(met_in_play(game, seats, options, "same", every=11)):
        if at == 4:
            break
        answers = set()
        for _ in range(2):
            rng = SeededRng(at)
            world = state.redeal(state.seat_asked, rng)
            answers.add(str(SearchBot(iterations=40).choose(world, rng)))
        assert len(answers) == 1


@pytest.mark.parametrize(
    ("name", "thought_through"), [("qwirkle-cards", 30), ("sellswords", 60), ("swirl", 60)]
)
def test_a_strong_player_thinks_about_some_of_its_turns(name: str, thought_through: int) -> None:
    game, seats, options = ways_to_play(name)[0]
    state = next(state for state in met_in_play(game, seats, options, "strong") if state.opens_turn)
    hurried = 0
    for seed in range(20):
        bot, rng, same = StrongBot(), SeededRng(seed), SeededRng(seed)
        bot.seconds, bot.iterations = 0.0, 10  # not by the clock
        other: Bot = SearchBot(iterations=10)
        if same.below(100) >= thought_through:
            other, hurried = CasualBot(), hurried + 1
            same = SeededRng(same.below(1 << 32))
        assert bot.choose(state, rng) == other.choose(state, same)
    assert hurried


def test_a_single_answer_takes_no_thought() -> None:
    state = SWIRLING.position("field A:0123@0,0; hand B 1032; turn B")

    class Thoughtless(SearchBot):
        def _searched(self, *given: object) -> int:
            raise AssertionError("there is nothing to think about")

    assert str(Thoughtless(seconds=100).choose(state, SeededRng(1))) == "remove:1032"


def test_the_search_stops_when_nothing_can_change_any_more() -> None:
    game, seats, options = ways_to_play("swirl")[0]
    state = next(met_in_play(game, seats, options, "settled", every=5))
    from halfturn.bots.search import Search

    search = Search(state, game.heuristics(), SeededRng(1))
    search.think(100_000, time.perf_counter() + 0.05)
    assert search.iterations < 100_000


def test_the_tree_is_kept_over_the_answers_of_others() -> None:
    options = {"hands": "even", "first_player": "A"}
    state = SWIRLING.start(3, options)
    rng = SeededRng(1)
    while (decision := state.decision) is not None and decision.seat == CHANCE:
        state.play(draw(decision, rng))
    bot = SearchBot(iterations=600)
    seat = state.seat_asked
    state.play(bot.choose(state.redeal(seat, rng), rng))
    tree = bot.search
    assert tree is not None
    begun, node = tree.iterations, tree.root
    while state.seat_asked != seat:  # the others do what was looked at most
        code = max(node.next, key=lambda each: node.next[each].visits)
        node = node.next[code]
        state.play_code(code)
    kept = node.visits
    assert kept >= FEW_VISITS
    bot.choose(state.redeal(seat, rng), rng)
    assert bot.search is tree
    assert tree.iterations - begun <= 600 - kept


def test_a_casual_player_looks_at_whole_turns() -> None:
    game = load("sellswords")
    knowledge = game.heuristics()
    for state in met_in_play(game, 2, game.presets["starter"].options, "whole turns"):
        decision = state.decision
        assert decision is not None
        if decision.kind == "turn":
            break
    found = plans(state, knowledge)
    count_points(state, found)
    assert max(len(plan.codes) for plan in found) >= 3
    best = {tuple(plan.codes) for plan in best_plans(found)}
    bot, rng, seat, line = CasualBot(), SeededRng(1), state.seat_asked, []
    while True:
        option = bot.choose(state.redeal(seat, rng), rng)
        line.append(game.code(option))
        state.play(option)
        decision = state.decision
        if decision is None or decision.seat != seat or decision.opens_turn:
            break
    assert tuple(line) in best


def test_a_novice_overlooks_what_a_casual_player_sees() -> None:
    field = "field A:0123@0,0 B:2013@0,1 A:0321@1,1"
    state = SWIRLING.position(f"{field}; hand B 2301 0231; hand A 0213; turn B")
    casual = {str(CasualBot().choose(state, SeededRng(seed))) for seed in range(20)}
    novice = {str(NoviceBot().choose(state, SeededRng(seed))) for seed in range(60)}
    assert casual == {"2301@1,0"}
    assert casual < novice


def test_values_of_a_finished_game_are_about_winning() -> None:
    state: State = SWIRLING.position("field A:0123@0,0 B:2013@0,1 A:0321@1,1; turn A")
    assert state.over
    values = Heuristics().values(state)
    assert values[state.winners[0]] > 0.8
    assert values[1 - state.winners[0]] < 0.2
