"""Games played at random, for the laws to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Final, TypeVar

import msgspec

from halfturn.core.chance import draw
from halfturn.core.decision import Decision
from halfturn.core.event import Event
from halfturn.core.game import Game
from halfturn.core.option import Option
from halfturn.core.options import GameOptions, option_words
from halfturn.core.record import Answered, Record
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State

GAMES: Final = 36

Thing = TypeVar("Thing")


class Broken(AssertionError):
    """A law that a game breaks, in words."""


def same(what: str, expected: object, got: object) -> None:
    """Raise Broken unless two things are equal."""
    if expected != got:
        raise Broken(f"{what}: expected {short(expected)}, got {short(got)}")


def short(thing: object) -> str:
    """A thing in words that fit on a screen."""
    words = repr(thing)
    return words if len(words) <= 400 else f"{words[:400]} …"


def few(things: Sequence[Thing], most: int) -> Sequence[Thing]:
    """At most so many of them, spread from the first to the last."""
    if len(things) <= most:
        return things
    return [things[at * (len(things) - 1) // (most - 1)] for at in range(most)]


class Moment:
    """A state that came up in a game. Laws clone it before they play on."""

    def __init__(self, walk: Walk, number: int, state: State) -> None:
        self.walk = walk
        self.number = number
        """How many answers were given before."""
        self.state = state
        self.seen = snapshot(state)
        """How it looked when it came up."""

    @property
    def viewers(self) -> list[int | None]:
        """Every seat, and a spectator."""
        return [*range(self.state.seats), None]

    @property
    def question(self) -> Decision:
        """The open question, of a moment that has one."""
        decision = self.state.decision
        if decision is None:
            raise Broken("expected a question, but nothing is asked")
        return decision

    def rng(self, purpose: object) -> SeededRng:
        """Randomness for one purpose, the same in every run."""
        return SeededRng(f"{self.walk.seed} {self.number} {purpose}")

    @property
    def where(self) -> str:
        """What it takes to come here again."""
        walk, state = self.walk, self.state
        words = " ".join(option_words(walk.options)) or "the default options"
        answers = walk.answers[: self.number]
        record = Record(
            game=state.game.id,
            rules=state.game.rules_version,
            seats=walk.seats,
            options=tuple(option_words(walk.options)),
            data=state.game.data_hash,
            answers=[Answered(seat, str(option)) for seat, option in answers],
        )
        head = f"{state.game.id} with {walk.seats} seats and {words}, seed {walk.seed!r}"
        return f"{head}, after {self.number} answers:\n{record.text}"


class Walk:
    """One game played at random, up to its end or to where it should have ended."""

    def __init__(self, game: Game, seats: int, options: GameOptions, seed: str) -> None:
        self.seats = seats
        self.options = options
        self.seed = seed
        self.answers: list[tuple[int, Option]] = []
        self.events: list[list[Event]] = []
        """What each answer led to."""
        self.moments: list[Moment] = []
        state = game.start(seats, options)
        rng = SeededRng(seed)
        limit = game.longest_game(seats)
        while True:
            self.moments.append(Moment(self, len(self.answers), state.clone()))
            decision = state.decision
            if decision is None or len(self.answers) > limit:
                return
            option = pick(decision, rng)
            happened: list[Event] = []
            state.play(option, happened)
            self.answers.append((decision.seat, option))
            self.events.append(happened)


class Sample:
    """The games that all laws look at, played when the first law asks for them."""

    def __init__(self, game: Game, games: int = GAMES) -> None:
        self.game = game
        self.games = games
        self.at: Moment | None = None
        """The moment that is being looked at, to tell where a law was broken."""

    @cached_property
    def walks(self) -> list[Walk]:
        """Games with every number of seats and every options the game wants checked."""
        game = self.game
        settings = [
            (seats, options)
            for seats in range(game.min_seats, game.max_seats + 1)
            for options in game.contract_options(seats)
        ]
        rounds = max(1, self.games // len(settings))
        return [
            Walk(game, seats, options, f"{game.id} {number} {again}")
            for again in range(rounds)
            for number, (seats, options) in enumerate(settings)
        ]

    def moments(self, most: int = 10_000, asking: bool = False) -> Iterator[Moment]:
        """Moments from all games, evenly spread when there are more than so many."""
        every = [
            moment
            for walk in self.walks
            for moment in walk.moments
            if not asking or moment.state.decision is not None
        ]
        for moment in few(every, most):
            self.at = moment
            yield moment

    def born_twins(self) -> Iterator[Twins]:
        """Worlds that a viewer cannot tell apart though different answers were given."""
        for twins in self._born_twins:
            self.at = twins.moment
            yield twins

    @cached_property
    def _born_twins(self) -> Sequence[Twins]:
        moments = self.moments(most=400, asking=True)
        return few([twins for moment in moments for twins in _twins_born(moment)], 300)

    @cached_property
    def options(self) -> list[Option]:
        """Every option that came up anywhere."""
        decisions = (moment.state.decision for walk in self.walks for moment in walk.moments)
        every = (option for decision in decisions if decision for option in decision.options)
        return list(dict.fromkeys(every))

    @cached_property
    def codes(self) -> list[int]:
        """Every integer that came up anywhere."""
        every = (code for walk in self.walks for each in walk.moments for code in each.seen.codes)
        return list(dict.fromkeys(every))

    @cached_property
    def bent_options(self) -> list[Option]:
        """Options of every kind with a part that makes no sense."""
        kinds = {type(option): option for option in self.options}
        return [bent for each in kinds.values() for bent in _bend(each, self.game.option_type)]


class Twins(msgspec.Struct, frozen=True):
    """Two different worlds, born of different answers, that look the same to a viewer."""

    moment: Moment
    viewer: int | None
    option: Option
    state: State
    events: list[Event]
    twin_option: Option
    twin: State
    twin_events: list[Event]


def _twins_born(moment: Moment) -> Iterator[Twins]:
    asked = moment.question
    branches = [(option, *played(moment.state, option)) for option in few(asked.options, 3)]
    keys = [state.key() for _, state, _ in branches]
    for viewer in moment.viewers:
        if viewer != asked.seat:
            views = [state.view(viewer) for _, state, _ in branches]
            for one, other in combinations(range(len(branches)), 2):
                if views[one] == views[other] and keys[one] != keys[other]:
                    yield Twins(moment, viewer, *branches[one], *branches[other])


def _bend(option: Option, kinds: Any) -> Iterator[Option]:
    """The option with one of its parts replaced, as hostile JSON may have it."""
    plain: dict[str, Any] = msgspec.to_builtins(option)
    for name, part in plain.items():
        bad: tuple[object, ...] = ("", "nonsense") if isinstance(part, str) else (-3, 99, 2**62)
        for value in bad:
            try:
                yield msgspec.convert({**plain, name: value}, kinds)
            except msgspec.ValidationError:
                continue  # the game's own types refuse it already


class Snapshot(msgspec.Struct, frozen=True):
    """All that can be asked of a state, to tell whether it has changed."""

    key: object
    text: str
    decision: Decision | None
    codes: list[int]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    views: list[object]


def snapshot(state: State) -> Snapshot:
    """How a state looks now."""
    viewers = [*range(state.seats), None]
    return Snapshot(
        state.key(),
        state.text,
        state.decision,
        state.codes(),
        state.scores,
        state.winners,
        [state.view(viewer) for viewer in viewers],
    )


def unchanged(what: str, before: Snapshot, state: State) -> None:
    """Raise Broken naming what differs, unless the state looks as it did."""
    after = snapshot(state)
    for name in before.__struct_fields__:
        same(f"{what}, and its {name} changed", getattr(before, name), getattr(after, name))


def pick(decision: Decision, rng: SeededRng) -> Option:
    """A random answer."""
    if decision.seat == CHANCE:
        return draw(decision, rng)
    return decision.options[rng.below(len(decision.options))]


def played(state: State, option: Option) -> tuple[State, list[Event]]:
    """What follows when that is answered there, and what happens."""
    after = state.clone()
    events: list[Event] = []
    after.play(option, events)
    return after, events
