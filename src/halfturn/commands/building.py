"""Building games and Halfturn itself: `new-game`, `contract`, `clauses`, `bench`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfturn.commands.shared import GameId, find_game

app = typer.Typer()


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new game.")],
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to put it.")] = Path(),
) -> None:
    """Begin a game of your own: a small running one in a package of its own."""
    from halfturn.contract.newgame import new_game as make

    for path in make(name, into):
        print(path)
    print(f"A small game that runs. Its {into / name / 'README.md'} tells how to go on.")


@app.command()
def contract(game_id: GameId) -> None:
    """Check a game against the contract, and tell what it lacks."""
    from halfturn.contract import report

    results = report(find_game(game_id))
    for result in results:
        print(f"{'holds ' if result.ok else 'LACKS '} {result.name}")
        if not result.ok:
            print(f"       {result.message}")
    lacking = sum(not result.ok for result in results)
    print(f"{len(results) - lacking} of {len(results)} hold.")
    if lacking:
        raise typer.Exit(1)


@app.command()
def clauses(root: Annotated[Path, typer.Argument(help="The project's folder.")] = Path()) -> None:
    """Print which tests cover which clause of the rules."""
    from halfturn.contract.clauses import main as print_clauses

    raise typer.Exit(print_clauses(root))


@app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": [],
    }
)
def bench(context: typer.Context) -> None:
    """Measure the speed of the rules; bench --help tells more."""
    from halfturn import bench as benching

    raise typer.Exit(benching.main(list(context.args)))
