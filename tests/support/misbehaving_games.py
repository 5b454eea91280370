"""Games that misbehave, as a package that somebody might have installed beside Halfturn.

All are Magpies until the first trinket is played; then each fails in its own way.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from halfturn.core import CHANCE, Decision, Event, Option, Preview, Rng, View
from halfturn.core.turns import Turn
from halfturn.template.magpies.answers import Deal, Play
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.game import Magpies
from halfturn.template.magpies.state import MagpiesState

# ---- ways to fail ----


def loop() -> None:
    while True:
        pass


def loop_stubbornly() -> None:
    """Whatever is raised, it goes on."""
    while True:
        try:
            loop()
        except Exception:  # as somebody might write who means well
            continue


def fill_memory() -> None:
    everything = []
    while True:
        everything.append(bytearray(10_000))


def want_too_much() -> None:
    bytearray(1 << 40)


def fall_asleep() -> None:
    time.sleep(10_000)


def fall_down() -> None:
    fall_down()


def make_a_mistake() -> None:
    raise ZeroDivisionError("a game with a mistake in it")


def leave() -> None:
    sys.exit("enough")


# ---- and when ----


class EvilState(MagpiesState):
    """Magpies, which asks its game now and then whether to fail."""

    @property
    def evil(self) -> Evil:
        assert isinstance(self.game, Evil)
        return self.game

    @property
    def begun(self) -> bool:
        """Whether somebody has played."""
        return any(self.start_of_turn.nests)

    def turn(self, board: MagpiesBoard) -> Turn:
        if any(board.nests):
            self.evil.fail("played")
            if self.evil.when == "drawing":
                while True:
                    yield Decision(CHANCE, "deal", [Deal(1)], [1], secret=True)
        yield from super().turn(board)

    def play(self, option: Option, events: list[Event] | None = None) -> None:
        if events is not None and isinstance(option, Play):
            self.evil.fail("told")
        super().play(option, events)

    def view(self, seat: int | None) -> Any:
        if self.begun:
            self.evil.fail("shown")
        return super().view(seat)

    def preview(self, option: Option) -> Preview:
        self.evil.fail("looked at")
        return super().preview(option)

    def redeal(self, seat: int | None, rng: Rng) -> Any:
        self.evil.fail("handed to a bot")
        return super().redeal(seat, rng)


class Evil(Magpies):
    """One way to fail, at one occasion."""

    rules_version = 1
    when: ClassVar[str] = ""
    how: ClassVar[Callable[[], None]] = loop

    def fail(self, occasion: str) -> None:
        if self.when == occasion:
            type(self).how()

    def _evil(self, state: MagpiesState) -> EvilState:
        return EvilState(self, state.seats, state.options, state.start_of_turn, state.answers)

    def new_state(self, seats: int, options: Any) -> EvilState:
        self.fail("begun")
        return self._evil(super().new_state(seats, options))

    def position(self, text: str) -> EvilState:
        self.fail("thought about")  # which bots do, in a process of their own
        return self._evil(super().position(text))

    def question(self, view: View) -> str:
        if any(view.nests):  # type: ignore[attr-defined]
            self.fail("asked")
        return ""

    def rules(self) -> str:
        self.fail("listed")
        return super().rules()


WAYS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("played", loop),
    ("played", loop_stubbornly),
    ("played", fill_memory),
    ("played", want_too_much),
    ("played", fall_asleep),
    ("played", fall_down),
    ("played", make_a_mistake),
    ("played", leave),
    ("told", loop),
    ("told", fill_memory),
    ("drawing", loop),
    ("shown", loop),
    ("shown", fill_memory),
    ("shown", make_a_mistake),
    ("asked", loop_stubbornly),
    ("asked", fall_down),
    ("looked at", loop),
    ("handed to a bot", loop),
    ("thought about", loop),
    ("thought about", fill_memory),
)
LISTED = (("listed", loop), ("listed", make_a_mistake), ("begun", loop), ("begun", leave))
"""Those that nobody can sit down to."""


def _class(number: int, when: str, how: Callable[[], None]) -> type[Evil]:
    facts = {"id": f"evil-{number}", "title": f"Evil {number}", "when": when}
    return type(f"Evil{number}", (Evil,), {**facts, "how": staticmethod(how)})


GAMES = [_class(number, *way) for number, way in enumerate((*WAYS, *LISTED))]
for each in GAMES:
    globals()[each.__name__] = each


def install(folder: Path) -> None:
    """Make a folder that Python takes for an installed package with these games."""
    package = folder / "evil_games-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: evil-games\nVersion: 1\n")
    points = [f"{each.id} = {__name__}:{each.__name__}" for each in GAMES]
    lines = ["[halfturn.games]", *points, ""]
    (package / "entry_points.txt").write_text("\n".join(lines))
