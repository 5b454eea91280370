"""Asking one person one question."""

from __future__ import annotations

from collections.abc import Sequence

from halfturn.bots.hints import gains_in_words, hints
from halfturn.core import CHANCE, Game, HalfturnError, IllegalOption, Option, State, UnreadableText
from halfturn.core.scratch import ScratchTable
from halfturn.terminal.cards import are_cards, in_cards
from halfturn.terminal.choices import (
    MOST_EXPLAINED,
    MOST_LISTED,
    entries,
    gains_text,
    in_columns,
    with_consequences,
)
from halfturn.terminal.commands import HELP, SCRATCH_HELP, TURN_HELP, run_command, show_help
from halfturn.terminal.question import about
from halfturn.terminal.scratching import scratching
from halfturn.terminal.sitting import Sitting


class Asking:
    """A question to a person, and all that can be typed until it is answered.

    Everything but the board comes from `world`, the game redealt for the
    person's seat: what is typed, listed, previewed or hinted at cannot tell a
    secret, whatever a game's methods look at.
    """

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.screen = sitting.screen
        self.seat = seat
        self.world: State = sitting.through.state.redeal(seat, sitting.rng)
        assert self.world.decision is not None
        self.options = list(self.world.decision.options)
        self._numbers = {str(at): option for at, option in enumerate(self.options, start=1)}

    def ask(self) -> None:
        """Ask until there is an answer, or until answers have been taken back."""
        sitting = self.sitting
        sitting.curtain.pass_to(self.seat, sitting.name(self.seat), sitting.through.state)
        number, length = len(sitting.match.games), sitting.match.length
        title = f"Game {number} of {length}: " if length > 1 else ""
        self.screen.show()
        self.screen.rule(f"{title}{sitting.who(self.seat)} {about(sitting.through, self.world)}")
        # The board first: on a small screen its top may scroll away, but not the news.
        assert self.world.decision is not None
        if self.world.decision.opens_turn or not sitting.is_on_screen(self.seat):
            sitting.show_board(self.seat)
        sitting.tell_news(self.seat)
        self._offer()
        while not self._take(self.screen.ask(f"{sitting.name(self.seat)}> ")):
            pass

    def _take(self, line: str) -> bool:
        """Carry out a line; whether there is another question now."""
        if not line:
            self.screen.show("Type a choice or its number; help lists what else there is.")
        elif line in map(str, self.options):
            return self._answer([line])
        elif line.lower() == "undo":
            return self._undo()
        elif line.lower() == "hint":
            for hint in hints(self.world, self.sitting.name):
                self.screen.show(hint)
        elif line.lower() in ("help", "?"):
            scratch = SCRATCH_HELP if self._scratch() else ()
            show_help(self.sitting, TURN_HELP + self._example() + scratch + HELP)
        elif line.lower() == "scratch" and type(self.world.game).scratch is not Game.scratch:
            return self._try_out()
        elif line.split(maxsplit=1)[0].lower() == "list":
            self._list(line[len("list") :].strip())
        elif not run_command(self.sitting, line):
            return self._answer(line.split())
        return False

    def _try_out(self) -> bool:
        """Let the turn be tried out on the game's scratch table, and play what is confirmed."""
        table = self._scratch()
        if table is None:
            self.screen.show("A scratch table is for the start of a turn: undo goes back there.")
            return False
        answers = scratching(self.screen, table)
        return bool(answers) and self._answer(answers)

    def _scratch(self) -> ScratchTable | None:
        """A table to try the turn out on, where the game has one and the turn has not begun."""
        decision = self.world.decision
        if decision is None or not decision.opens_turn:
            return None
        return self.sitting.through.game.scratch(self.world.view(self.seat))

    def _undo(self) -> bool:
        if self.sitting.take_back(self.seat):
            self.screen.show("Taken back.")
            return True
        self.screen.show("There is nothing of yours to take back in this game yet.")
        return False

    # ---- choices ----

    def _offer(self) -> None:
        """Show the choices, unless they are very many."""
        if self._scratch():
            self.screen.show("scratch opens a table to try the turn out on.", "dim")
        if len(self.options) <= MOST_LISTED:
            self._list("")
        else:
            self.screen.show(
                f"{len(self.options)} choices: list shows them all, list TEXT those with TEXT."
            )

    def _list(self, text: str) -> None:
        """Show the choices that have this text in them, each with what it brings."""
        every = zip(self.options, entries(self.world, self.options, self.seat), strict=True)
        found = [(option, entry) for option, entry in every if text in str(option)]
        if not found:
            self.screen.show(f"No choice has {text!r} in it.")
            return
        options, shown = zip(*found, strict=True)
        told = self._consequences(options)
        if told:
            self.screen.draw(with_consequences(shown, told, self.screen.width))
        elif are_cards(options):
            self.screen.draw(in_cards(options, shown, self.screen.width))
        else:
            self.screen.draw(in_columns(shown, self.screen.width))

    def _consequences(self, options: Sequence[Option]) -> list[str]:
        """What each choice inside a turn would do, in words; nothing where that would be much."""
        question = self.world.decision
        assert question is not None
        if question.opens_turn or len(options) > MOST_EXPLAINED:
            return []
        told = [
            " ".join(event.words(self.sitting.name) for event in self.world.preview(option).events)
            for option in options
        ]
        return told if any(told) else []

    def _example(self) -> tuple[tuple[str, str], ...]:
        """A choice and its points, explained: the one that changes the points of most seats."""
        previews = [self.world.preview(option) for option in self.options]
        shown = max(previews, key=lambda preview: len([gain for gain in preview.gains if gain]))
        gains = shown.gains
        if not any(gains):  # where nothing changes there is still to say what would stand there
            other = (self.seat + 1) % len(gains)
            gains = tuple({self.seat: 5, other: -5}.get(seat, 0) for seat in range(len(gains)))
        name = self.sitting.name
        happened = " ".join(event.words(name) for event in shown.events)
        meaning = f"such a choice; it would mean: {happened}" if happened else "such a choice"
        choice = (f"{shown.option}", meaning)
        if not self.world.game.has_points:
            return (choice,)
        changes = gains_in_words(gains, self.seat, self.sitting.who)
        points = f"after a choice, the points that it changes at once: {changes}"
        return choice, (gains_text(gains, self.seat), points)

    # ---- answers ----

    def _answer(self, words: list[str]) -> bool:
        """Play one answer, or several in a row: all of them or none.

        They are tried in the redealt world, so that trying tells nothing. Only
        a card that comes to light on the way can still stop a later one.
        """
        world = self.world.clone()
        answers = []
        for word in words:
            try:
                answers.append(self._read(world, word))
                world.play(answers[-1])
            except HalfturnError as error:
                none = f"{word!r} fails, so nothing was played: " if len(words) > 1 else ""
                unread = isinstance(error, UnreadableText)
                more = "; help lists what can be typed" if unread else ""
                self.screen.complain(f"{none}{error}{more}")
                return False
        for answer in answers:
            decision = self.sitting.through.state.decision
            if decision is None or decision.seat != self.seat or answer not in decision.options:
                self.screen.complain(f"{answer} is no longer possible, after what came to light")
                break
            self.sitting.through.play(answer)
        return True

    def _read(self, world: State, word: str) -> Option:
        """The option a word means: a number of the list that is shown, or notation."""
        decision = world.decision
        if decision is None:
            raise IllegalOption("the game is over before it")
        if decision.seat != self.seat:
            asked = "the deck" if decision.seat == CHANCE else self.sitting.name(decision.seat)
            raise IllegalOption(f"it is for {asked} to decide before it")
        if word in self._numbers and word not in map(str, decision.options):
            option = self._numbers[word]
            if option not in decision.options:
                raise IllegalOption(world.why_not(option))
            return option
        try:
            return world.read(word)
        except UnreadableText:
            if word.isdecimal():
                most = len(self.options)
                raise IllegalOption(f"expected a choice from 1 to {most}, got {word}") from None
            raise
