"""Names and signs of colours and shapes, from a file that the owner of a box may replace."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from halfturn.core.card_file import BadFile, read_file
from halfturn.games.qwirkle_cards.cards import COLOURS

LONGEST_NAME: Final = 20
MOST_COPIES: Final = 3
_GLYPHS: Final = ("●", "■", "◆", "♣", "✦", "✹")


class ThemeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme file as it is written: six colours and six shapes in the order of the notation."""

    version: int
    colours: tuple[str, ...]
    shapes: tuple[str, ...]
    copies: int = 3
    glyphs: tuple[str, ...] = _GLYPHS


class Theme:
    """What cards are called and how many there are of each kind (QC-DECK-1, QC-DATA-1)."""

    def __init__(self, file: ThemeFile) -> None:
        self.colours: Final = file.colours
        self.shapes: Final = file.shapes
        self.glyphs: Final = file.glyphs
        self.copies: Final = file.copies
        # What the rules see: a name that is mended leaves old records good.
        self.hash: Final = hashlib.sha256(f"copies {file.copies}".encode()).hexdigest()

    def card_name(self, kind: int) -> str:
        """A card in words: `red circle`."""
        return f"{self.colours[kind // 6]} {self.shapes[kind % 6]}"

    def line_name(self, line: int) -> str:
        """What the cards of a line share, in a word."""
        return self.colours[line] if line < COLOURS else self.shapes[line - COLOURS]


def read_theme(text: str) -> Theme:
    """The theme of a file; raises BadData naming every entry that is wrong."""
    file = read_file(text, ThemeFile)
    problems = _problems(file)
    if problems:
        raise BadFile(problems)
    return Theme(file)


@cache
def standard_theme() -> Theme:
    """The usual names."""
    return read_theme(files(__package__).joinpath("data/theme.json").read_text("utf-8"))


def _is_one_column(glyph: str) -> bool:
    if len(glyph) != 1 or not glyph.isprintable() or glyph.isspace():
        return False
    return unicodedata.east_asian_width(glyph) not in "WF" and not unicodedata.combining(glyph)


def _problems(file: ThemeFile) -> list[str]:
    problems = []
    if file.version != 1:
        problems.append(f"version: expected 1, got {file.version}")
    if not 1 <= file.copies <= MOST_COPIES:
        problems.append(f"copies: expected 1 to {MOST_COPIES} of each card, got {file.copies}")
    seen: dict[str, str] = {}
    for field in ("colours", "shapes"):
        names: tuple[str, ...] = getattr(file, field)
        if len(names) != COLOURS:
            problems.append(f"{field}: expected {COLOURS} names, got {len(names)}")
        for number, name in enumerate(names, start=1):
            where = f"{field}, entry {number}"
            if not 1 <= len(name.strip()) <= LONGEST_NAME or not name.isprintable():
                problems.append(
                    f"{where}: expected a name of 1 to {LONGEST_NAME} characters, got {name!r}"
                )
            elif name.strip().lower() in seen:
                problems.append(f"{where}: {name!r} stands at {seen[name.strip().lower()]} already")
            seen.setdefault(name.strip().lower(), where)
    if len(file.glyphs) != COLOURS or len(set(file.glyphs)) != len(file.glyphs):
        problems.append(f"glyphs: expected {COLOURS} different signs, got {list(file.glyphs)}")
    for number, glyph in enumerate(file.glyphs, start=1):
        if not _is_one_column(glyph):
            problems.append(
                f"glyphs, entry {number}: expected one sign that is one column wide, got {glyph!r}"
            )
    return problems
