"""Why an answer is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.option import Option
from halfturn.core.seats import seat_letter
from halfturn.core.words import listed
from halfturn.games.qwirkle_cards.answers import End, Pass, Play, Redraw, Take
from halfturn.games.qwirkle_cards.arrange import arrange
from halfturn.games.qwirkle_cards.kinds import CARDS, KIND_OF, KINDS, LINE_OF, cards_in, kind_on
from halfturn.games.qwirkle_cards.setup import PLAYING

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState


def why_not(state: QwirkleCardsState, option: Option) -> str:
    """Why an option is not legal here, in words."""
    decision = state.decision
    if decision is None:
        return f"the game is over, so {option} answers nothing"
    if state.stage == PLAYING:
        if isinstance(option, Play) and option.card in KIND_OF:
            return _why_not_play(state, option)
        if isinstance(option, Take) and option.line in LINE_OF:
            return _why_not_take(state, option)
        if isinstance(option, End):
            return _why_not_end(state)
        if isinstance(option, Pass | Redraw):
            return _why_not_pass(state, option)
    expected = ", ".join(str(each) for each in decision.options)
    asked = f"{seat_letter(decision.seat)} is asked for {decision.kind!r}"
    return f"{asked}: expected one of {expected}, got {option}"


def _name(state: QwirkleCardsState, kind: int) -> str:
    return f"{CARDS[kind]} ({state.theme.card_name(kind)})"


def _why_not_play(state: QwirkleCardsState, play: Play) -> str:
    kind = KIND_OF[play.card]
    hand = state.hands[state.to_play]
    if hand[kind] == 0:
        if state.table[kind]:
            reason = f"{_name(state, kind)} lies on the table and is not in the hand: cards of "
            return f"{reason}the table can only be rearranged, and that needs no answer"
        held = ", ".join(cards_in(hand)) or "empty"
        return (
            f"{_name(state, kind)} is not in {seat_letter(state.to_play)}'s hand, which is {held}"
        )
    if sum(state.taken):
        return (
            f"a Qwirkle has been taken, so no further card can follow: expected another Qwirkle "
            f"or end, got {play}"
        )
    colour, shape = state.theme.colours[kind // 6], state.theme.shapes[kind % 6]
    beside = [
        _different(state, [kind_on(line, place) for place in range(6)])
        for line in (kind // 6, 6 + kind % 6)
    ]
    if max(beside) < 3:
        return (
            f"{_name(state, kind)} finds no set: on the table and in the hand there are only "
            f"{beside[0]} different {colour} cards and {beside[1]} different of the shape {shape}, "
            "and a set needs three"
        )
    return (
        f"{_name(state, kind)} cannot be played: however the table is rearranged and whatever of "
        "the hand is added, some card would be left without a set of three"
    )


def _different(state: QwirkleCardsState, kinds: list[int]) -> int:
    hand = state.hands[state.to_play]
    return sum(1 for kind in kinds if state.table[kind] + state.played[kind] + hand[kind])


def _lying(state: QwirkleCardsState) -> vec[i64]:
    """What lies there now, without the Qwirkles that were taken."""
    heap = state.table[:]
    for kind in range(KINDS):
        heap[kind] += state.played[kind] - state.taken[kind // 6] - state.taken[6 + kind % 6]
    return heap


def _why_not_take(state: QwirkleCardsState, take: Take) -> str:
    line = LINE_OF[take.line]
    name = state.theme.line_name(line)
    if not state.played_size:
        return f"a turn begins with a card from the hand: expected one, got {take}"
    lying = _lying(state)
    missing = [kind_on(line, place) for place in range(6) if not lying[kind_on(line, place)]]
    if missing:
        names = listed([_name(state, kind) for kind in missing])
        return f"a {name} Qwirkle lacks {names} on the table"
    for place in range(6):
        lying[kind_on(line, place)] -= 1
    loose = arrange(cards_in(lying)).loose
    names = listed([_name(state, KIND_OF[card]) for card in loose])
    return f"without the {name} Qwirkle not all cards can lie in sets; {names} would be left over"


def _why_not_end(state: QwirkleCardsState) -> str:
    if not state.played_size:
        return "at least one card has to be played, so the turn cannot end yet"
    loose = arrange(cards_in(_lying(state))).loose
    names = listed([_name(state, KIND_OF[card]) for card in loose])
    return (
        "the turn cannot end yet: every card has to lie in a set of at least three, and however "
        f"the table is arranged some are left over, for example {names}; play more cards"
    )


def _why_not_pass(state: QwirkleCardsState, option: Option) -> str:
    if state.played_size:
        return f"cards have been played this turn: expected more of them, or end, got {option}"
    decision = state.decision
    assert decision is not None
    first = decision.options[0]
    if isinstance(first, Play):
        return f"a card can be played ({first}, for one), so there is no {option}"
    return f"expected {first}, got {option}"
