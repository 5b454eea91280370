"""Golden playthroughs: a whole game as text, with all that everybody sees at every step.

A file holds a record, and after it what replaying that record shows. Lines of a step:

    3. B turn: 0231@1,0      who was asked what, and what was answered
    codes 3370 5581          the integers of all that could have been answered, but CHANCE's
    scores 6 0, now 7 0      the points before it, and the outlook where that is otherwise
    * hand A ?; turn B       what a spectator saw, where that has changed
    A hand A 0123 0231       the parts that seat A saw otherwise; nothing if none
    > B places 0231 …        what happened then, as a spectator is told
    > B: B gets 0123.        the same as seat B is told, where that is otherwise
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from halfturn.core import CHANCE, Decision, Event, Game, Option, SeededRng, draw, seat_letter
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.state import State

GAMES = Path(__file__).parents[1] / "games"
HEADING = "# What everybody saw\n"
Begun = tuple[Playthrough, int]
"""A playthrough at its beginning, and the seed that it goes on with."""


def any_answer(decision: Decision, rng: SeededRng) -> Option:
    """One of the answers, each as likely as the others."""
    return decision.options[rng.below(len(decision.options))]


def started(game: Game, seats: int, options: dict[str, object], seed: int) -> Begun:
    """A game from its deal."""
    return Playthrough.start(game, seats, options), seed


class Golden:
    """The golden games of a game, a file each in a folder `golden`."""

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, Callable[[], Begun]],
        shown: Sequence[str],
        choose: Callable[[Decision, SeededRng], Option] = any_answer,
        most: int = 1_000,
    ) -> None:
        """The settings by file, and what these show together.

        `choose` answers for the seats, and so many answers at the `most` are written.
        """
        self.game = game
        self.folder = GAMES / game.id.replace("-", "_") / "golden"
        self.settings = settings
        self._shown = shown
        self._choose = choose
        self._most = most

    @property
    def text(self) -> str:
        """All files, one after another."""
        return "".join(self.read(name)[1] for name in self.settings)

    def check(self, name: str) -> None:
        """Replay a file's record; everybody must see what they saw when it was written."""
        if os.environ.get("HALFTURN_GOLDEN") == "write":
            self.write(name)
        record, text = self.read(name)
        assert self.tell(record) == text

    def check_shown(self) -> None:
        """The files together show all that they are there for."""
        text = self.text
        assert [each for each in self._shown if each not in text] == []

    def check_files(self) -> None:
        """Every setting has its file, and every file its setting."""
        assert {path.stem for path in self.folder.iterdir()} == set(self.settings)

    def write(self, name: str) -> None:
        """Play the game of a setting and write it down."""
        through, seed = self.settings[name]()
        rng = SeededRng(seed)
        while (decision := through.state.decision) and len(through.answers) < self._most:
            answer = draw if decision.seat == CHANCE else self._choose
            through.play(answer(decision, rng))
        self._file(name).write_text(self.tell(through.record), "utf-8")

    def read(self, name: str) -> tuple[Record, str]:
        """The record of a file, and its whole text."""
        text = self._file(name).read_text("utf-8")
        return read_record(text.partition(HEADING)[0]), text

    def tell(self, record: Record) -> str:
        """The file of a record."""
        through = Playthrough.of(record, self.game)
        lines = [record.text, HEADING]
        seen: list[str] = []
        for number, (state, seat, option, events) in enumerate(through.steps(), start=1):
            decision = state.decision
            assert decision is not None
            lines.append(f"{number}. {seat_letter(seat)} {decision.kind}: {option}")
            if seat != CHANCE:
                lines.append("codes " + " ".join(map(str, state.codes())))
            lines += _seen(state, seen)
            lines += _told(events, state.seats)
            lines.append("")
        lines.append("The end")
        lines += _seen(through.state, seen)
        lines.append("winners " + " ".join(map(seat_letter, through.state.winners)))
        return "\n".join(lines) + "\n"

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.txt"


def _seen(state: State, before: list[str]) -> list[str]:
    """What everybody sees now; of the spectator's view the parts that have changed."""
    scores, outlook = (" ".join(map(str, each)) for each in (state.scores, state.outlook))
    lines = [f"scores {scores}" + (f", now {outlook}" if outlook != scores else "")]
    spectator = state.view(None).text.split("; ")
    new = [part for part in spectator if part not in before]
    if new:
        lines.append("* " + "; ".join(new))
    before[:] = spectator
    for seat in range(state.seats):
        own = [part for part in state.view(seat).text.split("; ") if part not in spectator]
        if own:
            lines.append(f"{seat_letter(seat)} {'; '.join(own)}")
    return lines


def _told(events: list[Event], seats: int) -> list[str]:
    lines = []
    for event in events:
        words = event.seen_by(None).words(seat_letter)
        lines.append(f"> {words}")
        for seat in range(seats):
            own = event.seen_by(seat).words(seat_letter)
            if own != words:
                lines.append(f"> {seat_letter(seat)}: {own}")
    return lines
