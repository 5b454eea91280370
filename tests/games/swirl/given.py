"""The words the tests of SWIRL are written in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from halfturn.core import CHANCE, Event, IllegalOption, SeededRng, State, deal, draw
from halfturn.core.options import Given
from halfturn.games.swirl import Swirl
from halfturn.games.swirl.state import SwirlState
from halfturn.games.swirl.view import SwirlView

GAME = Swirl()
VIEWERS = (0, 1, 2, 3, None)
FOUR = ("crab", "fish", "sea-horse", "star-fish")


def given(position: str) -> SwirlState:
    """The position that is written so."""
    return GAME.position(position)


def duel(position: str) -> SwirlState:
    """The scenarios' own setting: A collects sea horses, B crabs, and A is to move."""
    if "turn" not in position.split():
        position += "; turn A"
    return given(f"creatures sea-horse crab; {position}")


def begun(seats: int = 2, options: Given = None, game: Swirl = GAME, **more: object) -> SwirlState:
    """A new game; options may be written out or given as they are."""
    state = game.start(seats, more if options is None else options)
    assert isinstance(state, SwirlState)
    return state


def dealt(
    seats: int = 2,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    game: Swirl = GAME,
    **more: object,
) -> SwirlState:
    """A new game at its first turn."""
    state = begun(seats, {"creatures": FOUR[:seats], **(options or more)}, game)
    deal(state, SeededRng(seed))
    return state


def answers(state: State) -> list[str]:
    """The open answers in notation."""
    decision = state.decision
    return [] if decision is None else [str(option) for option in decision.options]


def play(state: State, *lines: str) -> list[Event]:
    """Play some notation; returns what happened."""
    events: list[Event] = []
    for line in lines:
        state.play(state.read(line), events)
    return events


def told(events: list[Event]) -> list[str]:
    """What happened, in sentences."""
    return [event.words("ABCD".__getitem__) for event in events]


def refuse(state: SwirlState, line: str, why: str) -> None:
    """That line is not legal here, read or played outright, and changes nothing."""
    before = state.key(), state.text, answers(state)
    with pytest.raises(IllegalOption, match=why):
        state.read(line)
    events: list[Event] = []
    with pytest.raises(IllegalOption, match=why):
        state.play(GAME.parse_option(line), events)
    assert not events
    assert (state.key(), state.text, answers(state)) == before


def asked(state: State) -> tuple[int, str]:
    """Who is asked what."""
    decision = state.decision
    assert decision is not None
    return decision.seat, decision.kind


def seen(state: State, viewer: int | None) -> SwirlView:
    """What a seat sees, or a spectator."""
    view = state.view(viewer)
    assert isinstance(view, SwirlView)
    return view


def part(state: State, name: str) -> str:
    """A section of the position's text, without its name; empty where there is none."""
    for each in state.text.split("; "):
        if each == name or each.startswith(f"{name} "):
            return each.removeprefix(name).strip()
    return ""


def cards(state: State) -> int:
    """How many cards there are, wherever they lie."""
    return sum(state.inventory().values())


def random_game(state: SwirlState, seed: object) -> Iterator[tuple[SwirlState, list[Event]]]:
    """Play on at random: each state that comes up, and what led to it."""
    rng = SeededRng(f"game {seed}")
    while (decision := state.decision) is not None:
        events: list[Event] = []
        if decision.seat == CHANCE:
            state.play(draw(decision, rng), events)
        else:
            state.play(decision.options[rng.below(len(decision.options))], events)
        yield state, events


def to_the_end(state: SwirlState, seed: object = 0) -> SwirlState:
    """Play on at random until the game is over."""
    for _ in random_game(state, seed):
        pass
    return state
