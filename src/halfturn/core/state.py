"""State: where one game stands."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Self

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from halfturn.core.decision import Decision
from halfturn.core.errors import AmbiguousText, HalfturnError, IllegalOption
from halfturn.core.event import Event
from halfturn.core.language import say
from halfturn.core.option import Option
from halfturn.core.options import GameOptions
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY
from halfturn.core.view import View

if TYPE_CHECKING:
    from halfturn.core.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Where one game stands: mutable, small, cheap to clone, without randomness.

    A game writes the methods of the first half. Those of the second half follow
    from them; a game in a hurry may write `codes`, `code_vec`, `play_code`, `seat_asked`,
    `opens_turn` and `draw_code` itself.
    """

    def __init__(self, game: Game, seats: int, options: GameOptions) -> None:
        self.game = game
        self.seats = seats
        self.options = options

    # ---- what each game writes ----

    @property
    def decision(self) -> Decision | None:
        """The open question, or None when the game is over."""
        raise NotImplementedError("decision")

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        """Answer the open question, in place.

        With a list, what happens is appended to it. An option that is not
        legal here raises IllegalOption and leaves the state untouched.
        """
        raise NotImplementedError("play")

    def clone(self) -> State:
        """An independent copy."""
        raise NotImplementedError("clone")

    def view(self, seat: int | None) -> View:
        """What that seat sees; None for a spectator."""
        raise NotImplementedError("view")

    def redeal(self, seat: int | None, rng: Rng) -> State:
        """A clone that looks the same to that seat, everything hidden from it drawn anew.

        It depends on what the seat sees and on `rng` alone, and agrees with
        all that play has revealed.
        """
        raise NotImplementedError("redeal")

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart."""
        raise NotImplementedError("key")

    def inventory(self) -> dict[str, int]:
        """Every card there is, wherever it lies, with its number: the same all game long."""
        raise NotImplementedError("inventory")

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points as things stand."""
        raise NotImplementedError("scores")

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats, several after a tie; empty while the game goes on."""
        raise NotImplementedError("winners")

    @property
    def text(self) -> str:
        """The position in notation; `game.position` reads it back."""
        raise NotImplementedError("text")

    # ---- what follows from it ----

    @property
    def outlook(self) -> tuple[int, ...]:
        """What each seat would have if all were counted as it lies now.

        The same as `scores`, but for a game that counts only now and then.
        """
        return self.scores

    @property
    def seat_asked(self) -> int:
        """Whom the open question is put to, CHANCE included; NOBODY when the game is over."""
        decision = self.decision
        return NOBODY if decision is None else decision.seat

    @property
    def opens_turn(self) -> bool:
        """Whether the open question is the first of a turn."""
        decision = self.decision
        return decision is not None and decision.opens_turn

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together: each for itself, unless teams play."""
        return tuple([(seat,) for seat in range(self.seats)])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat_asked == NOBODY

    def codes(self) -> list[int]:
        """The open question's options as integers, in the same order; none when over."""
        decision = self.decision
        if decision is None:
            return []
        return [self.code(option) for option in decision.options]

    def code_vec(self) -> vec[i64]:
        """The same as `codes`, for compiled code that wants no list of Python's integers.

        The caller's own, like the list: it can be changed.
        """
        # One by one: librt would first try to read a whole list as if it were bytes.
        found = vec[i64](capacity=16)
        for code in self.codes():
            found = append(found, code)
        return found

    def code(self, option: Option) -> int:
        """The integer of an option of the open question.

        It is the game's own, the same in every position, unless a game has questions with more
        possible answers than integers (sets of cards) and counts those within each question.
        """
        return self.game.code(option)

    def play_code(self, code: int, events: list[Event] | None = None) -> None:
        """Answer with an integer of `codes`; any other raises IllegalOption."""
        self.play(self.option(code), events)

    def draw_code(self, rng: Rng) -> int:
        """An answer of CHANCE to the open question, each as likely as its weight says."""
        decision = self.decision
        if decision is None or decision.seat != CHANCE:
            raise HalfturnError(f"expected a question of CHANCE, got one of {self.seat_asked}")
        weights = decision.weights
        left = rng.below(sum(weights))
        at = 0
        while left >= weights[at]:
            left -= weights[at]
            at += 1
        return self.code(decision.options[at])

    def option(self, code: int) -> Option:
        """The option that has this integer here."""
        decision = self.decision
        if decision is not None:
            for option in decision.options:
                if self.code(option) == code:
                    return option
        raise IllegalOption(f"expected one of the codes {self.codes()}, got {code}")

    def read(self, text: str) -> Option:
        """The option that some notation means here.

        The whole notation always does; a part of it up to or from a `:` or
        `@`, or another short text, does when it fits a single option. Raises UnreadableText,
        IllegalOption or AmbiguousText.
        """
        text = text.strip()
        decision = self.decision
        if decision is None:
            raise IllegalOption(
                say("the game is over, so {answer} answers nothing", answer=repr(text))
            )
        whole = self._read_whole(text)
        if whole is not None and whole in decision.options:
            return whole  # as programs write it: there is no need to write all others down, too
        short = []
        for option in decision.options:
            full = str(option)
            if full == text:
                return option
            if _is_part(text, full) or text in option.also():
                short.append(option)
        if len(short) == 1:
            return short[0]
        if short:
            fitting = ", ".join(str(option) for option in short)
            raise AmbiguousText(
                say(
                    "{answer!r} fits {count} options: say which of {expected}",
                    answer=text,
                    count=len(short),
                    expected=fitting,
                )
            )
        option = self.game.parse_option(text)
        if option in decision.options:
            return option
        raise IllegalOption(self.why_not(option))

    def _read_whole(self, text: str) -> Option | None:
        """The option that has this very notation, legal or not."""
        try:
            option = self.game.parse_option(text)
        except HalfturnError:
            return None
        return option if str(option) == text else None

    def why_not(self, option: Option) -> str:
        """Why an option is not legal here, in words; games say it better than this default."""
        decision = self.decision
        if decision is None:
            return say("the game is over, so {answer} answers nothing", answer=option)
        possible = ", ".join(str(each) for each in decision.options)
        return say(
            "{answer} is not possible here; expected one of {expected}",
            answer=option,
            expected=possible,
        )

    def refusal(self, option: Option) -> IllegalOption:
        """The error for an option that is not legal here; text is told how to become one."""
        if not isinstance(option, Option):
            raise TypeError(f"expected an Option, got {option!r}: state.read makes one from text")
        return IllegalOption(self.why_not(option))

    def check_viewer(self, seat: int | None) -> None:
        """Refuse to show or redeal anything for somebody who is neither a seat nor a spectator."""
        if seat is not None and not 0 <= seat < self.seats:
            expected = f"expected a seat from 0 to {self.seats - 1}, or None for a spectator"
            raise HalfturnError(f"{expected}, got {seat}")

    def preview(self, option: Option) -> Preview:
        """What an option would do, as the seat that is asked may see it; nothing is played."""
        decision = self.decision
        if decision is None:
            raise IllegalOption(self.why_not(option))
        after = self.clone()
        events: list[Event] = []
        after.play(option, events)
        now, then = self.outlook, after.outlook
        return Preview(
            option,
            after.scores,
            tuple([then[seat] - now[seat] for seat in range(self.seats)]),
            tuple([event.seen_by(decision.seat) for event in events]),
            then,
        )

    def turns(self) -> list[tuple[Option, ...]]:
        """Every complete turn from here, each a tuple of answers.

        A turn goes on until a question opens the next one or belongs to
        another seat; CHANCE's turns are single answers. Of several orders of
        answers that reach the same position the first one is listed.
        """
        decision = self.decision
        if decision is None:
            return []
        found: list[tuple[Option, ...]] = []
        seen: set[Hashable] = set()
        open_lines: list[tuple[State, tuple[Option, ...]]] = [(self, ())]
        while open_lines:
            state, line = open_lines.pop()
            here = state.decision
            assert here is not None
            longer: list[tuple[State, tuple[Option, ...]]] = []
            for option in here.options:
                after = state.clone()
                after.play(option)
                key = after.key()
                if key in seen:
                    continue
                seen.add(key)
                if _turn_is_over(decision.seat, after.decision):
                    found.append((*line, option))
                else:
                    longer.append((after, (*line, option)))
            open_lines.extend(reversed(longer))
        return found

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class KnownState(State):
    """A state whose game says in a module what each seat may know of it; see `Knowledge`."""

    def view(self, seat: int | None) -> View:
        """What that seat sees; None for a spectator."""
        self.check_viewer(seat)
        return self.game.knowledge.view(self, seat)

    def redeal(self, seat: int | None, rng: Rng) -> Self:
        """A clone that looks the same to that seat, everything hidden from it drawn anew."""
        self.check_viewer(seat)
        world: Self = self.game.knowledge.redeal(self, seat, rng)
        return world

    def inventory(self) -> dict[str, int]:
        """Every card there is, wherever it lies, with its number."""
        return self.game.knowledge.inventory(self)

    @property
    def text(self) -> str:
        """The position in notation."""
        return self.game.knowledge.view(self, EVERYTHING).text


def _is_part(text: str, full: str) -> bool:
    """Whether text is what stands before or after a separator of some notation."""
    if not 0 < len(text) < len(full):
        return False
    if full.startswith(text):
        return full[len(text)] in ":@"
    return full.endswith(text) and (text[0] in ":@" or full[-len(text) - 1] in ":@")


def _turn_is_over(seat: int, question: Decision | None) -> bool:
    return seat == CHANCE or question is None or question.seat != seat or question.opens_turn
