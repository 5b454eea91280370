"""What happens in Sellswords: Olympus, for the log and for the eye. Everybody sees all of it."""

from __future__ import annotations

from collections.abc import Callable

from halfturn.core import Event
from halfturn.core.words import listed
from halfturn.games.sellswords.score import ScoreLine

Name = Callable[[int], str]


def title(key: str) -> str:
    """A tile as a sentence names it: `King Midas`."""
    return key.replace("-", " ").title()


class TerrainDrawn(Event, frozen=True, tag="terrain_drawn"):
    """The terrain was drawn by lot."""

    tile: str

    def words(self, name: Name) -> str:
        return f"The terrain is {title(self.tile)}."


class FirstPlayer(Event, frozen=True, tag="first_player"):
    """Who begins a round."""

    seat: int
    round: int
    by_lot: bool

    def words(self, name: Name) -> str:
        why = "was drawn to begin" if self.by_lot else "had fewer points and began"
        return f"{name(self.seat)} {why} round {self.round}."


class ColoursDrawn(Event, frozen=True, tag="colours_drawn"):
    """Who plays red."""

    red: int

    def words(self, name: Name) -> str:
        return f"{name(self.red)} took red, {name(1 - self.red)} took blue."


class Dealt(Event, frozen=True, tag="dealt"):
    """A tile was laid face up into the centre, or dealt to a hand."""

    tile: str
    seat: int | None

    def words(self, name: Name) -> str:
        if self.seat is None:
            return f"{title(self.tile)} came to the centre."
        return f"{name(self.seat)} got {title(self.tile)}."


class Picked(Event, frozen=True, tag="picked"):
    """A tile was drafted; Tartarus may have sent it over."""

    seat: int
    tile: str
    into: int

    def words(self, name: Name) -> str:
        if self.seat == self.into:
            return f"{name(self.seat)} picked {title(self.tile)}."
        return f"{name(self.seat)} picked {title(self.tile)}; it went to {name(self.into)}."


class LeftOver(Event, frozen=True, tag="left_over"):
    """The last tile of a draft was discarded."""

    tile: str

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} was left and discarded."


class TerrainLaid(Event, frozen=True, tag="terrain_laid"):
    """The terrain was laid onto the table."""

    tile: str
    x: int
    y: int

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} was laid at {self.x},{self.y}."


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
        return f"{name(self.seat)} placed {title(self.tile)} ({numbers}) at {self.x},{self.y}."


class Silenced(Event, frozen=True, tag="silenced"):
    """A placed tile's ability was ignored."""

    tile: str

    def words(self, name: Name) -> str:
        return f"The ability of {title(self.tile)} was ignored."


class Silencing(Event, frozen=True, tag="silencing"):
    """The next tiles placed, of one seat or of anybody, will be silenced."""

    tile: str
    count: int
    seat: int | None

    def words(self, name: Name) -> str:
        whose = "anybody" if self.seat is None else name(self.seat)
        tiles = "the next tile" if self.count == 1 else f"the next {self.count} tiles"
        return f"{title(self.tile)} silenced {tiles} placed by {whose}."


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
                parts.append(f"{listed(names)} flipped to {colour}")
        return f"{', '.join(parts)}."


class Kept(Event, frozen=True, tag="kept"):
    """Tiles that would have changed sides and were not allowed to."""

    by: str
    tiles: tuple[str, ...]

    def words(self, name: Name) -> str:
        return f"{title(self.by)} kept {listed([title(tile) for tile in self.tiles])} unflipped."


class StoodIn(Event, frozen=True, tag="stood_in"):
    """A tile took upon itself what would have flipped others."""

    tile: str
    saved: tuple[str, ...]

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} stood in for {listed([title(tile) for tile in self.saved])}."


class Moved(Event, frozen=True, tag="moved"):
    """A tile was moved."""

    tile: str
    from_x: int
    from_y: int
    x: int
    y: int
    numbers: tuple[int, ...]

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} moved to {self.x},{self.y}."


class Swapped(Event, frozen=True, tag="swapped"):
    """Two tiles changed places."""

    tiles: tuple[str, str]
    x: int
    y: int
    other_x: int
    other_y: int
    """Where the first and the second lie now."""

    def words(self, name: Name) -> str:
        return f"{title(self.tiles[0])} and {title(self.tiles[1])} changed places."


class Rotated(Event, frozen=True, tag="rotated"):
    """A tile was turned where it lies."""

    tile: str
    numbers: tuple[int, ...]

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} was turned to {'-'.join(map(str, self.numbers))}."


class Discarded(Event, frozen=True, tag="discarded"):
    """A tile went from a hand to the discard."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} discarded {title(self.tile)}."


class Drew(Event, frozen=True, tag="drew"):
    """A tile came from the deck into a hand."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} drew {title(self.tile)}."


class Refilled(Event, frozen=True, tag="refilled"):
    """The discard became the deck."""

    def words(self, name: Name) -> str:
        return "The discard was shuffled into a new deck."


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Two players gave each other a tile."""

    seat: int
    gave: str
    got: str

    def words(self, name: Name) -> str:
        given = f"{name(self.seat)} gave {title(self.gave)}"
        return f"{given} to {name(1 - self.seat)} for {title(self.got)}."


class Locked(Event, frozen=True, tag="locked"):
    """A tile in a hand cannot be placed next turn."""

    seat: int
    tile: str

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} cannot be placed by {name(self.seat)} next turn."


class Copied(Event, frozen=True, tag="copied"):
    """A tile took over the ability of a discarded one."""

    tile: str
    source: str

    def words(self, name: Name) -> str:
        return f"{title(self.tile)} copied {title(self.source)}."


class Aimed(Event, frozen=True, tag="aimed"):
    """A battle was fought otherwise than by the placed tile against all: by whom, with whom."""

    tile: str
    attacker: str
    opponent: str | None

    def words(self, name: Name) -> str:
        if self.opponent is not None:
            return f"{title(self.attacker)} battled {title(self.opponent)} alone."
        return f"{title(self.attacker)} battled instead of {title(self.tile)}."


class AnotherTurn(Event, frozen=True, tag="another_turn"):
    """A player will take another turn."""

    seat: int

    def words(self, name: Name) -> str:
        return f"{name(self.seat)} will take another turn after this one."


class PointsLost(Event, frozen=True, tag="points_lost"):
    """A tile cost a player points."""

    seat: int
    points: int
    tile: str

    def words(self, name: Name) -> str:
        points = "1 point" if self.points == 1 else f"{self.points} points"
        return f"{name(self.seat)} lost {points} by {title(self.tile)}."


class RoundScored(Event, frozen=True, tag="round_scored"):
    """A round was scored, line by line."""

    round: int
    lines: tuple[ScoreLine, ...]
    gained: tuple[int, int]
    scores: tuple[int, int]

    def words(self, name: Name) -> str:
        gained = ", ".join(f"{name(seat)}: {points}" for seat, points in enumerate(self.gained))
        totals = ", ".join(f"{name(seat)}: {points}" for seat, points in enumerate(self.scores))
        return f"Round {self.round} brought {gained}. The score: {totals}."


class GameOver(Event, frozen=True, tag="game_over"):
    """The last round has been scored."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def words(self, name: Name) -> str:
        points = ", ".join(f"{name(seat)}: {score}" for seat, score in enumerate(self.scores))
        names = listed([name(seat) for seat in self.winners])
        if len(self.winners) > 1:
            return f"The game is over. {points}. A tie between {names}."
        tie = " on the tie-break" if self.scores[0] == self.scores[1] else ""
        return f"The game is over. {points}. {names} won{tie}."


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
    | StoodIn
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
