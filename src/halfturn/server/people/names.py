"""What people call themselves: short, readable, and no trick."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from halfturn.bots import bot_names
from halfturn.core.errors import HalfturnError
from halfturn.core.language import languages, say, speaking

LONGEST_NAME: Final = 24
LONGEST_LINE: Final = 300
MOST_MARKS: Final = 3
"""On one letter: Hebrew and Tibetan need as many."""
NAMELESS: Final = "Player"
FORGOTTEN: Final = "Deleted player"
"""What somebody is called who was forgotten; nobody else can be, so it is known by that."""
RESERVED: Final = (
    "Admin",
    "Administrator",
    "Host",
    "Mod",
    "Moderator",
    "Operator",
    "Root",
    "Server",
    "Support",
    "System",
)
"""Names of those who run a server."""
OWN_NAME: Final = "Halfturn"
"""In no name at all."""
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Controls, invisible and direction marks, surrogates, lines: all that is not there to be read."""
INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs that leave no trace either."""
JOINER: Final = "\u200d"
"""Holds emoji together, and makes conjuncts in the scripts of India."""
AS_EMOJI: Final = "\ufe0f"
"""After a sign: as a picture."""
VIRAMA: Final = 9
"""The combining class of marks after which a joiner is part of the spelling."""


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
    if not _can_be_seen(name):
        raise BadName(say("expected a name of letters, numbers and signs that can be seen"))
    if all(unicodedata.category(character)[0] in "MZ" for character in name):
        raise BadName(say("expected a name that can be seen"))
    if not _carries_few_marks(name):
        raise BadName(
            say("expected at most {most} marks above and below a letter", most=MOST_MARKS)
        )
    cores = _cores(name)
    if any(core.startswith(own) for core in cores for own in _cores(FORGOTTEN)):
        raise BadName(say("expected another name: people who were forgotten are called so"))
    own_name = _cores(OWN_NAME)
    if not cores.isdisjoint(_reserved()) or any(own in core for core in cores for own in own_name):
        raise BadName(
            say("expected another name: this one looks like a bot's, or like the server itself")
        )
    return name


def clean_line(text: str) -> str:
    """What somebody says, in its one normal form; raises BadName. It is shown as text only."""
    line = " ".join(unicodedata.normalize("NFC", text[: LONGEST_LINE * 8]).split())
    if not 0 < len(line) <= LONGEST_LINE:
        raise BadName(
            say("expected 1 to {most} characters, got {count}", most=LONGEST_LINE, count=len(line))
        )
    if not _can_be_seen(line):
        raise BadName(say("expected letters, numbers and signs that can be seen"))
    if not _carries_few_marks(line):
        raise BadName(
            say("expected at most {most} marks above and below a letter", most=MOST_MARKS)
        )
    return line


def _can_be_seen(text: str) -> bool:
    """Whether nothing in a text is invisible but what emoji and some scripts need."""
    for at, character in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if character == JOINER:
            in_emoji = _is_picture(before) and _is_picture(after)
            if not in_emoji and not (before and unicodedata.combining(before) == VIRAMA):
                return False
        elif character == AS_EMOJI:
            is_sign = not before.isascii() and unicodedata.category(before)[0] in "SP"
            if not is_sign and after != "\u20e3":  # the frame of a key
                return False
        elif unicodedata.category(character) in FORBIDDEN or INVISIBLE.match(character):
            return False
    return True


def _is_picture(character: str) -> bool:
    """Whether a character can be part of an emoji."""
    return character == AS_EMOJI or (
        not character.isascii() and unicodedata.category(character) in ("Sk", "Sm", "So")
    )


def _carries_few_marks(text: str) -> bool:
    """Whether no mark stands alone, and no letter carries a tower of them."""
    marks = MOST_MARKS  # as if there were no room for one at the beginning, or after a space
    for character in text:
        kind = unicodedata.category(character)
        if character == AS_EMOJI or kind not in ("Mn", "Me"):
            marks = MOST_MARKS if kind == "Zs" else 0
            continue
        marks += 1
        if marks > MOST_MARKS:
            return False
    return True


# ---- names that look alike ----


@cache
def _confusables() -> dict[int, str]:
    """What characters look like: an ASCII letter or digit, or two."""
    found: dict[int, str] = {}
    text = (files("halfturn.server") / "confusables.txt").read_text("ascii")
    for line in text.splitlines():
        if not line.startswith("#"):
            looks, *codes = line.split()
            found.update((int(code, 16), looks) for code in codes)
    return found


def _skeleton(text: str) -> str:
    """The same for texts that look alike, by UTS #39, as far as ASCII has a look of theirs."""
    text = unicodedata.normalize("NFKC", text)
    seen = "".join(each for each in text if each != JOINER and not INVISIBLE.match(each))
    return seen.translate(_confusables())


@lru_cache(4096)
def _looks(name: str) -> frozenset[str]:
    """How a name looks, as it is spelled and in small letters; alike are names that share one."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return frozenset({"as it is:" + _skeleton(name), "small:" + _skeleton(folded)})


def _cores(name: str) -> frozenset[str]:
    """The letters of a name without what is written around them, for names nobody may have."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    found = set()
    for text in (
        _skeleton(name).casefold(),
        _skeleton(folded),
        _skeleton(folded.rstrip("0123456789")),
    ):
        plain = unicodedata.normalize("NFD", text.casefold())
        letters = "".join(each for each in plain if each.isalnum())
        found.add(letters.replace("i", "l"))
    return frozenset(found)


@cache
def _reserved() -> frozenset[str]:
    """The cores of all names that nobody may have, in all languages."""
    found = set(RESERVED)
    for language in languages():
        with speaking(language):
            found |= {say("Somebody"), say("The deck")}
            found |= {say(bot.capitalize()) for bot in bot_names()}
    return frozenset().union(*(_cores(name) for name in found))


def told_apart(names: Sequence[str]) -> list[str]:
    """The names with a number after those that look alike."""
    looks = [_looks(name) for name in names]
    if len(frozenset().union(*looks)) == 2 * len(names):
        return list(names)
    result = list(names)
    for at, name in enumerate(names):
        alike = [each for each in range(len(names)) if not looks[each].isdisjoint(looks[at])]
        if not name or len(alike) == 1:
            continue
        others = [each for each in (*names, *result[:at]) if each]
        number = alike.index(at) + 1
        while any(not _looks(f"{name} {number}").isdisjoint(_looks(each)) for each in others):
            number += 1
        result[at] = f"{name} {number}"
    return result
