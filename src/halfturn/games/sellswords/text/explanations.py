"""What a tile does, told to whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from halfturn.core import seat_letter
from halfturn.core.language import say
from halfturn.core.words import listed
from halfturn.games.sellswords.cards import TERRAINS, TYPES, Tile, key_of
from halfturn.games.sellswords.heroes.catalogue import TERRAIN_ABILITIES, all_abilities
from halfturn.games.sellswords.view import FieldTile, SellswordsView

if TYPE_CHECKING:
    from halfturn.games.sellswords.game import Sellswords

HOUSE: Final = (
    "House numbers: the rulebook names the heroes and their abilities, but the numbers are on the "
    "tiles alone. Those you see are Halfturn's own. If you have the box, `halfturn doctor` tells "
    "where a file with the printed ones belongs, and `rules` how it is written."
)


QUESTIONS: Final = {
    "pick": "a tile of the draft",
    "turn": "a tile to place",
    "cell": "where to place it",
    "orientation": "which way round",
    "target": "a tile",
    "to": "where to move it",
    "use": "whether to use it",
    "line": "row or column",
    "discard": "a tile to discard",
    "give": "a tile to give away",
    "lock": "a tile to lock",
    "copy": "whose ability to copy",
}


def question(view: SellswordsView) -> str:
    """What is to be chosen: `a tile for Hydra`."""
    asked = say(QUESTIONS.get(view.kind, ""))
    asking = [tile.name for tile in view.field if tile.key == view.asking]
    return say("{asked} for {tile}", asked=asked, tile=asking[0]) if asked and asking else asked


def explain(game: Sellswords, view: SellswordsView, word: str) -> str:
    """A hero, a terrain, or the house numbers; empty for anything else."""
    key = key_of(word)
    if key in ("house", "house-numbers", "numbers"):
        return say(HOUSE)
    lying = [tile for tile in view.field if tile.key == key or tile.key.endswith(f"-{key}")]
    if key in TERRAINS:
        return say(
            "{tile}, a terrain. {ability}",
            tile=TERRAINS[key],
            ability=say(TERRAIN_ABILITIES[key].text),
        )
    for hero in game.heroes:
        if hero.key == key or hero.key.endswith(f"-{key}"):
            return _hero(view, hero, lying)
    return "" if not lying else _on_field(lying[0])


def _hero(view: SellswordsView, hero: Tile, lying: list[FieldTile]) -> str:
    numbers = "-".join(map(str, hero.numbers)) + (
        f" ({say('house numbers')})" if hero.is_house else ""
    )
    ability = say(all_abilities()[hero.ability].text)
    told = f"{hero.name}, {say(TYPES[hero.type])}, {numbers}. {ability}"
    if lying:
        return f"{told} {_on_field(lying[0])}"
    return f"{told} {_elsewhere(view, hero.key)}"


def _on_field(tile: FieldTile) -> str:
    """Where a tile lies and what it fights with."""
    cell = f"{tile.x},{tile.y}"
    if tile.seat is None:
        return say("{tile} lies at {cell}.", tile=tile.name, cell=cell)
    told = say(
        "{tile} lies at {cell}, {colour}, as {numbers} clockwise from the top",
        tile=tile.name,
        cell=cell,
        colour=say(tile.colour),
        numbers="-".join(map(str, tile.numbers)),
    )
    if tile.why:
        fights = "-".join(map(str, tile.fights))
        told += say("; it fights with {numbers} ({why})", numbers=fights, why=listed(tile.why))
    return f"{told}."


def _elsewhere(view: SellswordsView, key: str) -> str:
    for seat, hand in enumerate(view.hands):
        for tile in hand:
            if tile.key == key:
                letter = seat_letter(seat)
                if tile.locked:
                    return say(
                        "It is in the hand of {seat} and cannot be placed this turn.", seat=letter
                    )
                return say("It is in the hand of {seat}.", seat=letter)
    if any(tile.key == key for tile in view.centre):
        return say("It lies in the centre.")
    if any(tile.key == key for tile in view.discard):
        return say("It has been discarded.")
    return say("It is in the deck.")
