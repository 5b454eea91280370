"""What happens in Sellswords: Olympus, for the log and for the eye. Everybody sees all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core import Event, event
from halfturn.core.event import Name
from halfturn.core.language import say
from halfturn.core.words import listed, points_of_all
from halfturn.games.sellswords.cells import column, row
from halfturn.games.sellswords.score import ScoreLine

if TYPE_CHECKING:
    from halfturn.games.sellswords.field import Field


def title(key: str) -> str:
    """A tile as a sentence names it: `King Midas`."""
    return key.replace("-", " ").title()


class TerrainDrawn(Event, frozen=True, tag="terrain_drawn"):
    """The terrain was drawn by lot."""

    tile: str

    def words(self, name: Name) -> str:
        return say("The terrain is {tile}.", tile=title(self.tile))


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """Who begins a round."""

    seat: int
    round: int
    by_lot: bool

    def words(self, name: Name) -> str:
        if self.by_lot:
            return say(
                "{who} was drawn to begin round {round}.", who=name(self.seat), round=self.round
            )
        return say(
            "{who} had fewer points and began round {round}.", who=name(self.seat), round=self.round
        )


class ColoursDrawn(Event, frozen=True, tag="colours_drawn"):
    """Who plays red."""

    red: int

    def words(self, name: Name) -> str:
        return say(
            "{who} took red, {other} took blue.", who=name(self.red), other=name(1 - self.red)
        )


class Dealt(Event, frozen=True, tag="dealt"):
    """A tile was laid face up into the centre, or dealt to a hand."""

    tile: str
    seat: int | None

    def words(self, name: Name) -> str:
        if self.seat is None:
            return say("{tile} came to the centre.", tile=title(self.tile))
        return say("{who} got {tile}.", who=name(self.seat), tile=title(self.tile))


class Picked(Event, frozen=True, tag="picked"):
    """A tile was drafted; the terrain may have sent it over."""

    seat: int
    tile: str
    into: int

    def words(self, name: Name) -> str:
        if self.seat == self.into:
            return say("{who} picked {tile}.", who=name(self.seat), tile=title(self.tile))
        return say(
            "{who} picked {tile}; it went to {other}.",
            who=name(self.seat),
            tile=title(self.tile),
            other=name(self.into),
        )


class LeftOver(Event, frozen=True, tag="left_over"):
    """The last tile of a draft was discarded."""

    tile: str

    def words(self, name: Name) -> str:
        return say("{tile} was left and discarded.", tile=title(self.tile))


class TerrainLaid(Event, frozen=True, tag="terrain_laid"):
    """The terrain was laid onto the table."""

    tile: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return say("{tile} was laid at {cell}.", tile=title(self.tile), cell=f"{self.x},{self.y}")


class Placed(Event, frozen=True, tag="placed"):
    """A tile was placed; its numbers as they lie, clockwise from the top."""

    seat: int
    tile: str
    colour: str
    x: int
    y: int
    numbers: tuple[int, ...]

    def words(self, name: Name) -> str:
        numbers = "-".join(map(str, self.numbers))
        return say(
            "{who} placed {tile} ({numbers}) at {cell}.",
            who=name(self.seat),
            tile=title(self.tile),
            numbers=numbers,
            cell=f"{self.x},{self.y}",
        )


class Silenced(Event, frozen=True, tag="silenced"):
    """A placed tile's ability was ignored."""

    tile: str

    def words(self, name: Name) -> str:
        return say("The ability of {tile} was ignored.", tile=title(self.tile))


class Silencing(Event, frozen=True, tag="silencing"):
    """The next tiles placed, of one seat or of anybody, will be silenced."""

    tile: str
    count: int
    seat: int | None

    def words(self, name: Name) -> str:
        tile, whose = title(self.tile), say("anybody") if self.seat is None else name(self.seat)
        if self.count == 1:
            return say("{tile} silenced the next tile placed by {who}.", tile=tile, who=whose)
        return say(
            "{tile} silenced the next {count} tiles placed by {who}.",
            tile=tile,
            count=self.count,
            who=whose,
        )


class Flipped(Event, frozen=True, tag="flipped"):
    """Tiles changed sides at once; the colours they show now."""

    tiles: tuple[str, ...]
    colours: tuple[str, ...]

    def words(self, name: Name) -> str:
        parts = []
        for colour in ("red", "blue"):
            names = [
                title(tile)
                for tile, now in zip(self.tiles, self.colours, strict=True)
                if now == colour
            ]
            if names:
                parts.append(
                    say("{tiles} flipped to {colour}", tiles=listed(names), colour=say(colour))
                )
        return f"{', '.join(parts)}."


class Kept(Event, frozen=True, tag="kept"):
    """Tiles that would have changed sides and were not allowed to."""

    by: str
    tiles: tuple[str, ...]

    def words(self, name: Name) -> str:
        return say(
            "{tile} kept {tiles} unflipped.",
            tile=title(self.by),
            tiles=listed([title(tile) for tile in self.tiles]),
        )


class Shielded(Event, frozen=True, tag="shielded"):
    """A tile took upon itself what would have flipped others."""

    tile: str
    saved: tuple[str, ...]

    def words(self, name: Name) -> str:
        return say(
            "{tile} stood in for {tiles}.",
            tile=title(self.tile),
            tiles=listed([title(tile) for tile in self.saved]),
        )


class Moved(Event, frozen=True, tag="moved"):
    """A tile was moved."""

    tile: str
    from_x: int
    from_y: int
    x: int
    y: int
    numbers: tuple[int, ...]

    def words(self, name: Name) -> str:
        return say("{tile} moved to {cell}.", tile=title(self.tile), cell=f"{self.x},{self.y}")


class Swapped(Event, frozen=True, tag="swapped"):
    """Two tiles changed places."""

    tiles: tuple[str, str]
    x: int
    y: int
    other_x: int
    other_y: int
    """Where the first and the second lie now."""

    def words(self, name: Name) -> str:
        return say(
            "{tile} and {other} changed places.",
            tile=title(self.tiles[0]),
            other=title(self.tiles[1]),
        )


class Rotated(Event, frozen=True, tag="rotated"):
    """A tile was turned where it lies."""

    tile: str
    numbers: tuple[int, ...]

    def words(self, name: Name) -> str:
        return say(
            "{tile} was turned to {numbers}.",
            tile=title(self.tile),
            numbers="-".join(map(str, self.numbers)),
        )


class Discarded(Event, frozen=True, tag="discarded"):
    """A tile went from a hand to the discard."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return say("{who} discarded {tile}.", who=name(self.seat), tile=title(self.tile))


class Drew(Event, frozen=True, tag="drew"):
    """A tile came from the deck into a hand."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return say("{who} drew {tile}.", who=name(self.seat), tile=title(self.tile))


class Refilled(Event, frozen=True, tag="refilled"):
    """The discard became the deck."""

    def words(self, name: Name) -> str:
        return say("The discard was shuffled into a new deck.")


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Two players gave each other a tile."""

    seat: int
    gave: str
    got: str

    def words(self, name: Name) -> str:
        return say(
            "{who} gave {tile} to {other} for {got}.",
            who=name(self.seat),
            tile=title(self.gave),
            other=name(1 - self.seat),
            got=title(self.got),
        )


class Locked(Event, frozen=True, tag="locked"):
    """A tile in a hand cannot be placed next turn."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return say(
            "{tile} cannot be placed by {who} next turn.",
            tile=title(self.tile),
            who=name(self.seat),
        )


class Copied(Event, frozen=True, tag="copied"):
    """A tile took over the ability of a discarded one."""

    tile: str
    source: str

    def words(self, name: Name) -> str:
        return say("{tile} copied {other}.", tile=title(self.tile), other=title(self.source))


class Aimed(Event, frozen=True, tag="aimed"):
    """A battle was fought otherwise than by the placed tile against all: by whom, with whom."""

    tile: str
    attacker: str
    opponent: str | None

    def words(self, name: Name) -> str:
        if self.opponent is not None:
            return say(
                "{tile} battled {other} alone.",
                tile=title(self.attacker),
                other=title(self.opponent),
            )
        return say(
            "{tile} battled instead of {other}.", tile=title(self.attacker), other=title(self.tile)
        )


class AnotherTurn(Event, frozen=True, tag="another_turn"):
    """A player will take another turn."""

    seat: int

    def words(self, name: Name) -> str:
        return say("{who} will take another turn after this one.", who=name(self.seat))


class PointsLost(Event, frozen=True, tag="points_lost"):
    """A tile cost a player points."""

    seat: int
    points: int
    tile: str

    def words(self, name: Name) -> str:
        who, tile = name(self.seat), title(self.tile)
        if self.points == 1:
            return say("{who} lost 1 point by {tile}.", who=who, tile=tile)
        return say("{who} lost {points} points by {tile}.", who=who, points=self.points, tile=tile)


class RoundScored(Event, frozen=True, tag="round_scored"):
    """A round was scored, line by line."""

    round: int
    lines: tuple[ScoreLine, ...]
    gained: tuple[int, int]
    scores: tuple[int, int]

    def words(self, name: Name) -> str:
        return say(
            "Round {round} brought {gained}. The score: {totals}.",
            round=self.round,
            gained=points_of_all(name, self.gained),
            totals=points_of_all(name, self.scores),
        )


class GameOver(event.GameOver, frozen=True, tag="game_over"):
    """The last round has been scored."""

    def words(self, name: Name) -> str:
        if len(self.winners) == 1 and self.scores[0] == self.scores[1]:
            return say(
                "The game is over. {points}. {who} won on the tie-break.",
                points=points_of_all(name, self.scores),
                who=name(self.winners[0]),
            )
        return super().words(name)


Happening = (
    TerrainDrawn
    | FirstPlayer
    | ColoursDrawn
    | Dealt
    | Picked
    | LeftOver
    | TerrainLaid
    | Placed
    | Silenced
    | Silencing
    | Flipped
    | Kept
    | Shielded
    | Moved
    | Swapped
    | Rotated
    | Discarded
    | Drew
    | Refilled
    | Exchanged
    | Locked
    | Copied
    | Aimed
    | AnotherTurn
    | PointsLost
    | RoundScored
    | GameOver
)


# ---- events of tiles, which the board knows by their places in the roster ----


def colour_of(board: Field, seat: int) -> str:
    """The colour a seat plays."""
    return "red" if seat == board.red else "blue"


def _key(board: Field, tile: int) -> str:
    return board.roster.tiles[tile].key


def _lying(board: Field, tile: int) -> tuple[int, ...]:
    return tuple(board.printed(tile, side) for side in range(4))


def terrain_laid(board: Field) -> Event:
    """The terrain, where it lies now."""
    cell = board.spot[board.terrain]
    return TerrainLaid(_key(board, board.terrain), column(cell), row(cell))


def placed(board: Field, tile: int) -> Event:
    """A tile, as it lies now."""
    cell, seat = board.spot[tile], board.owner[tile]
    colour = colour_of(board, seat)
    numbers = _lying(board, tile)
    return Placed(seat, _key(board, tile), colour, column(cell), row(cell), numbers)


def silenced(board: Field, tile: int) -> Event:
    """A tile whose ability does not work."""
    return Silenced(_key(board, tile))


def silencing(board: Field, tile: int, count: int, seat: int | None) -> Event:
    """Tiles to come whose abilities will not work."""
    return Silencing(_key(board, tile), count, seat)


def flipped(board: Field, tiles: list[int]) -> Event:
    """Tiles that have changed sides."""
    colours = tuple(colour_of(board, board.owner[tile]) for tile in tiles)
    return Flipped(tuple(_key(board, tile) for tile in tiles), colours)


def kept(board: Field, bearer: int, tiles: list[int]) -> Event:
    """Tiles that an ability keeps from flipping."""
    return Kept(_key(board, bearer), tuple(_key(board, tile) for tile in tiles))


def shielded(board: Field, bearer: int, tiles: list[int]) -> Event:
    """A tile that is to be flipped instead of others."""
    return Shielded(_key(board, bearer), tuple(_key(board, tile) for tile in tiles))


def moved(board: Field, tile: int, old: int) -> Event:
    """A tile that lay elsewhere."""
    cell = board.spot[tile]
    before, now = (column(old), row(old)), (column(cell), row(cell))
    return Moved(_key(board, tile), *before, *now, _lying(board, tile))


def swapped(board: Field, one: int, other: int) -> Event:
    """Two tiles, where they lie now."""
    here, there = board.spot[one], board.spot[other]
    keys = (_key(board, one), _key(board, other))
    return Swapped(keys, column(here), row(here), column(there), row(there))


def rotated(board: Field, tile: int) -> Event:
    """A tile as it lies now."""
    return Rotated(_key(board, tile), _lying(board, tile))


def dealt(board: Field, tile: int, seat: int | None) -> Event:
    """A tile from the deck."""
    return Dealt(_key(board, tile), seat)


def picked(board: Field, tile: int, by: int, into: int) -> Event:
    """A drafted tile."""
    return Picked(by, _key(board, tile), into)


def left_over(board: Field, tile: int) -> Event:
    """The last of a draft."""
    return LeftOver(_key(board, tile))


def discarded(board: Field, tile: int, seat: int) -> Event:
    """A tile that left a hand."""
    return Discarded(seat, _key(board, tile))


def drew(board: Field, tile: int, seat: int) -> Event:
    """A tile that came into a hand."""
    return Drew(seat, _key(board, tile))


def exchanged(board: Field, given: int, by: int, returned: int) -> Event:
    """Two tiles that changed hands."""
    return Exchanged(by, _key(board, given), _key(board, returned))


def locked(board: Field, tile: int, seat: int) -> Event:
    """A tile that its holder cannot place."""
    return Locked(seat, _key(board, tile))


def copied(board: Field, tile: int, source: int) -> Event:
    """An ability taken over."""
    return Copied(_key(board, tile), _key(board, source))


def aimed(board: Field, tile: int, attacker: int, opponent: int) -> Event:
    """Who fights instead, or against whom alone."""
    other = None if opponent < 0 else _key(board, opponent)
    return Aimed(_key(board, tile), _key(board, attacker), other)


def lost(board: Field, seat: int, points: int, bearer: int) -> Event:
    """Points that a tile cost."""
    return PointsLost(seat, points, _key(board, bearer))
