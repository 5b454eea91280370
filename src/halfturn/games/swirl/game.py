"""SWIRL: the facts, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec

from halfturn.core import (
    BadOptions,
    GameOptions,
    Heuristics,
    IllegalOption,
    Option,
    PackagedGame,
    State,
    UnreadableText,
)
from halfturn.core.game import Knowledge
from halfturn.core.language import say
from halfturn.core.options import check_seat
from halfturn.core.seats import LETTERS
from halfturn.games.swirl import notation, redeal, setup
from halfturn.games.swirl.answers import Answer, Take, code_of, parse_answer
from halfturn.games.swirl.captures import MOST_OF_A_NUMBER
from halfturn.games.swirl.cards import (
    CREATURES,
    NUMBERS,
    Deck,
    read_deck,
    short_deck,
    standard_deck,
)
from halfturn.games.swirl.codes import CODE_COUNT, COLLECT_ONE
from halfturn.games.swirl.events import Happening
from halfturn.games.swirl.options import CHOOSE, PRESETS, RANDOM, SwirlOptions
from halfturn.games.swirl.rulings import Rulings
from halfturn.games.swirl.state import SwirlState
from halfturn.games.swirl.table import NOTHING, full_deck
from halfturn.games.swirl.view import SwirlView

TEAM_SEATS: Final = 4


class Swirl(PackagedGame):
    """Capture cards by equal numbers and sums, and collect a creature in all four colours."""

    id = "swirl"
    package = __package__
    title = "SWIRL"
    rules_version = 1
    min_seats = 2
    max_seats = 4
    options_type = SwirlOptions
    option_type: ClassVar[Any] = Answer
    event_type: ClassVar[Any] = Happening
    view_type = SwirlView
    knowledge: ClassVar[Knowledge] = redeal
    has_points = False
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    code_count = CODE_COUNT
    """A few for each face of a card, and the sets of cards that can be offered."""
    data_file = "deck.user.json"

    def __init__(self, deck: Deck | None = None) -> None:
        self.deck: Final = deck or standard_deck()
        self.data_hash = self.deck.hash

    def with_data(self, text: str) -> Swirl:
        """The game with the deck of an owner's file; raises BadData."""
        return Swirl(read_deck(text))

    def new_state(self, seats: int, options: GameOptions) -> SwirlState:
        """The very beginning; whatever the options settle is settled already."""
        state = self.empty_table(seats, options)
        setup.begin(state, None)
        return state

    def empty_table(self, seats: int, options: GameOptions) -> SwirlState:
        """All cards in the deck, nothing decided."""
        assert isinstance(options, SwirlOptions)
        box = short_deck(options.deck) if options.deck else self.deck
        return SwirlState(
            self,
            seats,
            Rulings(options, box),
            full_deck(box.counts, seats),
            setup.DEALER,
            NOTHING,
            0,
            0,
            0,
            NOTHING,
            False,
            NOTHING,
            NOTHING,
            [],
        )

    def position(self, text: str) -> SwirlState:
        """Any position, from the notation that `notation` documents."""
        return notation.read_position(self, text)

    def parse_option(self, text: str) -> Option:
        """An answer from its notation."""
        return parse_answer(text)

    def code(self, option: Option) -> int:
        """The integer of an answer; `codes` documents the layout."""
        code = code_of(option)
        if isinstance(option, Take):
            raise IllegalOption(
                f"{option} has an integer only where it is offered: expected state.code(option)"
            )
        return self.checked_code(code, option)

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """From nothing to a whole series, a partner's three cards, and piles of all others."""
        return 0, 1000 + 300 + self.deck.size

    def longest_game(self, seats: int) -> int:
        """Every card is dealt, played, and brings a choice or two; lots and creatures before.

        CHANCE may have to deal again for the middle whenever an action card comes; that one
        comes a hundred times does not happen.
        """
        return 3 * self.deck.size + 2 * seats + 100

    def match_length(self, seats: int) -> int:
        """The rulebook knows single games only."""
        return 1

    def check_options(self, seats: int, options: GameOptions) -> None:
        """Raise BadOptions for options that do not go together."""
        assert isinstance(options, SwirlOptions)
        if options.teams and seats != TEAM_SEATS:
            raise BadOptions(
                say("teams: expected {count} players, got {seats}", count=TEAM_SEATS, seats=seats)
            )
        check_seat("dealer", options.dealer, seats)
        self._check_deck(seats, options)
        named = options.creatures
        if named in (CHOOSE, RANDOM):
            return
        for creature in named:
            if creature not in CREATURES:
                raise BadOptions(
                    say(
                        "creatures: expected some of {expected}, or choose or random, "
                        "got {value!r}",
                        expected=", ".join(CREATURES),
                        value=creature,
                    )
                )
        if len(named) != seats or len(set(named)) != seats:
            got = ",".join(named)
            raise BadOptions(
                say(
                    "creatures: expected {count} different ones, got {value!r}",
                    count=seats,
                    value=got,
                )
            )

    def _check_deck(self, seats: int, options: SwirlOptions) -> None:
        """A short deck has to do for the first deal, with creatures enough for the middle."""
        if not options.deck:
            return
        try:
            counts = short_deck(options.deck).counts
        except UnreadableText as error:
            raise BadOptions(f"deck: {error}") from None
        hands, middle = seats * options.hand_size, options.middle_size
        creatures = sum(counts[:COLLECT_ONE])
        if creatures < hands + middle:
            raise BadOptions(
                say(
                    "deck: expected at least {count} creature cards for {seats} hands of {size} "
                    "and {middle} in the middle, got {value}",
                    count=hands + middle,
                    seats=seats,
                    size=options.hand_size,
                    middle=middle,
                    value=creatures,
                )
            )
        for number in NUMBERS:
            copies = sum(counts[number - 1 : COLLECT_ONE : 10])
            if copies > MOST_OF_A_NUMBER:
                raise BadOptions(
                    say(
                        "deck: expected at most {most} cards of number {number}, got {value}",
                        most=MOST_OF_A_NUMBER,
                        number=number,
                        value=copies,
                    )
                )

    def next_options(self, finished: State) -> SwirlOptions:
        """SW-DATA-2: in the next game the seat to the left deals."""
        assert isinstance(finished, SwirlState)
        dealer = LETTERS[(finished.dealer + 1) % finished.seats]
        return msgspec.structs.replace(finished.rulings.options, dealer=dealer)

    def contract_options(self, seats: int) -> list[GameOptions]:
        """Every value of every ruling, and creatures and dealer known beforehand."""
        more: list[GameOptions] = [
            SwirlOptions(capture="any_nonempty", last_deal="round_robin", play_out="may_stop"),
            SwirlOptions(
                capture="union",
                last_deal="strict4",
                after_swirl="left_of_dealer",
                dealer="B",
                creatures=CREATURES[:seats],
            ),
        ]
        every = [*super().contract_options(seats), *more]
        small = ("Cr1", "Cy2", "Fr1", "Fg2", "Hy1", "Hr3", "Sg1", "Sp2", "Cg3", "SN")
        every.append(SwirlOptions(hand_size=1, middle_size=2, deck=small))
        if seats == TEAM_SEATS:
            every.append(SwirlOptions(teams=True, memory_mode=True, replacement="automatic"))
        return [
            options
            for options in every
            if isinstance(options, SwirlOptions) and (seats == TEAM_SEATS or not options.teams)
        ]

    def __repr__(self) -> str:
        own = "" if self.deck is standard_deck() else f"deck={self.data_hash[:12]}"
        return f"Swirl({own})"

    def heuristics(self) -> Heuristics:
        """What a good player knows: what to take, what is not to be left in the middle."""
        from halfturn.games.swirl.bots.heuristics import SwirlHeuristics

        return SwirlHeuristics()
