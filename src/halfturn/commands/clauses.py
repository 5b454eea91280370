"""`halfturn clauses`: list the tests of each clause."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def clauses(root: Annotated[Path, typer.Argument(help="The project's folder.")] = Path()) -> None:
    """Print which tests cover which clause of the rules."""
    from halfturn.contract.clauses import main as print_clauses

    raise typer.Exit(print_clauses(root))
