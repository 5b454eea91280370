"""The words the tests of Swirling Heroes are written in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from halfturn.core import Event, IllegalOption, SeededRng, State, deal
from halfturn.core.options import Given
from halfturn.games.swirling_heroes import SwirlingHeroes
from halfturn.games.swirling_heroes.answers import code_of
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from halfturn.games.swirling_heroes.view import SwirlingHeroesView

GAME = SwirlingHeroes()
TWELVE = "0123 0231 0312 1032 1320 2130 0132 0213 0321 1023 1230 2031".split()
EVEN, ODD = TWELVE[:6], TWELVE[6:]


def given(position: str) -> SwirlingHeroesState:
    """The position that is written so."""
    return GAME.position(position)


def begun(seats: int = 2, game: SwirlingHeroes = GAME, **options: str) -> SwirlingHeroesState:
    """A new game; the options that are several words may be written as one text."""
    split: Given = {
        name: tuple(value.split()) if name in ("six", "colours") else value
        for name, value in options.items()
    }
    state = game.start(seats, split)
    assert isinstance(state, SwirlingHeroesState)
    return state


def dealt(
    seats: int = 2, seed: int = 0, game: SwirlingHeroes = GAME, **options: str
) -> SwirlingHeroesState:
    """A new game in which CHANCE has answered, and where hands are built, seats at random."""
    state = begun(seats, game, **options)
    rng = SeededRng(seed)
    deal(state, rng)
    while (decision := state.decision) is not None and decision.kind == "pick":
        state.play(decision.options[rng.below(len(decision.options))])
        deal(state, rng)
    return state


def answers(state: SwirlingHeroesState) -> list[str]:
    """The open answers in notation."""
    decision = state.decision
    return [] if decision is None else [str(option) for option in decision.options]


def play(state: SwirlingHeroesState, *lines: str) -> list[Event]:
    """Play some notation; returns what happened."""
    events: list[Event] = []
    for line in lines:
        state.play(state.read(line), events)
    return events


def refuse(state: SwirlingHeroesState, line: str, why: str) -> None:
    """That line is not legal here, read or played outright, and changes nothing."""
    before = state.key(), state.text, answers(state)
    with pytest.raises(IllegalOption, match=why):
        state.read(line)
    with pytest.raises(IllegalOption, match=why):
        state.play(GAME.parse_option(line), [])
    code = code_of(GAME.parse_option(line))
    if code not in state.codes():  # where the card fits the other way round its integer is legal
        with pytest.raises(IllegalOption):
            state.play_code(code)
    assert (state.key(), state.text, answers(state)) == before


def asked(state: SwirlingHeroesState) -> tuple[int, str]:
    """Who is asked what; the spectator's seat never is."""
    decision = state.decision
    assert decision is not None
    return decision.seat, decision.kind


def field(state: SwirlingHeroesState) -> str:
    """The cards of the field as a position writes them."""
    for part in state.text.split("; "):
        if part.startswith("field "):
            return part.removeprefix("field ")
    return ""


def seen(state: State, viewer: int | None) -> SwirlingHeroesView:
    """What a seat sees, or a spectator."""
    view = state.view(viewer)
    assert isinstance(view, SwirlingHeroesView)
    return view


def hand(state: SwirlingHeroesState, seat: int) -> list[str]:
    """The cards in a hand, in the order in which hands show them."""
    cards = seen(state, seat).hands[seat].cards
    assert cards is not None
    return list(cards)


def random_game(
    state: SwirlingHeroesState, seed: int
) -> Iterator[tuple[SwirlingHeroesState, int, list[Event]]]:
    """Play on at random: the state before each answer, its code, and what it brought about."""
    rng = SeededRng(f"game {seed}")
    while codes := state.codes():
        code = codes[rng.below(len(codes))]
        before = state.clone()
        events: list[Event] = []
        state.play_code(code, events)
        yield before, code, events


def to_the_end(state: SwirlingHeroesState, seed: int = 0) -> SwirlingHeroesState:
    """Play on at random until the game is over."""
    for _ in random_game(state, seed):
        pass
    return state
