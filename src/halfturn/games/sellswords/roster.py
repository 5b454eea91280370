"""The tiles of a game: their names, printed numbers and abilities. It never changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from halfturn.core.option import Option
from halfturn.games.sellswords import answers
from halfturn.games.sellswords.ability import HOOKS, Ability
from halfturn.games.sellswords.cards import Tile


class Roster:
    """All tiles there are, heroes and terrains, each by its place in a list."""

    def __init__(
        self,
        tiles: Sequence[Tile],
        abilities: Sequence[Ability],
        own: Sequence[tuple[int, ...]],
    ) -> None:
        self.tiles: Sequence[Tile] = tiles
        self.count: int = len(tiles)
        self.abilities: list[Ability] = list(abilities)
        self.number_of: dict[str, int] = {tile.key: at for at, tile in enumerate(tiles)}
        self.numbers: list[int] = [tile.number for tile in tiles]
        """The number of each tile, which is the same whatever others play."""
        self.is_terrain: list[bool] = [tile.is_terrain for tile in tiles]
        self.acts_when_placed: list[bool] = [tile.type in ("O", "M") for tile in tiles]
        """Which have an ability that works when placed, and that can be silenced and copied."""
        self.printed: list[int] = [number for tile in tiles for number in tile.numbers]
        """Four for each tile, clockwise from the top, as it is held upright."""
        self.ways: list[list[int]] = [sorted(set(_same_ways(tile.numbers))) for tile in tiles]
        """SO-PLACE-4: the quarter turns that show different numbers, for each tile."""
        self.same_way: list[int] = [way for tile in tiles for way in _same_ways(tile.numbers)]
        """For each tile and quarter turn the first that shows the same numbers."""
        self.own: Sequence[tuple[int, ...]] = own
        """The numbers each tile has where a position gives it no others."""
        self.highest: list[int] = [max(tile.numbers) for tile in tiles]
        """The highest printed number of each tile."""
        self._bearers: dict[str, list[int]] = {
            hook: [at for at, each in enumerate(abilities) if _has(each, hook)] for hook in HOOKS
        }
        self.weakening: list[int] = self._bearers["weakening"]
        self.forbid_flip: list[int] = self._bearers["forbids_flip"]
        self.forbid_move: list[int] = self._bearers["forbids_move"]
        self.stand_in: list[int] = self._bearers["stands_in_for"]
        self.flip_newcomers: list[int] = self._bearers["flips_newcomer"]
        self.start_turns: list[int] = self._bearers["start_of_turn"]
        self.end_turns: list[int] = self._bearers["end_of_turn"]
        self.end_rounds: list[int] = self._bearers["end_of_round"]
        self.minds_flip: list[bool] = [
            at in self._bearers["after_flip"] or at in self._bearers["when_flipped"]
            for at in range(self.count)
        ]
        self.knows_only_print: list[bool] = [each.knows_only_print() for each in abilities]
        keys = [tile.key for tile in tiles]
        self.place: list[Option] = [answers.Place(key) for key in keys]
        self.pick: list[Option] = [answers.Pick(key) for key in keys]
        self.deal: list[Option] = [answers.Deal(key) for key in keys]
        self.draw: list[Option] = [answers.Draw(key) for key in keys]
        self.choose: list[Option] = [answers.Choose(key) for key in keys]
        self.discard: list[Option] = [answers.Discard(key) for key in keys]
        self.give: list[Option] = [answers.Give(key) for key in keys]
        self.lock: list[Option] = [answers.Lock(key) for key in keys]
        self.copy: list[Option] = [answers.Copy(key) for key in keys]

        self.weights_early: list[float] = []
        self.weights_late: list[float] = []
        self.weights_on_field: list[float] = []
        """What bots reckon each tile to be worth, filled in by `bots.evaluation`: in hand before
        the last round, in hand in it, and on the field."""
        self.even: list[list[int]] = [[1] * count for count in range(self.count + 1)]
        """CHANCE's weights for so many tiles: each is there once."""
        self.codes: dict[Option, int] = {}
        """The integers of answers that have come up, so that each is worked out once."""
        self._at: dict[int, Option] = {}
        self._to: dict[int, Option] = {}
        # Answers are made once and handed out again, cells as they come up.

    def at_cells(self, cells: list[int]) -> list[Option]:
        """Placing on each of these cells."""
        known = self._at
        for cell in cells:
            if cell not in known:
                known[cell] = answers.at_cell(cell)
        return [known[cell] for cell in cells]

    def to_cells(self, cells: list[int]) -> list[Option]:
        """Moving to each of these cells."""
        known = self._to
        for cell in cells:
            if cell not in known:
                known[cell] = answers.to_cell(cell)
        return [known[cell] for cell in cells]

    def named(self, answer: Option) -> int:
        """The tile that an answer names."""
        assert isinstance(answer, answers.OneTile)
        return self.number_of[answer.tile]

    def way(self, tile: int, turned: int) -> int:
        """The first quarter turn that shows the same numbers as this one."""
        return self.same_way[4 * tile + (turned & 3)]


@cache  # positions bring tiles of their own, and with them a roster
def _same_ways(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """For each quarter turn the first after which the numbers lie as after this one."""
    faces = [as_it_lies(numbers, turned) for turned in range(4)]
    return tuple([faces.index(face) for face in faces])


def as_it_lies(numbers: Sequence[int], turned: int) -> tuple[int, ...]:
    """Numbers clockwise from the top after so many quarter turns clockwise."""
    return tuple([numbers[(side - turned) % 4] for side in range(4)])


def _has(ability: Ability, hook: str) -> bool:
    """Whether an ability has written this hook of its own."""
    return getattr(type(ability), hook) is not getattr(Ability, hook)
