"""Every hero: it works, it is left undone or has no target, it meets what forbids or
replaces it, and it is silenced. What happened is told in the game's own words.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from halfturn.games.sellswords.events import Kept, Placed, Shielded
from tests.games.sellswords.given import GAME, Table, before, given, turn


class Case(NamedTuple):
    """A hero in a situation, and what is told of it."""

    hero: str
    situation: str
    position: str
    tile: str
    """The tile that red places, with its numbers; empty where the line says all."""
    cell: str
    line: str
    told: str
    then: str = ""
    """A turn that blue takes afterwards."""


WEAK = "blue v1@1,0"
STRONG = "blue v1=9@1,0"
ALLY = "red v1@1,0"
MIDAS = "blue v1=0@1,0 midas=99@1,1"
"""Midas holds his hand over v1."""
PERSEUS = "blue v1=0@1,0 perseus=99@1,1"
ATHENA = "athena 1; "
LOST = "V1 flipped to red."


REASONS = (Placed, Kept, Shielded)
"""What is told besides: here it is what came of it that counts."""


def ignored(hero: str, then: str = "") -> str:
    return f"The ability of {hero} was ignored. {then}".strip()


CASES = [
    Case("apollo", "works", "blue v1=5@1,0", "apollo=5", "2,0", "", LOST),
    Case("apollo", "no use in round 2", "round 2; blue v1=5@1,0", "apollo=6", "2,0", "", ""),
    Case("apollo", "forbidden", MIDAS, "apollo=5", "2,0", "", ""),
    Case("apollo", "not silenced", f"{ATHENA}blue v1=5@1,0", "apollo=5", "2,0", "", LOST),
    Case(
        *("architect", "works", "blue v1@1,0 v2@1,1", "architect=1", "0,1", "v2 to:2,0"),
        "V2 moved to 2,0.",
    ),
    Case("architect", "declined", "blue v1@1,0 v2@1,1", "architect=1", "0,1", "no", ""),
    Case("architect", "would disconnect", WEAK, "architect=1", "2,0", "", ""),
    Case(
        *("architect", "forbidden", "blue v1=9@1,0 v2=9@1,-1 medusa=9@2,-1; red v3@2,0"),
        *("architect=1", "0,-1", "no", ""),
    ),
    Case(
        "architect", "silenced", f"{ATHENA}{WEAK}", "architect=1", "0,1", "", ignored("Architect")
    ),
    Case("ares", "works", WEAK, "ares=5", "2,0", "", f"{LOST} A lost 1 point by Ares."),
    Case("ares", "flips nobody", STRONG, "ares=5", "2,0", "", ""),
    Case("ares", "forbidden", MIDAS, "ares=5", "2,0", "", ""),
    Case(
        *("ares", "replaced", PERSEUS, "ares=5", "2,0", ""),
        "Perseus flipped to red. A lost 1 point by Ares.",
    ),
    Case("ares", "silenced", f"{ATHENA}{WEAK}", "ares=5", "2,0", "", ignored("Ares", LOST)),
    Case("aristotle", "works", "", "aristotle", "1,0", "", "A gave V24 to B for V25."),
    Case("aristotle", "no tile to get", "hand B", "aristotle", "1,0", "", ""),
    Case("aristotle", "silenced", ATHENA, "aristotle", "1,0", "", ignored("Aristotle")),
    Case(
        *("artemis", "works", "blue v1@1,0 v2@2,0", "artemis=9", "-1,0", ""),
        "V2 flipped to red.",
    ),
    Case("artemis", "no target", "blue v1@1,0; red v2@2,0", "artemis=9", "-1,0", "", ""),
    Case("artemis", "forbidden", "blue v1@1,0 midas=99@1,1", "artemis=9", "-1,0", "", ""),
    Case("artemis", "replaced", PERSEUS, "artemis=9", "-1,0", "", "Perseus flipped to red."),
    Case(
        "artemis", "silenced", f"{ATHENA}{WEAK}", "artemis=9", "2,0", "", ignored("Artemis", LOST)
    ),
    Case(
        *("athena", "works", "", "athena", "1,0", ""),
        "Athena silenced the next 2 tiles placed by anybody.",
    ),
    Case("athena", "silenced", ATHENA, "athena", "1,0", "", ignored("Athena")),
    Case("athlete", "works", "blue muse=1@1,0", "athlete=2", "2,0", "", "Muse flipped to red."),
    Case("athlete", "works against him", "blue icarus=6@1,0", "athlete=5", "2,0", "", ""),
    Case("athlete", "forbidden", MIDAS, "athlete=5", "2,0", "", ""),
    Case(
        *("athlete", "not silenced", f"{ATHENA}blue muse=1@1,0", "athlete=2", "2,0", ""),
        "Muse flipped to red.",
    ),
    Case(
        *("basilisk", "works", "hand B v3 v4", "basilisk", "1,0", "lock:v3"),
        "V3 cannot be placed by B next turn.",
    ),
    Case("basilisk", "declined", "hand B v3 v4", "basilisk", "1,0", "no", ""),
    Case("basilisk", "no target", "hand B v3", "basilisk", "1,0", "", ""),
    Case(
        *("basilisk", "silenced", f"{ATHENA}hand B v3 v4", "basilisk", "1,0", ""),
        ignored("Basilisk"),
    ),
    Case(
        "centaur", "works", "", "centaur", "1,0", "yes", "A will take another turn after this one."
    ),
    Case("centaur", "declined", "", "centaur", "1,0", "no", ""),
    Case("centaur", "silenced", ATHENA, "centaur", "1,0", "", ignored("Centaur")),
    Case("cerberus", "works", "blue v1=9@1,1; red v2@2,0 v3@2,1", "cerberus=1", "1,0", "", LOST),
    Case("cerberus", "two neighbours", "blue v1=9@1,1 v2@0,1", "cerberus=1", "1,0", "", ""),
    Case(
        *("cerberus", "forbidden", "blue v1=9@1,1 midas=9@0,1; red v2@2,0 v3@2,1"),
        *("cerberus=1", "1,0", "", ""),
    ),
    Case(
        *("cerberus", "replaced", "blue v1=9@1,1 perseus=9@0,1; red v2@2,0 v3@2,1"),
        *("cerberus=1", "1,0", "", "Perseus flipped to red."),
    ),
    Case(
        *("cerberus", "silenced", f"{ATHENA}blue v1=9@1,1; red v2@2,0 v3@2,1"),
        *("cerberus=1", "1,0", "", ignored("Cerberus")),
    ),
    Case(
        *("chimera", "works", "deck hades", "chimera", "1,0", "discard:v24 draw:hades"),
        "A discarded V24. A drew Hades.",
    ),
    Case("chimera", "declined", "deck hades", "chimera", "1,0", "no", ""),
    Case("chimera", "empty deck", "deck -", "chimera", "1,0", "", ""),
    Case("chimera", "silenced", f"{ATHENA}deck hades", "chimera", "1,0", "", ignored("Chimera")),
    Case("colossus", "works", "blue v1=0@1,0", "colossus", "2,0", "", ""),
    Case(
        "colossus", "silenced", f"{ATHENA}{WEAK}", "colossus", "2,0", "", ignored("Colossus", LOST)
    ),
    Case(
        *("cyclops", "works", "blue v1=6@1,0", "cyclops=5", "2,0", "choose:v1"),
        f"Cyclops battled V1 alone. {LOST}",
    ),
    Case("cyclops", "declined", "blue v1=6@1,0", "cyclops=5", "2,0", "no", ""),
    Case("cyclops", "no target", ALLY, "cyclops=5", "2,0", "", ""),
    Case("cyclops", "forbidden", MIDAS, "cyclops=5", "2,0", "v1", "Cyclops battled V1 alone."),
    Case(
        *("cyclops", "replaced", PERSEUS, "cyclops=5", "2,0", "v1"),
        "Cyclops battled V1 alone. Perseus flipped to red.",
    ),
    Case(
        "cyclops", "silenced", f"{ATHENA}blue v1=6@1,0", "cyclops=5", "2,0", "", ignored("Cyclops")
    ),
    Case(
        *("elder", "works", f"discard ares; {WEAK}", "elder=5", "2,0", "copy:ares"),
        f"Elder copied Ares. {LOST} A lost 1 point by Elder.",
    ),
    Case("elder", "declined", f"discard ares; {WEAK}", "elder=5", "2,0", "no", LOST),
    Case("elder", "no target", f"discard hera; {WEAK}", "elder=5", "2,0", "", LOST),
    Case(
        *("elder", "silenced", f"{ATHENA}discard ares; {WEAK}", "elder=5", "2,0", ""),
        ignored("Elder", LOST),
    ),
    Case("gryphon", "works", "blue v1=9@1,0 v2=9@2,0", "gryphon", "0,1", "v1", LOST),
    Case("gryphon", "no target", ALLY, "gryphon=9", "2,0", "", ""),
    Case("gryphon", "forbidden", MIDAS, "gryphon=9", "2,0", "", "King Midas flipped to red."),
    Case("gryphon", "replaced", PERSEUS, "gryphon=9", "2,0", "v1", "Perseus flipped to red."),
    Case("gryphon", "silenced", f"{ATHENA}{STRONG}", "gryphon=5", "2,0", "", ignored("Gryphon")),
    Case("hades", "works", STRONG, "hades", "2,0", "", f"{LOST} Hades flipped to blue."),
    Case("hades", "no neighbour", STRONG, "hades", "0,1", "", "Hades flipped to blue."),
    Case(
        "hades", "forbidden", "blue midas=9@1,0", "hades", "2,0", "", "King Midas flipped to red."
    ),
    Case(
        *("hades", "replaced", "blue perseus=9@1,0", "hades", "2,0", ""),
        "Perseus flipped to red. Perseus flipped to blue.",
    ),
    Case("hades", "silenced", f"{ATHENA}{STRONG}", "hades", "2,0", "", ignored("Hades")),
    Case("harpy", "works", "blue v1=9-9-9-1@1,0", "harpy=5", "2,0", "", LOST),
    Case("harpy", "no weak far side", "blue v1=1-1-1-9@1,0", "harpy=5", "2,0", "", ""),
    Case("harpy", "forbidden", MIDAS, "harpy=5", "2,0", "", ""),
    Case("harpy", "replaced", PERSEUS, "harpy=5", "2,0", "", "Perseus flipped to red."),
    Case(
        *("harpy", "silenced", f"{ATHENA}blue v1=9-9-9-1@1,0", "harpy=5", "2,0", ""),
        ignored("Harpy"),
    ),
    Case("hera", "works", "blue v1=3@1,0", "hera=3", "2,0", "", LOST),
    Case("hera", "no use", "blue v1=4@1,0", "hera=3", "2,0", "", ""),
    Case("hera", "forbidden", MIDAS, "hera=3", "2,0", "", ""),
    Case("hera", "not silenced", f"{ATHENA}blue v1=3@1,0", "hera=3", "2,0", "", LOST),
    Case("hercules", "works", "blue v1=3@1,0", "hercules=4", "2,0", "", LOST),
    Case("hercules", "no use", "blue v1=4@1,0", "hercules=4", "2,0", "", ""),
    Case("hercules", "forbidden", MIDAS, "hercules=4", "2,0", "", ""),
    Case("hercules", "not silenced", f"{ATHENA}blue v1=3@1,0", "hercules=4", "2,0", "", LOST),
    Case(
        *("hermes", "works", STRONG, "hermes=1", "2,0", "row"),
        "V1 flipped to red, Hermes flipped to blue.",
    ),
    Case("hermes", "alone", STRONG, "hermes=1", "2,0", "column", "Hermes flipped to blue."),
    Case("hermes", "forbidden", MIDAS, "hermes=1", "2,0", "row", "Hermes flipped to blue."),
    Case(
        *("hermes", "replaced", PERSEUS, "hermes=1", "2,0", "row"),
        "Perseus flipped to red, Hermes flipped to blue.",
    ),
    Case("hermes", "silenced", f"{ATHENA}{STRONG}", "hermes=1", "2,0", "", ignored("Hermes")),
    Case(
        *("hydra", "works", "blue hydra=1@1,0 v1=9@1,1", "v9=5", "2,0", "choose:v1"),
        f"Hydra flipped to red. {LOST}",
    ),
    Case(
        "hydra", "no target", "blue hydra=1@1,0", "gryphon=1", "-1,0", "", "Hydra flipped to red."
    ),
    Case("hydra", "forbidden", "blue hydra=1@1,0 midas=9@1,1", "v9=5", "2,0", "", ""),
    Case(
        *("hydra", "replaced", "blue hydra=1@1,0 perseus=9@1,1", "v9=5", "2,0", ""),
        "Perseus flipped to red.",
    ),
    Case(
        *("hydra", "not silenced", f"{ATHENA}red minotaur=9@1,0", "hydra=1", "2,0", ""),
        "Hydra flipped to blue. Minotaur flipped to blue.",
    ),
    Case("icarus", "works", "blue icarus=9@1,0", "v9=1", "2,0", "", "Icarus flipped to red."),
    Case("icarus", "far from terrain", "blue v1=9@1,0 icarus=9@2,0", "v9=1", "3,0", "", ""),
    Case("icarus", "forbidden", "blue icarus=9@1,0 midas=9@1,1", "v9=1", "2,0", "", ""),
    Case("icarus", "not silenced", f"{ATHENA}blue v1=0@1,1 v2@0,1", "icarus", "1,0", "", ""),
    Case("jason", "works", STRONG, "jason=0", "2,0", "v1 no", "Jason and V1 changed places."),
    Case("jason", "declined", STRONG, "jason=0", "2,0", "no", ""),
    Case("jason", "no partner", STRONG, "jason=0", "0,1", "", ""),
    Case("jason", "forbidden", "blue v1=9@1,0 medusa=9@1,1", "jason=0", "2,0", "", ""),
    Case("jason", "silenced", f"{ATHENA}{STRONG}", "jason=0", "2,0", "", ignored("Jason")),
    Case("king-midas", "works", MIDAS, "v9=9", "2,0", "", ""),
    Case("king-midas", "no neighbour", "blue v1=0@1,0 midas=9@0,1", "v9=9", "2,0", "", LOST),
    Case(
        "king-midas", "himself", "blue midas=0@1,0", "v9=9", "2,0", "", "King Midas flipped to red."
    ),
    Case("king-midas", "not silenced", f"{ATHENA}{WEAK}", "king-midas=9", "2,0", "", ""),
    Case("kraken", "works", WEAK, "kraken=9", "-1,0", "", LOST),
    Case("kraken", "no target", ALLY, "kraken=9", "-1,0", "", ""),
    Case("kraken", "forbidden", MIDAS, "kraken=9", "-1,0", "", ""),
    Case("kraken", "replaced", PERSEUS, "kraken=9", "-1,0", "", "Perseus flipped to red."),
    Case("kraken", "silenced", f"{ATHENA}{WEAK}", "kraken=9", "-1,0", "", ignored("Kraken")),
    Case("lamia", "works", "blue v1=4@1,0", "lamia=6", "2,0", "", LOST),
    Case("lamia", "no gentle tile", "blue v1=5-4-4-4@1,0", "lamia=6", "2,0", "", ""),
    Case("lamia", "forbidden", MIDAS, "lamia=6", "2,0", "", ""),
    Case("lamia", "replaced", PERSEUS, "lamia=6", "2,0", "", "Perseus flipped to red."),
    Case(
        *("lamia", "silenced", f"{ATHENA}blue v1=5-4-4-4@1,0", "lamia=6", "2,0", ""),
        ignored("Lamia", LOST),
    ),
    Case("manticore", "works", STRONG, "manticore=1", "2,0", "choose:v1", LOST),
    Case("manticore", "declined", STRONG, "manticore=1", "2,0", "no", ""),
    Case("manticore", "no target", STRONG, "manticore=1", "0,1", "", ""),
    Case("manticore", "forbidden", MIDAS, "manticore=1", "2,0", "", ""),
    Case("manticore", "replaced", PERSEUS, "manticore=1", "2,0", "v1", "Perseus flipped to red."),
    Case(
        "manticore", "silenced", f"{ATHENA}{STRONG}", "manticore=1", "2,0", "", ignored("Manticore")
    ),
    Case("medusa", "works", "blue v1=9@1,0 medusa=9@1,1", "jason=0", "2,0", "", ""),
    Case(
        *("medusa", "no neighbour", "blue v1=9@1,0 medusa=9@0,1", "jason=0", "2,0", "v1 no"),
        "Jason and V1 changed places.",
    ),
    Case(
        *("medusa", "not the terrain", "blue medusa=9@1,0 v1=9@1,1", "sculptor=0", "2,0"),
        *("to:3,0", "Olympus moved to 3,0."),
    ),
    Case(
        *("medusa", "not silenced", f"{ATHENA}hand B jason=0 v25; red v1=9@1,0"),
        *("medusa=9", "1,1", "", "", "jason 2,0"),
    ),
    Case("minotaur", "works", "blue minotaur=9@1,0", "v9=5", "2,0", "", "V9 flipped to blue."),
    Case("minotaur", "no newcomer", "blue minotaur=9@1,0", "v9=5", "0,1", "", ""),
    Case(
        *("minotaur", "forbidden", "blue minotaur=9@1,0 midas=9@2,1 v1=9@1,1", "v9=5", "2,0"),
        *("", ""),
    ),
    Case(
        *("minotaur", "replaced", "blue minotaur=9@1,0; red perseus=9@2,1 v1@1,1", "v9=5"),
        *("2,0", "", "Perseus flipped to blue."),
    ),
    Case(
        *("minotaur", "not silenced", f"{ATHENA}red v1@1,0", "minotaur=9", "2,0", ""),
        *("V25 flipped to red.", "v25 3,0"),
    ),
    Case("muse", "works", "blue v1=2@1,0", "muse=1", "2,0", "", LOST),
    Case("muse", "too few neighbours", "blue v1=3@1,0", "muse=1", "2,0", "", ""),
    Case("muse", "forbidden", MIDAS, "muse=1", "2,0", "", ""),
    Case("muse", "not silenced", f"{ATHENA}blue v1=2@1,0", "muse=1", "2,0", "", LOST),
    Case(
        *("nymph", "works", "blue v1=9@1,0 v2=9@2,0", "nymph=0", "0,1", "choose:v1"),
        "V1 and V2 changed places.",
    ),
    Case("nymph", "declined", "blue v1=9@1,0 v2=9@2,0", "nymph=0", "0,1", "no", ""),
    Case("nymph", "no pair", STRONG, "nymph=0", "0,1", "", ""),
    Case("nymph", "forbidden", "blue v1=9@1,0 v2=9@2,0 medusa=9@1,1", "nymph=0", "0,1", "", ""),
    Case(
        "nymph", "silenced", f"{ATHENA}blue v1@1,0 v2@2,0", "nymph=0", "0,1", "", ignored("Nymph")
    ),
    Case("odysseus", "works", STRONG, "odysseus=0", "0,1", "v1", "Odysseus and V1 changed places."),
    Case("odysseus", "declined", STRONG, "odysseus=0", "0,1", "no", ""),
    Case("odysseus", "no partner", "", "odysseus=0", "0,1", "", ""),
    Case("odysseus", "forbidden", "blue medusa=9@1,0", "odysseus=0", "2,0", "", ""),
    Case("odysseus", "silenced", f"{ATHENA}{STRONG}", "odysseus=0", "0,1", "", ignored("Odysseus")),
    Case(
        *("pandora", "works", "blue pandora=1@1,0", "v9=5", "2,0", ""),
        "Pandora flipped to red. A lost 1 point by Pandora.",
    ),
    Case("pandora", "not flipped", "blue pandora=9@1,0", "v9=5", "2,0", "", ""),
    Case("pandora", "forbidden", "blue pandora=1@1,0 midas=9@1,1", "v9=5", "2,0", "", ""),
    Case(
        *("pandora", "replaced", "blue pandora=1@1,0 perseus=9@1,1", "v9=5", "2,0", ""),
        "Perseus flipped to red.",
    ),
    Case(
        *("pandora", "not silenced", f"{ATHENA}red minotaur=9@1,0", "pandora=1", "2,0", ""),
        "Pandora flipped to blue. B lost 1 point by Pandora.",
    ),
    Case("pegasus", "works", "red pegasus@1,0", "", "", "to:0,1 0,-1", "Pegasus moved to 0,1."),
    Case("pegasus", "declined", "red pegasus@1,0", "", "", "no 0,1", ""),
    Case("pegasus", "forbidden", "red pegasus@1,0; blue medusa@1,1", "", "", "v24 0,1", ""),
    Case("pegasus", "would disconnect", "red pegasus@1,0 v1@2,0", "", "", "v24 0,1", ""),
    Case(
        *("pegasus", "not silenced", f"{ATHENA}red pegasus@1,0", "", "", "to:0,1 0,-1"),
        "Pegasus moved to 0,1.",
    ),
    Case("perseus", "works", PERSEUS, "v9=5", "2,0", "", "Perseus flipped to red."),
    Case("perseus", "no neighbour", "blue v1=0@1,0 perseus=9@0,1", "v9=5", "2,0", "", LOST),
    Case(
        *("perseus", "forbidden", "blue v1=0@1,0 perseus=9@1,1 midas=9@1,2", "v9=5", "2,0"),
        *("", ""),
    ),
    Case(
        *("perseus", "not silenced", f"{ATHENA}red v1=0@1,0", "perseus=9", "1,1", ""),
        *("Perseus flipped to blue.", "v25 2,0"),
    ),
    Case("poseidon", "works", STRONG, "poseidon=0", "0,1", "v1 to:-1,0", "V1 moved to -1,0."),
    Case("poseidon", "declined", STRONG, "poseidon=0", "0,1", "no", ""),
    Case("poseidon", "forbidden", "blue medusa=9@1,0", "poseidon=0", "2,0", "", ""),
    Case("poseidon", "silenced", f"{ATHENA}{STRONG}", "poseidon=0", "0,1", "", ignored("Poseidon")),
    Case(
        *("priestess", "works", "", "priestess", "1,0", ""),
        "Priestess silenced the next tile placed by B.",
    ),
    Case("priestess", "silenced", ATHENA, "priestess", "1,0", "", ignored("Priestess")),
    Case(
        *("satyr", "works", "blue v1=9-9-9-8@1,0", "satyr=0", "2,0", "v1 turn:90"),
        "V1 was turned to 8-9-9-9.",
    ),
    Case("satyr", "declined", "blue v1=9-9-9-8@1,0", "satyr=0", "2,0", "no", ""),
    Case("satyr", "no target", STRONG, "satyr=0", "2,0", "", ""),
    Case(
        *("satyr", "not forbidden", "blue v1=9-9-9-8@1,0 medusa=9@1,1", "satyr=0", "2,0"),
        *("v1 turn:180", "V1 was turned to 9-8-9-9."),
    ),
    Case(
        *("satyr", "silenced", f"{ATHENA}blue v1=9-9-9-8@1,0", "satyr=0", "2,0", ""),
        ignored("Satyr"),
    ),
    Case("sculptor", "works", STRONG, "sculptor=0", "2,0", "to:3,0", "Olympus moved to 3,0."),
    Case("sculptor", "declined", STRONG, "sculptor=0", "2,0", "no", ""),
    Case("sculptor", "would disconnect", "blue v1=9@-1,0", "sculptor=0", "1,0", "", ""),
    Case("sculptor", "silenced", f"{ATHENA}{STRONG}", "sculptor=0", "2,0", "", ignored("Sculptor")),
    Case("socrates", "works", STRONG, "socrates=1", "2,0", "", LOST),
    Case("socrates", "no higher number", WEAK, "socrates=1", "2,0", "", ""),
    Case("socrates", "forbidden", "blue v1=9@1,0 midas=0@1,1", "socrates=1", "2,0", "", ""),
    Case(
        *("socrates", "replaced", "blue v1=9@1,0 perseus=0@1,1", "socrates=1", "2,0", ""),
        "Perseus flipped to red.",
    ),
    Case(
        *("socrates", "silenced", f"{ATHENA}blue v1=0@1,0", "socrates=1", "2,0", ""),
        ignored("Socrates", LOST),
    ),
    Case("spartan", "works", "blue v1=5@1,0", "spartan=5", "2,0", "", LOST),
    Case("spartan", "too few enemies", "blue v1=6@1,0", "spartan=5", "2,0", "", ""),
    Case("spartan", "forbidden", MIDAS, "spartan=5", "2,0", "", ""),
    Case("spartan", "not silenced", f"{ATHENA}blue v1=5@1,0", "spartan=5", "2,0", "", LOST),
    Case(
        *("teacher", "works", "red v1=9@1,0; blue v2=5@2,0", "teacher=0", "-1,0", "choose:v1"),
        "V1 battled instead of Teacher. V2 flipped to red.",
    ),
    Case("teacher", "declined", "red v1=9@1,0; blue v2=5@2,0", "teacher=0", "-1,0", "no", ""),
    Case("teacher", "no ally", STRONG, "teacher=0", "-1,0", "", ""),
    Case(
        *("teacher", "forbidden", "red v1=9@1,0; blue v2=5@2,0 midas@2,1", "teacher=0", "-1,0"),
        *("v1", "V1 battled instead of Teacher."),
    ),
    Case(
        *("teacher", "silenced", f"{ATHENA}red v1=9@1,0; blue v2=5@2,0", "teacher=0", "-1,0"),
        *("", ignored("Teacher")),
    ),
    Case(
        *("theseus", "works", "red theseus@1,0; deck colossus", "", ""),
        *("discard:v24 draw:colossus 0,1", "A discarded V24. A drew Colossus."),
    ),
    Case("theseus", "empty deck", "red theseus@1,0; deck -", "", "", "v24 0,1", ""),
    Case(
        *("theseus", "not silenced", f"{ATHENA}red theseus@1,0; deck hercules=1", "", ""),
        *("discard:v24 draw:hercules 0,1", "A discarded V24. A drew Hercules."),
    ),
    Case(
        *("three-fates", "works", "blue v1=9@1,0; red v2@1,1", "three-fates=1", "2,0", "v2"),
        "V1 flipped to red, V2 flipped to blue.",
    ),
    Case("three-fates", "declined", STRONG, "three-fates=1", "2,0", "no", ""),
    Case("three-fates", "no enemy", ALLY, "three-fates=1", "2,0", "", ""),
    Case(
        *("three-fates", "forbidden", MIDAS, "three-fates=1", "2,0", "choose:three-fates"),
        "King Midas flipped to red, Three Fates flipped to blue.",
    ),
    Case(
        *("three-fates", "silenced", f"{ATHENA}{STRONG}", "three-fates=1", "2,0", ""),
        ignored("Three Fates"),
    ),
]
SCORING = {"oracle", "zeus"}
"""Those are told by the score sheet, see below."""


def played(case: Case) -> Table:
    if case.tile:
        table = before("A", case.position, case.tile)
        return table.plays(turn(table.state, case.tile, case.cell, case.line))
    return given(f"{case.position}; hand A v24; hand B v25; turn A").plays(case.line)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.hero}: {case.situation}")
def test_a_hero_does_what_it_should(case: Case) -> None:
    table = played(case)
    events = table.events
    if case.then:
        events = events + table.plays(case.then).events
    told = [event.words("AB".__getitem__) for event in events if not isinstance(event, REASONS)]
    assert " ".join(told) == case.told


@pytest.mark.parametrize("hero", sorted(hero.key for hero in GAME.heroes))
def test_every_hero_is_seen_to_work_and_to_be_silenced_or_not(hero: str) -> None:
    if hero in SCORING:
        return
    situations = {case.situation for case in CASES if case.hero == hero}
    acts = next(each.type for each in GAME.heroes if each.key == hero) in "OM"
    assert "works" in situations
    assert ("silenced" if acts else "not silenced") in situations
    assert len(situations) >= 3 or hero in {"athena", "colossus", "priestess"}


@pytest.mark.clause("SO-H37", "SO-H50", "SO-AMB-30")
@pytest.mark.parametrize(("hero", "points"), [("zeus", (1, 0)), ("oracle", (5, 0))])
def test_heroes_of_the_end_of_round_are_not_silenced(hero: str, points: tuple[int, int]) -> None:
    corners = "v3@-2,-2 v4@-1,-2 v5@-2,-1 v6@-1,-1 v7@-1,0 v8@2,0 v9@2,1 v10@2,2"
    position = f"athena 1; terrain styx@1,0; round 2; red {corners}"
    table = before("A", position, f"{hero}=1", terrain="styx").answers(f"{hero} 0,0")
    gained = [line.points for line in table.seen.lines if line.at is None]
    # Zeus has himself and v8 next to the terrain.
    assert gained == [(2, 0) if hero == "zeus" else points]


@pytest.mark.clause("SO-H37", "SO-H50")
def test_heroes_of_the_end_of_round_may_bring_nothing() -> None:
    table = given("terrain styx@0,0; round 2; red v1@1,0 oracle@2,0; blue zeus@3,0; hand A v2")
    assert [line.points for line in table.seen.lines if line.at is None] == [(0, 0)]
