"""Little cards: where every choice is a card, it is easier to choose with their numbers seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from halfturn.core import Option

ONE_CARD: Final = re.compile(r"[a-z]+:(\d)(\d)(\d)(\d)")
"""The notation of an answer that is one card: its numbers clockwise from the top."""
BETWEEN: Final = "  "


def are_cards(options: Sequence[Option]) -> bool:
    """Whether every one of these choices is a single card with four numbers."""
    return all(ONE_CARD.fullmatch(str(option)) for option in options)


def in_cards(options: Sequence[Option], found: Sequence[Text], width: int) -> Text:
    """The cards side by side, each with its entry of the list below it."""
    room = max(len(entry) for entry in found)
    columns = max(1, (width + len(BETWEEN)) // (room + len(BETWEEN)))
    lines = []
    for at in range(0, len(found), columns):
        blocks = [
            [*_card(option), entry]
            for option, entry in zip(
                options[at : at + columns], found[at : at + columns], strict=True
            )
        ]
        for parts in zip(*blocks, strict=True):
            line = Text()
            for part in parts:
                before = (room - len(part)) // 2
                line.append(" " * before).append_text(part)
                line.append(" " * (room - before - len(part)) + BETWEEN)
            line.rstrip()
            lines.append(line)
    return Text("\n").join(lines)


def _card(option: Option) -> list[Text]:
    numbers = ONE_CARD.fullmatch(str(option))
    assert numbers is not None
    top, right, bottom, left = numbers.groups()
    return [Text(f"╭─{top}─╮"), Text(f"│{left} {right}│"), Text(f"╰─{bottom}─╯")]
