"""`halfturn arena`: let bots play each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfturn.commands.shared import GameId, Settings, find_game
from halfturn.core.errors import BadOptions

app = typer.Typer()


@app.command()
def arena(
    game_id: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT…", help="novice, casual, strong, expert, search:200, …"),
    ],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 200,
    settings: Settings = None,
    preset: Annotated[str, typer.Option(metavar="NAME", help="A named way of playing.")] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Of the deals and the bots.")] = 1,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every game there, and go on with what it has."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, metavar="N", help="Processes; 0: all cores.")] = 0,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop once it is clear whether the first is stronger.")
    ] = False,
    elo0: Annotated[float, typer.Option(help="With --sprt: no stronger than this …")] = 0.0,
    elo1: Annotated[float, typer.Option(help="… or at least as strong as this.")] = 30.0,
    clock: Annotated[str, typer.Option(help="Think by: wall, or cpu if it is busy.")] = "wall",
    as_json: Annotated[bool, typer.Option("--json", help="The figures for a program.")] = False,
) -> None:
    """Let bots play each other, and tell how strong they are."""
    from halfturn.bots.arena import command as trial
    from halfturn.bots.arena.statistics import Sprt
    from halfturn.core.options import option_words
    from halfturn.terminal.starting import chosen_options

    if sprt and not elo0 < elo1:
        raise BadOptions(f"expected --elo0 below --elo1, got {elo0:g} and {elo1:g}")
    game = find_game(game_id)
    options = option_words(chosen_options(game, preset, settings or []))
    test = Sprt(elo0, elo1) if sprt else None
    trial.arena(game, options, bots, trial.Wishes(games, seed, jobs, file, test, as_json, clock))
