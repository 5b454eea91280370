"""`halfturn play`: play in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from halfturn.commands.shared import Settings, dealer, find_game, open_screen
from halfturn.core.errors import BadOptions

app = typer.Typer()


@app.command()
def play(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Not needed with --from.")] = "",
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Who plays: you, names of people, and bots (novice, casual, strong, expert).",
        ),
    ] = "",
    settings: Settings = None,
    preset: Annotated[str, typer.Option(metavar="NAME", help="A named way of playing.")] = "",
    match: Annotated[
        bool | None, typer.Option("--match/--single", help="A fair match, or a single game.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="A match of so many games.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Deal and think the same every time, for experiments."),
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    position: Annotated[
        str, typer.Option("--from-position", metavar="TEXT", help="Begin with a position.")
    ] = "",
) -> None:
    """Play a game, with anybody at the keyboard and with bots."""
    from halfturn.terminal import starting
    from halfturn.terminal.players import read_players
    from halfturn.terminal.playing import play as play_sitting
    from halfturn.terminal.sitting import Sitting

    words = players.split(",") if players else []
    wishes = starting.Wishes(tuple(words), preset, tuple(settings or ()), match, games, position)
    screen = open_screen()
    if saved is not None:
        found = starting.saved_match(saved, game_id, wishes)
        begun = found.match
        if found.note and not words:
            screen.show(found.note)
        words = words or found.players
    else:
        begun = starting.new_match(find_game(game_id), wishes)
    seats = begun.current.state.seats
    table = read_players(words or starting.usual_players(seats))
    if len(table) != seats:
        raise BadOptions(f"expected {seats} players, got {len(table)}: {', '.join(words)}")
    if saved is None and not position:
        sentence = starting.length_sentence(begun)
        if sentence:
            screen.show(sentence, "dim")
    sitting = Sitting(begun, table, screen, dealer(seed))
    if saved is not None:
        sitting.mark_saved()
    play_sitting(sitting)
