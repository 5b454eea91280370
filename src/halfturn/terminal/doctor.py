"""The doctor: what is installed, how it runs, and which card files are in force."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from halfturn import __version__, installation
from halfturn.core import Game, HalfturnError
from halfturn.core.data import load_with_owner_data, owner_file
from halfturn.core.registry import game_ids, load
from halfturn.terminal.characters import PLAIN
from halfturn.terminal.screen import Screen

LIBRARIES: Final = ("librt", "msgspec", "mypy-extensions", "rich", "typer", "starlette", "uvicorn")
"""Those whose version may explain what somebody sees."""


def examine(screen: Screen) -> bool:
    """Show how things stand; whether all is well."""
    screen.show(f"Halfturn {__version__}", "bold")
    _entry(screen, "Python", f"{platform.python_version()} ({sys.executable})")
    _entry(screen, "System", platform.platform())
    _entry(screen, "Libraries", ", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    _entry(screen, "Rules", installation.describe())
    _entry(screen, "Terminal", _terminal(screen))
    well = True
    ids = game_ids()
    if not ids:
        _problem(screen, "no game is installed: install Halfturn again")
        return False
    for id in ids:
        well = _examine_game(screen, id) and well
    screen.show("All is well." if well else "Something is amiss, see above.", "bold")
    return well


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "(not installed)"


def _terminal(screen: Screen) -> str:
    console = screen.console
    colour = console.color_system if console.is_terminal and not console.no_color else None
    if colour is None:
        why = " (NO_COLOR is set)" if os.environ.get("NO_COLOR") else ""
        colours = f"no colour{why}"
    else:
        colours = f"{colour} colours"
    try:
        "".join(PLAIN).encode(console.encoding)
        characters = f"{console.encoding}, draws with Unicode"
    except UnicodeEncodeError:
        characters = f"{console.encoding}, draws with plain characters"
    kind = "" if console.is_terminal else "not a terminal, "
    return f"{kind}{console.width} columns, {colours}, {characters}"


def _examine_game(screen: Screen, id: str) -> bool:
    screen.show()
    try:
        game = load(id)
    except HalfturnError as error:
        screen.show(id, "bold")
        _problem(screen, str(error))
        return False
    screen.show(f"{game.title} ({id})", "bold")
    _entry(screen, "Rules", f"version {game.rules_version}")
    return _examine_data(screen, game)


def _examine_data(screen: Screen, game: Game) -> bool:
    """Which cards are in force, and where an owner's file would go."""
    path = owner_file(game)
    try:
        in_force = load_with_owner_data(game.id)
    except HalfturnError as error:
        _problem(screen, str(error))
        return False
    if in_force.data_hash:
        _entry(screen, "Card data", in_force.data_hash[:12])
    if path is not None and path.exists():
        _entry(screen, "Card file", f"{path}, in force")
    elif path is not None:
        _entry(screen, "Card file", f"Halfturn's own; yours would be {path}")
    return True


def _entry(screen: Screen, name: str, value: str) -> None:
    # Paths are to be copied, so long lines are left to the terminal.
    screen.console.print(f"  {name.ljust(10)}  {value}", soft_wrap=True)


def _problem(screen: Screen, sentence: str) -> None:
    screen.console.print(f"  ! {sentence}", style="red", soft_wrap=True)
