"""Bots in other processes: what they are told, and what becomes of bad ones."""

import sys
from pathlib import Path

import pytest

from halfturn import SeededRng, load
from halfturn.bots.arena.game import Job, Setting, play
from halfturn.bots.failure import BotFailed
from halfturn.bots.process import ProcessBot

GAME = load("swirling-heroes")
STATE = GAME.position("hand A 0123 0231; hand B 1032")

LAST = """
import json, sys
for line in sys.stdin:
    print(json.loads(line)["options"][-1], flush=True)
"""


def command(folder: Path, source: str) -> str:
    script = folder / "bot.py"
    script.write_text(source)
    return f"{sys.executable} {script}"


def test_it_is_asked_and_answers(tmp_path: Path) -> None:
    bot = ProcessBot(command(tmp_path, LAST))
    assert str(bot.choose(STATE, SeededRng(1))) == "0231@0,0"
    assert str(bot.choose(STATE, SeededRng(2))) == "0231@0,0"
    bot.close()


def test_it_is_told_the_position_and_a_seed(tmp_path: Path) -> None:
    told = tmp_path / "told"
    script = f"import sys; line = sys.stdin.readline(); open({str(told)!r}, 'w').write(line)"
    bot = ProcessBot(command(tmp_path, f"{script}; print('0123@0,0', flush=True)"))
    bot.choose(STATE, SeededRng(1))
    bot.close()
    text = told.read_text()
    for part in ("swirling-heroes", '"seat":"A"', STATE.text, '"options"', '"seed"'):
        assert part in text


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import sys; sys.exit(3)", "exit code 3"),
        ("input(); raise ValueError", "exit code 1"),
        ("input(); print('nonsense', flush=True)", "got 'nonsense'"),
        ("input(); print(flush=True)", "got ''"),
        ("input(); print('x' * 100000, flush=True)", "expected one of the options"),
        ("import time; time.sleep(60)", "did not answer in"),
    ],
)
def test_crashes_silence_and_nonsense_are_told(tmp_path: Path, source: str, why: str) -> None:
    patience = 0.5 if "sleep" in source else 20
    bot = ProcessBot(command(tmp_path, source), patience=patience)
    with pytest.raises(BotFailed, match=why):
        bot.choose(STATE, SeededRng(1))
    bot.close()


def test_a_command_that_is_not_there_is_told() -> None:
    with pytest.raises(BotFailed, match="cannot be started"):
        ProcessBot("no-such-program-at-all").choose(STATE, SeededRng(1))


def test_a_bot_that_fails_loses_its_game_and_nothing_else(tmp_path: Path) -> None:
    bad = "process:" + command(tmp_path, "input(); print('nonsense', flush=True)")
    setting = Setting(GAME.id, GAME.rules_version, GAME.data_hash, (), ("random", bad), 1)
    for number in range(2):
        played = play(Job(setting, number))
        assert played.wins == [1.0, 0.0]
        assert "nonsense" in played.failed
