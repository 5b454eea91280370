"""`halfturn contract`: check a game against the contract."""

from __future__ import annotations

import typer

from halfturn.commands.shared import GameId, find_game

app = typer.Typer()


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
