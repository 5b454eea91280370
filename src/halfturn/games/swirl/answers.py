"""The answers there are in SWIRL, and the integers they have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from halfturn.core import Option, UnreadableText, read_seat, seat_letter
from halfturn.games.swirl.cards import CARDS, CREATURES, read_card, read_creature
from halfturn.games.swirl.codes import COLLECT_ONE

MAX_SEATS: Final = 4


class _OneCard(Option, frozen=True):
    """An answer that is one card."""

    card: str

    def also(self) -> tuple[str, ...]:
        """The card in small letters, with and without the word before it."""
        return (str(self).lower(), self.card.lower())


class Play(_OneCard, frozen=True, tag="play"):
    """Play a card from the hand: `play:Cr4`."""

    def __str__(self) -> str:
        return f"play:{self.card}"


class Deal(_OneCard, frozen=True, tag="deal"):
    """CHANCE's next card, for a hand or the middle: `deal:Cr4`."""

    def __str__(self) -> str:
        return f"deal:{self.card}"


class Collect(_OneCard, frozen=True, tag="collect"):
    """Take this card of the middle with COLLECT ONE: `collect:Cr4`."""

    def __str__(self) -> str:
        return f"collect:{self.card}"


class Snatch(_OneCard, frozen=True, tag="snatch"):
    """Take this card out of another player's series: `snatch:Cr4`."""

    def __str__(self) -> str:
        return f"snatch:{self.card}"


class Take(Option, frozen=True, tag="take"):
    """Capture just these cards of the middle, where there is a choice: `take:Fr4+Hg5`."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"take:{'+'.join(self.cards)}"

    def also(self) -> tuple[str, ...]:
        """The same in small letters, with and without the word before it."""
        return (str(self).lower(), "+".join(self.cards).lower())


class Creature(Option, frozen=True, tag="creature"):
    """Collect this creature: `creature:crab`."""

    creature: str

    def __str__(self) -> str:
        return f"creature:{self.creature}"


class Dealer(Option, frozen=True, tag="dealer"):
    """Who deals: `dealer:B`."""

    seat: int

    def __str__(self) -> str:
        return f"dealer:{seat_letter(self.seat)}"


class Replace(Option, frozen=True, tag="replace"):
    """Put a card of the own pile in the place of a snatched one, or leave it: `replace:yes`."""

    yes: bool

    def __str__(self) -> str:
        return f"replace:{'yes' if self.yes else 'no'}"


class Stop(Option, frozen=True, tag="stop"):
    """After a SWIRL: drop the rest of the hand into the middle."""

    def __str__(self) -> str:
        return "stop"


Answer = Play | Deal | Collect | Snatch | Take | Creature | Dealer | Replace | Stop

ANSWERS: Final[list[Option]] = [
    *(Play(card) for card in CARDS),
    *(Deal(card) for card in CARDS),
    *(Collect(card) for card in CARDS),
    *(Snatch(card) for card in CARDS[:COLLECT_ONE]),
    *(Creature(creature) for creature in CREATURES),
    *(Dealer(seat) for seat in range(MAX_SEATS)),
    Replace(True),
    Replace(False),
    Stop(),
]
"""Every answer but the sets of cards, by its integer."""
_CODES: Final = {option: code for code, option in enumerate(ANSWERS)}


def code_of(option: Option) -> int:
    """The integer of an answer; -1 for a set of cards, and for what is no answer at all."""
    return _CODES.get(option, -1)


def take_of(faces: Iterable[int]) -> Take:
    """The answer that captures these cards."""
    return Take(tuple(CARDS[face] for face in faces))


_CARD: Final = {"play": Play, "deal": Deal, "collect": Collect, "snatch": Snatch}
_CARDS_READ: Final = frozenset(card.lower() for card in CARDS)
EXPECTED: Final = "expected an answer like play:Cr4, collect:Hy9, snatch:Sg2 or take:Fr4+Hg5"


def parse_answer(text: str) -> Option:
    """An answer from its notation, legal or not; cards alone are played or, several, taken."""
    word, colon, rest = text.partition(":")
    if not colon and text.lower() in _CARDS_READ:
        return Play(CARDS[read_card(text)])
    if not colon and "+" in text:
        word, colon, rest = "take", ":", text
    if colon and word in _CARD:
        return _CARD[word](CARDS[read_card(rest)])
    if colon and word == "take":
        return take_of(sorted(read_card(part) for part in rest.split("+")))
    if colon and word == "creature":
        return Creature(CREATURES[read_creature(rest)])
    if colon and word == "dealer":
        return Dealer(read_seat(rest, MAX_SEATS))
    if colon and word == "replace":
        if rest not in ("yes", "no"):
            raise UnreadableText(f"expected replace:yes or replace:no, got {text!r}")
        return Replace(rest == "yes")
    if text == "stop":
        return Stop()
    raise UnreadableText(f"{EXPECTED}, got {text!r}")
