"""`halfturn bench`: measure speed beside other libraries."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import typer

from halfturn.core.errors import HalfturnError

app = typer.Typer()


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
