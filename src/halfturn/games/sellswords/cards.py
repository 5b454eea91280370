"""The hero tiles, from a file whose numbers the owner of a box may replace.

    {"version": 1, "heroes": [{"ref": 23, "numbers": [6, 6, 6, 6]},
      {"ref": 1, "enabled": true, "name": "Atlas", "type": "O", "ability": "poseidon",
       "numbers": [5, 4, 5, 4]}]}

An owner's file overrides by reference number, field by field; what it does not speak of
stays as Halfturn ships it. Numbers are read clockwise from the top, the picture upright.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from halfturn.core.card_file import BadFile, field_of, read_file, read_part
from halfturn.core.language import say

SLOTS: Final = 50
MOST: Final = 99
"""The largest number that can be on a side."""
LEAST_HEROES: Final = 28
"""SO-DATA-2: four drafts of seven."""
LONGEST_NAME: Final = 40
_PLAIN: Final = re.compile(r"v[1-9]\d?", re.ASCII)

TYPES: Final = {"O": "optional", "M": "mandatory", "C": "continuous", "E": "end of round"}
"""SO-COMP-4."""
TERRAINS: Final = {
    "olympus": "Mount Olympus",
    "parthenon": "Parthenon",
    "styx": "River Styx",
    "tartarus": "Tartarus",
}
FIRST_TERRAIN: Final = SLOTS + 1
FIRST_PLAIN: Final = FIRST_TERRAIN + len(TERRAINS)
PLAIN_TILES: Final = 25
"""Tiles without ability that a position may use: `v1` to `v25`."""
NUMBERS_OF_TILES: Final = FIRST_PLAIN + PLAIN_TILES


class Tile(msgspec.Struct, frozen=True):
    """One tile: a hero, a terrain, or a plain tile of a position."""

    number: int
    """The reference number of a hero; terrains and plain tiles follow after those."""
    key: str
    """How it is written in notation: `king-midas`."""
    name: str
    type: str
    ability: str
    numbers: tuple[int, int, int, int]
    is_house: bool = False
    """Whether its numbers are Halfturn's own and not those printed in the box."""

    @property
    def is_terrain(self) -> bool:
        """Whether this is a terrain."""
        return FIRST_TERRAIN <= self.number < FIRST_PLAIN


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hero as a file has it; what is left out stays as it was."""

    ref: int
    name: str | None = None
    type: str | None = None
    ability: str | None = None
    numbers: tuple[int, int, int, int] | None = None
    enabled: bool | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    heroes: tuple[msgspec.Raw, ...]


def plain_tile(number: int, numbers: tuple[int, int, int, int]) -> Tile:
    """`v1` and so on: a tile without ability, for positions."""
    return Tile(FIRST_PLAIN + number - 1, f"v{number}", f"V{number}", "C", "none", numbers)


def terrain_tiles() -> list[Tile]:
    """SO-TERR-1: the four terrains, without numbers."""
    return [
        Tile(FIRST_TERRAIN + at, key, name, "", key, (0, 0, 0, 0))
        for at, (key, name) in enumerate(TERRAINS.items())
    ]


def key_of(name: str) -> str:
    """A name as notation has it: lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def hash_of(heroes: tuple[Tile, ...]) -> str:
    """A hash of what the rules see of the tiles, and of the names that records use."""
    seen = [[each.number, each.key, each.type, each.ability, each.numbers] for each in heroes]
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()


@cache
def standard_heroes(abilities: tuple[tuple[str, str], ...]) -> tuple[Tile, ...]:
    """Halfturn's own set; `abilities` are pairs of key and type."""
    return _enabled(_entries(shipped_heroes(), {}), {}, dict(abilities))


def shipped_heroes() -> str:
    """Halfturn's own hero file."""
    return files(__package__).joinpath("data/heroes.json").read_text("utf-8")


def read_heroes(text: str, abilities: tuple[tuple[str, str], ...]) -> tuple[Tile, ...]:
    """The heroes with an owner's file laid over them; raises BadData naming all that is wrong."""
    shipped = _entries(shipped_heroes(), {})
    names = {ref: entry.name or "" for ref, entry in shipped.items()}
    return _enabled(shipped, _entries(text, names), dict(abilities))


def _entries(text: str, names: dict[int, str]) -> dict[int, Entry]:
    """The heroes of a file by their reference numbers; `names` are those they had before."""
    file = read_file(text, _File)
    entries: dict[int, Entry] = {}
    problems = [] if file.version == 1 else [f"version: expected 1, got {file.version}"]
    for at, raw in enumerate(file.heroes, start=1):
        try:
            entry = read_part(raw, Entry)
        except BadFile as error:
            problems.append(f"{_called(at, raw, names)}: {error.problems[0]}")
            continue
        if not 1 <= entry.ref <= SLOTS:
            problems.append(f"hero {at}: expected a ref from 1 to {SLOTS}, got {entry.ref}")
        elif entry.ref in entries:
            problems.append(f"ref {entry.ref}: expected it once, got it twice")
        entries[entry.ref] = entry
    if problems:
        raise BadFile(problems)
    return entries


def _called(at: int, raw: msgspec.Raw, names: dict[int, str]) -> str:
    """A hero that cannot be read: by its reference number, or by its place where it has none."""
    ref, name = field_of(raw, "ref"), field_of(raw, "name")
    if not isinstance(ref, int) or isinstance(ref, bool) or not 1 <= ref <= SLOTS:
        return f"hero {at}"
    return _where(ref, name if isinstance(name, str) else names.get(ref))


def _where(ref: int, name: str | None) -> str:
    """A hero by reference number and name, as far as that can be printed."""
    name = (name or "").strip()
    is_told = name.isprintable() and 0 < len(name) <= LONGEST_NAME
    return f"ref {ref} ({name})" if is_told else f"ref {ref}"


def _enabled(
    shipped: dict[int, Entry], own: dict[int, Entry], abilities: dict[str, str]
) -> tuple[Tile, ...]:
    """The heroes that play, checked as a whole."""
    problems: list[str] = []
    heroes = []
    for ref in range(1, SLOTS + 1):
        entry = _laid_over(shipped.get(ref, Entry(ref)), own.get(ref, Entry(ref)), abilities)
        if entry.enabled is False:
            continue
        found = _problems_of(entry, abilities)
        problems += found
        if not found:
            heroes.append(_tile(entry, is_house=ref not in own or own[ref].numbers is None))
    problems += _problems_of_names(heroes)
    if not problems and len(heroes) < LEAST_HEROES:
        problems.append(
            say(
                "expected at least {least} heroes for four drafts of seven, got {count}",
                least=LEAST_HEROES,
                count=len(heroes),
            )
        )
    if problems:
        raise BadFile(problems)
    return tuple(heroes)


def _laid_over(shipped: Entry, own: Entry, abilities: dict[str, str]) -> Entry:
    """A shipped hero with what the owner's file says about it."""
    said = {
        field: value
        for field in Entry.__struct_fields__
        if (value := getattr(own, field)) is not None
    }
    entry = msgspec.structs.replace(shipped, **said)
    if own.type is None and entry.ability in abilities:
        # An ability brings its own type, unless the file says one.
        entry = msgspec.structs.replace(entry, type=abilities[entry.ability])
    return entry


def _problems_of(entry: Entry, abilities: dict[str, str]) -> list[str]:
    problems: list[str] = []

    def told(what: str) -> None:
        problems.append(f"{_where(entry.ref, entry.name)}: {what}")

    name = (entry.name or "").strip()
    if not name:
        told(say("expected a name"))
    elif not name.isprintable() or len(name) > LONGEST_NAME:
        told(say("expected a name of at most 40 printable characters"))
    if entry.numbers is None:
        told(say("expected four numbers, clockwise from the top"))
    elif not all(0 <= number <= MOST for number in entry.numbers):
        got = list(entry.numbers)
        told(say("expected four numbers from 0 to {most}, got {got}", most=MOST, got=got))
    if entry.ability is None or entry.ability not in abilities:
        known = ", ".join(sorted(abilities))
        told(f"expected an ability among {known}, got {entry.ability!r}")
    else:
        wanted = abilities[entry.ability]
        if entry.type not in TYPES:
            told(f"expected a type among O, M, C, E, got {entry.type!r}")
        elif entry.ability != "none" and entry.type != wanted:
            kind = f"{wanted} ({TYPES[wanted]})"
            told(f"{entry.ability} is of the type {kind}, got {entry.type!r}")
    return problems


def _tile(entry: Entry, is_house: bool) -> Tile:
    assert entry.name is not None
    assert entry.ability is not None
    assert entry.numbers is not None
    name = entry.name.strip()
    assert entry.type is not None
    return Tile(entry.ref, key_of(name), name, entry.type, entry.ability, entry.numbers, is_house)


def _problems_of_names(heroes: list[Tile]) -> list[str]:
    problems = []
    count = Counter(hero.key for hero in heroes)
    for hero in heroes:
        if not hero.key:
            what = say("expected a name with letters a to z, got {name!r}", name=hero.name)
        elif hero.key in TERRAINS or _PLAIN.fullmatch(hero.key):
            what = say("expected another name, {name!r} means something else", name=hero.key)
        elif count[hero.key] > 1:
            what = say("expected a name of its own, {name!r} comes again", name=hero.name)
        else:
            continue
        problems.append(f"ref {hero.number}: {what}")
    return problems
