"""`halfturn compile`: make the compiled build of a checkout."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from halfturn.core.errors import HalfturnError

app = typer.Typer()


@app.command("compile")
def compile_rules(
    in_background: Annotated[bool, typer.Option("--in-background", hidden=True)] = False,
) -> None:
    """Compile the rules of this checkout into C, which makes them several times faster."""
    from halfturn import installation

    checkout = installation.find_checkout()
    if checkout is None:
        raise HalfturnError(
            "There is no checkout to compile: start this with `python3 run.py compile` in one. An "
            "installed Halfturn is compiled if its wheel is; `halfturn doctor` shows that."
        )
    if in_background and hasattr(os, "nice"):
        os.nice(19)
    missing = installation.is_missing(checkout)
    if missing and not in_background:
        print("Compiling the rules. This takes a minute or two.", file=sys.stderr, flush=True)
    why = installation.make(checkout)
    if why:
        say = f"The rules run as plain Python, slower and otherwise the same: {why}."
    else:
        say = "The compiled build is ready. It is used from the next start on."
    if missing or not in_background:
        print(f"halfturn: {say}", file=sys.stderr, flush=True)
    if why and not in_background:
        raise typer.Exit(1)
