"""Games that were played, in memory and on disk: a line of JSON each, as soon as it is over."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from halfturn.core import BadRecord


class Numbered(Protocol):
    """A game that knows which one of its run it is."""

    @property
    def number(self) -> int:
        """Counted from zero."""


Heading = TypeVar("Heading", bound=msgspec.Struct)
Game = TypeVar("Game", bound=Numbered)


class Kept(Generic[Heading, Game]):
    """Games that have something in common, which is the first line of their file.

    A last line that an interruption cut off is dropped. A file of something else is refused and
    left as it is.
    """

    def __init__(
        self,
        heading: Heading,
        kind: type[Game],
        path: Path | None,
        described: Callable[[Heading], str],
    ) -> None:
        self.heading = heading
        self.path = path
        self.played: dict[int, Game] = {}
        if path is not None:
            self._take_up(path, kind, described)

    def add(self, played: Game) -> None:
        """Keep a game, on disk before anything else happens."""
        self.played[played.number] = played
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(played) + b"\n")
                file.flush()
                os.fsync(file.fileno())

    def missing(self, games: int) -> list[int]:
        """The numbers of the games that have not been played yet."""
        return [number for number in range(games) if number not in self.played]

    def _take_up(self, path: Path, kind: type[Game], described: Callable[[Heading], str]) -> None:
        """Go on with what the file has, or begin it."""
        if not path.exists() or path.stat().st_size == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(self.heading) + b"\n")
            return
        whole, _, cut = path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n")
        try:
            heading = msgspec.json.decode(lines[0], type=type(self.heading))
            games = [msgspec.json.decode(line, type=kind) for line in lines[1:]]
        except msgspec.DecodeError as error:
            raise BadRecord(f"{path}: expected games of such a run: {error}") from None
        if heading != self.heading:
            raise BadRecord(
                f"{path} holds another setting ({described(heading)}); this one is "
                f"{described(self.heading)}: give another file, or the same words as then"
            )
        self.played = {played.number: played for played in games}
        if cut:
            with path.open("r+b") as file:
                file.truncate(len(whole) + 1)
