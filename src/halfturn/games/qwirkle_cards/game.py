"""Qwirkle Cards: the facts, and how a game begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core import (
    BadOptions,
    GameOptions,
    Heuristics,
    IllegalOption,
    Option,
    PackagedGame,
    View,
)
from halfturn.core.game import Knowledge
from halfturn.core.language import say
from halfturn.core.seats import LETTERS
from halfturn.games.qwirkle_cards import notation, redeal
from halfturn.games.qwirkle_cards.answers import Answer, code_of, parse_answer, read_card
from halfturn.games.qwirkle_cards.arrange import Arrangement, arrange
from halfturn.games.qwirkle_cards.cards import FULL_SET, HAND_SIZE, KINDS, LINES, no_cards
from halfturn.games.qwirkle_cards.codes import CODE_COUNT
from halfturn.games.qwirkle_cards.events import Happening
from halfturn.games.qwirkle_cards.options import EQUAL, PRESETS, RANDOM, QwirkleCardsOptions
from halfturn.games.qwirkle_cards.setup import MOST_REDEALS
from halfturn.games.qwirkle_cards.state import QwirkleCardsState
from halfturn.games.qwirkle_cards.theme import Theme, read_theme, standard_theme
from halfturn.games.qwirkle_cards.view import QwirkleCardsView

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.scratch import Scratch

MOST_DEALS: Final = 50
"""QC-AMB-20 knows no limit to dealing again; so many in one game are beyond all likelihood."""


class QwirkleCards(PackagedGame):
    """Mix, match and rearrange: who takes most sets of six? For two to four players."""

    id = "qwirkle-cards"
    package = __package__
    title = "Qwirkle Cards"
    rules_version = 1
    min_seats = 2
    max_seats = 4
    options_type = QwirkleCardsOptions
    option_type: ClassVar[Any] = Answer
    event_type: ClassVar[Any] = Happening
    view_type = QwirkleCardsView
    knowledge: ClassVar[Knowledge] = redeal
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    code_count = CODE_COUNT
    """Cards to play and to deal, Qwirkles to take, and the few other answers."""
    data_file = "theme.user.json"

    def __init__(self, theme: Theme | None = None) -> None:
        self.theme: Final = theme or standard_theme()
        self.data_hash = self.theme.hash

    def with_data(self, text: str) -> QwirkleCards:
        """The game with the names of an owner's theme file; raises BadData."""
        return QwirkleCards(read_theme(text))

    def new_state(self, seats: int, options: GameOptions) -> QwirkleCardsState:
        """The very beginning: all cards in the deck. The rules would do for eleven (QC-DATA-2)."""
        state = self.empty_table(seats, options)
        for kind in range(KINDS):
            state.deck[kind] = self.theme.copies
        state.deck_size = self.theme.copies * KINDS
        return state

    def empty_table(self, seats: int, options: GameOptions) -> QwirkleCardsState:
        """No card anywhere, nothing decided."""
        assert isinstance(options, QwirkleCardsOptions)
        state = QwirkleCardsState(self, seats, options)
        state.hands = [no_cards() for _ in range(seats)]
        state.qwirkles = [vec[i64]([0] * LINES) for _ in range(seats)]
        state.proofs = [() for _ in range(seats)]
        state.memories = [() for _ in range(seats)]
        return state

    def position(self, text: str) -> QwirkleCardsState:
        """Any position, from the notation that `notation` documents."""
        return notation.read_position(self, text)

    def parse_option(self, text: str) -> Option:
        """An answer from its notation."""
        return parse_answer(text)

    def code(self, option: Option) -> int:
        """The integer of an answer; `codes` documents the layout."""
        return self.checked_code(code_of(option), option)

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """From nothing to all cards in Qwirkles."""
        return 0, KINDS * self.theme.copies // FULL_SET

    def longest_game(self, seats: int) -> int:
        """Every turn plays a card or is passed, and only so many are passed in a row.

        Between two played cards everybody passes at most so often that hands are dealt anew
        three times, or four times over with fresh hands for all.
        """
        cards = KINDS * self.theme.copies
        passes = max(MOST_REDEALS + 1, 4) * seats
        between = passes * (2 + HAND_SIZE) + MOST_REDEALS * HAND_SIZE * seats
        turn = 3  # a card, a Qwirkle of it, the end
        return MOST_DEALS * HAND_SIZE * seats + 1 + cards + cards * (turn + between)

    def match_length(self, seats: int) -> int:
        """One: the deal tells who begins, and further games would not make that any fairer."""
        return 1

    def check_options(self, seats: int, options: GameOptions) -> None:
        """Raise BadOptions for options that do not go together."""
        assert isinstance(options, QwirkleCardsOptions)
        cards = KINDS * self.theme.copies
        if seats * HAND_SIZE >= cards:
            raise BadOptions(
                say(
                    "the theme file has {cards} cards: too few for {seats} hands of {size} "
                    "and a deck",
                    cards=cards,
                    seats=seats,
                    size=HAND_SIZE,
                )
            )
        ages = options.age_order
        if ages in (RANDOM, EQUAL):
            return
        known = tuple(LETTERS[:seats])
        for letter in ages:
            if letter not in known:
                raise BadOptions(
                    say(
                        "age_order: expected seats among {expected}, or random, or equal, "
                        "got {value!r}",
                        expected=", ".join(known),
                        value=letter,
                    )
                )
        if not ages or len(set(ages)) < len(ages):
            got = ",".join(ages)
            raise BadOptions(
                say("age_order: expected each seat at most once, got {value!r}", value=got)
            )

    def contract_options(self, seats: int) -> list[GameOptions]:
        """All presets, and ages that are known."""
        more: list[GameOptions] = [
            QwirkleCardsOptions(age_order=tuple(reversed(LETTERS[:seats]))),
            QwirkleCardsOptions(no_play="redraw", age_order=EQUAL),
        ]
        return [*super().contract_options(seats), *more]

    def __repr__(self) -> str:
        own = "" if self.theme is standard_theme() else f"theme={self.data_hash[:12]}"
        return f"QwirkleCards({own})"

    def heuristics(self) -> Heuristics:
        """What a good player knows: which table to leave."""
        from halfturn.games.qwirkle_cards.bots.heuristics import QwirkleCardsHeuristics

        return QwirkleCardsHeuristics()

    def scratch(self, view: View) -> Scratch:
        """A table to lay, move and take back cards on, until the turn is confirmed."""
        from halfturn.games.qwirkle_cards.scratch import Scratch

        assert isinstance(view, QwirkleCardsView)
        return Scratch.of(view)

    def lay_out(self, cards: Sequence[str], near: Sequence[Sequence[str]]) -> Arrangement:
        """These cards in sets, with as few moved as may be (QC-TH-2)."""
        counts = Counter(read_card(card) for card in cards)
        known = Counter(read_card(card) for group in near for card in group)
        if most := [card for card, count in (counts | known).items() if count > self.theme.copies]:
            raise IllegalOption(f"expected at most {self.theme.copies} of each card, got {most[0]}")
        return arrange(cards, near)
