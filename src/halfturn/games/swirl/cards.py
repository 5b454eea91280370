"""Cards, how they are written, and the deck: `Cr4` is the red crab with the number 4.

Creatures are C, F, H (sea horse) and S (star fish), colours r, g, y and p. Action cards are
`A1` (COLLECT ONE), `AA` (COLLECT ALL), `SN` (SNATCH) and `SW` (SWIRL).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from halfturn.core.card_file import BadFile, read_file
from halfturn.core.errors import UnreadableText
from halfturn.core.language import say
from halfturn.games.swirl.captures import MOST_OF_A_NUMBER
from halfturn.games.swirl.codes import COLLECT_ONE, FACES

CREATURES: Final = ("crab", "fish", "sea-horse", "star-fish")
CREATURE_WORDS: Final = ("crab", "fish", "sea horse", "star fish")
CREATURE_LETTERS: Final = "CFHS"
COLOURS: Final = ("red", "green", "yellow", "purple")
COLOUR_LETTERS: Final = "rgyp"
NUMBERS: Final = tuple(range(1, 11))
ACTIONS: Final = ("A1", "AA", "SN", "SW")
ACTION_NAMES: Final = ("COLLECT ONE", "COLLECT ALL", "SNATCH", "SWIRL")

CARDS: Final = (
    *(
        f"{letter}{hue}{n}"
        for letter in CREATURE_LETTERS
        for hue in COLOUR_LETTERS
        for n in NUMBERS
    ),
    *ACTIONS,
)
"""Every face there can be, by its integer."""
FACE_OF: Final = {card: face for face, card in enumerate(CARDS)}
_FACE_READ: Final = {card.lower(): face for card, face in FACE_OF.items()}
CARDS_OF_A_CREATURE: Final = 18
"""SW-DECK-3."""
ACTION_COUNTS: Final = {"COLLECT_ONE": 4, "COLLECT_ALL": 4, "SNATCH": 4, "SWIRL": 1}
"""SW-DECK-4, in the order of their faces."""
CREATURE_NAMES: Final = tuple(name.upper() for name in CREATURE_WORDS)


def texts(faces: Iterable[int]) -> tuple[str, ...]:
    """Cards as they are written."""
    return tuple(CARDS[face] for face in faces)


def read_card(text: str) -> int:
    """The face of a card from its text, in capital letters or not."""
    face = _FACE_READ.get(text.lower())
    if face is None:
        raise UnreadableText(
            say(
                "expected a card as creature, colour and number, like Cr4 (C F H S, r g y p, 1 to "
                "10), or an action card A1, AA, SN or SW, got {value!r}",
                value=text,
            )
        )
    return face


def read_creature(text: str) -> int:
    """A creature from its name, however it is spaced."""
    word = text.lower().replace(" ", "-").replace("_", "-")
    if word not in CREATURES:
        raise UnreadableText(f"expected a creature among {', '.join(CREATURES)}, got {text!r}")
    return CREATURES.index(word)


def card_name(card: str) -> str:
    """A card in words: `red crab 4`, `SNATCH`; the browser calls it the same."""
    face = FACE_OF[card]
    if face >= COLLECT_ONE:
        return ACTION_NAMES[face - COLLECT_ONE]
    return say(
        "{colour} {creature} {number}",
        colour=say(COLOURS[face // 10 % 4]),
        creature=say(CREATURE_WORDS[face // 40]),
        number=face % 10 + 1,
    )


# ---- the deck, from a file that the owner of a box may replace ----


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
