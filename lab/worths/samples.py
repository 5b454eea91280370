"""Games of Sellswords to learn from: who had what in each position, and what it came to.

Searching players play both seats. Most drafts are by lot, else nobody would see a hero fail that
bots do not like, and now and then one of the better turns is played instead of the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from halfturn.bots.arena.keeping import Kept
from halfturn.bots.arena.run import all_cores, on_cores
from halfturn.bots.registry import make_bot
from halfturn.core import CHANCE, Rng, SeededRng, draw
from halfturn.core.data import load_with_owner_data
from halfturn.games.sellswords.board import DRAFT, PLACING, SellswordsBoard
from halfturn.games.sellswords.bots.evaluation import extras_of, sights_of, tiles_to_come
from halfturn.games.sellswords.state import SellswordsState

DRAFTS_BY_LOT: Final = 7
"""Of ten games."""
STRAYS: Final = (0, 10, 20)
"""Of a hundred turns: one game after the other has so many that stray."""
AMONG: Final = 25
"""A turn that strays is one of the best so many."""


class Position(msgspec.Struct, array_like=True):
    """The table when a turn begins; of both seats what the first has more than the second."""

    is_last_round: bool
    share: float
    """How many tiles are still to be placed in the round, as a share of all."""
    lead: float
    tiles: float
    lines: float
    weakness: float
    extras: float
    more: float
    """Tiles in hand."""
    turn: float
    """-1 where the first seat is the next to place, and 1 where the second is."""
    hands: tuple[list[str], list[str]]
    """Heroes by their keys."""
    field: tuple[list[str], list[str]]


class Sample(msgspec.Struct):
    """A game: by how much the first seat won, and what lay on the table on the way there."""

    number: int
    lead: float
    positions: list[Position]


class Heading(msgspec.Struct):
    """What the games of a file have in common."""

    data: str
    """The heroes, as a hash."""
    bot: str


class Job(msgspec.Struct):
    """A game that is to be played."""

    bot: str
    number: int


def samples(bot: str, count: int, file: Path | None, jobs: int) -> Iterator[Sample]:
    """So many games: those of the file, and then new ones, which it is told as they end."""
    heading = Heading(load_with_owner_data("sellswords").data_hash, bot)
    kept = Kept(heading, Sample, file, lambda of: f"{of.bot}, heroes {of.data[:8]}")
    missing = [Job(bot, number) for number in kept.missing(count)]
    yield from [kept.played[number] for number in range(count) if number in kept.played]
    for ended in on_cores(play, missing, jobs or all_cores()):
        for sample in ended:
            kept.add(sample)
        yield from ended


def play(job: Job) -> Sample:
    """One game; the same for the same number, if the bot counts iterations and not seconds."""
    bot, number = job.bot, job.number
    state = load_with_owner_data("sellswords").start(seats=2)
    assert isinstance(state, SellswordsState)
    lots, chance = SeededRng(f"lots {number}"), SeededRng(f"deal {number}")
    players = [make_bot(bot), make_bot(bot)]
    is_by_lot = number % 10 < DRAFTS_BY_LOT
    strays = STRAYS[number % len(STRAYS)]
    positions: list[Position] = []
    meant: list[int] = []
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, chance))
            meant = []  # what was drawn may make another answer of it
            continue
        stage = state.field.stage
        if decision.opens_turn and stage == PLACING:
            positions.append(position_of(state.field))
            meant = _stray(state, lots) if lots.below(100) < strays else []
        if stage == DRAFT and is_by_lot:
            state.play(decision.options[lots.below(len(decision.options))])
        elif meant:
            state.play_code(meant.pop(0))
        else:
            world = state.redeal(decision.seat, lots)
            state.play(players[decision.seat].choose(world, lots))
    return Sample(number, float(state.scores[0] - state.scores[1]), positions)


def position_of(board: SellswordsBoard) -> Position:
    """What lies on the table, as far as the judgement counts it."""
    is_last = board.round >= board.rulings.rounds
    first, second = sights_of(board, not is_last)
    extras = extras_of(board)
    roster = board.roster
    field: tuple[list[str], list[str]] = ([], [])
    for tile in board.at.values():
        if board.owner[tile] >= 0:
            field[board.owner[tile]].append(roster.tiles[tile].key)
    hands = board.hands
    return Position(
        is_last,
        tiles_to_come(board) / (2 * board.rulings.hand_size),
        board.points[0] - board.points[1],
        first[0] - second[0],
        first[1] - second[1],
        first[2] - second[2],
        extras[0] - extras[1],
        len(hands[0]) - len(hands[1]),
        -1.0 if board.active == 0 else 1.0,
        (
            [roster.tiles[tile].key for tile in hands[0]],
            [roster.tiles[tile].key for tile in hands[1]],
        ),
        field,
    )


def _stray(state: SellswordsState, rng: Rng) -> list[int]:
    """One of the better turns; empty where they cannot be listed."""
    found = state.game.heuristics().judged(state, False, 0.0)
    if found is None:
        return []
    order = sorted(range(len(found.codes)), key=lambda at: -found.values[at])[:AMONG]
    return list(found.codes[order[rng.below(len(order))]])
