"""What the position notations of all games share: sections separated by semicolons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfturn.core.errors import UnreadableText
from halfturn.core.options import Options, read_option_words
from halfturn.core.seats import read_seat, seat_letter

if TYPE_CHECKING:
    from halfturn.core.game import Game


class Sections:
    """A position's text, cut up: `seats 2; hand A 0123 0231; turn A`.

    `known` are the sections there may be once, `per_seat` those there may be
    once for each seat, which begin with its letter.
    """

    def __init__(self, text: str, known: Sequence[str], per_seat: Sequence[str] = ()) -> None:
        self._found: dict[str, list[str]] = {}
        for part in text.replace("\n", ";").split(";"):
            words = part.split()
            if not words:
                continue
            name, rest = words[0], words[1:]
            if name in per_seat:
                if not rest:
                    raise UnreadableText(f"expected a seat after {name!r}, got {part.strip()!r}")
                name, rest = f"{name} {rest[0].upper()}", rest[1:]
            elif name not in known:
                expected = ", ".join([*known, *per_seat])
                raise UnreadableText(f"expected a section among {expected}, got {name!r}")
            if name in self._found:
                raise UnreadableText(f"expected one section {name!r}, got two")
            self._found[name] = rest

    def __contains__(self, name: str) -> bool:
        return name in self._found

    @property
    def names(self) -> list[str]:
        """The sections that are there, those of seats with their letter."""
        return list(self._found)

    def words(self, name: str) -> list[str]:
        """The words of a section; none where it is left out."""
        return self._found.get(name, [])

    def of_seat(self, name: str, seat: int) -> list[str]:
        """The words of a seat's section."""
        return self._found.get(f"{name} {seat_letter(seat)}", [])

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """The number of a section that holds one."""
        if name not in self._found:
            return default
        words = self._found[name]
        found = int(words[0]) if len(words) == 1 and _is_number(words[0]) else least - 1
        if not least <= found <= most:
            got = " ".join(words)[:40]
            raise UnreadableText(f"{name}: expected a number from {least} to {most}, got {got!r}")
        return found

    def seat(self, name: str, seats: int) -> int | None:
        """The seat of a section that names one; None where it is left out."""
        if name not in self._found:
            return None
        words = self._found[name]
        if len(words) != 1:
            raise UnreadableText(f"{name}: expected one seat, got {' '.join(words)!r}")
        return read_seat(words[0], seats)

    def seats_and_options(self, game: Game, kind: type[Options]) -> tuple[int, Options]:
        """How many play and the options, once they go together and with all other sections."""
        seats = self.number("seats", game.min_seats, game.max_seats, default=game.min_seats)
        self.check_seats(seats)
        options = read_option_words(kind, self.words("options"))
        game.check_options(seats, options)
        return seats, options

    def check_seats(self, seats: int) -> None:
        """Refuse sections of seats that are not there."""
        for name in self._found:
            word, space, letter = name.partition(" ")
            if space:
                try:
                    read_seat(letter, seats)
                except UnreadableText as error:
                    raise UnreadableText(f"{word}: {error}") from None


def _is_number(word: str) -> bool:
    """Digits, and no more of them than any game counts to."""
    return word.isdecimal() and len(word) <= 9
