"""Sellswords: Olympus: the facts, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from halfturn.core import (
    BadOptions,
    GameOptions,
    Heuristics,
    Option,
    PackagedGame,
    State,
    View,
)
from halfturn.core.language import say
from halfturn.games.sellswords import notation
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.answers import Answer, parse_answer
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.cards import (
    FIRST_PLAIN,
    PLAIN_TILES,
    TERRAINS,
    Tile,
    hash_of,
    read_heroes,
    standard_heroes,
    terrain_tiles,
)
from halfturn.games.sellswords.codes import CODE_COUNT, code_of
from halfturn.games.sellswords.events import Happening
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.heroes.catalogue import (
    TERRAIN_ABILITIES,
    ability_types,
    all_abilities,
)
from halfturn.games.sellswords.options import PRESETS, SMALL_DECK, STARTERS, SellswordsOptions
from halfturn.games.sellswords.roster import Roster
from halfturn.games.sellswords.rulings import Rulings
from halfturn.games.sellswords.state import SellswordsState
from halfturn.games.sellswords.view import SellswordsView

HAND_SIZE: Final = 6
"""What a player places in a round; a small game has less."""
PLAIN_NUMBERS: Final = (1, 1, 1, 1)
"""What a plain tile of a position has where it is given no numbers."""


class Sellswords(PackagedGame):
    """Draft heroes, place them, flip the enemy's. For two players."""

    id = "sellswords"
    package = __package__
    title = "Sellswords: Olympus"
    rules_version = 1
    min_seats = 2
    max_seats = 2
    options_type = SellswordsOptions
    option_type: ClassVar[Any] = Answer
    event_type: ClassVar[Any] = Happening
    view_type = SellswordsView
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    code_count = CODE_COUNT
    """Tiles, cells, and the few other answers."""
    data_file = "heroes.user.json"

    def __init__(self, heroes: tuple[Tile, ...] | None = None) -> None:
        self.heroes: Final = heroes or standard_heroes(ability_types())
        self.data_hash = hash_of(self.heroes)
        terrains = terrain_tiles()
        self._numbers = {tile.key: tile.number for tile in (*self.heroes, *terrains)}
        self._numbers |= {f"v{at + 1}": FIRST_PLAIN + at for at in range(PLAIN_TILES)}
        self._own = {tile.key: tuple(tile.numbers) for tile in (*self.heroes, *terrains)}
        self._roster = self.make_roster([*self.heroes, *terrains])
        starters = [tile for tile in self.heroes if tile.key in STARTERS]
        self._starters = self.make_roster([*starters, *terrains])

    def with_data(self, text: str) -> Sellswords:
        """The game with the numbers and heroes of an owner's file; raises BadData."""
        return Sellswords(read_heroes(text, ability_types()))

    def unprinted(self) -> list[str]:
        """The heroes that have house numbers."""
        return [f"ref {tile.number}" for tile in self.heroes if tile.is_house]

    # ---- tiles ----

    def make_roster(self, tiles: Sequence[Tile]) -> Roster:
        """These tiles with their abilities."""
        known = all_abilities()
        abilities: list[Ability] = [
            TERRAIN_ABILITIES[tile.ability] if tile.is_terrain else known[tile.ability]
            for tile in tiles
        ]
        return Roster(tiles, abilities, [self._own.get(tile.key, PLAIN_NUMBERS) for tile in tiles])

    def roster_for(self, options: SellswordsOptions) -> Roster:
        """The tiles that play under these options."""
        return self._roster if options.heroes == "all" else self._starters

    def dealt_keys(self, options: SellswordsOptions) -> set[str]:
        """The heroes that come into the deck."""
        if options.deck:
            return set(options.deck)
        return {tile.key for tile in self.roster_for(options).tiles if not tile.is_terrain}

    # ---- beginning ----

    def new_state(self, seats: int, options: GameOptions) -> SellswordsState:
        """All heroes in the deck; whatever the options settle is settled already."""
        assert isinstance(options, SellswordsOptions)
        roster = self.roster_for(options)
        board = SellswordsBoard.empty(roster, Rulings(options))
        dealt = self.dealt_keys(options)
        board.deck = [at for at, tile in enumerate(roster.tiles) if tile.key in dealt]
        board.terrain = OFF if options.terrain == "random" else roster.number_of[options.terrain]
        board.first = _seat(options.first_player)
        board.red = _seat(options.red)
        return SellswordsState(self, seats, options, board)

    def check_options(self, seats: int, options: GameOptions) -> None:
        """Raise BadOptions for options that do not go together."""
        assert isinstance(options, SellswordsOptions)
        self._check_small_game(options)
        if options.heroes != "starter":
            return
        if options.hands != "dealt" or options.rounds != 1:
            raise BadOptions(
                say(
                    "heroes=starter: a dozen heroes are one round of dealt hands; "
                    "expected hands=dealt and rounds=1 with it"
                )
            )
        enabled = {tile.key for tile in self.heroes}
        missing = [key for key in STARTERS if key not in enabled]
        if missing:
            raise BadOptions(
                say(
                    "heroes=starter: expected all of {expected}; the hero file has no {missing}",
                    expected=", ".join(STARTERS),
                    missing=", ".join(missing),
                )
            )

    def _check_small_game(self, options: SellswordsOptions) -> None:
        """Short decks and small hands are for hands that are dealt."""
        if options.hands != "dealt":
            if options.deck or options.hand_size != HAND_SIZE:
                raise BadOptions(say("deck, hand_size: expected only together with hands=dealt"))
            return
        known = {tile.key for tile in self.roster_for(options).tiles if not tile.is_terrain}
        for key in options.deck:
            if key not in known:
                raise BadOptions(
                    say("deck: expected heroes that play, like hydra, got {value!r}", value=key)
                )
        dealt = len(self.dealt_keys(options))
        if dealt < len(options.deck):
            raise BadOptions(
                say("deck: expected each hero once, got {value}", value=",".join(options.deck))
            )
        needed = 2 * options.hand_size * options.rounds
        if options.deck and dealt < needed:
            raise BadOptions(
                say(
                    "deck: expected at least {count} heroes for {rounds} rounds of hands of "
                    "{size}, got {value}",
                    count=needed,
                    rounds=options.rounds,
                    size=options.hand_size,
                    value=dealt,
                )
            )

    def position(self, text: str) -> SellswordsState:
        """Any position, from the notation that `notation` documents."""
        return notation.read_position(self, text)

    def parse_option(self, text: str) -> Option:
        """An answer from its notation."""
        return parse_answer(text, self._numbers, list(TERRAINS))

    def code(self, option: Option) -> int:
        """The integer of an answer; `codes` documents the layout."""
        return self.checked_code(code_of(option, self._numbers), option)

    # ---- facts ----

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """Two full fields and all extras; on the other side every flip a lost point."""
        return -200, 200

    def longest_game(self, seats: int) -> int:
        """Lots, 28 tiles dealt and 24 picked, and 24 turns of at most sixteen answers."""
        return 4 + 28 + 24 + 24 * 16

    def why_match(self, options: GameOptions) -> str:
        """A draft favours now one and now the other."""
        return say("drafts and draws favour now the one, now the other")

    def next_options(self, finished: State) -> SellswordsOptions:
        """The other player begins the next game of a match."""
        assert isinstance(finished, SellswordsState)
        options = finished.options
        assert isinstance(options, SellswordsOptions)
        begins = options.first_player
        if begins == "random":
            return options
        return msgspec.structs.replace(options, first_player="B" if begins == "A" else "A")

    def contract_options(self, seats: int) -> list[GameOptions]:
        """Every terrain, the starter game, and every ruling read the other way."""
        other_readings = SellswordsOptions(
            terrain="styx",
            bounds="lock",
            move_keeps_orientation=False,
            move_connectivity="also_without",
            terrain_counts=False,
            hermes="both",
            aristotle="secret",
            empty_deck="reshuffle_discard",
            ares="controller",
            poseidon_self=False,
            fates_self=False,
            theseus_first=False,
        )
        more: list[GameOptions] = [
            SellswordsOptions(terrain="random", first_player="B", red="B"),
            SellswordsOptions(hands="dealt", aristotle="secret"),
            SellswordsOptions(terrain="parthenon", parthenon_moves=True, bounds="lock"),
            SellswordsOptions(terrain="tartarus", tartarus="each_round", rounds=1),
            SellswordsOptions(hands="dealt", hand_size=2, deck=SMALL_DECK, rounds=1),
            other_readings,
        ]
        return [*super().contract_options(seats), *more]

    # ---- for people ----

    def heuristics(self) -> Heuristics:
        """What is worth drafting, and which cells stay safe."""
        from halfturn.games.sellswords.bots.heuristics import SellswordsHeuristics

        return SellswordsHeuristics()

    def question(self, view: View) -> str:
        """What is to be chosen, and for which hero."""
        from halfturn.games.sellswords.text.explanations import question

        assert isinstance(view, SellswordsView)
        return question(view)

    def explain(self, view: View, word: str) -> str:
        """What a hero or a terrain does, and how it lies."""
        from halfturn.games.sellswords.text.explanations import explain

        assert isinstance(view, SellswordsView)
        return explain(self, view, word)

    def __repr__(self) -> str:
        own = "" if self.heroes is standard_heroes(ability_types()) else f"{self.data_hash[:12]}"
        return f"Sellswords({own})"


def _seat(word: str) -> int:
    return NOBODY if word == "random" else "AB".index(word)
