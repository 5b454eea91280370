"""The answers there are, and the integers they have."""

from __future__ import annotations

from typing import Final

from halfturn.core import Option, UnreadableText, seat_letter

COPIES: Final = {1: 5, 2: 5, 3: 5, 4: 4, 5: 3}
"""How many trinkets of each value there are; a 1 is a magpie."""
MAX_SEATS: Final = 4


class Play(Option, frozen=True, tag="play"):
    """Put a trinket from the hand into the own nest."""

    value: int

    def __str__(self) -> str:
        return f"play:{self.value}"


class Rob(Option, frozen=True, tag="rob"):
    """Steal the last trinket of somebody's nest."""

    seat: int

    def __str__(self) -> str:
        return f"rob:{seat_letter(self.seat)}"


class Deal(Option, frozen=True, tag="deal"):
    """CHANCE's next trinket."""

    value: int

    def __str__(self) -> str:
        return f"deal:{self.value}"


Answer = Play | Rob | Deal

ANSWERS: Final[list[Answer]] = [
    *(Play(value) for value in COPIES),
    *(Rob(seat) for seat in range(MAX_SEATS)),
    *(Deal(value) for value in COPIES),
]
"""All of them; the integer of an answer is its place in this list."""
_CODES: Final[dict[Option, int]] = {answer: code for code, answer in enumerate(ANSWERS)}
_TEXTS: Final = {str(answer): answer for answer in ANSWERS}


def code_of(option: Option) -> int:
    """The integer of an answer, -1 for what is none."""
    return _CODES.get(option, -1)


def parse_answer(text: str) -> Option:
    """An answer from its notation, legal or not."""
    if text not in _TEXTS:
        raise UnreadableText(f"expected an answer like play:3, rob:B or deal:5, got {text!r}")
    return _TEXTS[text]
