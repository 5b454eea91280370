"""A sitting: a match played by people at one keyboard and by bots."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

import msgspec

from halfturn.bots import USUAL, Bot, BotFailed, answer_of, close, make_bot
from halfturn.core import CHANCE, Decision, Option, Rng, draw, seat_letter
from halfturn.core.match import Match
from halfturn.core.playthrough import Playthrough
from halfturn.terminal.curtain import Curtain
from halfturn.terminal.files import match_text
from halfturn.terminal.players import Player
from halfturn.terminal.screen import Screen
from halfturn.terminal.telling import folded, sentences, without_result

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
        self._on_screen = ""
        self._replies: dict[tuple[str, ...], Option] = {}
        """What CHANCE and the bots answered and was taken back, by the answers that led there."""

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
            if decision.seat in self.people:
                return decision.seat
            through.play(self._reply(decision))
        return None

    def _reply(self, decision: Decision) -> Option:
        """The answer of CHANCE or a bot: the one it gave here before, or a new one.

        Whoever takes an answer back and gives it again gets the same draws: undo is no
        second try at the deck.
        """
        known = self._replies.get(self._line())
        if known is not None:
            return known
        if decision.seat == CHANCE:
            return draw(decision, self.rng)
        # A bot is never given the truth, only a world that looks like it to its seat.
        world = self.through.state.redeal(decision.seat, self.rng)
        try:
            return answer_of(self._bot(decision.seat), world, self.rng)
        except BotFailed as error:
            self._replace(decision.seat, error)
            return self._bot(decision.seat).choose(world, self.rng)

    def _bot(self, seat: int) -> Bot:
        bot = self.players[seat].bot
        assert bot is not None
        return bot

    def _replace(self, seat: int, error: BotFailed) -> None:
        """A bot that fails leaves the table: somebody else plays on for it."""
        self.screen.complain(f"{self.who(seat)} failed: {error}")
        self.screen.show(f"From here on {USUAL} plays for {self.name(seat)}.")
        close(self._bot(seat))
        self.players[seat] = replace(self.players[seat], word=USUAL, bot=make_bot(USUAL))

    def _line(self) -> tuple[str, ...]:
        """The answers so far, in notation."""
        return tuple(str(option) for _, option in self.through.answers)

    def next_game(self) -> None:
        """Begin the next game of the match."""
        self.match.next_game()
        self._told.clear()
        self._replies.clear()

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
                self._remember_replies(at)
                self.through.undo(len(answers) - at)
                for viewer, told in self._told.items():
                    self._told[viewer] = min(told, at)
                return True
        return False

    def _remember_replies(self, since: int) -> None:
        line = self._line()
        for at, (seat, option) in enumerate(self.through.answers):
            if at >= since and seat not in self.people:
                self._replies[line[:at]] = option

    # ---- telling ----

    def story(self, viewer: int | None, since: int = 0, result: bool = True) -> list[str]:
        """What happened as that viewer may see it: a line for every answer and for every deal."""
        lines: list[list[str]] = []
        dealing = False
        for _, seat, _, events in islice(self.through.steps(), since, None):
            told = events if result else without_result(events)
            if not (dealing and seat == CHANCE):
                lines.append([])
            lines[-1] += sentences(told, viewer, self.name)
            dealing = seat == CHANCE
        return folded(lines)

    def tell_news(self, viewer: int | None) -> None:
        """Show what this viewer has not been told yet, but the result: that has its own line."""
        lines = self.story(viewer, self._told.get(viewer, 0), result=False)
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
        self.screen.board(self.through.game, self.through.state.view(viewer))
        self.screen.show()
        self._on_screen = self._drawing(viewer)

    def is_on_screen(self, viewer: int | None) -> bool:
        """Whether the board that was shown last is still what there is to see.

        A turn of several small questions need not draw the same board for each of them.
        """
        return self._on_screen == self._drawing(viewer)

    def _drawing(self, viewer: int | None) -> str:
        return self.through.game.draw(self.through.state.view(viewer)).plain

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
        answers = (answer for game in self.match.games for answer in game.answers)
        return any(seat in self.people for seat, _ in answers) and self.text != self._saved
