"""Reading an owner's card file: JSON whose mistakes are named, and used whole or not at all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Final, TypeVar

import msgspec

from halfturn.core.errors import BadData
from halfturn.core.language import say

_MARK: Final = "\ufeff"
"""The byte order mark that some editors put in front."""

Kind = TypeVar("Kind")


def read_file(text: str, kind: type[Kind]) -> Kind:
    """The file as a struct; raises BadData with the place of a slip of the pen."""
    text = text.removeprefix(_MARK)
    _check_json(text)
    return read_part(text, kind)


def read_part(data: str | msgspec.Raw, kind: type[Kind]) -> Kind:
    """One entry of a file as a struct; raises BadData."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        raise BadFile([_in_words(error)]) from None
    except UnicodeError:
        raise BadFile(["it is no proper text"]) from None


class BadFile(BadData):
    """What is wrong with a card file, entry by entry."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        told = say("card file: {problems}; nothing of it was used", problems="; ".join(problems))
        super().__init__(told)


def _check_json(text: str) -> None:
    """Name the place of a slip of the pen, and refuse a field that comes twice.

    Of two fields with one name a decoder would quietly keep the last.
    """
    if not text.strip():
        raise BadFile([say("it is empty")])
    try:
        json.loads(text, object_pairs_hook=_check_fields, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadFile([f"{where}: {error.msg[:1].lower()}{error.msg[1:]}"]) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, BadData):
            raise
        raise BadFile(["it is nested too deeply, or holds a number beyond all measure"]) from None


def _check_fields(fields: list[tuple[str, object]]) -> None:
    for name, times in Counter(name for name, _ in fields).items():
        if times > 1:
            raise BadFile([f"expected one {name!r}, got {times}"])


def _no_number(word: str) -> None:
    raise BadFile([f"expected a number, got {word}"])


def _in_words(error: msgspec.DecodeError) -> str:
    """The decoder's message, with `, at sides[2]` for its ` - at `$.sides[2]``."""
    message, _, place = str(error).replace("`", "").partition(" - at $")
    message = f"{message[:1].lower()}{message[1:]}"
    return f"{message}, at {place.removeprefix('.')}" if place else message
