"""The results of a run on disk: a line of JSON for each game, written as soon as it is over."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from halfturn.bots.arena.game import Played, Setting
from halfturn.core import BadRecord
from halfturn.core.clock import WALL


class Results:
    """The games of one setting that have been played, in memory and, where asked, in a file.

    The file's first line is the setting. A last line that an interruption cut off is dropped.
    """

    def __init__(self, setting: Setting, path: Path | None) -> None:
        self.setting = setting
        self.path = path
        self.played: dict[int, Played] = {}
        if path is not None:
            self._take_up(path)

    def add(self, played: Played) -> None:
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

    def deals(self) -> list[list[Played]]:
        """The games of each deal that was played from every seat, in order."""
        seats = len(self.setting.bots)
        found = []
        for deal in range(1 + max(self.played, default=-1) // seats):
            numbers = range(deal * seats, (deal + 1) * seats)
            if all(number in self.played for number in numbers):
                found.append([self.played[number] for number in numbers])
        return found

    def _take_up(self, path: Path) -> None:
        """Go on with what the file has, or begin it."""
        if not path.exists() or path.stat().st_size == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(self.setting) + b"\n")
            return
        whole, _, cut = path.read_bytes().rpartition(b"\n")
        lines = whole.split(b"\n")
        try:
            setting = msgspec.json.decode(lines[0], type=Setting)
            games = [msgspec.json.decode(line, type=Played) for line in lines[1:]]
        except msgspec.DecodeError as error:
            raise BadRecord(f"{path}: expected results of the arena: {error}") from None
        if setting != self.setting:
            raise BadRecord(
                f"{path} holds another setting ({describe(setting)}); this one is "
                f"{describe(self.setting)}: give another file, or the same words as then"
            )
        self.played = {played.number: played for played in games}
        if cut:
            with path.open("r+b") as file:
                file.truncate(len(whole) + 1)


def describe(setting: Setting) -> str:
    """A setting in a line."""
    words = [setting.game, *setting.options, *setting.bots, f"seed {setting.seed}"]
    if setting.clock != WALL:
        words.append(f"clock {setting.clock}")
    return " ".join(words)
