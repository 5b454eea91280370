"""Card files of the owner of a box: where they lie, and the game that plays with them.

A file that is replaced is kept in `earlier/`, under the hash of its cards: whatever was played
with them can be read as long as the folder is there.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Final

from halfturn.core.errors import BadData, HalfturnError
from halfturn.core.game import Game
from halfturn.core.registry import load

LARGEST_FILE: Final = 128 * 1024
"""Bytes of a card file: some ten times what a box needs."""
EARLIER: Final = "earlier"
_FILES_IN_MEMORY: Final = 64


class CannotKeep(HalfturnError):
    """A card file that could not be written."""


def data_home() -> Path:
    """The folder for an owner's files: $HALFTURN_HOME, or where the system keeps such data."""
    if chosen := os.environ.get("HALFTURN_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home()) / "halfturn"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "halfturn"
    return Path(os.environ.get("XDG_DATA_HOME") or _home() / ".local" / "share") / "halfturn"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # as for a user who is but a number, in a container
        raise HalfturnError(
            "expected a folder for Halfturn's files, but this user has no home: "
            "name one with HALFTURN_HOME=FOLDER"
        ) from None


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
        return with_owner_data(game, read_owner_file(path))
    except BadData as error:
        raise BadData(f"{path}: {error}; mend it or move it away") from None


def with_owner_data(game: Game, text: str) -> Game:
    """A game played with the cards of a file, which it remembers; raises BadData."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST_FILE:
        raise BadData(f"card file: expected at most {LARGEST_FILE} bytes, got {size}")
    made = game.with_data(text)
    made.data_text = text
    return made


def read_owner_file(path: Path) -> str:
    """What is in a card file; raises BadData where it is no text."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadData(f"cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise BadData("cannot be read (expected text in UTF-8)") from None


# ---- cards that were in force earlier ----


def with_cards_of(game: Game, hash: str, text: str = "") -> Game:
    """The game with the cards of this hash: those that a record or a table was begun with.

    They are those in force, those of the file `text`, Halfturn's own, or an earlier file's.
    Where none of them has this hash it is the game as it came, and whoever asked will say so.
    """
    if hash == game.data_hash or not game.data_file:
        return game
    try:
        return _known_cards(game.id, hash, text, data_home())
    except BadData:
        return game


@lru_cache(_FILES_IN_MEMORY)
def _known_cards(id: str, hash: str, text: str, home: Path) -> Game:
    shipped = load(id)
    if shipped.data_hash == hash:
        return shipped
    found = with_owner_data(shipped, text or read_owner_file(_earlier(home / id, hash)))
    if found.data_hash != hash:
        raise BadData(f"expected cards of the hash {hash[:12]}, got {found.data_hash[:12]}")
    return found


def _earlier(folder: Path, hash: str) -> Path:
    """Where the cards of a hash are kept; a hash that came from elsewhere leads nowhere else."""
    name = (
        hash
        if hash.isascii() and hash.isalnum()
        else hashlib.sha256(hash.encode("utf-8", "surrogatepass")).hexdigest()
    )
    return folder / EARLIER / f"{name[:100]}.json"


# ---- writing ----


def write_owner_file(game: Game, text: str) -> Game:
    """Put a checked file of cards into force, the one before it kept; raises BadData, CannotKeep.

    Whole or not at all: whoever reads it meanwhile finds the one or the other.
    """
    made = with_owner_data(game, text)
    path = _path(game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _set_aside(game, path)
        # Under its hash at once: it may later be replaced by something that keeps nothing.
        _keep(_earlier(path.parent, made.data_hash), text.encode())
        _write(path, text.encode())
    except OSError as error:
        raise _cannot(path, error) from None
    return made


def remove_owner_file(game: Game) -> None:
    """Play with Halfturn's own cards again; the file is kept with the earlier ones."""
    path = _path(game)
    try:
        _set_aside(game, path)
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _cannot(path, error) from None


def _path(game: Game) -> Path:
    path = owner_file(game)
    if path is None:
        raise BadData(f"{game.title} has no card file to replace")
    return path


def _set_aside(game: Game, path: Path) -> None:
    """Keep the file that is there among the earlier ones, also one that cannot be played with."""
    if not path.is_file():
        return
    data = path.read_bytes()
    try:
        name = game.with_data(data.decode("utf-8")).data_hash
    except (BadData, UnicodeDecodeError):
        name = "unreadable" + hashlib.sha256(data).hexdigest()[:12]
    _keep(_earlier(path.parent, name), data)


def _keep(path: Path, data: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        _write(path, data)


def _write(path: Path, data: bytes) -> None:
    half = path.with_name(path.name + ".part")
    with half.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(half, path)


def _cannot(path: Path, error: OSError) -> CannotKeep:
    reason = error.strerror or error
    return CannotKeep(
        f"{path} cannot be written ({reason}): see to it that there is room, "
        "and that Halfturn may write there"
    )
