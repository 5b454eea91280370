"""Reading an owner's card file: JSON whose mistakes are named, and used whole or not at all."""

from __future__ import annotations

import json
import re
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
        raise BadFile([_in_words(str(error), kind)]) from None
    except UnicodeError:
        raise BadFile(["it is no proper text"]) from None


def field_of(raw: msgspec.Raw, name: str) -> object:
    """What an entry that cannot be used says in one field, to call it by; None for nothing."""
    try:
        entry = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError):
        return None
    return entry.get(name) if isinstance(entry, dict) else None


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
        where = say("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise BadFile([f"{where}: {_slip_in_words(error.msg)}"]) from None
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


def _slip_in_words(message: str) -> str:
    """What the reader of JSON stumbled over, for somebody who has never heard of JSON."""
    if message.startswith("Expecting value"):
        return say("expected a number, text in double quotes, a list or an entry")
    if message.startswith("Expecting property name"):
        return say("expected the name of a field in double quotes")
    if message.startswith("Expecting ','"):
        return say("expected a comma before what follows, or the end of the list or entry")
    if message.startswith("Expecting ':'"):
        return say("expected a colon between the name of a field and what it holds")
    if message.startswith("Illegal trailing comma"):
        return say("expected no comma before the closing bracket")
    if message.startswith("Unterminated string"):
        return say("expected a double quote at the end of the text that begins here")
    if message.startswith("Extra data"):
        return say("expected the end of the file")
    return f"{message[:1].lower()}{message[1:]}"


def _in_words(message: str, kind: type[object]) -> str:
    """The decoder's message: `sides, entry 3: expected …` for what it found at `$.sides[2]`."""
    message, _, path = message.replace("`", "").partition(" - at $")
    what = _what_in_words(message, kind)
    where = _where_in_words(path)
    return f"{where}: {what}" if where else what


def _where_in_words(path: str) -> str:
    """A field, and which of its entries, counted from one as people do."""
    words = [path.lstrip(".").partition("[")[0]]
    words += (say("entry {number}", number=int(at) + 1) for at in re.findall(r"\[([0-9]+)\]", path))
    return ", ".join(word for word in words if word)


def _what_in_words(message: str, kind: type[object]) -> str:
    if found := re.fullmatch("Object contains unknown field (.*)", message):
        fields = ", ".join(getattr(kind, "__struct_fields__", ()))
        return say("expected no field but {fields}, got {field!r}", fields=fields, field=found[1])
    if found := re.fullmatch("Object missing required field (.*)", message):
        return say("expected a field {field!r}, got none", field=found[1])
    if found := re.fullmatch("Expected array of length ([0-9]+)", message):
        return say("expected a list of {count}", count=found[1])
    if found := re.fullmatch("Expected ([a-z]+)(?: \\| null)?, got ([a-z]+)", message):
        wanted, got = (_kind_in_words(word) for word in found.groups())
        return say("expected {wanted}, got {got}", wanted=wanted, got=got)
    return f"{message[:1].lower()}{message[1:]}"


def _kind_in_words(word: str) -> str:
    return {
        "int": say("a whole number"),
        "float": say("a number with a point"),
        "str": say("text"),
        "bool": say("true or false"),
        "array": say("a list in square brackets"),
        "object": say("an entry in curly brackets"),
        "null": say("nothing"),
    }.get(word, word)
