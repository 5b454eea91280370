"""`halfturn perft`: count lines of answers."""

from __future__ import annotations

from typing import Annotated

import typer

from halfturn.commands.shared import GameId, Settings, find_game
from halfturn.core.errors import BadOptions

app = typer.Typer()


@app.command()
def perft(
    game_id: GameId,
    depth: Annotated[int, typer.Option(min=0, help="How many answers deep.")] = 3,
    position: Annotated[str, typer.Option(metavar="TEXT", help="Count from this position.")] = "",
    settings: Settings = None,
    divide: Annotated[bool, typer.Option("--divide", help="Tell the first answers apart.")] = False,
) -> None:
    """Count every line of answers, the classic check of a rules engine."""
    from halfturn.core import perft as counting
    from halfturn.terminal.starting import chosen_options

    game = find_game(game_id)
    if position and settings:
        raise BadOptions("a position holds its options itself: leave --set out")
    if position:
        state = game.position(position)
    else:
        state = game.start(options=chosen_options(game, "", settings or []))
    if divide and depth > 0:
        counts = counting.divide(state, depth)
        for option, lines in counts:
            print(f"{option} {lines}")
        print(f"total {sum(lines for _, lines in counts)}")
        return
    for each in range(depth + 1):
        print(f"depth {each}: {counting.perft(state, each)}", flush=True)
