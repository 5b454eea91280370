"""The words the tests of Qwirkle Cards are written in."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core import CHANCE, Event, IllegalOption, SeededRng, draw
from halfturn.games.qwirkle_cards import QwirkleCards
from halfturn.games.qwirkle_cards.cards import CARDS, KIND_OF
from halfturn.games.qwirkle_cards.scratch import Scratch
from halfturn.games.qwirkle_cards.solver import Solver
from halfturn.games.qwirkle_cards.state import QwirkleCardsState
from halfturn.games.qwirkle_cards.view import QwirkleCardsView

GAME = QwirkleCards()
Numbers = list[int]


def given(position: str) -> QwirkleCardsState:
    """The position that is written so."""
    return GAME.position(position)


def begun(seats: int = 2, **options: object) -> QwirkleCardsState:
    """A new game before the deal."""
    state = GAME.start(seats, options)
    assert isinstance(state, QwirkleCardsState)
    return state


def answers(state: QwirkleCardsState) -> list[str]:
    """The open answers in notation."""
    decision = state.decision
    return [] if decision is None else [str(option) for option in decision.options]


def play(state: QwirkleCardsState, line: str) -> list[Event]:
    """Play a line of notation; returns what happened."""
    events: list[Event] = []
    for word in line.split():
        state.play(state.read(word), events)
    return events


def draw_all(state: QwirkleCardsState, seed: int = 0) -> list[Event]:
    """Let CHANCE answer as long as it is asked."""
    rng = SeededRng(seed)
    events: list[Event] = []
    while (decision := state.decision) is not None and decision.seat == CHANCE:
        state.play(draw(decision, rng), events)
    return events


def dealt(seats: int = 2, seed: int = 0, **options: object) -> QwirkleCardsState:
    """A new game, dealt."""
    state = begun(seats, **options)
    draw_all(state, seed)
    return state


def refused(state: QwirkleCardsState, line: str) -> str:
    """Why the last word of a line is refused; what stands before it is played on a copy."""
    *before, last = line.split()
    state = state.clone()
    play(state, " ".join(before))
    key = state.key()
    with pytest.raises(IllegalOption) as caught:
        state.play(state.game.parse_option(last))
    assert state.key() == key
    return str(caught.value)


def legal(state: QwirkleCardsState, line: str) -> bool:
    """Whether a whole turn, written as a line, can be played."""
    state = state.clone()
    try:
        play(state, line)
    except IllegalOption:
        return False
    return True


def seen(state: QwirkleCardsState, seat: int | None) -> QwirkleCardsView:
    """What a seat sees."""
    view = state.view(seat)
    assert isinstance(view, QwirkleCardsView)
    return view


def scratch(state: QwirkleCardsState) -> Scratch:
    """A scratch table for the seat whose turn it is."""
    return Scratch.of(seen(state, int(state.to_play)))


def counts(cards: str | Sequence[str]) -> Numbers:
    """Cards as 36 counts."""
    found = [0] * 36
    for card in cards.split() if isinstance(cards, str) else cards:
        found[KIND_OF[card]] += 1
    return found


def cards_of(numbers: Sequence[int]) -> list[str]:
    """36 counts as cards."""
    return [card for card, count in zip(CARDS, numbers, strict=True) for _ in range(count)]


def heap(numbers: Sequence[int]) -> vec[i64]:
    """36 counts for the solver."""
    return vec[i64](list(numbers))


def solver(table: Sequence[int], hand: Sequence[int]) -> Solver:
    """A solver for counts."""
    return Solver(heap(table), heap(hand))


def hand_with(largest: int, skip: int = 0) -> str:
    """Nine cards whose largest set has just that many different cards."""
    sets = {
        2: "rci rci rsq osq osq odi ydi ydi rci",
        3: "rci rsq rdi rci rsq rdi rci rsq rdi",
        4: "rci rsq rdi rcl rci rsq rdi rcl rci",
        5: "rci rsq rdi rcl rst rci rsq rdi rcl",
        6: "rci rsq rdi rcl rst rbu rci rsq rdi",
    }[largest]
    # The same in another colour, so that several hands can be dealt from one box.
    shifts = dict(zip("royb", ("royb", "oybg", "gbpo", "pgry")[skip], strict=True))
    return " ".join(shifts.get(card[0], card[0]) + card[1:] for card in sets.split())


def deal_hands(state: QwirkleCardsState, *hands: str) -> list[Event]:
    """Deal these hands, seat after seat."""
    return play(state, " ".join(f"+{card}" for hand in hands for card in hand.split()))
