"""What people call themselves: short, readable, and no trick."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from halfturn.core.errors import HalfturnError
from halfturn.core.language import say

LONGEST_NAME: Final = 24
LONGEST_LINE: Final = 300
NAMELESS: Final = "Player"
FORGOTTEN: Final = "Deleted player"
"""What somebody is called who was forgotten; nobody else can be, so it is known by that."""
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Controls, invisible and direction marks, surrogates, lines: all that is not there to be read."""
JOINER: Final = "\u200d"
"""Holds emoji together, and is harmless between them."""


class BadName(HalfturnError):
    """A name that nobody can be called here."""


def clean_name(text: str) -> str:
    """The name in its one normal form; raises BadName."""
    name = " ".join(unicodedata.normalize("NFC", text[: LONGEST_NAME * 8]).split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadName(
            say(
                "expected a name of 1 to {most} characters, got {count}",
                most=LONGEST_NAME,
                count=len(name),
            )
        )
    for character in name:
        if unicodedata.category(character) in FORBIDDEN and character != JOINER:
            raise BadName(say("expected a name of letters, numbers and signs that can be seen"))
    if all(unicodedata.category(character)[0] in "MZ" or character == JOINER for character in name):
        raise BadName(say("expected a name that can be seen"))
    if unicodedata.normalize("NFKC", name).casefold().startswith(FORGOTTEN.casefold()):
        raise BadName(say("expected another name: people who were forgotten are called so"))
    return name


def clean_line(text: str) -> str:
    """What somebody says, in its one normal form; raises BadName. It is shown as text only."""
    line = " ".join(unicodedata.normalize("NFC", text[: LONGEST_LINE * 8]).split())
    if not 0 < len(line) <= LONGEST_LINE:
        raise BadName(
            say("expected 1 to {most} characters, got {count}", most=LONGEST_LINE, count=len(line))
        )
    if any(unicodedata.category(each) in FORBIDDEN and each != JOINER for each in line):
        raise BadName(say("expected letters, numbers and signs that can be seen"))
    return line


def told_apart(names: Sequence[str]) -> list[str]:
    """The names with a number after those that come more than once."""
    folded = [name.casefold() for name in names]
    if len(set(folded)) == len(folded):
        return list(names)
    result = []
    for at, name in enumerate(names):
        if name and folded.count(folded[at]) > 1:
            result.append(f"{name} {folded[: at + 1].count(folded[at])}")
        else:
            result.append(name)
    return result
