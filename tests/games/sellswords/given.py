"""Positions, turns and what they come to, so that a test is three lines.

Answers are strict: a test fails when the game asks something that it did not answer, and
when it gives an answer that nobody asked for.
"""

from __future__ import annotations

import json

from halfturn.core import Event, SeededRng, State
from halfturn.core.seats import CHANCE, read_seat, seat_letter
from halfturn.games.sellswords import Sellswords
from halfturn.games.sellswords.events import RoundScored
from halfturn.games.sellswords.state import SellswordsState
from halfturn.games.sellswords.view import FieldTile, SellswordsView

GAME = Sellswords()
FILLERS = ("v24", "v25")
"""What A and B hold besides, so that a round does not end with the tile of the test."""


class Table:
    """A position under test."""

    def __init__(self, state: SellswordsState) -> None:
        self.state = state
        self.events: list[Event] = []
        """What the last turn told."""

    def plays(self, line: str) -> Table:
        """One turn, from its first answer to its last: `hydra 1,0 90 no`."""
        self.events = []
        for at, word in enumerate(line.split()):
            question = self.state.decision
            assert question is not None, f"{word!r} was left over: the game is over"
            is_new = question.opens_turn or (question.seat == CHANCE and question.kind != "draw")
            assert at == 0 or not is_new, f"{word!r} was left over: the turn is over"
            self.state.play(self.state.read(word), self.events)
            self.reads_back()
        question = self.state.decision
        unanswered = (
            question is not None
            and not question.opens_turn
            and (question.seat != CHANCE or question.kind == "draw")
        )
        assert not unanswered, f"unanswered: {question}"
        return self

    def answers(self, line: str) -> Table:
        """A few answers, without saying that they are a turn."""
        self.events = []
        for word in line.split():
            self.state.play(self.state.read(word), self.events)
            self.reads_back()
        return self

    def reads_back(self) -> None:
        """The position, written and read again, asks the same: checked after every answer."""
        again = self.state.game.position(self.state.text)
        assert again.text == self.state.text
        assert str(again.decision) == str(self.state.decision)

    @property
    def seen(self) -> SellswordsView:
        """What everybody sees."""
        view = self.state.view(None)
        assert isinstance(view, SellswordsView)
        return view

    @property
    def options(self) -> list[str]:
        """The open question's answers, in notation."""
        decision = self.state.decision
        return [] if decision is None else [str(option) for option in decision.options]

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked, and what kind of question."""
        assert self.state.decision is not None
        return self.state.decision.seat, self.state.decision.kind

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of A and B; red is A unless a position says otherwise."""
        return self.state.scores

    def colour(self, *tiles: str) -> str:
        """The colours that tiles show, as letters: `RB`."""
        board = self.state.board
        owners = [board.owner[board.roster.number_of[tile]] for tile in tiles]
        return "".join("R" if owner == board.red else "B" for owner in owners)

    def cell(self, tile: str) -> tuple[int, int] | None:
        """Where a tile lies."""
        for lying in self.seen.field:
            if lying.key == tile:
                return lying.x, lying.y
        return None

    def numbers(self, tile: str) -> tuple[int, ...]:
        """The printed numbers of a tile on the field, as they lie."""
        return self._lying(tile).numbers

    def fights(self, tile: str) -> tuple[int, ...]:
        """The numbers that a tile on the field would fight with."""
        return self._lying(tile).fights

    def _lying(self, tile: str) -> FieldTile:
        found = [lying for lying in self.seen.field if lying.key == tile]
        assert found, f"{tile} is not on the field"
        return found[0]

    @property
    def asking(self) -> str | None:
        """The tile whose ability asks."""
        return self.state.view(None).asking  # type: ignore[attr-defined,no-any-return]

    @property
    def discard(self) -> list[str]:
        """The discard, oldest first."""
        board = self.state.board
        return [board.roster.tiles[tile].key for tile in board.discard]

    @property
    def words(self) -> str:
        """What the last turn told, as players read it."""
        return " ".join(event.words(seat_letter) for event in self.events)

    def gained(self, source: str) -> tuple[int, int]:
        """The points that the round scored last brought from that source."""
        lines = next(event.lines for event in self.events if isinstance(event, RoundScored))
        found = [line.points for line in lines if line.source == source]
        return sum(points[0] for points in found), sum(points[1] for points in found)

    @property
    def outlook(self) -> tuple[int, ...]:
        """The scores if the round ended now."""
        return self.state.outlook

    def hand(self, seat: str) -> list[str]:
        """The tiles of a hand."""
        board = self.state.board
        return [board.roster.tiles[tile].key for tile in board.hands[read_seat(seat, 2)]]


def given(position: str, **options: object) -> Table:
    """A position in notation, with options by name."""
    words = " ".join(f"{name}={str(value).lower()}" for name, value in options.items())
    return Table(GAME.position(f"options {words}; {position}" if words else position))


def placed(position: str, tile: str, cell: str, line: str = "", **options: object) -> Table:
    """Red (A) places a tile on a cell: `placed("blue v1=3@1,0", "apollo=3", "2,0")`.

    The tile's numbers are given as they shall lie; what follows are the further answers
    of the turn. Both players hold a plain tile besides.
    """
    return placed_by("A", position, tile, cell, line, **options)


def placed_by(
    seat: str, position: str, tile: str, cell: str, line: str = "", **options: object
) -> Table:
    """Red is A and blue is B: one of them places a tile on a cell."""
    table = before(seat, position, tile, **options)
    return table.plays(turn(table.state, tile, cell, line))


def before(seat: str, position: str, tile: str, **options: object) -> Table:
    """The position in which a seat is about to place a tile."""
    hands = {"A": [FILLERS[0]], "B": [FILLERS[1]]}
    hands[seat].append(tile)
    sections = [position, f"turn {seat}"]
    sections += [
        f"hand {each} {' '.join(tiles)}"
        for each, tiles in hands.items()
        if f"hand {each}" not in position
    ]
    if f"hand {seat}" in position:
        raise AssertionError(f"hand {seat}: expected it to be left out; its tile is {tile}")
    return given("; ".join(sections), **options)


def halfway(position: str, tile: str, cell: str, line: str = "", **options: object) -> Table:
    """Red (A) places a tile, and the next question stands open."""
    table = before("A", position, tile, **options)
    return table.answers(turn(table.state, tile, cell, line))


def with_heroes(**abilities: str) -> Sellswords:
    """A game with heroes of an owner's file in the free slots: `with_heroes(twin="hydra")`."""
    heroes = [
        {"ref": ref, "enabled": True, "name": name, "ability": ability, "numbers": [1, 1, 1, 1]}
        for ref, (name, ability) in enumerate(abilities.items(), start=1)
    ]
    return GAME.with_data(json.dumps({"version": 1, "heroes": heroes}))


def turn(state: State, tile: str, cell: str, line: str = "") -> str:
    """The answers that place a tile upright on a cell, and what follows."""
    assert isinstance(state, SellswordsState)
    key = tile.partition("=")[0]
    roster = state.board.roster
    ways = roster.ways[roster.number_of[key]]
    words = [f"place:{key}", f"at:{cell}"] + ["turn:0"] * (len(ways) > 1)
    return " ".join([*words, line])


def begun(**options: object) -> Table:
    """A new game, before any lot and any deal."""
    state = GAME.start(2, options)
    assert isinstance(state, SellswordsState)
    return Table(state)


def cells(table: Table, tile: str) -> list[str]:
    """Where the player at turn could place a tile: `["0,-1", "1,0"]`."""
    other = Table(table.state.clone()).answers(f"place:{tile}")
    return [option.removeprefix("at:") for option in other.options]


def goals(table: Table, tile: str) -> list[str]:
    """Where a tile that can be chosen now could be moved to."""
    other = Table(table.state.clone()).answers(f"choose:{tile}")
    return [option.removeprefix("to:") for option in other.options]


def played_at_random(state: SellswordsState, seed: int, until: str = "") -> SellswordsState:
    """Random answers to the end, or until a question of that kind is open."""
    rng = SeededRng(seed)
    while (decision := state.decision) is not None and decision.kind != until:
        state.play(decision.options[rng.below(len(decision.options))])
    return state
