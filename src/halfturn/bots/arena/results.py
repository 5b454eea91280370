"""The results of a run in the arena, and the deals among them."""

from __future__ import annotations

from pathlib import Path

from halfturn.bots.arena.game import Played, Setting
from halfturn.bots.arena.keeping import Kept
from halfturn.core.clock import WALL


class Results(Kept[Setting, Played]):
    """The games of one setting that have been played."""

    def __init__(self, setting: Setting, path: Path | None) -> None:
        super().__init__(setting, Played, path, describe)

    @property
    def setting(self) -> Setting:
        """What all these games have in common."""
        return self.heading

    def deals(self) -> list[list[Played]]:
        """The games of each deal that was played from every seat, in order."""
        seats = len(self.setting.bots)
        found = []
        for deal in range(1 + max(self.played, default=-1) // seats):
            numbers = range(deal * seats, (deal + 1) * seats)
            if all(number in self.played for number in numbers):
                found.append([self.played[number] for number in numbers])
        return found


def describe(setting: Setting) -> str:
    """A setting in a line."""
    words = [setting.game, *setting.options, *setting.bots, f"seed {setting.seed}"]
    if setting.clock != WALL:
        words.append(f"clock {setting.clock}")
    return " ".join(words)
