"""Answering for CHANCE: weighted picks over the options in their given order."""

from __future__ import annotations

from halfturn.core.decision import Decision
from halfturn.core.event import Event
from halfturn.core.option import Option
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE
from halfturn.core.state import State


def draw(decision: Decision, rng: Rng) -> Option:
    """One of CHANCE's options, each as likely as its weight says."""
    left = rng.below(sum(decision.weights))
    for option, weight in zip(decision.options, decision.weights, strict=True):
        if left < weight:
            return option
        left -= weight
    raise AssertionError("a draw below the sum of the weights ends inside the options")


def deal(state: State, rng: Rng, events: list[Event] | None = None) -> list[Option]:
    """Answer for CHANCE until a seat is asked or the game is over; returns the answers."""
    answers = []
    while (decision := state.decision) is not None and decision.seat == CHANCE:
        answers.append(draw(decision, rng))
        state.play(answers[-1], events)
    return answers
