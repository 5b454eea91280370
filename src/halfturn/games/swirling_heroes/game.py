"""Swirling Heroes: the facts, and how a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core import (
    BadOptions,
    GameOptions,
    Heuristics,
    Option,
    PackagedGame,
    State,
    View,
)
from halfturn.core.breakdown import ScoreLine
from halfturn.core.game import Knowledge
from halfturn.core.language import say
from halfturn.core.options import check_seat
from halfturn.core.seats import LETTERS
from halfturn.games.swirling_heroes import notation, redeal, setup
from halfturn.games.swirling_heroes.answers import (
    COLOURS,
    Answer,
    code_of,
    parse_answer,
    upright,
)
from halfturn.games.swirling_heroes.cards import CardSet, read_cards, standard_cards
from halfturn.games.swirling_heroes.codes import CODE_COUNT
from halfturn.games.swirling_heroes.events import Happening
from halfturn.games.swirling_heroes.field import SPAN, empty_field
from halfturn.games.swirling_heroes.hands import HAND_SIZE, full_box
from halfturn.games.swirling_heroes.layouts import LAYOUTS, LYING_OF, UPRIGHT_FACES
from halfturn.games.swirling_heroes.options import PRESETS, UNLIMITED, SwirlingHeroesOptions
from halfturn.games.swirling_heroes.projection import breakdown
from halfturn.games.swirling_heroes.state import SwirlingHeroesState
from halfturn.games.swirling_heroes.view import SwirlingHeroesView

HIGHEST_CARD: Final = 6
"""0 + 1 + 2 + 3: what a card is worth that touches nothing."""


class SwirlingHeroes(PackagedGame):
    """Match numbers, swirl cards, keep your high sides open. For two to four players."""

    id = "swirling-heroes"
    package = __package__
    title = "Swirling Heroes"
    rules_version = 1
    min_seats = 2
    max_seats = 4
    options_type = SwirlingHeroesOptions
    option_type: ClassVar[Any] = Answer
    event_type: ClassVar[Any] = Happening
    view_type = SwirlingHeroesView
    knowledge: ClassVar[Knowledge] = redeal
    presets: ClassVar[Mapping[str, Any]] = PRESETS
    code_count = CODE_COUNT
    """Twelve layouts on 47 x 47 cells, and the few other answers."""
    data_file = "cards.user.json"

    def __init__(self, cards: CardSet | None = None) -> None:
        self.cards: Final = cards or standard_cards()
        self.data_hash = self.cards.hash
        copies = [self.cards.copies(colour) for colour in COLOURS]
        self._copies = [[count[face] for face in UPRIGHT_FACES] for count in copies]

    def with_data(self, text: str) -> SwirlingHeroes:
        """The game with the cards of an owner's file; raises BadData."""
        return SwirlingHeroes(read_cards(text))

    def new_state(self, seats: int, options: GameOptions) -> SwirlingHeroesState:
        """The very beginning; whatever the options settle is settled already."""
        state = self.empty_table(seats, options)
        setup.advance(state, None)
        return state

    def empty_table(self, seats: int, options: GameOptions) -> SwirlingHeroesState:
        """All cards in the box, nothing decided."""
        assert isinstance(options, SwirlingHeroesOptions)
        columns, rows = _table_size(options.table)
        return SwirlingHeroesState(
            self,
            seats,
            options,
            empty_field(columns, rows),
            full_box(self._copies_for(options), seats),
            vec[i64]([0] * seats),
            options.hands in ("choose", "random"),
            setup.COLOUR,
            0,
            -1,
        )

    def _copies_for(self, options: SwirlingHeroesOptions) -> list[list[int]]:
        """How often each layout is in the box in each colour, the short deck heeded."""
        if not options.deck:
            return self._copies
        play = {LYING_OF[face] % LAYOUTS for face in options.deck}
        return [
            [count if layout in play else 0 for layout, count in enumerate(copies)]
            for copies in self._copies
        ]

    def position(self, text: str) -> SwirlingHeroesState:
        """Any position, from the notation that `notation` documents."""
        return notation.read_position(self, text)

    def parse_option(self, text: str) -> Option:
        """An answer from its notation."""
        return parse_answer(text)

    def code(self, option: Option) -> int:
        """The integer of an answer; `answers` documents the layout."""
        return self.checked_code(code_of(option), option)

    def score_bounds(self, seats: int) -> tuple[int, int]:
        """From nothing to six cards that touch nothing."""
        return 0, HAND_SIZE * HIGHEST_CARD

    def longest_game(self, seats: int) -> int:
        """Set-up, and SH-TH-6: six turns for every player."""
        return 2 + seats + 2 * HAND_SIZE * seats

    def check_options(self, seats: int, options: GameOptions) -> None:
        """Raise BadOptions for options that do not go together."""
        assert isinstance(options, SwirlingHeroesOptions)
        _table_size(options.table)
        for name in ("first_player", "chooser"):
            check_seat(name, getattr(options, name), seats)
        if options.chooser != "random" and options.edition != "second":
            raise BadOptions(say("chooser: expected only together with edition=second"))
        self._check_colours(seats, options)
        self._check_hands(seats, options)

    def _check_colours(self, seats: int, options: SwirlingHeroesOptions) -> None:
        """SH-SETUP-2: every player a different colour."""
        if seats > len(self.cards.colours):
            raise BadOptions(
                say(
                    "the card file has cards of {colours} only: expected at most {most} players, "
                    "got {seats}",
                    colours=", ".join(self.cards.colours),
                    most=len(self.cards.colours),
                    seats=seats,
                )
            )
        named = options.colours
        if not named or named == ("choose",):
            return
        for colour in named:
            if colour not in self.cards.colours:
                expected = ", ".join(self.cards.colours)
                raise BadOptions(
                    say(
                        "colours: expected some of {expected}, or choose, got {value!r}",
                        expected=expected,
                        value=colour,
                    )
                )
        if len(named) != seats or len(set(named)) != seats:
            got = ",".join(named)
            raise BadOptions(
                say("colours: expected {count} different ones, got {value}", count=seats, value=got)
            )

    def _check_hands(self, seats: int, options: SwirlingHeroesOptions) -> None:
        """Whether every colour that may be in play can make the hands that are asked for."""
        _check_six(options)
        self._check_small_game(options)
        in_play = options.colours or self.cards.colours[:seats]
        if in_play == ("choose",):
            in_play = self.cards.colours
        all_copies = self._copies_for(options)
        copies = {colour: all_copies[COLOURS.index(colour)] for colour in in_play}
        if options.hands == "mirror" and not options.six:
            common = sum(min(each[layout] for each in copies.values()) for layout in range(LAYOUTS))
            if common < options.hand_size:
                raise BadOptions(
                    say(
                        "hands=mirror: the colours of the card file share fewer than {count} "
                        "cards; choose hands=random, choose or listed",
                        count=options.hand_size,
                    )
                )
        for colour in in_play:
            self._check_hand(options, colour, copies[colour])

    def _check_hand(self, options: SwirlingHeroesOptions, colour: str, copies: list[int]) -> None:
        """Whether one colour, with so many copies of each layout, can make its hand."""
        if sum(copies) < options.hand_size:
            raise BadOptions(
                say(
                    "deck: expected at least {count} {colour} cards, got {value}",
                    count=options.hand_size,
                    colour=colour,
                    value=sum(copies),
                )
            )
        if options.hands == "listed" and colour not in self.cards.hands:
            raise BadOptions(
                say(
                    "hands=listed: the card file lists no hand of {colour}; "
                    'add one under "hands" or choose another way',
                    colour=colour,
                )
            )
        fixed = setup.fixed_six(options, self.cards.hands.get(colour, ()))
        wanted = [upright(face) for face in fixed]
        for face in wanted:
            have = copies[LYING_OF[face]]
            if have < wanted.count(face):
                raise BadOptions(
                    say(
                        "hands={hands}: expected {count} x {card} among the {colour} cards of "
                        "the card file, got {value}",
                        hands=options.hands,
                        count=wanted.count(face),
                        card=face,
                        colour=colour,
                        value=have,
                    )
                )

    def _check_small_game(self, options: SwirlingHeroesOptions) -> None:
        """A short deck names cards once; fixed hands are six cards, whatever is asked."""
        _check_faces("deck", options.deck)
        if len({upright(face) for face in options.deck}) < len(options.deck):
            got = ",".join(options.deck)
            raise BadOptions(say("deck: expected each card once, got {value}", value=got))
        if options.hands in ("even", "odd", "listed") and options.hand_size != HAND_SIZE:
            raise BadOptions(
                say(
                    "hand_size: expected {count} with hands={hands}, got {value}",
                    count=HAND_SIZE,
                    hands=options.hands,
                    value=options.hand_size,
                )
            )

    def next_options(self, finished: State) -> SwirlingHeroesOptions:
        """SH-COMP-1, SH-DATA-5: the next seat begins; mirrored hands stay the same six.

        Colours that were chosen stay too, then: another colour may lack a card of the six.
        """
        assert isinstance(finished, SwirlingHeroesState)
        rulings = finished.rulings
        begins = LETTERS[(redeal.first_player(finished) + 1) % finished.seats]
        six = tuple(redeal.cards_of(finished, 0))
        is_whole = len(six) == rulings.hand_size  # which it is not after an odd position
        if rulings.hands != "mirror" or not is_whole:
            return msgspec.structs.replace(rulings, first_player=begins)
        colours = rulings.colours and tuple(COLOURS[each] for each in finished.hands.colours)
        return msgspec.structs.replace(rulings, first_player=begins, six=six, colours=colours)

    def why_match(self, options: GameOptions) -> str:
        """The second seat wins all 924 mirrored hands with best play."""
        assert isinstance(options, SwirlingHeroesOptions)
        if options.hands == "mirror":
            return say("with mirrored hands whoever goes second can always win")
        return super().why_match(options)

    def contract_options(self, seats: int) -> list[GameOptions]:
        """All ways of making hands, both editions, chosen colours, and a table that fills up."""
        more: list[GameOptions] = [
            SwirlingHeroesOptions(hands="even", table="3x3"),
            SwirlingHeroesOptions(hands="odd", first_player="B"),
            SwirlingHeroesOptions(hands="random", table="3x2"),
            SwirlingHeroesOptions(hands="choose", colours=("choose",), edition="second"),
            SwirlingHeroesOptions(edition="second", chooser="A", colours=COLOURS[:seats][::-1]),
            SwirlingHeroesOptions(hands="random", hand_size=2, deck=("0123", "0231", "1032")),
        ]
        return [*super().contract_options(seats), *more]

    def __repr__(self) -> str:
        own = "" if self.cards is standard_cards() else f"cards={self.data_hash[:12]}"
        return f"SwirlingHeroes({own})"

    def heuristics(self) -> Heuristics:
        """What an open side is worth, and exact play where the end is near."""
        from halfturn.games.swirling_heroes.bots.heuristics import SwirlingHeroesHeuristics

        return SwirlingHeroesHeuristics()

    def breakdown(self, view: View) -> tuple[ScoreLine, ...]:
        """What each card of the field brings."""
        assert isinstance(view, SwirlingHeroesView)
        return breakdown(view)


def _check_six(options: SwirlingHeroesOptions) -> None:
    """The cards of mirrored hands, where they are named."""
    if options.six and options.hands != "mirror":
        raise BadOptions(say("six: expected only together with hands=mirror"))
    _check_faces("six", options.six)
    if options.six and len(options.six) != options.hand_size:
        raise BadOptions(
            say(
                "six: expected {count} cards, got {value}",
                count=options.hand_size,
                value=len(options.six),
            )
        )


def _check_faces(name: str, faces: tuple[str, ...]) -> None:
    for face in faces:
        if face not in LYING_OF:
            raise BadOptions(
                say("{option}: expected cards like 0123, got {value!r}", option=name, value=face)
            )


def _table_size(table: str) -> tuple[int, int]:
    """SH-DATA-6: columns and rows of a table; as many as there can be when it is unlimited."""
    if table == UNLIMITED:
        return SPAN, SPAN
    columns, _, rows = table.partition("x")
    sizes = [int(size) for size in (columns, rows) if size.isdecimal() and len(size) < 3]
    if len(sizes) == 2 and all(1 <= size <= SPAN for size in sizes):
        return sizes[0], sizes[1]
    raise BadOptions(
        say(
            "table: expected columns x rows from 1x1 to {most}x{most}, like 7x5, or unlimited, "
            "got {value!r}",
            most=SPAN,
            value=table,
        )
    )
