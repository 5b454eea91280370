"""`halfturn bot`: answer another program as a bot."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def bot(
    name: Annotated[str, typer.Argument(metavar="BOT", help="casual, expert, search:200, …")],
    clock: Annotated[str, typer.Option(help="Think by: wall, or cpu if it is busy.")] = "wall",
) -> None:
    """Answer another program: a line of JSON for each question, a line for each answer."""
    from halfturn.bots.answering import answers

    for answer in answers(name, sys.stdin, clock):
        print(answer, flush=True)
