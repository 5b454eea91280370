"""Every ability by the key that the data file names it with."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Final

from halfturn.core import BadData
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.heroes import battles, flips, hands, moves, numbers, points

ABILITIES: Final[dict[str, Ability]] = {
    "none": Ability(),
    "apollo": numbers.Apollo(),
    "architect": moves.Architect(),
    "ares": battles.Ares(),
    "aristotle": hands.Aristotle(),
    "artemis": battles.Artemis(),
    "athena": hands.Athena(),
    "athlete": numbers.Athlete(),
    "basilisk": hands.Basilisk(),
    "centaur": hands.Centaur(),
    "cerberus": flips.Cerberus(),
    "chimera": hands.Chimera(),
    "colossus": battles.Colossus(),
    "cyclops": battles.Cyclops(),
    "elder": hands.Elder(),
    "gryphon": flips.Gryphon(),
    "hades": flips.Hades(),
    "harpy": battles.Harpy(),
    "hera": numbers.Hera(),
    "hercules": numbers.Hercules(),
    "hermes": flips.Hermes(),
    "hydra": flips.Hydra(),
    "icarus": numbers.Icarus(),
    "jason": moves.Jason(),
    "king-midas": flips.KingMidas(),
    "kraken": battles.Kraken(),
    "lamia": battles.Lamia(),
    "manticore": flips.Manticore(),
    "medusa": moves.Medusa(),
    "minotaur": flips.Minotaur(),
    "muse": numbers.Muse(),
    "nymph": moves.Nymph(),
    "odysseus": moves.Odysseus(),
    "oracle": points.Oracle(),
    "pandora": flips.Pandora(),
    "pegasus": moves.Pegasus(),
    "perseus": flips.Perseus(),
    "poseidon": moves.Poseidon(),
    "priestess": hands.Priestess(),
    "satyr": moves.Satyr(),
    "sculptor": moves.Sculptor(),
    "socrates": battles.Socrates(),
    "spartan": numbers.Spartan(),
    "teacher": battles.Teacher(),
    "theseus": hands.Theseus(),
    "three-fates": flips.ThreeFates(),
    "zeus": points.Zeus(),
}
TERRAIN_ABILITIES: Final[dict[str, Ability]] = {
    "olympus": points.Olympus(),
    "parthenon": points.Parthenon(),
    "styx": points.Styx(),
    "tartarus": points.Tartarus(),
}
PLUG_INS: Final = "halfturn.sellswords"
"""The entry points by which another package brings abilities."""


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
