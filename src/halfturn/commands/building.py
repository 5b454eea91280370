"""Building games and Halfturn itself: `new-game`, `contract`, `clauses`, `bench`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from halfturn.commands.shared import GameId, find_game
from halfturn.core.errors import HalfturnError

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
    """Measure the speed of rules and bots beside other libraries, from a checkout."""
    of_environment = Path(sys.prefix, "..", "..")  # where run.py keeps one
    checkout = find_benchmarks((Path(), of_environment, Path(__file__).parents[3]))
    sys.path.insert(0, str(checkout))
    benchmarks = import_module("benchmarks.library.__main__")
    raise typer.Exit(benchmarks.main(list(context.args)))


def find_benchmarks(folders: Iterable[Path]) -> Path:
    """Return the first of these folders that is a checkout with benchmarks."""
    for folder in folders:
        if (folder / "benchmarks" / "library" / "__main__.py").is_file():
            return folder.resolve()
    raise HalfturnError(
        "bench: the benchmarks compare Halfturn with other libraries and are not installed with "
        "it. Get a checkout of Halfturn's sources and start python3 run.py bench there."
    )
