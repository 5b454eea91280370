"""The legal choices, numbered, in as many columns as fit."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.text import Text

from halfturn.core import Option, State, seat_letter
from halfturn.core.words import signed

MOST_LISTED: Final = 40
"""More choices than this are listed only when somebody asks for them."""
MOST_EXPLAINED: Final = 12
"""Inside a turn, so few choices are listed with all that they would do."""
BETWEEN: Final = "   "


def entries(state: State, options: Sequence[Option], seat: int) -> list[Text]:
    """One entry for each option, numbers and gains below each other, where points are counted."""
    counted = state.game.has_points
    gains = [gains_text(state.preview(each).gains, seat) if counted else "" for each in options]
    number_width = len(str(len(options)))
    name_width = max(len(str(option)) for option in options)
    found = []
    for number, (option, gain) in enumerate(zip(options, gains, strict=True), start=1):
        entry = Text(str(number).rjust(number_width), "dim")
        entry = Text.assemble(entry, " ", (str(option).ljust(name_width), "bold"))
        if any(gains):
            entry.append(f" {gain}")
        found.append(entry)
    return found


def with_consequences(found: Sequence[Text], told: Sequence[str], width: int) -> Text:
    """One entry after the other, each with what would happen beside it."""
    room = max(len(entry) for entry in found)
    lines = []
    for entry, happened in zip(found, told, strict=True):
        beside = wrap(happened, max(width - room - len(BETWEEN), 20)) or [""]
        for at, part in enumerate(beside):
            line = entry.copy() if at == 0 else Text()
            line.append(" " * (room - len(line)) + BETWEEN).append(part, "dim")
            line.rstrip()
            lines.append(line)
    return Text("\n").join(lines)


def gains_text(gains: Sequence[int], seat: int) -> str:
    """The own gain, then those of the seats whose points change: `+3 B-1`; empty for nothing."""
    if not any(gains):
        return ""
    others = [
        f" {seat_letter(other)}{signed(gain)}"
        for other, gain in enumerate(gains)
        if other != seat and gain
    ]
    return signed(gains[seat]) + "".join(others)


def in_columns(found: Sequence[Text], width: int) -> Text:
    """The entries down one column after another."""
    widest = max(len(entry) for entry in found)
    columns = max(1, (width + len(BETWEEN)) // (widest + len(BETWEEN)))
    rows = -(-len(found) // columns)
    lines = []
    for row in range(rows):
        line = Text()
        for entry in found[row::rows]:
            line.append_text(entry).append(" " * (widest - len(entry)) + BETWEEN)
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)
