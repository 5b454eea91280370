"""The curtain: hidden hands stay hidden when several people share one keyboard."""

from __future__ import annotations

from halfturn.core import State
from halfturn.core.secrecy import hides_something
from halfturn.terminal.screen import Screen


class Curtain:
    """Knows who looks at the screen, and clears it before somebody else does."""

    def __init__(self, screen: Screen, people: list[int]) -> None:
        self._screen = screen
        self._people = people
        self._secrets = False
        self.looking: int | None = None
        """The seat that sees the screen; None while everybody does."""

    def pass_to(self, seat: int, name: str, state: State) -> None:
        """Make sure that only this seat's person looks from now on."""
        if seat == self.looking:
            return
        self._watch(state)
        if self._secrets:
            self._screen.clear()
            self._screen.ask(f"Pass the keyboard to {name}, then press Enter: ")
            self._screen.clear()
        self.looking = seat

    def open(self) -> None:
        """Everybody looks again, at nothing that was there before."""
        if self._secrets and self.looking is not None:
            self._screen.clear()
        self.looking = None

    def _watch(self, state: State) -> None:
        """Once there is anything to hide, it stays to be hidden until the end of the match."""
        if len(self._people) < 2 or self._secrets:
            return
        decision = state.decision
        asked_in_secret = decision is not None and decision.secret
        self._secrets = asked_in_secret or hides_something(state, self._people)
