"""A desk for tests: somebody who types prepared lines, and all that was shown."""

import io
from collections.abc import Callable
from dataclasses import replace

from rich.console import Console

from halfturn import Match, SeededRng, load
from halfturn.bots import Bot
from halfturn.core import Game, State
from halfturn.core.options import Given
from halfturn.core.playthrough import Playthrough
from halfturn.terminal.players import read_players
from halfturn.terminal.playing import play
from halfturn.terminal.screen import Screen
from halfturn.terminal.sitting import Sitting

GAME: Game = load("swirling-heroes")


class Desk:
    """Types the lines one after another, or whatever `typist` makes of the prompt."""

    def __init__(
        self, *lines: str, typist: Callable[[str], str] | None = None, width: int = 80
    ) -> None:
        self._lines = list(lines)
        self._typist = typist or self._next_line
        self._out = io.StringIO()
        self.screen = Screen(
            Console(file=self._out, width=width, height=24, highlight=False, markup=False),
            self._read,
        )

    def _next_line(self, prompt: str) -> str:
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)

    def _read(self, prompt: str) -> str:
        self._out.write(prompt)
        line = self._typist(prompt)
        self._out.write(f"{line}\n")
        return line

    @property
    def shown(self) -> str:
        """Everything on the screen so far."""
        return self._out.getvalue()

    @property
    def words(self) -> str:
        """The same with every run of spaces and line ends as one space."""
        return " ".join(self.shown.split())

    @property
    def untyped(self) -> list[str]:
        """The lines that nobody asked for."""
        return self._lines

    def sit(
        self,
        players: str = "you,greedy",
        options: Given = None,
        length: int = 1,
        at: State | None = None,
        seed: int = 1,
        bots: dict[int, Bot] | None = None,
    ) -> Sitting:
        """Play at this desk until the lines or the games end; `bots` sit on those seats instead."""
        people = read_players(players.split(","))
        for seat, bot in (bots or {}).items():
            people[seat] = replace(people[seat], bot=bot)
        if at is None:
            match = Match.start(GAME, len(people), options, length)
        else:
            match = Match([Playthrough.at(at)], length)
        sitting = Sitting(match, people, self.screen, SeededRng(seed))
        play(sitting)
        return sitting
