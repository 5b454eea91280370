"""`halfturn arena`: from the words of the command line to a table of results."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from halfturn.bots.arena.game import Setting
from halfturn.bots.arena.report import rates_of_deals, show, summary
from halfturn.bots.arena.results import Results
from halfturn.bots.arena.run import all_cores, run
from halfturn.bots.arena.statistics import Sprt
from halfturn.bots.registry import make_bot
from halfturn.core import BadOptions, Game
from halfturn.core.clock import WALL, clock_named


@dataclass(frozen=True)
class Wishes:
    """What was asked for besides the game and the bots."""

    games: int = 200
    seed: int = 1
    workers: int = 0
    file: Path | None = None
    sprt: Sprt | None = None
    as_json: bool = False
    clock: str = WALL


def settings(
    game: Game, options: Sequence[str], bots: Sequence[str], seed: int, clock: str = WALL
) -> list[Setting]:
    """One table for all bots, or where they are too many for one, a table for every pair."""
    clock_named(clock)
    for name in bots:
        make_bot(name)  # complains about names that mean none
    if len(bots) < game.min_seats:
        raise BadOptions(f"expected {game.min_seats} bots or more, got {len(bots)}")
    tables = [tuple(bots)] if len(bots) <= game.max_seats else list(itertools.combinations(bots, 2))
    return [
        Setting(game.id, game.rules_version, game.data_hash, tuple(options), table, seed, clock)
        for table in tables
    ]


def arena(game: Game, options: Sequence[str], bots: Sequence[str], wishes: Wishes) -> None:
    """Play, with a progress bar, and print what it came to."""
    tables = settings(game, options, bots, wishes.seed, wishes.clock)
    if wishes.sprt is not None:
        wishes = replace(wishes, sprt=_against_one(wishes.sprt, tables[0].bots))
    if wishes.file is not None and len(tables) > 1:
        raise BadOptions("expected no --file with more bots than fit a table: run pairs one by one")
    found = []
    for setting in tables:
        results = Results(setting, wishes.file)
        _play(results, wishes)
        found.append(summary(results, wishes.sprt))
    if wishes.as_json:
        print(json.dumps(found if len(found) > 1 else found[0], indent=1))
        return
    console = Console()
    for each in found:
        show(each, console)


def _against_one(sprt: Sprt, bots: Sequence[str]) -> Sprt:
    """The test for as many as play; where more bots than seats play in pairs, for two."""
    others = bots[1:]
    if len(set(others)) > 1:
        raise BadOptions(
            "expected for --sprt the new bot, and at all other seats the one before it, "
            f"got {' and '.join(others)} there"
        )
    return replace(sprt, others=len(others))


def _play(results: Results, wishes: Wishes) -> None:
    sprt = wishes.sprt

    def is_settled() -> bool:
        return sprt is not None and sprt.verdict(rates_of_deals(results)) != ""

    seats = len(results.setting.bots)
    games = -(-wishes.games // seats) * seats  # whole deals
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(" ".join(results.setting.bots), total=games)
        bar.update(task, completed=len(results.played))
        for done in run(results, games, wishes.workers or all_cores(), is_settled):
            first = sum(each.wins[0] for each in results.played.values()) / done
            text = f"{results.setting.bots[0]} {100 * first:.0f} %"
            bar.update(task, completed=done, description=text)
