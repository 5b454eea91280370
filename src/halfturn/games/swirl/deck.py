"""The deck, from a file that the owner of a box may replace."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from halfturn.core import UnreadableText
from halfturn.core.card_file import BadFile, read_file
from halfturn.core.language import say
from halfturn.games.swirl.captures import MOST_OF_A_NUMBER
from halfturn.games.swirl.cards import (
    CARDS,
    COLOURS,
    CREATURE_WORDS,
    NUMBERS,
    read_card,
    read_creature,
)
from halfturn.games.swirl.codes import COLLECT_ONE, FACES

CARDS_OF_A_CREATURE: Final = 18
"""SW-DECK-3."""
ACTION_COUNTS: Final = {"COLLECT_ONE": 4, "COLLECT_ALL": 4, "SNATCH": 4, "SWIRL": 1}
"""SW-DECK-4, in the order of their faces."""
CREATURE_NAMES: Final = tuple(name.upper() for name in CREATURE_WORDS)


class _DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file as it is written, its cards not yet looked at."""

    version: int
    cards: tuple[msgspec.Raw, ...]
    creatures: tuple[str, ...] | None = None
    actions: dict[str, int] | None = None


class Deck:
    """The cards of a checked file: how often each face is in the box."""

    def __init__(self, counts: list[int]) -> None:
        self.counts: Final = tuple(counts)
        self.size: Final = sum(counts)
        seen = [[CARDS[face], count] for face, count in enumerate(counts) if count]
        self.hash: Final = hashlib.sha256(msgspec.json.encode(seen)).hexdigest()


def read_deck(text: str) -> Deck:
    """The deck of a file; raises BadData naming every entry that is wrong."""
    file = read_file(text, _DeckFile)
    problems = []
    if file.version != 1:
        problems.append(f"version: expected 1, got {file.version}")
    problems += _problems_of_creatures(file.creatures)
    counts = [0] * FACES
    for place, raw in enumerate(file.cards, start=1):
        face = _read_entry(place, raw)
        if isinstance(face, str):
            problems.append(face)
        else:
            counts[face] += 1
    if not any(problem.startswith("card ") for problem in problems):
        # Counting makes sense once every card can be read.
        problems += _problems_of_counts(counts)
    problems += _problems_of_actions(file.actions)
    if problems:
        raise BadFile(problems)
    for at, count in enumerate(ACTION_COUNTS.values()):
        counts[COLLECT_ONE + at] = count
    return Deck(counts)


@cache
def short_deck(cards: tuple[str, ...]) -> Deck:
    """A deck of just these cards; raises UnreadableText."""
    counts = [0] * FACES
    for card in cards:
        counts[read_card(card)] += 1
    return Deck(counts)


@cache
def standard_deck() -> Deck:
    """Halfturn's own deck, in which no creature and no colour is better than another."""
    return read_deck(files(__package__).joinpath("data/deck.json").read_text("utf-8"))


def _read_entry(place: int, raw: msgspec.Raw) -> int | str:
    """The face of one entry, or what is wrong with it."""
    try:
        creature, colour, number = msgspec.json.decode(raw, type=tuple[str, str, int])
    except (msgspec.DecodeError, UnicodeDecodeError):
        got = bytes(raw).decode("utf-8", "replace")[:60]
        expected = 'expected creature, colour and number, like ["CRAB", "red", 4]'
        return f"card {place}: {expected}, got {got}"
    where = f"card {place} ({creature} {colour} {number})"
    try:
        which = read_creature(creature)
    except UnreadableText:
        return f"{where}: expected a creature among {', '.join(CREATURE_NAMES)}, got {creature!r}"
    if colour.lower() not in COLOURS:
        return f"{where}: expected a colour among {', '.join(COLOURS)}, got {colour!r}"
    if number not in NUMBERS:
        return f"{where}: expected a number from 1 to 10, got {number}"
    return which * 40 + COLOURS.index(colour.lower()) * 10 + number - 1


def _problems_of_creatures(named: tuple[str, ...] | None) -> list[str]:
    """The list may be left out, but it cannot say anything else than the box."""
    if named is None:
        return []
    found = []
    for name in named:
        try:
            found.append(read_creature(name))
        except UnreadableText as error:
            return [f"creatures: {error}"]
    if sorted(found) != [0, 1, 2, 3]:
        return [f"creatures: expected {', '.join(CREATURE_NAMES)}, got {', '.join(named)}"]
    return []


def _problems_of_counts(counts: list[int]) -> list[str]:
    """SW-DECK-3, SW-DATA-1: what every creature has to have."""
    problems = []
    for creature, name in enumerate(CREATURE_NAMES):
        own = counts[creature * 40 : creature * 40 + 40]
        if sum(own) != CARDS_OF_A_CREATURE:
            wanted = CARDS_OF_A_CREATURE
            what = say("expected {wanted} cards, got {count}", wanted=wanted, count=sum(own))
            problems.append(f"{name}: {what}")
        for at, colour in enumerate(COLOURS):
            if not any(own[at * 10 : at * 10 + 10]):
                what = say(
                    "expected cards in all four colours, got none in {colour}", colour=colour
                )
                problems.append(f"{name}: {what}")
    for number in NUMBERS:
        copies = sum(counts[number - 1 : COLLECT_ONE : 10])
        if copies > MOST_OF_A_NUMBER:
            most = MOST_OF_A_NUMBER
            what = say("expected at most {most} cards, got {count}", most=most, count=copies)
            problems.append(f"number {number}: {what}")
    return problems


def _problems_of_actions(actions: dict[str, int] | None) -> list[str]:
    """SW-DECK-4: the rulebook counts them, so a file can only agree."""
    if actions is None:
        return []
    problems = [
        f"actions: expected some of {', '.join(ACTION_COUNTS)}, got {name!r}"
        for name in actions
        if name not in ACTION_COUNTS
    ]
    problems += (
        f"actions: expected {count} {name}, as in the box, got {actions.get(name, 0)}"
        for name, count in ACTION_COUNTS.items()
        if actions.get(name, 0) != count
    )
    return problems
