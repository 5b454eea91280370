"""Languages: every sentence is English in the code, and another language is a file beside it.

A sentence with gaps is said with its parts: `say("{who} took {colour}.", who=…, colour=…)`. Where
another language is spoken, the English sentence is looked up in the files `languages/LANGUAGE.json`
of Halfturn's folders and of every game; one that is in none of them is said in English.

Which language is spoken goes with whoever listens, so it is set around what is said to them:
`with speaking("de"): …`. What is kept (states, events, logs, records) is never said, so it is the
same for everybody.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Final

SOURCE: Final = "en"
"""What the sentences in the code are written in."""
OWN_FOLDERS: Final = ("halfturn.core", "halfturn.bots", "halfturn.server")
"""Where Halfturn itself says something; the games come to these."""
GAMES: Final = "halfturn.games"
LONGEST_WISH: Final = 200

_SPOKEN: Final[ContextVar[str]] = ContextVar("spoken", default=SOURCE)


def say(sentence: str, /, **parts: object) -> str:
    """A sentence in the language that is spoken, its gaps filled.

    >>> say("{who} took {colour}.", who="Ann", colour="green")
    'Ann took green.'
    """
    spoken = _SPOKEN.get()
    if spoken != SOURCE:
        sentence = _sentences(spoken).get(sentence, sentence)
    return sentence.format(**parts) if parts else sentence


def spoken() -> str:
    """The language that is spoken here."""
    return _SPOKEN.get()


class speaking:
    """Let all that is said inside be said in a language; one that nobody knows is English.

    A class and not a generator: it stands around every message that comes or goes.
    """

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language if language in languages() else SOURCE

    def __enter__(self) -> None:
        self._before = _SPOKEN.set(self._language)

    def __exit__(self, *_: object) -> None:
        _SPOKEN.reset(self._before)


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, English first."""
    folder = files("halfturn.core").joinpath("languages")
    found = [each.name.removesuffix(".json") for each in folder.iterdir()]
    return (SOURCE, *sorted(found))


def best_language(wish: str) -> str:
    """The language that a wish means which there is: `de-AT, en;q=0.5`, as browsers write it."""
    wanted: list[tuple[float, str]] = []
    for part in wish[:LONGEST_WISH].split(","):
        tag, _, weight = part.strip().partition(";")
        try:
            much = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        wanted.append((-much, tag.strip().lower().partition("-")[0]))
    for _, language in sorted(wanted, key=lambda each: each[0]):
        if language in languages():
            return language
    return SOURCE


def page(package: str, name: str) -> str:
    """A text of its own, like `rules.md`, or `rules.de.md` where German is spoken and it exists."""
    folder = files(package)
    stem, dot, ending = name.rpartition(".")
    translated = folder.joinpath(f"{stem}.{_SPOKEN.get()}{dot}{ending}")
    return (translated if translated.is_file() else folder.joinpath(name)).read_text("utf-8")


def sentences_in(package: str, language: str) -> Mapping[str, str]:
    """What the file of one folder says, by the English sentences."""
    file = files(package).joinpath("languages", f"{language}.json")
    found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


@cache
def _sentences(language: str) -> Mapping[str, str]:
    """All of them; a game that cannot be loaded says nothing."""
    found: dict[str, str] = {}
    for point in entry_points(group=GAMES):
        try:
            found |= sentences_in(point.module, language)
        except Exception:  # noqa: S112 - whatever is wrong with it is told where it is played
            continue
    for folder in OWN_FOLDERS:
        found |= sentences_in(folder, language)
    return found
