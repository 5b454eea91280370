"""Records: the answers given. A record *is* the game.

As text:

    halfturn record 1
    game swirling-heroes
    rules 1
    seats 2
    options hands=even
    data 0d3f…
    answers
    * first:A
    A 0123@0,0
    B 1032@0,1
    end 17 12

A line of answers begins with the seat that gave them (`*` is CHANCE). `start`
with a position stands in the head of a game that did not begin at the
beginning; `end` with the scores closes a finished one. `#` begins a comment.
"""

from __future__ import annotations

import re
from typing import Annotated, Final

import msgspec

from halfturn.core.errors import BadRecord
from halfturn.core.seats import CHANCE, LETTERS, seat_letter

FORMAT: Final = "halfturn record 1"
SURROGATE: Final = re.compile("[\ud800-\udfff]")
"""Half a character: Python's text can hold one, and no file can."""
_HEAD: Final = ("game", "rules", "seats", "options", "data", "start", "answers")


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """One answer in notation, and the seat that gave it."""

    seat: Annotated[int, msgspec.Meta(ge=CHANCE, lt=len(LETTERS))]
    text: str


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game, as the answers that made it. Saving, replaying and undoing come from it."""

    game: str
    rules: int
    seats: int
    options: tuple[str, ...] = ()
    """The options that differ from their defaults, as words `name=value`."""
    data: str = ""
    """The hash of the card data it was played with."""
    start: str = ""
    """The position it began with, when that was not the beginning."""
    answers: list[Answered] = []
    end: tuple[int, ...] | None = None
    """The final scores of a finished game."""

    @property
    def text(self) -> str:
        """The record as text; `read_record` reads it back."""
        lines = [FORMAT, f"game {self.game}", f"rules {self.rules}", f"seats {self.seats}"]
        if self.options:
            lines.append("options " + " ".join(self.options))
        if self.data:
            lines.append(f"data {self.data}")
        if self.start:
            lines.append(f"start {self.start}")
        lines.append("answers")
        last = None
        for answer in self.answers:
            if answer.seat != last:
                lines.append(seat_letter(answer.seat))
                last = answer.seat
            lines[-1] += f" {answer.text}"
        if self.end is not None:
            lines.append("end " + " ".join(map(str, self.end)))
        return "\n".join(lines) + "\n"


def read_record(text: str, first_line: int = 1) -> Record:
    """A record from its text; raises BadRecord naming the line, as counted in the whole file."""
    lines = [
        (number, line.split("#", 1)[0].strip())
        for number, line in enumerate(text.splitlines(), start=first_line)
    ]
    lines = [(number, line) for number, line in lines if line]
    for number, line in lines:
        if SURROGATE.search(line):
            raise BadRecord(f"line {number}: expected text, got half a character in {line[:40]!r}")
    if not lines or lines[0][1] != FORMAT:
        got = lines[0][1][:40] if lines else "nothing"
        raise BadRecord(f"expected a first line {FORMAT!r}, got {got!r}")
    head: dict[str, str] = {}
    answers: list[Answered] = []
    end: tuple[int, ...] | None = None
    for number, line in lines[1:]:
        word, _, rest = line.partition(" ")
        if end is not None:
            raise BadRecord(f"line {number}: expected nothing after the end, got {line[:40]!r}")
        if "answers" not in head:
            if word not in _HEAD or word in head:
                expected = ", ".join(each for each in _HEAD if each not in head)
                raise BadRecord(f"line {number}: expected one of {expected}, got {word[:40]!r}")
            head[word] = rest.strip()
        elif word == "end":
            end = tuple(_number(f"line {number}", score) for score in rest.split())
        else:
            seat = CHANCE if word == "*" else LETTERS.find(word)
            if len(word) != 1 or (seat < 0 and word != "*") or not rest:
                raise BadRecord(f"line {number}: expected a seat and answers, got {line[:40]!r}")
            answers += (Answered(seat, answer) for answer in rest.split())
    for word in ("game", "rules", "seats", "answers"):
        if word not in head:
            raise BadRecord(f"expected a line {word!r}, the record ends without one")
    return Record(
        game=head["game"],
        rules=_number("rules", head["rules"]),
        seats=_number("seats", head["seats"]),
        options=tuple(head.get("options", "").split()),
        data=head.get("data", ""),
        start=head.get("start", ""),
        answers=answers,
        end=end,
    )


def _number(where: str, text: str) -> int:
    digits = text[1:] if text.startswith("-") else text
    if not digits.isdecimal() or len(digits) > 9:
        raise BadRecord(f"{where}: expected a whole number of at most 9 digits, got {text[:40]!r}")
    return int(text)
