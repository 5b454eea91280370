"""A sitting: a match played by people at one keyboard and by bots."""

from __future__ import annotations

from itertools import islice
from typing import Final

import msgspec

from halfturn.core import CHANCE, Rng, seat_letter
from halfturn.core.match import Match
from halfturn.core.playthrough import Playthrough
from halfturn.terminal.curtain import Curtain
from halfturn.terminal.files import match_text
from halfturn.terminal.players import Player
from halfturn.terminal.screen import Screen

MOST_TOLD: Final = 5
"""So many of the last answers are told again before a turn; `log` tells all."""


class Leave(Exception):
    """Somebody wants to stop."""


class Sitting:
    """The match, who plays it, and what everybody has seen of it."""

    def __init__(self, match: Match, players: list[Player], screen: Screen, rng: Rng) -> None:
        self.match = match
        self.players = players
        self.screen = screen
        self.rng = rng
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self._saved = ""
        self._begin()

    def _begin(self) -> None:
        self.curtain = Curtain(self.screen, self.people)
        self._told: dict[int | None, int] = {}

    # ---- who and what ----

    @property
    def through(self) -> Playthrough:
        """The game that is being played."""
        return self.match.current

    @property
    def viewer(self) -> int | None:
        """Through whose eyes the screen shows the game: the only person's, or the looking one's."""
        return self.people[0] if len(self.people) == 1 else self.curtain.looking

    def name(self, seat: int) -> str:
        """What a seat is called in sentences."""
        return "The deck" if seat == CHANCE else self.players[seat].name

    def who(self, seat: int) -> str:
        """The same with its letter."""
        return f"{self.name(seat)} ({seat_letter(seat)})"

    # ---- going on ----

    def go_on(self) -> int | None:
        """Deal, and let the bots answer, until a person is asked; None when the game is over."""
        through = self.through
        while (decision := through.state.decision) is not None:
            if decision.seat == CHANCE:
                through.deal(self.rng)
                continue
            bot = self.players[decision.seat].bot
            if bot is None:
                return decision.seat
            # A bot is never given the truth, only a world that looks like it to its seat.
            world = through.state.redeal(decision.seat, self.rng)
            through.play(bot.choose(world, self.rng))
        return None

    def next_game(self) -> None:
        """Begin the next game of the match."""
        self.match.next_game()
        self._told.clear()

    def again(self) -> None:
        """Begin the same match once more, with a new deal."""
        first = self.match.games[0]
        head = msgspec.structs.replace(first.record, answers=[], end=None)
        self.match = Match([Playthrough.of(head, first.game)], self.match.length, self.match.by)
        self._begin()

    def take_back(self, seat: int | None) -> bool:
        """Go back to this seat's last decision, or to any person's; False where there is none."""
        answers = self.through.answers
        for at in reversed(range(len(answers))):
            who = answers[at][0]
            if who == seat or (seat is None and who in self.people):
                self.through.undo(len(answers) - at)
                for viewer, told in self._told.items():
                    self._told[viewer] = min(told, at)
                return True
        return False

    # ---- telling ----

    def story(self, viewer: int | None, since: int = 0) -> list[str]:
        """What happened as that viewer may see it, a line for every answer."""
        lines = []
        for _, _, _, events in islice(self.through.steps(), since, None):
            sentences = [event.seen_by(viewer).words(self.name) for event in events]
            if sentences:
                lines.append(" ".join(sentences))
        return lines

    def tell_news(self, viewer: int | None) -> None:
        """Show what this viewer has not been told yet."""
        lines = self.story(viewer, self._told.get(viewer, 0))
        self._told[viewer] = len(self.through.answers)
        if len(lines) > MOST_TOLD:
            lines = ["… (log tells it all)", *lines[-MOST_TOLD:]]
        for line in lines:
            self.screen.show(line)
        if lines:
            self.screen.show()

    def show_board(self, viewer: int | None) -> None:
        """Show the game through a viewer's eyes."""
        self.screen.show()
        self.screen.draw(self.through.game.draw(self.through.state.view(viewer)))
        self.screen.show()

    # ---- saving ----

    @property
    def text(self) -> str:
        """The match as a saved game holds it."""
        return match_text(self.match, [player.word for player in self.players])

    def mark_saved(self) -> None:
        """Remember that this very text is in a file."""
        self._saved = self.text

    @property
    def unsaved(self) -> bool:
        """Whether somebody has answered something that no file holds."""
        answered = any(seat in self.people for seat, _ in self.through.answers)
        return answered and self.text != self._saved
