"""The installed games, their presets and their options, in words."""

from __future__ import annotations

from typing import Final

import msgspec

from halfturn.core import Game
from halfturn.core.options import choices, description
from halfturn.terminal import command
from halfturn.terminal.screen import Screen

NAME_WIDTH: Final = 12


def players(game: Game) -> str:
    """How many can play."""
    fewest, most = game.min_seats, game.max_seats
    return f"{most} players" if fewest == most else f"{fewest} to {most} players"


def list_game(screen: Screen, game: Game) -> None:
    """Show what there is to know before playing a game."""
    screen.show(f"{game.title}: {command()} play {game.id}", "bold")
    screen.show(f"  {players(game)}")
    if game.presets:
        screen.show("  Presets (--preset NAME):")
        for name, preset in game.presets.items():
            screen.entry(name, f"{preset.title}. {preset.description}", NAME_WIDTH)
    fields = msgspec.structs.fields(game.options_type)
    if fields:
        screen.show("  Options (--set NAME=VALUE):")
    for field in fields:
        values = choices(game.options_type, field.name)
        default = field.default if isinstance(field.default, str) else ""
        listed = "|".join(f"{value}*" if value == default else value for value in values)
        if not values and default:
            listed = f"{default}*"
        meaning = description(game.options_type, field.name)
        screen.entry(field.name, f"{meaning} ({listed})" if listed else meaning, NAME_WIDTH)
