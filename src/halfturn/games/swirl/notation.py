"""Reading positions of SWIRL.

    seats 2; creatures sea-horse crab; dealer B; hand A Hg4 A1; hand B Sp9 Cr1;
    middle Cg4 Sg8 Fr2; series B Cr3; pile A Fy6; turn A

A card is a creature (C crab, F fish, H sea horse, S star fish), a colour (r, g, y, p) and a
number: `Cr4`. Action cards are `A1` (COLLECT ONE), `AA` (COLLECT ALL), `SN` and `SW`. Sections are
separated by `;`, in any order, each at most once (per seat):

    section                 meaning                                     if left out
    seats N                 how many play                               2
    options name=value …    the game's options                          the defaults
    creatures crab fish …   each seat's creature, in seat order         as the options say,
                                                                        else in their order
    dealer A                who deals                                   as the options say,
                                                                        else right of `turn`
    hand A Cr4 SN …         cards in a hand                             an empty hand
    middle Cr4 SN …         cards in the middle, action cards too       an empty middle
    series A Cr4 …          series cards, of the own creature           none
    pile A Cr4 14 …         cards in a capture pile; a number for so    none
                            many more, whichever the box has left
    deck Cr4 …              cards in the deck                           what is left of the box
    returned SN …           action cards that came up for the middle    none
                            and are in the deck until the next deal
    turn A                  whose turn it is, or who leads next         the first with cards
    swirl                   that seat is playing out its hand after a SWIRL
    played Cr4              it has played this card and chooses what it takes
    robbed B red            B lost its red card and may replace it
    deal N                  N cards are still to be dealt to hands
    lay N                   and then N to the middle
    setup                   dealer or creatures are still to be settled; `-` for no creature yet

`deck` alone is an empty deck. When nobody has a card and nothing is pending, the next deal
begins, led by the seat that `turn` names; when there is nothing to deal, the game is over, as it
is with a series of four colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from halfturn.core.errors import UnreadableText
from halfturn.core.notation import Sections
from halfturn.core.seats import LETTERS, read_seat, seat_letter
from halfturn.games.swirl import setup
from halfturn.games.swirl.captures import MOST_OF_A_NUMBER, leftovers, sets_of_cards
from halfturn.games.swirl.cards import (
    CARDS,
    COLOURS,
    CREATURE_WORDS,
    CREATURES,
    read_card,
    read_creature,
)
from halfturn.games.swirl.codes import COLLECT_ALL, COLLECT_ONE, DEAL_CODES, SNATCH
from halfturn.games.swirl.options import CHOOSE, RANDOM, SwirlOptions
from halfturn.games.swirl.setup import HAND_SIZE
from halfturn.games.swirl.table import FULL, NOTHING

if TYPE_CHECKING:
    from halfturn.games.swirl.game import Swirl
    from halfturn.games.swirl.state import SwirlState

MOST_IN_MIDDLE: Final = 40
"""Creature cards; no game comes near, and the captures of more are beyond counting."""

_WORDS: Final = (
    "seats",
    "options",
    "creatures",
    "dealer",
    "middle",
    "deck",
    "returned",
    "turn",
    "swirl",
    "played",
    "robbed",
    "deal",
    "lay",
    "setup",
)
_SEAT_WORDS: Final = ("hand", "series", "pile")


def read_position(game: Swirl, text: str) -> SwirlState:
    """Any position, reachable or not, from its notation."""
    sections = Sections(text, _WORDS, _SEAT_WORDS)
    seats, options = sections.seats_and_options(game, SwirlOptions)
    state = game.empty_table(seats, options)
    _read_creatures(state, sections)
    if "setup" in sections:
        _resume_setup(state, sections)
        return state
    for seat in range(seats):
        _read_cards_of(state, sections, seat)
    for face in _cards(sections.words("middle"), "middle"):
        _take_out(state, face)
        state.table.lay(face)
    _read_played(state, sections)
    for seat in range(seats):
        _fill_pile(state, sections, seat)
    _read_deck(state, sections)
    _read_returned(state, sections)
    _check_counts(state)
    _read_turn(state, sections)
    _read_pending(state, sections)
    return state


# ---- cards ----


def _cards(words: list[str], where: str) -> list[int]:
    try:
        return [read_card(word) for word in words]
    except UnreadableText as error:
        raise UnreadableText(f"{where}: {error}") from None


def _take_out(state: SwirlState, face: int) -> None:
    """Positions need not be reachable: a card that the deck has run out of is added."""
    if state.table.copies[face]:
        state.table.draw(face)


def _read_creatures(state: SwirlState, sections: Sections) -> None:
    words = sections.words("creatures")
    if not words:
        named = state.rulings.options.creatures
        if named not in (CHOOSE, RANDOM):
            words = list(named)
        elif "setup" in sections:
            return
        else:
            words = list(CREATURES[: state.seats])
    if len(words) != state.seats:
        raise UnreadableText(
            f"creatures: expected one for each of {state.seats} seats, got {' '.join(words)!r}"
        )
    for seat, word in enumerate(words):
        if word == "-" and "setup" in sections:
            continue
        try:
            creature = read_creature(word)
        except UnreadableText as error:
            raise UnreadableText(f"creatures: {error}") from None
        if creature in list(state.table.creatures):
            raise UnreadableText(f"creatures: expected different ones, got {word} twice")
        state.table.creatures[seat] = creature


def _read_cards_of(state: SwirlState, sections: Sections, seat: int) -> None:
    table, letter = state.table, seat_letter(seat)
    for face in _cards(sections.of_seat("hand", seat), f"hand {letter}"):
        _take_out(state, face)
        table.hands[seat].append(face)
    table.hands[seat].sort()
    named = [word for word in sections.of_seat("pile", seat) if not word.isdecimal()]
    for face in _cards(named, f"pile {letter}"):
        _take_out(state, face)
        table.piles[seat].append(face)
    creature = table.creatures[seat]
    for face in _cards(sections.of_seat("series", seat), f"series {letter}"):
        if face >= COLLECT_ONE or face // 40 != creature:
            raise UnreadableText(
                f"series {letter}: expected cards of its creature, the {CREATURE_WORDS[creature]}, "
                f"got {CARDS[face]}"
            )
        if table.series[seat * 4 + face // 10 % 4] != NOTHING:
            colour = COLOURS[face // 10 % 4]
            raise UnreadableText(f"series {letter}: expected one {colour} card, got two")
        _take_out(state, face)
        table.series[seat * 4 + face // 10 % 4] = face
        table.grown[seat] += 1


def _fill_pile(state: SwirlState, sections: Sections, seat: int) -> None:
    """Put as many cards into a pile as a number says, the least telling ones first."""
    table = state.table
    numbers = [word for word in sections.of_seat("pile", seat) if word.isdecimal()]
    for word in numbers:
        if len(word) > 3 or int(word) > table.left:
            raise UnreadableText(
                f"pile {seat_letter(seat)}: expected at most the {table.left} cards that are left "
                f"of the box, got {word}"
            )
        taken = list(table.creatures)
        faces = sorted(
            (code - DEAL_CODES for code in table.deck),
            key=lambda face: (face // 40 == taken[seat], face >= COLLECT_ONE, face // 40 in taken),
        )
        cards = [face for face in faces for _ in range(table.copies[face])][: int(word)]
        for face in cards:
            table.draw(face)
        table.piles[seat] += cards


def _read_played(state: SwirlState, sections: Sections) -> None:
    words = sections.words("played")
    if "played" in sections:
        if len(words) != 1:
            raise UnreadableText(f"played: expected one card, got {' '.join(words)!r}")
        state.played = _cards(words, "played")[0]
        _take_out(state, state.played)


def _read_deck(state: SwirlState, sections: Sections) -> None:
    if "deck" not in sections:
        return
    table = state.table
    for code in table.deck:
        face = code - DEAL_CODES
        table.left -= table.copies[face]
        table.copies[face] = 0
    table.deck = []
    for face in _cards(sections.words("deck"), "deck"):
        table.put_back(face)


def _read_returned(state: SwirlState, sections: Sections) -> None:
    for face in _cards(sections.words("returned"), "returned"):
        if face < COLLECT_ONE or not state.table.copies[face]:
            raise UnreadableText(
                f"returned: expected action cards that are in the deck, got {CARDS[face]}"
            )
        if "deal" in sections:
            raise UnreadableText("returned: expected none while hands are dealt from the deck")
        state.table.give_back(face)


def _check_counts(state: SwirlState) -> None:
    """Refuse what no count of the captures could hold."""
    creatures = [face for face in state.table.middle if face < COLLECT_ONE]
    if len(creatures) > MOST_IN_MIDDLE:
        raise UnreadableText(
            f"middle: expected at most {MOST_IN_MIDDLE} creature cards, got {len(creatures)}"
        )
    # Cards in piles never come back to the middle; all others may.
    table = state.table
    numbers = [sum(table.copies[face] for face in range(at, COLLECT_ONE, 10)) for at in range(10)]
    for face in [*creatures, *(face for hand in table.hands for face in hand)]:
        if face < COLLECT_ONE:
            numbers[face % 10] += 1
    for number, count in enumerate(numbers, start=1):
        if count > MOST_OF_A_NUMBER:
            raise UnreadableText(
                f"expected at most {MOST_OF_A_NUMBER} cards with the number {number} in hands, "
                f"middle and deck, got {count}"
            )


# ---- whose turn, and what is pending ----


def _read_turn(state: SwirlState, sections: Sections) -> None:
    seats = state.seats
    turn, dealer = sections.seat("turn", seats), sections.seat("dealer", seats)
    named = state.rulings.options.dealer
    if dealer is None and named != "random":
        dealer = LETTERS.index(named)
    with_cards = [seat for seat in range(seats) if state.table.hands[seat]]
    if turn is None and dealer is not None:
        order = [(dealer + step) % seats for step in range(1, seats + 1)]
        turn = next((seat for seat in order if seat in with_cards), order[0])
    elif turn is None:
        turn = with_cards[0] if with_cards else 0
    state.to_play = turn
    state.dealer = (turn - 1) % seats if dealer is None else dealer


def _read_pending(state: SwirlState, sections: Sections) -> None:
    """Set the stage; what cannot be pending together is refused."""
    table = state.table
    pending = [name for name in ("played", "robbed", "deal", "lay") if name in sections]
    if len(pending) > 1 and pending != ["deal", "lay"]:
        raise UnreadableText(f"expected one thing pending, got {' and '.join(pending)}")
    state.swirling = "swirl" in sections
    if sections.words("swirl"):
        raise UnreadableText("swirl: expected nothing after it; turn says whose it is")
    if state.swirling and ("deal" in sections or "lay" in sections):
        raise UnreadableText("swirl: expected no deal before the hand is played out")
    if any(grown == FULL for grown in table.grown):
        if pending or state.swirling:
            raise UnreadableText("expected nothing pending once a series is complete")
        state.stage = setup.OVER
    elif "deal" in sections or "lay" in sections:
        _resume_deal(state, sections)
    elif "played" in sections:
        _resume_choice(state)
    elif "robbed" in sections:
        _resume_robbery(state, sections)
    else:
        _resume_play(state)


def _resume_play(state: SwirlState) -> None:
    hands = state.table.hands
    if hands[state.to_play]:
        state.stage = setup.PLAYING
    elif state.swirling or any(hands):
        letter = seat_letter(state.to_play)
        raise UnreadableText(f"turn: expected a seat with cards to play, got {letter}")
    else:
        setup.next_round(state, None)


def _resume_deal(state: SwirlState, sections: Sections) -> None:
    deck = state.table.left
    state.to_deal = sections.number("deal", 1, deck, default=0)
    state.to_lay = sections.number("lay", 1, HAND_SIZE, default=0)
    creatures = sum(list(state.table.copies)[:COLLECT_ONE])
    if state.to_lay and creatures - state.to_deal < state.to_lay:
        raise UnreadableText(
            f"lay: expected {state.to_lay} creature cards left in the deck for the middle, "
            f"got {max(0, creatures - state.to_deal)}"
        )
    if not state.to_deal and not any(state.table.hands):
        raise UnreadableText("lay: expected hands that have been dealt, or a section deal")
    state.stage = setup.DEALING


def _resume_choice(state: SwirlState) -> None:
    table, face = state.table, state.played
    nothing = f"played: expected a card with something to choose here, got {CARDS[face]}"
    if face < COLLECT_ONE:
        left = leftovers(face % 10 + 1, table.numbers, state.rulings.capture)
        takes = sets_of_cards(table.middle, left)
        if len(takes) < 2:
            raise UnreadableText(nothing)
        state.takes = takes
        state.stage = setup.TAKING
    elif face == COLLECT_ONE and len(set(table.middle)) > 1:
        state.stage = setup.COLLECTING
    elif face == SNATCH and len(state.targets()) > 1:
        state.stage = setup.SNATCHING
    else:
        hint = "; nothing is asked for COLLECT ALL" if face == COLLECT_ALL else ""
        raise UnreadableText(f"{nothing}{hint}")


def _resume_robbery(state: SwirlState, sections: Sections) -> None:
    words = sections.words("robbed")
    if len(words) != 2 or words[1] not in COLOURS:
        raise UnreadableText(
            f"robbed: expected a seat and a colour, like B red, got {' '.join(words)!r}"
        )
    victim, gap = read_seat(words[0], state.seats), COLOURS.index(words[1])
    if state.rulings.options.replacement != "ask" or victim == state.to_play:
        raise UnreadableText("robbed: expected another seat than turn's, with replacement=ask")
    if state.table.series[victim * 4 + gap] != NOTHING:
        raise UnreadableText(f"robbed: expected a gap, but {' '.join(words)} is in the series")
    if state.table.replacement(victim, gap) == NOTHING:
        raise UnreadableText(f"robbed: expected a card in pile {words[0]} that can fill the gap")
    state.victim, state.gap = victim, gap
    state.stage = setup.REPLACING


def _resume_setup(state: SwirlState, sections: Sections) -> None:
    for name in sections.names:
        if name.partition(" ")[0] not in ("seats", "options", "creatures", "dealer", "setup"):
            raise UnreadableText(f"setup: expected no section {name!r} before the first deal")
    dealer = sections.seat("dealer", state.seats)
    if dealer is not None:
        state.dealer = dealer
        setup.choose_creatures(state, None)
    else:
        setup.begin(state, None)
