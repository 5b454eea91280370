"""Reading positions of Qwirkle Cards.

    table rci rsq rdi; hand A rst bsq gsq; hand B oci odi ocl; turn A

Cards are a colour (`r o y g b p`) and a shape (`ci sq di cl st bu`). Sections are separated by
`;` or line ends, in any order, each at most once (per seat):

    section                 meaning                                         if left out
    seats N                 how many play                                   2
    options name=value …    the game's options                              the defaults
    table rci rsq …         the play area at the start of the turn          empty
    hand A rci …            the cards in a hand, any number of them         an empty hand
    qwirkles A r ci …       Qwirkles a seat has, by what their cards share  none
    deck rci …              the cards in the deck; `deck` alone: none       all other cards
    turn A                  whose turn it is                                A
    played rci …            in the turn: cards laid so far                  none
    taken r …               in the turn: Qwirkles claimed so far            none
    last N                  turns left in the last round, with this one     one each, if the
                                                                            deck is empty
    passes N                how many have passed in a row                   0
    redeals N               hands dealt anew since a card was played        0
    redrawn                 in the turn: the seat has a fresh hand already  not yet
    draw A                  instead of turn: A fills up its hand
    redeal A                instead of turn: hands are dealt anew, then A's turn
    redraw A                instead of turn: A draws a fresh hand
    aside rci …             with redraw: the old hand
    setup                   instead of turn: the first deal is still going on
    over                    instead of turn: the game has ended
    shown A 4:9:            the largest set at the deal was 4; 9 cards of that hand are kept
    stuck A 9:rci+rsq+rdi:  nothing of the hand could be played on that table; 9 are kept
    laid A 0-8:rci+rsq      A laid a hand aside: 8 cards of B's hand are of that time, and these
                            two are not among them

The last three are what is known of a hidden hand, so that `redeal` respects it; `laid` is known
to that seat alone. After the second colon of the others stand cards of that hand that have been
played, joined by `+`; `4-` says that the set was at most that large, as far as can still be told.

A position need not be reachable: a hand may have any number of cards, a table need not lie in
sets, a card may be there more often than three times.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.errors import UnreadableText
from halfturn.core.notation import Sections
from halfturn.core.seats import seat_letter
from halfturn.games.qwirkle_cards import setup
from halfturn.games.qwirkle_cards.answers import read_card, read_line
from halfturn.games.qwirkle_cards.cards import (
    HAND_SIZE,
    KINDS,
    LINE_OF,
    LINES,
    heap_of,
    kind_on,
    largest_set,
    size_of,
)
from halfturn.games.qwirkle_cards.memory import Memory
from halfturn.games.qwirkle_cards.options import QwirkleCardsOptions
from halfturn.games.qwirkle_cards.proofs import Proof
from halfturn.games.qwirkle_cards.redeal import (
    STAGES,
    held_at_first,
    unseen_when_the_turn_began,
)

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.game import QwirkleCards
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

_STAGES: Final = ("turn", "draw", "redeal", "redraw", "setup", "over")
_IN_A_TURN: Final = ("played", "taken", "redrawn")
_WORDS: Final = (
    *("seats", "options", "table", "deck", "aside", "last", "passes", "redeals"),
    *_IN_A_TURN,
    *_STAGES,
)
_SEAT_WORDS: Final = ("hand", "qwirkles", "shown", "stuck", "laid")
MOST_OF_A_KIND: Final = 99


def read_position(game: QwirkleCards, text: str) -> QwirkleCardsState:
    """Any position, reachable or not, from its notation."""
    sections = Sections(text, _WORDS, _SEAT_WORDS)
    seats, options = sections.seats_and_options(game, QwirkleCardsOptions)
    state = game.empty_table(seats, options)
    stage = _stage(sections)
    _check_words(sections, stage)
    state.table = _heap(sections, "table", sections.words("table"))
    state.aside = _heap(sections, "aside", sections.words("aside"))
    state.played = _heap(sections, "played", sections.words("played"))
    state.played_size = size_of(state.played)
    for line in sections.words("taken"):
        state.taken[LINE_OF[_read(read_line, "taken", line)]] += 1
    for seat in range(seats):
        letter = seat_letter(seat)
        state.hands[seat] = _heap(sections, f"hand {letter}", sections.of_seat("hand", seat))
        state.sizes[seat] = size_of(state.hands[seat])
        for line in sections.of_seat("qwirkles", seat):
            state.qwirkles[seat][LINE_OF[_read(read_line, f"qwirkles {letter}", line)]] += 1
        state.proofs[seat] = tuple(
            [_shown(word, letter) for word in sections.of_seat("shown", seat)]
            + [_stuck(word, letter) for word in sections.of_seat("stuck", seat)]
        )
    _read_deck(state, sections)
    _set_stage(state, sections, stage)
    for seat in range(seats):
        state.memories[seat] = tuple(
            _laid(state, seat, word) for word in sections.of_seat("laid", seat)
        )
    return state


def _stage(sections: Sections) -> str:
    found = [word for word in _STAGES if word in sections]
    if len(found) > 1:
        raise UnreadableText(f"expected one section among {', '.join(_STAGES)}, got {found}")
    return found[0] if found else "turn"


def _check_words(sections: Sections, stage: str) -> None:
    for word in ("setup", "over", "redrawn"):
        if sections.words(word):
            raise UnreadableText(f"{word}: expected nothing after it, got {sections.words(word)}")
    for word in _IN_A_TURN:
        if word in sections and stage != "turn":
            raise UnreadableText(f"{word}: expected only together with turn")
    if "aside" in sections and stage != "redraw":
        raise UnreadableText("aside: expected only together with redraw")
    if stage == "setup":
        for name in sections.names:
            if name.partition(" ")[0] in ("table", "qwirkles", "last", "passes", "redeals"):
                raise UnreadableText(f"setup: expected no section {name!r} before the first turn")


def _read_deck(state: QwirkleCardsState, sections: Sections) -> None:
    """The cards that are named, or all that lie nowhere else."""
    if "deck" in sections:
        state.deck = _heap(sections, "deck", sections.words("deck"))
    else:
        for kind in range(KINDS):
            used = state.table[kind] + state.aside[kind] + state.played[kind]
            for seat in range(state.seats):
                lines = state.qwirkles[seat]
                used += state.hands[seat][kind] + lines[kind // 6] + lines[6 + kind % 6]
            state.deck[kind] = max(0, state.theme.copies - used)
    state.deck_size = size_of(state.deck)


def _set_stage(state: QwirkleCardsState, sections: Sections, stage: str) -> None:
    state.passes = sections.number("passes", 0, 1000, default=0)
    state.redeals = sections.number("redeals", 0, setup.MOST_REDEALS, default=0)
    state.redrawn = "redrawn" in sections
    if stage == "setup":
        _resume_setup(state)
        return
    if stage == "over":
        state.stage = setup.OVER
        return
    empty = state.deck_size == 0 and stage == "turn"
    state.last = sections.number("last", 1, 1000, default=state.seats if empty else 0)
    seat = sections.seat(stage, state.seats)
    state.to_play = 0 if seat is None else seat
    state.stage = STAGES.index(stage)
    if stage == "turn":
        _check_turn(state)
    else:
        _check_drawing(state, stage)


def _check_turn(state: QwirkleCardsState) -> None:
    """What the turn has done so far must be able to become a legal turn."""
    if not state.played_size:
        if sum(state.taken):
            raise UnreadableText("taken: expected only after played")
        return
    for line in range(LINES):
        for place in range(6):
            kind = kind_on(line, place)
            gone = state.taken[kind // 6] + state.taken[6 + kind % 6]
            if gone > state.table[kind] + state.played[kind]:
                raise UnreadableText("taken: expected Qwirkles of cards that lie there")
    solver = state.solver()
    if sum(state.taken):
        if not solver.is_legal(state.played, state.taken):
            raise UnreadableText("taken: expected a legal turn, got one that leaves no sets")
    elif not solver.can_go_on(state.played):
        raise UnreadableText("played: expected cards that can become a legal turn with the hand")


def _check_drawing(state: QwirkleCardsState, stage: str) -> None:
    if state.deck_size == 0:
        raise UnreadableText(f"{stage}: expected a deck to draw from, got an empty one")
    if state.last:
        raise UnreadableText(f"{stage}: expected no section 'last': nobody draws any more")
    if setup.hand_to_fill(state) >= state.seats:
        raise UnreadableText(f"{stage}: expected a hand of fewer than {HAND_SIZE} cards to fill")
    if stage == "redraw":
        state.redrawn = True


def _resume_setup(state: QwirkleCardsState) -> None:
    state.stage = setup.DEALING
    for seat in range(state.seats):
        if state.sizes[seat] > HAND_SIZE:
            raise UnreadableText(
                f"hand {seat_letter(seat)}: expected at most {HAND_SIZE} cards in the set-up"
            )
    if setup.hand_to_fill(state) < state.seats:
        if state.deck_size == 0:
            raise UnreadableText("setup: expected a deck to deal from, got an empty one")
        return
    if max(int(largest_set(hand)) for hand in state.hands) < 3:
        raise UnreadableText("setup: expected a hand with a set of three, or cards still to deal")
    setup.advance(state, None)


def _read(reader: object, where: str, word: str) -> str:
    try:
        return str(reader(word))  # type: ignore[operator]
    except UnreadableText as error:
        raise UnreadableText(f"{where}: {error}") from None


def _heap(sections: Sections, where: str, words: Sequence[str]) -> vec[i64]:
    heap = heap_of([_read(read_card, where, word) for word in words])
    if max(heap) > MOST_OF_A_KIND:
        raise UnreadableText(f"{where}: expected at most {MOST_OF_A_KIND} cards of a kind")
    return heap


def _cards(text: str, where: str) -> tuple[int, ...]:
    words = text.split("+") if text else []
    return tuple(heap_of([_read(read_card, where, word) for word in words]))


def _shown(word: str, letter: str) -> Proof:
    where = f"shown {letter}"
    size, _, rest = word.partition(":")
    kept, colon, seen = rest.partition(":")
    exact = not size.endswith("-")
    size = size.removesuffix("-")
    if not colon or size not in "0123456" or not size or not _is_count(kept):
        raise UnreadableText(f"{where}: expected size:kept:cards, like 4:9:, got {word[:40]!r}")
    return Proof(int(kept), _cards(seen, where), int(size), exact, None)


def _stuck(word: str, letter: str) -> Proof:
    where = f"stuck {letter}"
    kept, _, rest = word.partition(":")
    table, colon, seen = rest.partition(":")
    if not colon or not _is_count(kept):
        expected = "expected kept:table:cards, like 9:rci+rsq+rdi:"
        raise UnreadableText(f"{where}: {expected}, got {word[:40]!r}")
    return Proof(int(kept), _cards(seen, where), 0, False, _cards(table, where))


def _laid(state: QwirkleCardsState, seat: int, word: str) -> Memory:
    where = f"laid {seat_letter(seat)}"
    kept_words, colon, cards = word.partition(":")
    kept = kept_words.split("-")
    if not colon or len(kept) != state.seats or not all(each.isdecimal() for each in kept):
        expected = f"expected cards kept by each of {state.seats} seats and cards, like 0-9:rci"
        raise UnreadableText(f"{where}: {expected}, got {word[:40]!r}")
    unseen = unseen_when_the_turn_began(state, seat)
    limits = [
        there - reserved for there, reserved in zip(unseen, _cards(cards, where), strict=True)
    ]
    memory = Memory(tuple(limits), tuple([int(each[:4]) for each in kept]))
    hands = [list(held_at_first(state, each)) for each in range(state.seats)]
    if min(limits) < 0 or memory.kept[seat] or not memory.can_be_so(hands):
        raise UnreadableText(
            f"{where}: expected so many cards in the others' hands without {cards!r}, "
            f"got hands that cannot be so"
        )
    return memory


def _is_count(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 4 and int(text) > 0
