"""Saved games: text files that hold a record or a match, and who played."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from halfturn.core import BadRecord, HalfturnError
from halfturn.core.data import load_with_owner_data
from halfturn.core.match import Match, read_match
from halfturn.core.record import FORMAT, read_record

ENDING: Final = ".halfturn"
LARGEST_FILE: Final = 10_000_000
PLAYERS_LINE: Final = "# players "


class CannotSave(HalfturnError):
    """A file that cannot be written."""


def free_path(name: str, folder: Path) -> Path:
    """A path in that folder that nothing has yet."""
    path = folder / f"{name}{ENDING}"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}{ENDING}"
    return path


def match_text(match: Match, players: list[str]) -> str:
    """What a saved game holds: the record of a single game or the whole match, and who played."""
    text = match.current.record.text if match.length == 1 else match.text
    return f"{text}{PLAYERS_LINE}{','.join(players)}\n"


def save(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    half = path.with_name(path.name + ".part")
    try:
        half.write_text(text, encoding="utf-8")
        os.replace(half, path)
    except (OSError, ValueError) as error:
        half.unlink(missing_ok=True) if half.is_file() else None
        reason = getattr(error, "strerror", None) or error
        raise CannotSave(f"{path} cannot be written ({reason}): try another name") from None


def read_saved(path: Path) -> tuple[Match, list[str]]:
    """The match in a file and its players' words, none where it does not say; raises BadRecord."""
    text = _read(path)
    try:
        match = read_match(text, load_with_owner_data(_game_of(text)))
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None
    lines = [line for line in text.splitlines() if line.startswith(PLAYERS_LINE)]
    players = lines[-1].removeprefix(PLAYERS_LINE).split(",") if lines else []
    return match, players if len(players) == match.current.state.seats else []


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadRecord(f"{path} cannot be read ({reason})") from None
    if len(data) > LARGEST_FILE:
        raise BadRecord(f"{path}: expected a saved game, got a file too large to be one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: expected a saved game, got a file that is not text") from None


def _game_of(text: str) -> str:
    """The id of the game that a record or a match is of."""
    _, found, rest = text.partition(FORMAT)
    if not found:
        raise BadRecord(f"expected a saved game with a line {FORMAT!r}, got none")
    return read_record(FORMAT + rest.split(FORMAT, 1)[0]).game
