"""A bot as a program of its own: it plays as it does beside us, and tells what it cannot read."""

import sys

import msgspec
import pytest

from halfturn import CHANCE, SeededRng, State, load
from halfturn.bots.answering import answers
from halfturn.bots.arena.game import Job, Setting, play
from halfturn.bots.registry import make_bot
from halfturn.core import HalfturnError, draw

GAMES = ("swirling-heroes", "sellswords", "swirl", "qwirkle-cards")


def asked(state: State, seed: int) -> str:
    question = {"game": state.game.id, "position": state.text, "seed": seed, "more": "to ignore"}
    return msgspec.json.encode(question).decode()


@pytest.mark.parametrize("id", GAMES)
def test_it_answers_as_the_bot_itself_does(id: str) -> None:
    state = load(id).start(seats=2)
    chance = SeededRng("deal")
    bot = make_bot("search:5")
    lines: list[str] = []
    expected: list[str] = []
    while len(lines) < 12 and (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, chance))
            continue
        if decision.seat == 0:
            seed = len(lines)
            lines.append(asked(state, seed))
            answer = bot.choose(load(id).position(state.text), SeededRng(seed))
            expected.append(str(answer))
            state.play(answer)
        else:
            state.play(decision.options[0])
    assert list(answers("search:5", lines, "wall")) == expected


@pytest.mark.parametrize("id", GAMES)
def test_it_plays_in_the_arena_from_another_process(id: str) -> None:
    game = load(id)
    other = f"process:{sys.executable} -m halfturn bot casual --clock cpu"
    setting = Setting(game.id, game.rules_version, game.data_hash, (), (other, "random"), 1)
    assert play(Job(setting, 0)).failed == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "expected a line like .* got 'nonsense'"),
        ('{"game": "swirl", "seed": 1}', "missing required field `position`"),
        ('{"game": "swirl", "position": "", "seed": "x"}', "Expected `int`"),
        ('{"game": "chess", "position": "", "seed": 1}', "chess"),
        ('{"game": "swirl", "position": "what", "seed": 1}', "what"),
    ],
)
def test_what_it_cannot_read_is_told(line: str, why: str) -> None:
    with pytest.raises(HalfturnError, match=why):
        list(answers("casual", [line], "wall"))


def test_a_position_in_which_nobody_is_asked_is_told() -> None:
    start = load("qwirkle-cards").start(seats=2)
    with pytest.raises(HalfturnError, match="expected a position in which a player is asked"):
        list(answers("casual", [asked(start, 1)], "wall"))
