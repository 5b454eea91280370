"""The integers and the planes of each game: what an action means, what an observation holds.

`layout(game, seats, options)` puts them together. `docs/research.md` shows the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Final, NamedTuple

import msgspec

from halfturn.core import Game, GameOptions, HalfturnError
from halfturn.core.observer import Numbering, Observer
from halfturn.games.qwirkle_cards import codes as qwirkle_codes
from halfturn.games.qwirkle_cards.cards import CARDS
from halfturn.games.qwirkle_cards.observer import (
    MEMORIES,
    PROOF_SIZE,
    PROOFS,
    QwirkleCardsObserver,
)
from halfturn.games.qwirkle_cards.options import QwirkleCardsOptions
from halfturn.games.sellswords.cards import terrain_tiles
from halfturn.games.sellswords.game import Sellswords
from halfturn.games.sellswords.observer import ANSWERS, TILES, WRAP, SellswordsObserver
from halfturn.games.swirl import cards as swirl_cards
from halfturn.games.swirl import codes as swirl_codes
from halfturn.games.swirl.observer import SwirlObserver
from halfturn.games.swirl.options import SwirlOptions
from halfturn.games.swirling_heroes import codes as heroes_codes
from halfturn.games.swirling_heroes.answers import COLOURS
from halfturn.games.swirling_heroes.field import CELLS, REACH, SPAN
from halfturn.games.swirling_heroes.layouts import LAYOUTS, UPRIGHT_FACES
from halfturn.games.swirling_heroes.observer import SwirlingHeroesObserver
from halfturn.games.swirling_heroes.options import UNLIMITED, SwirlingHeroesOptions


class Block(msgspec.Struct, frozen=True):
    """Actions that belong together."""

    name: str
    first: int
    count: int
    meaning: str


class Plane(msgspec.Struct, frozen=True):
    """A part of an observation."""

    name: str
    offset: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Layout(msgspec.Struct, frozen=True):
    """The integers and planes of one game with so many seats and these options."""

    actions: tuple[Block, ...]
    outcomes: tuple[Block, ...]
    planes: tuple[Plane, ...]
    cards: tuple[str, ...]
    """The notation of each card, or tile, by its number; empty for a number that none has."""
    players: Numbering
    """The actions of players."""
    chance: Numbering
    """The outcomes of CHANCE, counted by themselves."""
    observer: Observer

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        last = self.planes[-1]
        return last.offset + last.size

    def plane(self, name: str) -> Plane:
        """The part of an observation with this name."""
        for plane in self.planes:
            if plane.name == name:
                return plane
        expected = ", ".join(plane.name for plane in self.planes)
        raise HalfturnError(f"expected a plane among {expected}, got {name!r}")


_Blocks = list[tuple[str, Sequence[int], str]]
_Planes = list[tuple[str, tuple[int, ...], str]]


class _Parts(NamedTuple):
    """What a game's layout is put together from."""

    players: _Blocks
    chance: _Blocks
    planes: _Planes
    cards: tuple[str, ...]
    observer: Callable[[int], Observer]
    """Makes one for rows of a length."""


def layout(game: Game, seats: int, options: GameOptions) -> Layout:
    """The integers and planes of this game; games from other packages have none yet."""
    make = _GAMES.get(game.id)
    if make is None:
        raise HalfturnError(
            f"expected one of {', '.join(_GAMES)}, got {game.id}: it has no layout of integers "
            "and planes"
        )
    parts = make(game, seats, options)
    planes = []
    offset = 0
    for name, shape, meaning in parts.planes:
        planes.append(Plane(name, offset, shape, meaning))
        offset += planes[-1].size
    return Layout(
        _in_a_row(parts.players),
        _in_a_row(parts.chance),
        tuple(planes),
        parts.cards,
        Numbering([code for _, codes, _ in parts.players for code in codes], game.code_count),
        Numbering([code for _, codes, _ in parts.chance for code in codes], game.code_count),
        parts.observer(offset),
    )


def _in_a_row(blocks: _Blocks) -> tuple[Block, ...]:
    found = []
    first = 0
    for name, codes, meaning in blocks:
        found.append(Block(name, first, len(codes), meaning))
        first += len(codes)
    return tuple(found)


def _common(seats: int) -> _Planes:
    """What every observation ends with."""
    return [("seat", (seats,), "the viewer's own seat, A first")]


def _asked(seats: int) -> tuple[str, tuple[int, ...], str]:
    return "asked", (seats + 2,), "who is asked: a seat from the viewer on, CHANCE, or nobody"


# ---- Swirling Heroes ----


def reach_of(seats: int, options: SwirlingHeroesOptions) -> int:
    """How far from the first card a card can lie in either direction."""
    reach = min(REACH, seats * options.hand_size - 1)
    if options.table != UNLIMITED:
        reach = min(reach, max(map(int, options.table.split("x"))) - 1)
    return reach


def _swirling_heroes(game: Game, seats: int, options: GameOptions) -> _Parts:
    assert isinstance(options, SwirlingHeroesOptions)
    reach = reach_of(seats, options)
    span = 2 * reach + 1
    window = range(REACH - reach, REACH + reach + 1)
    places = [
        face * CELLS + row * SPAN + column
        for face in range(LAYOUTS)
        for row in window
        for column in window
    ]
    players: _Blocks = [
        (
            "place",
            places,
            f"card * {span * span} + (y + {reach}) * {span} + x + {reach}",
        ),
        ("remove", range(heroes_codes.REMOVE_CODES, heroes_codes.DEAL_CODES), "card"),
        ("pick", range(heroes_codes.PICK_CODES, heroes_codes.COLOUR_CODES), "card"),
        (
            "colour",
            range(heroes_codes.COLOUR_CODES, heroes_codes.CHOOSER_CODES),
            ", ".join(COLOURS),
        ),
        ("first", range(heroes_codes.FIRST_CODES, heroes_codes.FIRST_CODES + seats), "seat"),
    ]
    chance: _Blocks = [
        ("deal", range(heroes_codes.DEAL_CODES, heroes_codes.PICK_CODES), "card"),
        ("chooser", range(heroes_codes.CHOOSER_CODES, heroes_codes.CHOOSER_CODES + seats), "seat"),
        ("first", range(heroes_codes.FIRST_CODES, heroes_codes.FIRST_CODES + seats), "seat"),
    ]
    each = (seats, LAYOUTS)
    planes: _Planes = [
        ("cards", (seats, span, span), "1 where a card of that seat lies; row, column"),
        (
            "numbers",
            (4, span, span),
            "the number at its top, right, bottom, left, plus one; 0 where none lies",
        ),
        ("hands", each, "cards of each kind in each hand; all 0 where it is hidden"),
        ("removed", each, "cards of each kind that were removed"),
        ("cannot_hold", each, "1 for kinds that a hidden hand is known not to hold"),
        ("known", (seats,), "1 for hands that are open to the viewer"),
        ("hand_sizes", (seats,), "cards in each hand"),
        ("colours", (seats, 4), f"the colour of each seat: {', '.join(COLOURS)}"),
        ("points", (seats,), "open numbers of each seat"),
        _asked(seats),
        ("stage", (7,), "colour, deal, pick, chooser, first, turn, over"),
        ("chooser", (seats,), "who names the First Player, while that is open"),
        *_common(seats),
    ]
    return _Parts(
        players,
        chance,
        planes,
        UPRIGHT_FACES,
        lambda size: SwirlingHeroesObserver(seats, size, reach),
    )


# ---- Sellswords ----

_TILE_ANSWERS: Final = "deal draw pick place choose discard give lock copy".split()


def _sellswords(game: Game, seats: int, options: GameOptions) -> _Parts:
    assert isinstance(game, Sellswords)
    cells = WRAP * WRAP
    at = len(_TILE_ANSWERS) * TILES
    rest = at + 2 * cells

    def of(word: str) -> tuple[str, Sequence[int], str]:
        first = _TILE_ANSWERS.index(word) * TILES
        return word, range(first, first + TILES), "number of the tile"

    players: _Blocks = [
        *(of(word) for word in _TILE_ANSWERS[2:]),
        ("at", range(at, at + cells), "9 * (y mod 9) + x mod 9"),
        ("to", range(at + cells, rest), "9 * (y mod 9) + x mod 9"),
        ("turn", range(rest, rest + 4), "quarter turns clockwise"),
        ("word", range(rest + 4, rest + 8), "yes, no, row, column"),
    ]
    chance: _Blocks = [
        of("deal"),
        of("draw"),
        ("first", range(rest + 8, rest + 10), "seat"),
        ("red", range(rest + 10, rest + 12), "seat"),
        ("terrain", range(rest + 12, rest + 16), "olympus, parthenon, styx, tartarus"),
    ]
    field = "the viewer's tiles, the other's, the number of the tile, its quarter turns"
    planes: _Planes = [
        ("field", (4, WRAP, WRAP), f"by y mod 9 and x mod 9: {field}"),
        (
            "field_before",
            (4, WRAP, WRAP),
            "the same when the turn began; all 0 at its first answer",
        ),
        ("hands", (2, TILES), "1 for each tile in the viewer's and in the other's hand"),
        ("centre", (TILES,), "1 for each tile in the centre"),
        ("discard", (TILES,), "1 for each discarded tile"),
        ("locks", (TILES,), "1 for each tile that cannot be placed next turn"),
        ("points", (2,), "points, modulo 100"),
        ("hundreds", (2,), "points, hundreds: -1 below zero"),
        ("silenced", (2,), "how many next tiles of each are without ability"),
        ("silenced_all", (1,), "how many next tiles of anybody are without ability"),
        ("round", (1,), "1 or 2"),
        ("draft", (1,), "1 or 2"),
        ("terrain", (1,), "the number of the terrain, 0 before it is known"),
        ("asking", (1,), "the number of the tile whose ability asks, or 0"),
        ("moving", (1,), "the number of the tile that is being moved, or 0"),
        ("margins", (2,), "with bounds=lock: fixed column and row modulo 9, plus one"),
        ("stage", (4,), "lots, draft, placing, over"),
        ("first", (2,), "who begins the round"),
        ("red", (2,), "who plays red"),
        ("active", (2,), "whose turn it is"),
        (
            "answers",
            (ANSWERS, 2),
            "the answers of this turn: which of deal, draw, pick, place, choose, discard, give, "
            "lock, copy, at, to, other, from 1 on; and its number there; 0 for a hidden gift",
        ),
        _asked(seats),
        *_common(seats),
    ]
    names = [""] * TILES
    for tile in (*game.heroes, *terrain_tiles()):
        names[tile.number] = tile.key
    return _Parts(
        players, chance, planes, tuple(names), lambda size: SellswordsObserver(seats, size)
    )


# ---- SWIRL ----


def _swirl(game: Game, seats: int, options: GameOptions) -> _Parts:
    assert isinstance(options, SwirlOptions)
    codes = swirl_codes
    faces = codes.FACES
    creatures = ", ".join(swirl_cards.CREATURES)
    players: _Blocks = [
        ("play", range(faces), "face of the card"),
        ("collect", range(codes.COLLECT_CODES, codes.SNATCH_CODES), "face of the card"),
        ("snatch", range(codes.SNATCH_CODES, codes.CREATURE_CODES), "face of the card"),
        ("creature", range(codes.CREATURE_CODES, codes.DEALER_CODES), creatures),
        ("replace", range(codes.REPLACE_CODE, codes.STOP_CODE), "yes, no"),
        ("stop", range(codes.STOP_CODE, codes.TAKE_CODES), "end the play-out"),
        (
            "take",
            range(codes.TAKE_CODES, codes.CODE_COUNT),
            "the first, second … of the sets of cards that are offered",
        ),
    ]
    chance: _Blocks = [
        ("deal", range(codes.DEAL_CODES, codes.COLLECT_CODES), "face of the card"),
        ("creature", range(codes.CREATURE_CODES, codes.DEALER_CODES), creatures),
        ("dealer", range(codes.DEALER_CODES, codes.DEALER_CODES + seats), "seat"),
    ]
    with_piles = not options.memory_mode
    piles: _Planes = [("piles", (seats, faces), "cards of each face in each capture pile")]
    returned: _Planes = [
        (
            "returned",
            (faces - codes.COLLECT_ONE,),
            "1 for each action card that came up for the middle and is in the deck until the next "
            "deal",
        )
    ]
    planes: _Planes = [
        ("hand", (faces,), "cards of each face in the viewer's hand"),
        ("middle", (faces,), "cards of each face in the middle"),
        *(piles if with_piles else []),
        (
            "seats",
            (seats, 10),
            "of each seat: the numbers of its series by colour, 0 for none; its creature, one of "
            "four, in the order of the actions; cards in hand; cards in its pile",
        ),
        ("played", (faces,), "the card of this turn, while its player chooses"),
        ("deck_size", (1,), "cards in the deck"),
        ("to_deal", (2,), "cards still to be dealt to hands, and then to the middle"),
        *(returned if with_piles else []),
        ("swirling", (1,), "1 while a hand is played out after a SWIRL"),
        ("gap", (4,), "the colour that was snatched, while its player is asked"),
        ("stage", (9,), "dealer, creature, deal, play, take, collect, snatch, replace, over"),
        ("robbed", (seats,), "who was robbed, while that seat is asked"),
        ("dealer", (seats,), "who deals"),
        ("turn", (seats,), "whose turn it is; while cards are dealt, who leads then"),
        _asked(seats),
        *_common(seats),
    ]
    return _Parts(
        players,
        chance,
        planes,
        swirl_cards.CARDS,
        lambda size: SwirlObserver(seats, size, with_piles),
    )


# ---- Qwirkle Cards ----


def _qwirkle_cards(game: Game, seats: int, options: GameOptions) -> _Parts:
    assert isinstance(options, QwirkleCardsOptions)
    codes = qwirkle_codes
    players: _Blocks = [
        ("play", range(codes.TAKE_CODES), "colour * 6 + shape"),
        ("take", range(codes.TAKE_CODES, codes.END_CODE), "six colours, then six shapes"),
        ("word", range(codes.END_CODE, codes.DEAL_CODES), "end, pass, redraw"),
    ]
    chance: _Blocks = [
        ("deal", range(codes.DEAL_CODES, codes.OLDEST_CODES), "colour * 6 + shape"),
        ("oldest", range(codes.OLDEST_CODES, codes.OLDEST_CODES + seats), "seat"),
    ]
    kinds = (36,)
    with_memories = options.no_play == "redraw"
    memories: _Planes = [
        (
            "laid",
            (MEMORIES, 36 + seats),
            "what the viewer remembers of hands that it laid aside, latest last: the cards that "
            "are in none of the others' hands of then (36), and how many cards each seat still has "
            "of that hand",
        )
    ]
    planes: _Planes = [
        ("hand", kinds, "cards of each kind in the viewer's hand"),
        ("table", kinds, "cards of each kind in the play area when the turn began"),
        ("played", kinds, "cards played this turn"),
        ("aside", kinds, "the viewer's old hand, while a fresh one is drawn"),
        ("taken", (12,), "Qwirkles taken this turn, by line"),
        ("qwirkles", (seats, 12), "Qwirkles of each seat, by line"),
        ("hand_sizes", (seats,), "cards in each hand"),
        ("deck_size", (1,), "cards in the deck"),
        ("aside_size", (1,), "cards laid aside"),
        ("last", (1,), "turns left in the last round, this one included; 0 before it"),
        ("passes", (1,), "how many have passed in a row"),
        ("redeals", (1,), "how often hands were dealt anew since a card was played"),
        ("redrawn", (1,), "1 when the seat has drawn a fresh hand this turn"),
        ("stage", (7,), "deal, oldest, turn, draw, redeal, redraw, over"),
        ("turn", (seats,), "whose turn it is"),
        _asked(seats),
        (
            "shown",
            (seats, PROOFS, PROOF_SIZE),
            "what play has shown of each hand, latest last: how many cards of it are kept, the "
            "size of its largest set, whether that is exact, whether it is about a table; the "
            "cards of it seen since (36), the table nothing of it could be played on (36)",
        ),
        *(memories if with_memories else []),
        *_common(seats),
    ]
    return _Parts(
        players,
        chance,
        planes,
        tuple(CARDS),
        lambda size: QwirkleCardsObserver(seats, size, with_memories),
    )


_GAMES: Final[dict[str, Callable[[Game, int, GameOptions], _Parts]]] = {
    "swirling-heroes": _swirling_heroes,
    "sellswords": _sellswords,
    "swirl": _swirl,
    "qwirkle-cards": _qwirkle_cards,
}

GAME_IDS: Final = tuple(_GAMES)
"""The games that have integers and planes."""
