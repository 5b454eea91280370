"""`halfturn verify`: check the deals of a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.")],
) -> None:
    """Check that the deals of a table's game follow from the secret that was fixed before it."""
    from halfturn.core.data import load_with_owner_data
    from halfturn.core.errors import BadRecord
    from halfturn.server.tables.proof import report
    from halfturn.terminal.files import read_text

    text = read_text(file)
    try:
        lines = list(report(text, load_with_owner_data))
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    print("\n".join(lines))
