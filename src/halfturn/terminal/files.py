"""Saved games: text files that hold a record or a match, and who played."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from halfturn.core import BadOptions, BadRecord, HalfturnError, UnknownGame
from halfturn.core.data import load_with_owner_data, with_cards_of
from halfturn.core.match import Match, read_match, split_records
from halfturn.core.record import Record, read_record
from halfturn.terminal.players import read_players

ENDING: Final = ".halfturn"
LARGEST_FILE: Final = 10_000_000
PLAYERS_LINE: Final = "# players "


class CannotSave(HalfturnError):
    """A file that cannot be written."""


@dataclass(frozen=True)
class Saved:
    """A match from a file, and who played it."""

    match: Match
    players: list[str]
    """The players' words; none where the file does not say, or says what cannot be."""
    note: str = ""
    """A sentence about players that cannot be."""


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
        if half.is_file():
            half.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise CannotSave(f"{path} cannot be written ({reason}): try another name") from None


def read_saved(path: Path) -> Saved:
    """The match in a file; raises BadRecord."""
    text = read_text(path)
    try:
        record = _first_record(text)
        game = with_cards_of(load_with_owner_data(record.game), record.data)
        match = read_match(text, game)
    except (BadRecord, UnknownGame) as error:
        raise BadRecord(f"{path}: {error}") from None
    lines = [line for line in text.splitlines() if line.startswith(PLAYERS_LINE)]
    if not lines:
        return Saved(match, [])
    players = lines[-1].removeprefix(PLAYERS_LINE).split(",")
    try:
        if len(players) != match.current.state.seats:
            raise BadOptions(f"expected {match.current.state.seats} players, got {len(players)}")
        read_players(players)
    except BadOptions as error:
        # The record is sound whatever stands in a comment.
        return Saved(match, [], f"{path} names players that cannot be: {error}.")
    return Saved(match, players)


def read_text(path: Path) -> str:
    """What is in a file; raises BadRecord where there is no text."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadRecord(f"{path} cannot be read ({reason})") from None
    if len(data) > LARGEST_FILE:
        raise BadRecord(f"{path}: expected a saved game, got a file too large to be one")
    try:
        return data.decode("utf-8-sig")  # some editors begin a text with a byte order mark
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: expected a saved game, got a file that is not text") from None


def _first_record(text: str) -> Record:
    """The record, or the first one of a match: it tells which game with which cards."""
    _, [(record, first_line), *_] = split_records(text)
    return read_record(record, first_line)
