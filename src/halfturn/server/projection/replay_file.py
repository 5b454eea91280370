"""A finished game as one HTML file that plays without a server.

The build makes a page for every game that has a board, with its script and its style inside, one
in every language; here the game is put into it. What goes in is packed and written in letters and
digits alone, so whatever a name holds, it ends no element and begins no script.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from halfturn.core.language import spoken
from halfturn.server.projection.replays import Finished, record_file, replay
from halfturn.server.protocol.replays import Replay, ReplayFile

FOLDER: Final = "replay"
"""Where the build puts the pages, one for each game and one for all others."""
PLAIN: Final = "plain"
COLUMNS: Final = 40
"""How wide a game is drawn that has no board: a phone has room for so many characters."""
PLAIN_PAGE: Final = 'data-board="none"'
"""What a page says of itself that draws games as text."""
PLACE: Final = "HALFTURN REPLAY"
"""Where in a page the game goes."""


def template(web: Path, game: str) -> str | None:
    """The page that a game is put into; None where the web app was not built.

    It speaks the language that is spoken here, or English where there is no such page.
    """
    for name in (f"{game}.{spoken()}", game, f"{PLAIN}.{spoken()}", PLAIN):
        file = web / FOLDER / f"{name}.html"
        if file.is_file():
            return file.read_text("utf-8")
    return None


def columns_of(template: str) -> int:
    """How wide a game is drawn for a page; 0 for a page with a board."""
    return COLUMNS if PLAIN_PAGE in template else 0


def page(
    template: str, table: str, game: Finished, names: Sequence[str], secret: bytes | None
) -> bytes:
    """The whole file."""
    return filled(template, packed(table, game, names, secret, columns_of(template)))


def filled(template: str, packed: str) -> bytes:
    """The whole file, of a game that is packed."""
    return template.replace(PLACE, packed).encode()


def packed(
    table: str, game: Finished, names: Sequence[str], secret: bytes | None, columns: int
) -> str:
    """A game as it stands in its file."""
    steps = len(game.through.record.answers) + 1
    first, *others = [
        replay(table, game, names, secret, viewer, 0, steps, columns)
        for viewer in (*range(len(names)), None)
    ]
    eyes = [first, *(_without_draws(each) for each in others)]
    whole = ReplayFile(eyes=eyes, record=record_file(game, secret))
    return base64.b64encode(gzip.compress(msgspec.json.encode(whole), mtime=0)).decode("ascii")


def _without_draws(game: Replay) -> Replay:
    """They are the same for all eyes, and long."""
    steps = [msgspec.structs.replace(step, draw=None) for step in game.steps]
    return msgspec.structs.replace(game, steps=steps)
