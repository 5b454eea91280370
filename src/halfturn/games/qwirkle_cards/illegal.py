"""Why an answer is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.language import say
from halfturn.core.option import Option
from halfturn.core.seats import seat_letter
from halfturn.core.words import asked_otherwise, listed
from halfturn.games.qwirkle_cards.answers import End, Pass, Play, Redraw, Take
from halfturn.games.qwirkle_cards.arrange import arrange
from halfturn.games.qwirkle_cards.cards import CARDS, KIND_OF, KINDS, LINE_OF, cards_in, kind_on
from halfturn.games.qwirkle_cards.setup import PLAYING

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState


def why_not(state: QwirkleCardsState, option: Option) -> str:
    """Why an option is not legal here, in words."""
    decision = state.decision
    if decision is None:
        return say("the game is over, so {answer} answers nothing", answer=option)
    if state.stage == PLAYING:
        if isinstance(option, Play) and option.card in KIND_OF:
            return _why_not_play(state, option)
        if isinstance(option, Take) and option.line in LINE_OF:
            return _why_not_take(state, option)
        if isinstance(option, End):
            return _why_not_end(state)
        if isinstance(option, Pass | Redraw):
            return _why_not_pass(state, option)
    return asked_otherwise(decision, option)


def _name(state: QwirkleCardsState, kind: int) -> str:
    return f"{CARDS[kind]} ({say(state.theme.card_name(kind))})"


def _why_not_play(state: QwirkleCardsState, play: Play) -> str:
    kind = KIND_OF[play.card]
    hand = state.hands[state.to_play]
    if hand[kind] == 0:
        if state.table[kind]:
            return say(
                "{card} lies on the table and is not in the hand: cards of the table can only be "
                "rearranged, and that needs no answer",
                card=_name(state, kind),
            )
        return say(
            "{card} is not in {seat}'s hand, which is {hand}",
            card=_name(state, kind),
            seat=seat_letter(state.to_play),
            hand=", ".join(cards_in(hand)) or say("empty"),
        )
    if sum(state.taken):
        return say(
            "a Qwirkle has been taken, so no further card can follow: expected another Qwirkle "
            "or end, got {answer}",
            answer=play,
        )
    beside = [
        _different(state, [kind_on(line, place) for place in range(6)])
        for line in (kind // 6, 6 + kind % 6)
    ]
    if max(beside) < 3:
        return say(
            "{card} finds no set: on the table and in the hand there are only {coloured} different "
            "{colour} cards and {shaped} different of the shape {shape}, and a set needs three",
            card=_name(state, kind),
            coloured=beside[0],
            colour=say(state.theme.colours[kind // 6]),
            shaped=beside[1],
            shape=say(state.theme.shapes[kind % 6]),
        )
    return say(
        "{card} cannot be played: however the table is rearranged and whatever of the hand is "
        "added, some card would be left without a set of three",
        card=_name(state, kind),
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
    name = say(state.theme.line_name(line))
    if not state.played_size:
        return say(
            "a turn begins with a card from the hand: expected one, got {answer}", answer=take
        )
    lying = _lying(state)
    missing = [kind_on(line, place) for place in range(6) if not lying[kind_on(line, place)]]
    if missing:
        names = listed([_name(state, kind) for kind in missing])
        return say("a {line} Qwirkle lacks {cards} on the table", line=name, cards=names)
    for place in range(6):
        lying[kind_on(line, place)] -= 1
    loose = arrange(cards_in(lying)).loose
    names = listed([_name(state, KIND_OF[card]) for card in loose])
    return say(
        "without the {line} Qwirkle not all cards can lie in sets; {cards} would be left over",
        line=name,
        cards=names,
    )


def _why_not_end(state: QwirkleCardsState) -> str:
    if not state.played_size:
        return say("at least one card has to be played, so the turn cannot end yet")
    loose = arrange(cards_in(_lying(state))).loose
    names = listed([_name(state, KIND_OF[card]) for card in loose])
    return say(
        "the turn cannot end yet: every card has to lie in a set of at least three, and however "
        "the table is arranged some are left over, for example {cards}; play more cards",
        cards=names,
    )


def _why_not_pass(state: QwirkleCardsState, option: Option) -> str:
    if state.played_size:
        return say(
            "cards have been played this turn: expected more of them, or end, got {answer}",
            answer=option,
        )
    decision = state.decision
    assert decision is not None
    first = decision.options[0]
    if isinstance(first, Play):
        return say(
            "a card can be played ({card}, for one), so there is no {answer}",
            card=first,
            answer=option,
        )
    return say("expected {expected}, got {answer}", expected=first, answer=option)
