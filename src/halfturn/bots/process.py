"""A bot in another process, in any language: questions to its standard input, answers back.

For each question the process gets one line of JSON:

    {"game": "swirling-heroes", "seat": "A", "kind": "turn", "position": "seats 2; …",
     "options": ["0123@0,0", "0231@0,0"], "seed": 1234}

`position` is a world that looks to the seat like the game does, everything hidden drawn anew,
and `seed` a number to be random by. The answer is one line: one of the options. What the
process writes to its standard error is left alone. When its input ends, the game is over.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
from typing import Final

import msgspec

from halfturn.bots.failure import BotFailed
from halfturn.core import Option, Rng, State, seat_letter

PATIENCE: Final = 10.0
"""Seconds that a process may take for an answer."""
LONGEST_ANSWER: Final = 1000
GOODBYE_WITHIN: Final = 1.0


class ProcessBot:
    """Starts the command with the first question, one process for each seat of each game."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self.command = command
        self.patience = patience
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def choose(self, world: State, rng: Rng) -> Option:
        """Put the question to the process; raises BotFailed for anything but an option."""
        decision = world.decision
        assert decision is not None, "a bot is asked only where there is a question"
        question = {
            "game": world.game.id,
            "seat": seat_letter(decision.seat),
            "kind": decision.kind,
            "position": world.text,
            "options": [str(option) for option in decision.options],
            "seed": rng.below(1 << 32),
        }
        answer = self._ask(msgspec.json.encode(question).decode()).strip()
        for option in decision.options:
            if str(option) == answer:
                return option
        raise BotFailed(f"expected one of the options from {self.command!r}, got {answer[:60]!r}")

    def close(self) -> None:
        """The game is over: end the process, kindly at first."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(GOODBYE_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()

    def _ask(self, line: str) -> str:
        process = self._process or self._begin()
        assert process.stdin is not None
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            answer = self._lines.get(timeout=self.patience)
        except OSError:
            answer = ""
        except queue.Empty:
            process.kill()
            raise BotFailed(f"{self.command!r} did not answer in {self.patience:g} s") from None
        if not answer:
            code = process.wait()
            raise BotFailed(f"{self.command!r} ended (exit code {code}) instead of answering")
        return answer

    def _begin(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"{self.command!r} cannot be started: {error}") from None
        self._process = process
        threading.Thread(target=self._listen, args=[process], daemon=True).start()
        return process

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Pass lines on as they come, and an empty one when there are no more."""
        assert process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            while line := process.stdout.readline(LONGEST_ANSWER):
                self._lines.put(line)
        self._lines.put("")
