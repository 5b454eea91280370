"""Telling what happened, and how it ended, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from halfturn.core import Event, Game, State
from halfturn.core.match import Match
from halfturn.core.words import listed

Name = Callable[[int], str]

RESULT: Final = "game_over"
"""The tag of an event that tells the result and nothing else."""


def sentences(events: Iterable[Event], viewer: int | None, name: Name) -> list[str]:
    """What happened as that viewer may see it, a sentence for every event."""
    return [event.seen_by(viewer).words(name) for event in events]


def without_result(events: Iterable[Event]) -> list[Event]:
    """The events but the result, for where `outcome` is going to tell it."""
    return [event for event in events if event.__struct_config__.tag != RESULT]


def result_words(game: Game, state: State, events: Iterable[Event], name: Name) -> str:
    """How a game ended: who won and the points of all, or what its own event says of it."""
    if not game.has_points:
        told = [event.words(name) for event in events if event.__struct_config__.tag == RESULT]
        if told:
            return told[-1]
    return f"The game is over. {outcome(state.winners, state.scores, name, state.sides)}"


def folded(lines: Iterable[Sequence[str]]) -> list[str]:
    """Lines made of sentences; one that comes again and again is told once: `… (6 times)`."""
    told: list[tuple[int, str, int]] = []
    for number, line in enumerate(lines):
        for sentence in line:
            if told and told[-1][1] == sentence:
                first, _, times = told.pop()
                told.append((first, sentence, times + 1))
            else:
                told.append((number, sentence, 1))
    return [
        " ".join(
            sentence if times == 1 else f"{sentence} ({times} times)" for _, sentence, times in line
        )
        for _, line in groupby(told, key=lambda each: each[0])
    ]


def outcome(
    winners: Sequence[int], scores: Sequence[int], name: Name, sides: Sequence[Sequence[int]] = ()
) -> str:
    """Who won, then the points of all: `Ann won. Ann: 17, Bob: 12.` or a tie."""
    return f"{verdict(winners, name, sides)} {points(scores, name)}."


def verdict(winners: Sequence[int], name: Name, sides: Sequence[Sequence[int]]) -> str:
    """Who won, or a tie; those of one of the sides have won together."""
    names = [name(seat) for seat in winners]
    if len(names) > 1 and tuple(winners) not in sides:
        return f"A tie between {listed(names)}."
    return f"{listed(names) or 'Nobody'} won."


def points(scores: Sequence[int], name: Name) -> str:
    """The points of all; a name may end in a number, so a colon follows it."""
    return ", ".join(f"{name(seat)}: {score}" for seat, score in enumerate(scores))


def standing(match: Match, name: Name) -> str:
    """What the games of a match have come to: points, or games won."""
    totals = points(match.totals, name)
    return totals if match.by == "points" else f"Games won: {totals}"
