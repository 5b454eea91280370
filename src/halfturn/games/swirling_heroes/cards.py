"""The cards of each colour, from a file that the owner of a box may replace."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from halfturn.core.card_file import BadFile, field_of, read_file, read_part
from halfturn.core.language import say
from halfturn.games.swirling_heroes.answers import COLOURS, upright
from halfturn.games.swirling_heroes.hands import HAND_SIZE

MOST_CARDS: Final = 200
"""Of one colour; more would be a slip of the pen."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One printed card: its numbers clockwise from the top, held with the picture upright."""

    id: str
    colour: str
    sides: tuple[int, ...]
    hero: str = ""
    name: str = ""

    @property
    def face(self) -> str:
        """The card as hands show it, whichever way it is printed."""
        return upright("".join(map(str, self.sides)))


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card file as it is written."""

    version: int
    cards: tuple[Card, ...]
    hands: dict[str, tuple[str, ...]] = {}


class _UncheckedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same before its cards have been looked at, so that each can be complained about."""

    version: int
    cards: tuple[msgspec.Raw, ...]
    hands: dict[str, tuple[str, ...]] = {}


class CardSet:
    """The cards of a checked file: what each colour holds, and which hands the file lists."""

    def __init__(self, file: CardFile) -> None:
        self.cards: Final = file.cards
        self.colours: Final = tuple(
            colour for colour in COLOURS if any(card.colour == colour for card in file.cards)
        )
        by_id = {card.id: card for card in file.cards}
        self.hands: Final = {
            colour: tuple(by_id[id].face for id in ids) for colour, ids in file.hands.items()
        }
        self.hash: Final = self._hash()

    def _hash(self) -> str:
        """A hash of what the rules see: a name that is mended leaves old records good."""
        copies = {colour: sorted(self.copies(colour).elements()) for colour in self.colours}
        seen = msgspec.json.encode([copies, self.hands], order="deterministic")
        return hashlib.sha256(seen).hexdigest()

    def copies(self, colour: str) -> Counter[str]:
        """How many cards of each face a colour has."""
        return Counter(card.face for card in self.cards if card.colour == colour)

    def named(self, colour: str, face: str) -> Card | None:
        """The first card of that colour and face, for its name and its hero."""
        for card in self.cards:
            if card.colour == colour and card.face == upright(face):
                return card
        return None


def read_cards(text: str) -> CardSet:
    """The cards of a file; raises BadData naming every entry that is wrong."""
    file = read_file(text, _UncheckedFile)
    cards: dict[int, Card] = {}
    problems = []
    for number, raw in enumerate(file.cards, start=1):
        try:
            cards[number] = read_part(raw, Card)
        except BadFile as error:
            problems.append(f"{_called(number, raw)}: {error.problems[0]}")
    problems += _problems_of_cards(cards)
    checked = CardFile(file.version, tuple(cards.values()), file.hands)
    if len(cards) == len(file.cards):
        # Counting makes sense once every card can be read.
        problems += [*_problems_of_colours(checked), *_problems_of_hands(checked)]
    if problems:
        raise BadFile(problems)
    return CardSet(checked)


def _called(number: int, raw: msgspec.Raw) -> str:
    """A card that cannot be read, by its place and, where there is one, its id."""
    id = field_of(raw, "id")
    return f"card {number} ({id!r})" if isinstance(id, str) else f"card {number}"


@cache
def standard_cards() -> CardSet:
    """Halfturn's own cards: all twelve layouts in every colour."""
    return read_cards(files(__package__).joinpath("data/cards.json").read_text("utf-8"))


def _problems_of_cards(cards: dict[int, Card]) -> list[str]:
    problems = []
    seen: set[str] = set()
    for number, card in cards.items():
        where = f"card {number} ({card.id!r})"
        if not card.id or card.id in seen:
            what = say("expected an id of its own")
            problems.append(f"{where}: {what}")
        seen.add(card.id)
        if card.colour not in COLOURS:
            expected = ", ".join(COLOURS)
            problems.append(f"{where}: expected a colour among {expected}, got {card.colour!r}")
        if sorted(card.sides) != [0, 1, 2, 3]:
            got = list(card.sides)
            what = say("expected sides as 0, 1, 2, 3 in some order, got {got}", got=got)
            problems.append(f"{where}: {what}")
    return problems


def _problems_of_colours(file: CardFile) -> list[str]:
    problems = []
    if file.version != 1:
        problems.append(f"version: expected 1, got {file.version}")
    count = Counter(card.colour for card in file.cards)
    for colour in COLOURS:
        there = count[colour]
        if 0 < there < HAND_SIZE:
            what = say("expected at least {least} cards, got {count}", least=HAND_SIZE, count=there)
            problems.append(f"{colour}: {what}")
        if there > MOST_CARDS:
            what = say("expected at most {most} cards, got {count}", most=MOST_CARDS, count=there)
            problems.append(f"{colour}: {what}")
    if sum(1 for colour in COLOURS if count[colour]) < 2:
        problems.append(say("expected cards of at least two colours"))
    return problems


def _problems_of_hands(file: CardFile) -> list[str]:
    problems = []
    by_id = {card.id: card for card in file.cards}
    for colour, ids in file.hands.items():
        where = f"hand {colour!r}"
        if colour not in COLOURS:
            problems.append(f"{where}: expected a colour among {', '.join(COLOURS)}")
        if len(ids) != HAND_SIZE or len(set(ids)) != HAND_SIZE:
            got = f"{len(ids)} of which {len(set(ids))} differ"
            problems.append(f"{where}: expected {HAND_SIZE} different cards, got {got}")
        for id in ids:
            if id not in by_id:
                problems.append(f"{where}: there is no card {id!r}")
            elif by_id[id].colour != colour:
                problems.append(f"{where}: card {id!r} is {by_id[id].colour}")
    return problems
