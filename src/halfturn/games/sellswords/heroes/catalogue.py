"""Every ability by its key. A class in a module of this package is all that an ability needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Final

from halfturn.core import BadData
from halfturn.games.sellswords import heroes
from halfturn.games.sellswords.ability import Ability

PLUG_INS: Final = "halfturn.sellswords"
"""The entry points by which another package brings abilities."""


def _classes_below(kind: type[Ability]) -> Iterator[type[Ability]]:
    for each in kind.__subclasses__():
        yield each
        yield from _classes_below(each)


def _own_abilities() -> dict[str, Ability]:
    """Every ability of this package, in the order of the rulebook's numbers."""
    home = f"{heroes.__name__}."
    for module in iter_modules(heroes.__path__, home):
        if module.name != __name__:
            import_module(module.name)
    # Plug-ins and tests make subclasses, too: those are found by their entry points, or not at all.
    own = [kind for kind in _classes_below(Ability) if kind.__module__.startswith(home)]
    own.sort(key=lambda kind: (kind.number, kind.__name__))
    return {key_of(kind): kind() for kind in own}


def key_of(kind: type[Ability]) -> str:
    """Return the key that data files name an ability by: `king-midas` for `KingMidas`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


_OWN: Final = _own_abilities()
ABILITIES: Final[dict[str, Ability]] = {
    "none": Ability(),
    **{key: ability for key, ability in _OWN.items() if ability.type},
}
TERRAIN_ABILITIES: Final[dict[str, Ability]] = {
    key: ability for key, ability in _OWN.items() if not ability.type
}


@cache
def all_abilities() -> dict[str, Ability]:
    """Halfturn's own abilities and those that other packages bring."""
    found = dict(ABILITIES)
    for entry in entry_points(group=PLUG_INS):
        try:
            ability = entry.load()()
        except Exception as error:
            raise BadData(
                f"ability {entry.name!r} of {entry.value} does not load: {error}"
            ) from error
        if not isinstance(ability, Ability):
            raise BadData(f"ability {entry.name!r}: expected an Ability, got {ability!r}")
        if entry.name in found:
            raise BadData(f"ability {entry.name!r} of {entry.value}: there is one of that name")
        found[entry.name] = ability
    return found


def ability_types() -> tuple[tuple[str, str], ...]:
    """The key and type of every ability."""
    return tuple((key, ability.type) for key, ability in all_abilities().items())
