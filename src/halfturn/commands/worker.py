"""`halfturn worker`: think for the bots of a server on another machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from halfturn.core.errors import BadOptions

app = typer.Typer()

SHORTEST_SECRET: Final = 16

VARIABLE: Final = "HALFTURN_WORKER_SECRET"

SecretFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help=f"The secret of workers elsewhere; else {VARIABLE}."),
]


@app.command()
def worker(
    join: Annotated[
        list[str],
        typer.Option(metavar="URL", help="A server to think for; may be given several times."),
    ],
    processes: Annotated[
        int, typer.Option(min=1, max=256, help="Thoughts at once, for each server.")
    ] = 1,
    secret_file: SecretFile = None,
) -> None:
    """Think for the bots of a server on another machine."""
    from halfturn.server.bots import worker as program

    secret = secret_in(secret_file)
    if not secret:
        raise BadOptions(f"expected a secret in --secret-file FILE or in {VARIABLE}, got none")
    program.main(join, secret, processes)


def secret_in(file: Path | None) -> str:
    """What workers and the server that they think for both know; empty for nothing."""
    if file is None:
        secret, where = os.environ.get(VARIABLE, "").strip(), VARIABLE
    else:
        try:
            secret, where = file.read_text("ascii").strip(), str(file)
        except (OSError, UnicodeDecodeError) as error:
            raise BadOptions(f"the secret in {file} cannot be read: {error}") from None
    wanted = secret or file is not None
    if wanted and (len(secret) < SHORTEST_SECRET or not all("!" <= each <= "~" for each in secret)):
        raise BadOptions(
            f"expected {SHORTEST_SECRET} or more letters and numbers in {where}, such as "
            f"`openssl rand -hex 32` prints, got {len(secret)}"
        )
    return secret
