"""Looking at games, positions and what is installed."""

from __future__ import annotations

from typing import Annotated

import typer

from halfturn.commands.shared import GameId, Settings, find_game, open_screen
from halfturn.core.errors import BadOptions, UnknownGame

app = typer.Typer()


@app.command()
def games() -> None:
    """List the games with their presets and options."""
    from halfturn.core.registry import game_ids, load
    from halfturn.terminal.listing import list_game

    screen = open_screen()
    for at, id in enumerate(game_ids()):
        if at:
            screen.show()
        try:
            list_game(screen, load(id))
        except UnknownGame as error:  # a game of somebody's own harms no other
            screen.show(str(error))


@app.command()
def rules(game_id: GameId) -> None:
    """Show the rules of a game."""
    open_screen().markdown(find_game(game_id).rules())


@app.command()
def position(
    game_id: GameId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The position in notation.")],
) -> None:
    """Draw a position as the seat that is asked sees it, and list its choices."""
    from rich.text import Text

    from halfturn.core import CHANCE
    from halfturn.terminal.choices import entries, in_columns

    state = find_game(game_id).position(text)
    screen = open_screen()
    decision = state.decision
    seat = None if decision is None or decision.seat == CHANCE else decision.seat
    screen.board(state.game, state.view(seat))
    screen.show()
    if decision is None:
        screen.show("The game is over.")
        return
    if decision.seat == CHANCE:
        screen.show(f"CHANCE is asked: {decision.kind}.")
        found = [Text(str(option)) for option in decision.options]
    else:
        found = entries(state, decision.options, decision.seat)
    screen.draw(in_columns(found, screen.width))


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


@app.command()
def doctor() -> None:
    """Tell what is installed, whether it is compiled, and which card files are in force."""
    from halfturn.terminal.doctor import examine

    if not examine(open_screen()):
        raise typer.Exit(1)
