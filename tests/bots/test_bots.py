"""Bots take legal options, the greedy one the best, and none of them knows a secret."""

import pytest

from halfturn import CHANCE, Playthrough, SeededRng, load
from halfturn.bots import make_bot
from halfturn.bots.greedy import lead
from halfturn.bots.hints import best_options, hints
from tests.bots.worlds import GAMES, met_in_play, ways_to_play

BOTS = ["greedy", "random", "novice", "casual", "search:20"]
GAME = load("swirling-heroes")
FIELD = "field A:0123@0,0 B:2013@0,1 A:0321@1,1"
SECRET = f"options hands=random; {FIELD}; hand B 0123 0231 1032; turn B"
TWINS = [GAME.position(f"{SECRET}; hand A {hand}") for hand in ("1230 0132", "2031 1320")]


def name(seat: int) -> str:
    return ("Ann", "Bob")[seat]


def test_greedy_takes_the_largest_lead() -> None:
    state = GAME.position(f"{FIELD}; hand B 2301 0231; hand A 0213; turn B")
    assert state.decision is not None
    leads = {
        str(each): lead(state.preview(each).scores, 1, state.sides)
        for each in state.decision.options
    }
    assert [each for each, value in leads.items() if value == max(leads.values())] == ["2301@1,0"]
    assert str(make_bot("greedy").choose(state, SeededRng(1))) == "2301@1,0"


def test_greedy_breaks_ties_by_its_rng() -> None:
    state = GAME.position("hand A 0123 0231; hand B 1032")
    taken = {str(make_bot("greedy").choose(state, SeededRng(seed))) for seed in range(20)}
    assert taken == {"0123@0,0", "0231@0,0"}


def test_greedy_picks_a_secret_hand_at_random() -> None:
    state = GAME.start(2, {"hands": "choose"})
    taken = {str(make_bot("greedy").choose(state, SeededRng(seed))) for seed in range(200)}
    assert len(taken) == 12


def test_random_takes_every_option_at_times() -> None:
    state = GAME.position("hand A 0123 0231 1032; hand B 1032")
    taken = {str(make_bot("random").choose(state, SeededRng(seed))) for seed in range(60)}
    assert taken == {"0123@0,0", "0231@0,0", "1032@0,0"}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("hands", ["mirror", "choose", "random"])
def test_bots_play_whole_games(bot: str, seats: int, hands: str) -> None:
    rng = SeededRng(f"{bot} {seats} {hands}")
    game = Playthrough.start(GAME, seats, {"hands": hands, "colours": "choose".split()})
    while (decision := game.state.decision) is not None:
        if decision.seat == CHANCE:
            game.deal(rng)
        else:
            game.play(make_bot(bot).choose(game.state.redeal(decision.seat, rng), rng))
    assert game.state.over


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_does_the_same_in_worlds_that_look_the_same(bot: str) -> None:
    assert TWINS[0].view(1) == TWINS[1].view(1)
    assert TWINS[0].text != TWINS[1].text
    for seed in range(50):
        choices = []
        for twin in TWINS:
            rng = SeededRng(seed)
            choices.append(make_bot(bot).choose(twin.redeal(1, rng), rng))
        assert choices[0] == choices[1]


def test_hints_are_the_same_in_worlds_that_look_the_same() -> None:
    for seed in range(20):
        told = [hints(twin.redeal(1, SeededRng(seed)), name) for twin in TWINS]
        assert told[0] == told[1]


def test_hints_tell_the_best_first_what_it_brings_and_why() -> None:
    state = GAME.position(f"{FIELD}; hand B 2301; hand A 0213; turn B")
    best = hints(state, name)[0]
    assert best.startswith("2301@1,0: +5 for Bob, \u22125 for Ann; looks like ending ")
    assert "to be gained on you at once" in best or "nothing that gains on you" in best


def test_hints_know_when_there_is_no_choice() -> None:
    one = GAME.position("field A:0123@0,0; hand B 1032; turn B")
    assert hints(one, name) == ["remove:1032 is the only choice."]


@pytest.mark.parametrize("game", GAMES)
def test_hints_for_any_decision_are_the_best_few(game: str) -> None:
    played, seats, options = ways_to_play(game)[0]
    for at, state in enumerate(met_in_play(played, seats, options, "hints", every=9)):
        if at == 3:
            break
        found = best_options(state)
        assert state.decision is not None
        assert 1 <= len(found) <= 3
        assert all(each.option in state.decision.options for each in found)
        leads = [each.lead for each in found if each.lead is not None]
        assert leads == sorted(leads, reverse=True)
        assert all(sentence.endswith(".") for sentence in hints(state, str))
