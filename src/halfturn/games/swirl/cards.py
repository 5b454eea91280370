"""Cards and how they are written: `Cr4` is the red crab with the number 4.

Creatures are C, F, H (sea horse) and S (star fish), colours r, g, y and p. Action cards are
`A1` (COLLECT ONE), `AA` (COLLECT ALL), `SN` (SNATCH) and `SW` (SWIRL).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from halfturn.core.errors import UnreadableText
from halfturn.core.language import say
from halfturn.games.swirl.codes import COLLECT_ONE

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
