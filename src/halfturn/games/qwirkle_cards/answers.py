"""The answers there are in Qwirkle Cards, and the integers they have.

A card is its colour's letter and its shape's two: `rci` is the red circle. A Qwirkle is named
by what its six cards share: `take:r` takes six reds, `take:ci` six circles.
"""

from __future__ import annotations

from typing import Final

from halfturn.core import Option, UnreadableText, read_seat, seat_letter
from halfturn.core.seats import LETTERS
from halfturn.games.qwirkle_cards.cards import CARDS, KIND_OF, LINE_OF, LINE_WORDS
from halfturn.games.qwirkle_cards.codes import CODE_COUNT, MOST_SEATS

COLOUR_NAMES: Final = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPE_NAMES: Final = ("circle", "square", "diamond", "clover", "star", "burst")
"""QC-DATA-1: the usual names; an owner's theme file may have others, notation stays."""
_NAMES: Final = dict(zip(LINE_WORDS, (*COLOUR_NAMES, *SHAPE_NAMES), strict=True))


class Play(Option, frozen=True, tag="play"):
    """Play a card from the hand: `rci`."""

    card: str

    def __str__(self) -> str:
        return self.card

    def also(self) -> tuple[str, ...]:
        """The card in words: `red-circle`."""
        return (f"{_NAMES.get(self.card[:1], '')}-{_NAMES.get(self.card[1:], '')}",)


class Take(Option, frozen=True, tag="take"):
    """Take a Qwirkle out of the play area: `take:r`."""

    line: str

    def __str__(self) -> str:
        return f"take:{self.line}"

    def also(self) -> tuple[str, ...]:
        """The colour or the shape by its name: `take:red` or `red`."""
        name = _NAMES.get(self.line, "")
        return (f"take:{name}", name)


class End(Option, frozen=True, tag="end"):
    """End the turn: what is played and taken holds now."""

    def __str__(self) -> str:
        return "end"

    def also(self) -> tuple[str, ...]:
        """Another word for it."""
        return ("done",)


class Pass(Option, frozen=True, tag="pass"):
    """Pass, when no card can be played."""

    def __str__(self) -> str:
        return "pass"


class Redraw(Option, frozen=True, tag="redraw"):
    """Draw a fresh hand, when no card can be played and the options say so."""

    def __str__(self) -> str:
        return "redraw"


class Deal(Option, frozen=True, tag="deal"):
    """CHANCE's next card: `+rci`."""

    card: str

    def __str__(self) -> str:
        return f"+{self.card}"


class Oldest(Option, frozen=True, tag="oldest"):
    """The oldest of the players whose largest sets are equal."""

    seat: int

    def __str__(self) -> str:
        return f"oldest:{seat_letter(self.seat)}"


Answer = Play | Take | End | Pass | Redraw | Deal | Oldest

OPTIONS: Final[list[Option]] = [
    *(Play(card) for card in CARDS),
    *(Take(line) for line in LINE_WORDS),
    End(),
    Pass(),
    Redraw(),
    *(Deal(card) for card in CARDS),
    *(Oldest(seat) for seat in range(MOST_SEATS)),
]
"""Every answer, at its integer."""
_CODES: Final = {option: code for code, option in enumerate(OPTIONS)}
assert len(OPTIONS) == CODE_COUNT
_WORDS: Final[dict[str, Option]] = {"end": End(), "pass": Pass(), "redraw": Redraw()}

EXPECTED: Final = (
    "expected a card like rci (colour r, o, y, g, b or p; shape ci, sq, di, cl, st or bu), "
    "take:r or take:ci, end, or pass"
)


def code_of(option: Option) -> int:
    """The integer of an answer; -1 for what is none."""
    return _CODES.get(option, -1)


def parse_answer(text: str) -> Option:
    """An answer from its notation, legal or not."""
    if text in _WORDS:
        return _WORDS[text]
    if text in KIND_OF:
        return Play(text)
    word, colon, rest = text.partition(":")
    if text.startswith("+"):
        return Deal(read_card(text[1:]))
    if colon and word == "take":
        return Take(read_line(rest))
    if colon and word == "oldest":
        return Oldest(read_seat(rest, len(LETTERS)))
    raise UnreadableText(f"{EXPECTED}, got {text[:40]!r}")


def read_card(text: str) -> str:
    """A card in notation."""
    if text not in KIND_OF:
        raise UnreadableText(
            "expected a card as a colour r, o, y, g, b or p and a shape ci, sq, di, cl, st or bu, "
            f"like rci, got {text[:40]!r}"
        )
    return text


def read_line(text: str) -> str:
    """What the cards of a Qwirkle share, in notation."""
    if text not in LINE_OF:
        expected = ", ".join(LINE_WORDS)
        raise UnreadableText(f"expected what six cards share, one of {expected}, got {text[:40]!r}")
    return text
