"""Card files of the owner of a box: where they lie, and the game that plays with them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from halfturn.core.errors import BadData
from halfturn.core.game import Game
from halfturn.core.registry import load


def data_home() -> Path:
    """The folder for an owner's files: $HALFTURN_HOME, or where the system keeps such data."""
    if chosen := os.environ.get("HALFTURN_HOME"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "halfturn"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "halfturn"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "halfturn"


def owner_file(game: Game) -> Path | None:
    """Where an owner's card file for this game belongs; None for a game without one."""
    return data_home() / game.id / game.data_file if game.data_file else None


def load_with_owner_data(id: str) -> Game:
    """The game with that id, with its owner's cards where there is a file of them."""
    game = load(id)
    path = owner_file(game)
    if path is None or not path.exists():
        return game
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: cannot be read ({error}); mend it or move it away") from None
    try:
        return game.with_data(text)
    except BadData as error:
        raise BadData(f"{path}: {error}; mend it or move it away") from None
