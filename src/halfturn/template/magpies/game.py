"""The facts, and how a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar

from halfturn.core import Game, GameOptions, Option, View
from halfturn.template.magpies import notation
from halfturn.template.magpies.answers import (
    ANSWERS,
    COPIES,
    MAX_SEATS,
    Answer,
    code_of,
    parse_answer,
)
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.events import Happening
from halfturn.template.magpies.options import PRESETS, MagpiesOptions
from halfturn.template.magpies.state import MAGPIE, MagpiesState
from halfturn.template.magpies.view import MagpiesView

if TYPE_CHECKING:
    from rich.text import Text


class Magpies(Game):
    """Fill your nest with trinkets, and rob those of others. For two to four players."""

    id = "magpies"
    title = "Magpies"
    rules_version = 1
    min_seats = 2
    max_seats = MAX_SEATS
    options_type = MagpiesOptions
    option_type: ClassVar[Any] = Answer
    event_type: ClassVar[Any] = Happening
    view_type = MagpiesView
    presets: ClassVar[Mapping[str, Any]] = PRESETS

    def new_state(self, seats: int, options: GameOptions) -> MagpiesState:
        """All trinkets in the deck."""
        assert isinstance(options, MagpiesOptions)
        empty: list[list[int]] = [[] for _ in range(seats)]
        deck = list(Counter(COPIES).elements())
        board = MagpiesBoard(options, empty, [[] for _ in range(seats)], deck, 0)
        return MagpiesState(self, seats, options, board)

    def position(self, text: str) -> MagpiesState:
        """Any position, from the notation that `notation` documents."""
        return notation.read_position(self, text)

    def parse_option(self, text: str) -> Option:
        """An answer from its notation."""
        return parse_answer(text)

    def code(self, option: Option) -> int:
        """The integer of an answer."""
        return code_of(option)

    @property
    def code_count(self) -> int:
        """How many answers there are."""
        return len(ANSWERS)

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """From nothing to all trinkets."""
        return 0, sum(value * copies for value, copies in COPIES.items())

    def longest_game(self, seats: int) -> int:
        """Every trinket is drawn and played once, and every magpie may ask whom to rob."""
        return 2 * sum(COPIES.values()) + COPIES[MAGPIE]

    def draw(self, view: View) -> Text:
        """The view as a drawing for the terminal."""
        from halfturn.template.magpies.text.drawing import draw

        assert isinstance(view, MagpiesView)
        return draw(view)

    def rules(self) -> str:
        """The rules page."""
        return files(__package__).joinpath("data/rules.md").read_text("utf-8")
