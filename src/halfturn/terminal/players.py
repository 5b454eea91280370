"""Who sits where: people at the keyboard, and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from halfturn.bots import Bot, is_bot, make_bot
from halfturn.core import BadOptions

YOU: Final = "you"
YOUR_NAME: Final = "You"
"""What the player called `you` is called in sentences about everybody."""
LONGEST_NAME: Final = 20


@dataclass(frozen=True)
class Player:
    """Somebody at the table; a person where there is no bot."""

    word: str
    """As it was typed, to be read again from a saved game."""
    name: str
    bot: Bot | None = None


def read_players(words: Sequence[str]) -> list[Player]:
    """Players from words: a bot's name, `you`, or any other name for a person."""
    words = [word.strip() for word in words]
    for word in words:
        if not word or not word.isprintable() or len(word) > LONGEST_NAME:
            expected = f"expected names of 1 to {LONGEST_NAME} printable characters"
            raise BadOptions(f"{expected}, got {word!r}")
    names = [_name(word) for word in words]
    count = Counter(names)
    taken = {name.lower() for name in names}
    players = []
    for word, name in zip(words, names, strict=True):
        bot = make_bot(word) if is_bot(word) else None
        own = name
        if count[name] > 1:
            if bot is None and word.lower() != YOU:
                raise BadOptions(f"expected a name of their own for everybody, got {word!r} twice")
            own = _numbered(name, taken)
            taken.add(own.lower())
        players.append(Player(word, own, bot))
    return players


def _numbered(name: str, taken: set[str]) -> str:
    """The name with the first number that nobody's name has yet."""
    number = 1
    while f"{name} {number}".lower() in taken:
        number += 1
    return f"{name} {number}"


def _name(word: str) -> str:
    if word.lower() == YOU:
        return YOUR_NAME
    return word.partition(":")[0].lower().capitalize() if is_bot(word) else word
