"""What can be chosen before a game begins: its variants and rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

import msgspec

from halfturn.core.errors import BadOptions
from halfturn.core.language import say
from halfturn.core.seats import LETTERS


class GameOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of one game, every one with a default.

    Fields are `str` (mostly a Literal), `int`, `bool` or `tuple[str, ...]`,
    each annotated with `msgspec.Meta(description=…)` for menus and help.
    """


class Preset(msgspec.Struct, frozen=True):
    """A way of playing that has a name, so that nobody has to read the options first."""

    title: str
    description: str
    options: GameOptions


Options = TypeVar("Options", bound=GameOptions)
Given = GameOptions | Mapping[str, object] | None


def make_options(kind: type[Options], given: Given) -> Options:
    """Options of that kind from what a caller gave: none, a mapping, or options already."""
    if given is None:
        return kind()
    if isinstance(given, kind):
        return given
    if isinstance(given, GameOptions):
        raise BadOptions(f"expected {kind.__name__}, got {type(given).__name__}")
    known = _defaults(kind)
    for name in given:
        if name not in known:
            raise BadOptions(
                say(
                    "expected an option among {options}, got {name!r}",
                    options=", ".join(known),
                    name=name,
                )
            )
    # One word is enough where several may stand: {"colours": "choose"}.
    is_several = {name: isinstance(default, tuple) for name, default in _defaults(kind).items()}
    given = {
        name: (value,) if is_several[name] and isinstance(value, str) else value
        for name, value in given.items()
    }
    for name, value in given.items():
        try:
            msgspec.convert({name: value}, kind)
        except (msgspec.ValidationError, UnicodeError) as error:
            expected = choices(kind, name)
            # Of "Expected `bool`, got `str` - at `$.teams`" what is not said below.
            said = re.split(" - at |, got ", str(error))[0].removeprefix("Expected ")
            hint = say("one of {choices}", choices=", ".join(expected)) if expected else said
            raise BadOptions(
                say(
                    "option {name!r}: expected {hint}, got {value!r}",
                    name=name,
                    hint=hint,
                    value=value,
                )
            ) from None
    return msgspec.convert(dict(given), kind)


def check_seat(name: str, value: str, seats: int) -> None:
    """Refuse an option that names neither a seat of these nor `random`."""
    known = LETTERS[:seats]
    if value != "random" and value not in tuple(known):
        raise BadOptions(
            say(
                "{option}: expected one of {expected} or random, got {value!r}",
                option=name,
                expected=", ".join(known),
                value=value,
            )
        )


def choices(kind: type[GameOptions], name: str) -> tuple[str, ...]:
    """The values an option can have, where they are a fixed list."""
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        if field.name == name:
            kind_of_field = field.type
            if isinstance(kind_of_field, msgspec.inspect.Metadata):
                kind_of_field = kind_of_field.type
            if isinstance(kind_of_field, msgspec.inspect.LiteralType):
                return tuple(str(value) for value in kind_of_field.values)
    return ()


def description(kind: type[GameOptions], name: str) -> str:
    """What an option means, from its annotation."""
    schema = msgspec.json.schema_components([kind])[1][kind.__name__]
    return str(schema["properties"][name].get("description", ""))


def option_words(options: GameOptions) -> list[str]:
    """The options that differ from their defaults as words `name=value`."""
    words = []
    for name, default in _defaults(type(options)).items():
        value = getattr(options, name)
        if value != default:
            words.append(f"{name}={_value_text(value)}")
    return words


def default_texts(kind: type[GameOptions]) -> dict[str, str]:
    """What each option is when nobody says otherwise, written as in a word `name=value`."""
    return {name: _value_text(default) for name, default in _defaults(kind).items()}


@cache
def _defaults(kind: type[GameOptions]) -> dict[str, object]:
    """Asked for once: looking them up takes longer than all else in a view together."""
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def read_option_words(kind: type[Options], words: Sequence[str]) -> Options:
    """Options from words `name=value`, as on a command line or in a record."""
    given: dict[str, object] = {}
    defaults = _defaults(kind)
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadOptions(say("expected an option as name=value, got {word!r}", word=word))
        given[name] = _value(text, defaults.get(name))
    return make_options(kind, given)


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str, default: object) -> object:
    """Text as a value of the default's type; what does not fit is left for the check to name."""
    if isinstance(default, tuple):
        return tuple(part for part in text.split(",") if part)
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    if isinstance(default, int):
        digits = text.removeprefix("-")
        return int(text) if digits.isdecimal() and len(digits) <= 9 else text
    return text
