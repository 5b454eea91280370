"""Reading and writing positions of Sellswords: Olympus.

    terrain olympus@0,0; red hydra@1,0 v1=3@1,1; blue zeus=4-2-9-2@2,0; round 1;
    hand A king-midas hades=9; hand B medusa; discard elder; score 3 -1; turn A

Sections are separated by `;`, in any order, each at most once (per seat):

    section                meaning                                          if left out
    options name=value …   the game's options                               the defaults
    terrain KEY@x,y        the terrain and its cell; KEY alone: not laid    the option's, 0,0
    red TILE@x,y …         red tiles on the field                           none
    blue TILE@x,y …        blue tiles on the field                          none
    reds A                 who plays red                                    A
    hand A TILE …          tiles in a hand                                  an empty hand
    discard TILE …         the discard, oldest first                        nothing
    deck TILE …            tiles in the deck; `-` for none                  all that are left
    centre TILE …          the centre of a draft                            nothing
    round N                1 or 2                                           1
    score N N              the points of A and B, may be negative           0 0
    first A                the first player of this round                   whose turn it is
    turn A                 whose turn it is                                 A
    athena N               the next N tiles placed are silenced             0
    priestess B            B's next tile is silenced                        nobody's
    lock TILE …            tiles in hands that cannot be placed next        none
    margins x,y            with bounds=lock: the corner of the fixed field  as the tiles lie
                           (`-` where a direction is still open)
    draft N                the first or second draft of the round goes on   placing
    lots                   lots are still to be drawn                       placing
    over                   the game is over                                 placing
    answered …             answers given since the turn began               none

TILE is a hero's name in lower case (`king-midas`; `midas` and `fates` will do), or a plain
tile `v1` to `v25` without ability. `=N-E-S-W` gives it other numbers, as they lie, clockwise
from the top; `=4` is four fours. Without it a tile has its own numbers and lies upright.
A position whose hands are both empty is scored at once.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Final

from halfturn.core.errors import HalfturnError, UnreadableText
from halfturn.core.notation import Sections
from halfturn.core.seats import seat_letter
from halfturn.games.sellswords.board import DRAFT, LOTS, OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.cards import PLAIN_TILES, TERRAINS, Tile, plain_tile
from halfturn.games.sellswords.cells import CENTRE, FARTHEST, SIZE, cell_at, column, row
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.options import SellswordsOptions
from halfturn.games.sellswords.roster import Roster, as_it_lies
from halfturn.games.sellswords.rulings import Rulings

if TYPE_CHECKING:
    from halfturn.games.sellswords.game import Sellswords
    from halfturn.games.sellswords.state import SellswordsState

_WORDS: Final = (
    "options terrain red blue reds discard deck centre round score first turn athena priestess "
    "lock margins draft lots over answered seats"
).split()
_SHORT: Final = {
    "midas": "king-midas",
    "fates": "three-fates",
    "mt-olympus": "olympus",
    "mount-olympus": "olympus",
    "river-styx": "styx",
}
_TILE: Final = re.compile(
    r"(?P<key>[a-z0-9-]+)(=(?P<numbers>\d{1,2}(-\d{1,2}){3}|\d{1,2}))?"
    r"(@(?P<x>0|-?[1-9]\d{0,2}),(?P<y>0|-?[1-9]\d{0,2}))?",
    re.ASCII,
)

Numbers = tuple[int, int, int, int]


class _Named:
    """A tile as a position names it."""

    def __init__(self, word: str, section: str, known: Container[str] = ()) -> None:
        match = _TILE.fullmatch(word.lower())
        if match is None:
            raise UnreadableText(
                f"{section}: expected a tile like hydra, v1=3 or hydra=5-4-2-9@1,0, got {word!r}"
            )
        self.word = word
        # A short name is one only where an owner has no hero of that very name.
        key = match["key"]
        self.key: str = key if key in known else _SHORT.get(key, key)
        self.cell: int | None = None
        self.numbers: Numbers | None = None
        if match["numbers"]:
            sides = [int(number) for number in match["numbers"].split("-")]
            self.numbers = tuple(sides * 4)[:4] if len(sides) == 1 else tuple(sides)  # type: ignore[assignment]
        if match["x"] is not None:
            x, y = int(match["x"]), int(match["y"])
            if max(abs(x), abs(y)) > FARTHEST:
                raise UnreadableText(
                    f"{section}: expected cells within {FARTHEST} of 0,0, got {word!r}"
                )
            self.cell = cell_at(x, y)


def read_position(game: Sellswords, text: str) -> SellswordsState:
    """Any position, reachable or not, from its notation."""
    from halfturn.games.sellswords.state import SellswordsState

    sections = Sections(text, _WORDS, ["hand"])
    seats, options = sections.seats_and_options(game, SellswordsOptions)
    reader = _Reader(game, sections, options)
    state = SellswordsState(game, seats, options, reader.board)
    for word in sections.words("answered"):
        try:
            state.play(state.read(word))
        except HalfturnError as error:
            raise UnreadableText(f"answered: {error}") from None
    return state


class _Reader:
    """Sets up a board from the sections of a position."""

    def __init__(self, game: Sellswords, sections: Sections, options: SellswordsOptions) -> None:
        self.sections = sections
        self.options = options
        known = {tile.key for tile in game.heroes}
        self.named = {
            section: [
                _Named(word, section, known) for word in sections.words(section) if word != "-"
            ]
            for section in ("red", "blue", "discard", "deck", "centre", "lock")
        }
        for seat in range(2):
            where = f"hand {seat_letter(seat)}"
            words = sections.of_seat("hand", seat)
            self.named[where] = [_Named(word, where, known) for word in words]
        self.roster = self._roster(game)
        self.board = SellswordsBoard.empty(self.roster, Rulings(options))
        self._set_field()
        self._set_hands(game)
        self._set_counters()
        self._set_stage()

    def _roster(self, game: Sellswords) -> Roster:
        """The game's tiles, with the numbers and plain tiles that the position brings along."""
        tiles = {tile.key: tile for tile in game.roster_for(self.options).tiles}
        heroes = {tile.key: tile for tile in game.heroes}
        named: set[str] = set()
        for section, entries in self.named.items():
            for entry in entries:
                if section == "lock":
                    continue
                if entry.key in named:
                    raise UnreadableText(f"{section}: {entry.key} is there twice")
                named.add(entry.key)
                tiles[entry.key] = self._tile(entry, section, heroes)
        if tiles.keys() == {tile.key for tile in game.roster_for(self.options).tiles} and all(
            entry.numbers is None or tiles[entry.key].numbers == heroes[entry.key].numbers
            for entries in self.named.values()
            for entry in entries
        ):
            return game.roster_for(self.options)
        return game.make_roster(sorted(tiles.values(), key=lambda tile: tile.number))

    def _tile(self, entry: _Named, section: str, heroes: dict[str, Tile]) -> Tile:
        plain = re.fullmatch(r"v([1-9]\d?)", entry.key, re.ASCII)
        if plain and int(plain[1]) <= PLAIN_TILES:
            return plain_tile(int(plain[1]), entry.numbers or (1, 1, 1, 1))
        if entry.key not in heroes:
            raise UnreadableText(
                f"{section}: expected a hero like hydra, or v1 to v{PLAIN_TILES} for a plain "
                f"tile, got {entry.key!r}"
            )
        tile = heroes[entry.key]
        if entry.numbers is None or self._turn_of(tile, entry, section) is not None:
            return tile
        return Tile(
            tile.number, tile.key, tile.name, tile.type, tile.ability, entry.numbers, tile.is_house
        )

    def _turn_of(self, tile: Tile, entry: _Named, section: str) -> int | None:
        """How far a tile on the field is turned, if its own numbers can lie as given."""
        turns = range(4) if section in ("red", "blue") else range(1)
        for turned in turns:
            if as_it_lies(tile.numbers, turned) == entry.numbers:
                return turned
        return None

    def _set_field(self) -> None:
        board, sections = self.board, self.sections
        reds = sections.seat("reds", 2)
        board.red = reds if reds is not None else 0
        has_heroes = bool(self.named["red"] or self.named["blue"])
        if reds is None and "lots" in sections and not has_heroes:
            board.red = NOBODY if self.options.red == "random" else "AB".index(self.options.red)
        self._set_terrain()
        for colour in ("red", "blue"):
            for entry in self.named[colour]:
                if entry.cell is None:
                    raise UnreadableText(
                        f"{colour}: expected the cell too, like {entry.key}@1,0, got {entry.word!r}"
                    )
                tile = self.roster.number_of[entry.key]
                turned = 0
                if entry.numbers is not None:
                    turned = self._turn_of(self.roster.tiles[tile], entry, colour) or 0
                owner = board.red if colour == "red" else 1 - board.red
                self._lay(tile, entry.cell, owner, turned, entry.word)
        if board.width > SIZE or board.height > SIZE:
            raise UnreadableText(
                f"expected a field within {SIZE} by {SIZE} cells, "
                f"got one of {board.width} by {board.height}"
            )
        self._set_margins()

    def _lay(self, tile: int, cell: int, owner: int, turned: int, word: str) -> None:
        board = self.board
        if cell in board.at:
            raise UnreadableText(f"expected one tile a cell, got another with {word!r}")
        board.at[cell] = tile
        board.spot[tile] = cell
        board.owner[tile] = owner
        board.turned[tile] = turned
        board.measure()

    def _set_terrain(self) -> None:
        board, words = self.board, self.sections.words("terrain")
        in_setup = any(word in self.sections for word in ("lots", "draft"))
        if not words:
            key = self.options.terrain
            if key == "random":
                if "lots" not in self.sections:
                    raise UnreadableText("terrain: expected which it is, like terrain styx@0,0")
                return
            board.terrain = self.roster.number_of[key]
            if not in_setup or self.sections.number("round", 1, 2, default=1) == 2:
                self._lay(board.terrain, CENTRE, NOBODY, 0, key)
            return
        if len(words) != 1:
            raise UnreadableText(f"terrain: expected one, got {' '.join(words)!r}")
        named = _Named(words[0], "terrain")
        if named.key not in TERRAINS or named.numbers is not None:
            expected = ", ".join(TERRAINS)
            raise UnreadableText(f"terrain: expected one of {expected}, got {words[0]!r}")
        board.terrain = self.roster.number_of[named.key]
        if named.cell is not None:
            self._lay(board.terrain, named.cell, NOBODY, 0, words[0])
        elif not in_setup:
            self._lay(board.terrain, CENTRE, NOBODY, 0, words[0])

    def _set_margins(self) -> None:
        words, board = self.sections.words("margins"), self.board
        if not words:
            return
        if not board.rulings.margin_stays:
            raise UnreadableText("margins: expected only together with options bounds=lock")
        parts = words[0].split(",") if len(words) == 1 else []
        if len(parts) != 2 or not all(re.fullmatch(r"-|-?\d{1,2}", part) for part in parts):
            raise UnreadableText(f"margins: expected like -2,0 or -,1, got {' '.join(words)!r}")
        for at, part in enumerate(parts):
            if part == "-":
                continue
            fixed = int(part) + 128
            low, size = (board.left, board.width) if at == 0 else (board.top, board.height)
            if not fixed <= low <= low + size - 1 <= fixed + SIZE - 1:
                raise UnreadableText(f"margins: expected all tiles within them, got {words[0]!r}")
            if at == 0:
                board.locked_left = fixed
            else:
                board.locked_top = fixed

    def _set_hands(self, game: Sellswords) -> None:
        board, roster = self.board, self.roster
        for section, pile in (
            ("hand A", board.hands[0]),
            ("hand B", board.hands[1]),
            ("discard", board.discard),
            ("deck", board.deck),
            ("centre", board.centre),
        ):
            for entry in self.named[section]:
                if entry.cell is not None:
                    raise UnreadableText(f"{section}: expected no cell, got {entry.word!r}")
                pile.append(roster.number_of[entry.key])
            if section != "discard":
                pile.sort()
        if "deck" not in self.sections:
            gone = {*board.at.values(), *board.hands[0], *board.hands[1], *board.discard}
            gone |= set(board.centre)
            dealt = game.dealt_keys(self.options)
            board.deck = [
                number
                for number, tile in enumerate(roster.tiles)
                if number not in gone and not tile.is_terrain and tile.key in dealt
            ]
        for entry in self.named["lock"]:
            tile = roster.number_of.get(entry.key, OFF)
            if tile not in board.hands[0] and tile not in board.hands[1]:
                raise UnreadableText(f"lock: expected tiles in hands, got {entry.word!r}")
            board.locks.append(tile)
        in_hand = len(board.hands[0]) + len(board.hands[1])
        if "over" not in self.sections and len(board.at) + in_hand > SIZE * SIZE:
            raise UnreadableText(
                f"expected at most {SIZE * SIZE} tiles on the field and in hands, "
                f"got {len(board.at) + in_hand}"
            )

    def _set_counters(self) -> None:
        board, sections = self.board, self.sections
        board.round = sections.number("round", 1, 2, default=1)
        board.silenced_anybody = sections.number("athena", 0, 2, default=0)
        silenced = sections.words("priestess")
        for letter in silenced:
            if letter.upper() not in ("A", "B"):
                raise UnreadableText(f"priestess: expected A or B, got {letter!r}")
            board.silenced["AB".index(letter.upper())] = 1
        words = sections.words("score")
        if words:
            if len(words) != 2 or not all(re.fullmatch(r"-?\d{1,4}", word) for word in words):
                raise UnreadableText(
                    f"score: expected the points of A and B, like 3 -1, got {' '.join(words)!r}"
                )
            board.points = [int(word) for word in words]

    def _set_stage(self) -> None:
        board, sections = self.board, self.sections
        stages = [word for word in ("lots", "draft", "over") if word in sections]
        if len(stages) > 1:
            raise UnreadableText(
                f"expected one of lots, draft and over, got {' and '.join(stages)}"
            )
        turn, first = sections.seat("turn", 2), sections.seat("first", 2)
        board.stage = PLACING
        if "lots" in sections:
            board.stage = LOTS
            board.first = NOBODY if first is None else first
            if first is None and board.round == 1 and self.options.first_player != "random":
                board.first = "AB".index(self.options.first_player)
            if turn is not None:
                raise UnreadableText("lots: expected no turn before the first draft")
            return
        if turn is None:
            turn = 0 if first is None else first
        board.active = turn
        board.first = turn if first is None else first
        if "over" in sections:
            board.stage = OVER
        elif "draft" in sections:
            board.stage = DRAFT
            board.draft = sections.number("draft", 1, 2, default=1)
        elif board.centre:
            raise UnreadableText("centre: expected only in a draft, like draft 1")


# ---- writing ----


def board_text(board: SellswordsBoard) -> str:
    """The board in notation, without the options."""
    return "; ".join([*_field_text(board), *_piles_text(board), *_counters_text(board)])


def _field_text(board: SellswordsBoard) -> list[str]:
    parts = []
    if board.terrain != OFF:
        spot = board.spot[board.terrain]
        cell = "" if spot == OFF else f"@{column(spot)},{row(spot)}"
        parts.append(f"terrain {board.roster.tiles[board.terrain].key}{cell}")
    if board.red == NOBODY:
        return parts
    for colour, seat in (("red", board.red), ("blue", 1 - board.red)):
        lying = [
            f"{_tile_text(board, tile)}@{column(cell)},{row(cell)}"
            for cell, tile in sorted(board.at.items())
            if board.owner[tile] == seat
        ]
        if lying:
            parts.append(f"{colour} {' '.join(lying)}")
    return [*parts, f"reds {seat_letter(board.red)}"]


def _piles_text(board: SellswordsBoard) -> list[str]:
    piles = {
        "hand A": board.hands[0],
        "hand B": board.hands[1],
        "centre": board.centre,
        "discard": board.discard,
        "lock": sorted(board.locks),
    }
    parts = [f"{name} {_pile(board, pile)}" for name, pile in piles.items() if pile]
    return [*parts, f"deck {_pile(board, board.deck) or '-'}"]


def _counters_text(board: SellswordsBoard) -> list[str]:
    parts = [f"round {board.round}"]
    if board.points != [0, 0]:
        parts.append(f"score {board.points[0]} {board.points[1]}")
    if board.silenced_anybody:
        parts.append(f"athena {board.silenced_anybody}")
    if any(board.silenced):
        letters = [seat_letter(seat) for seat in range(2) if board.silenced[seat]]
        parts.append(f"priestess {' '.join(letters)}")
    if board.locked_left != OFF or board.locked_top != OFF:
        fixed = [board.locked_left, board.locked_top]
        parts.append("margins " + ",".join("-" if at == OFF else str(at - 128) for at in fixed))
    if board.first != NOBODY:
        parts.append(f"first {seat_letter(board.first)}")
    if board.stage == LOTS:
        return [*parts, "lots"]
    if board.stage == OVER:
        return [*parts, "over"]
    if board.stage == DRAFT:
        parts.append(f"draft {board.draft}")
    return [*parts, f"turn {seat_letter(board.active)}"]


def _pile(board: SellswordsBoard, pile: list[int]) -> str:
    return " ".join(_tile_text(board, tile) for tile in pile)


def _tile_text(board: SellswordsBoard, tile: int) -> str:
    """A tile with its numbers as they lie, where they are not its own and upright."""
    about = board.roster.tiles[tile]
    own = board.roster.own[tile]
    lying = as_it_lies(about.numbers, board.turned[tile] if board.spot[tile] != OFF else 0)
    if lying == own:
        return about.key
    if len(set(lying)) == 1:
        return f"{about.key}={lying[0]}"
    return f"{about.key}={'-'.join(map(str, lying))}"
