"""Why an answer is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core.language import say
from halfturn.core.option import Option
from halfturn.core.seats import CHANCE, seat_letter
from halfturn.core.words import listed
from halfturn.games.swirl import setup
from halfturn.games.swirl.answers import Collect, Creature, Play, Snatch, Stop, Take
from halfturn.games.swirl.captures import GROUPS, NUMBERS, numbers_of
from halfturn.games.swirl.cards import ACTIONS, CARDS, CREATURE_WORDS, CREATURES, FACE_OF, texts
from halfturn.games.swirl.codes import COLLECT_ONE

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState


def why_not(state: SwirlState, option: Option) -> str:
    """Why an option is not legal here, in words."""
    decision = state.decision
    if decision is None:
        return say("the game is over, so {answer} answers nothing", answer=option)
    if state.stage == setup.PLAYING and isinstance(option, Play):
        return _not_in_hand(state, option.card)
    if state.stage == setup.PLAYING and isinstance(option, Stop):
        return _why_not_stop(state)
    if state.stage == setup.TAKING and isinstance(option, Take):
        return _why_not_take(state, option)
    if state.stage == setup.COLLECTING and isinstance(option, Collect):
        return _not_in_middle(state, option.card)
    if state.stage == setup.SNATCHING and isinstance(option, Snatch):
        return _why_not_snatch(state, option.card)
    if state.stage == setup.CREATURE and isinstance(option, Creature):
        return _why_not_creature(state, option)
    asked = say("the deck") if decision.seat == CHANCE else seat_letter(decision.seat)
    expected = ", ".join(str(each) for each in decision.options[:12])
    more = " …" if len(decision.options) > 12 else ""
    return say(
        "{seat} is asked for {kind!r}: expected one of {expected}, got {answer}",
        seat=asked,
        kind=decision.kind,
        expected=f"{expected}{more}",
        answer=option,
    )


def _named(faces: list[int]) -> str:
    return listed(texts(faces)) or say("no cards")


def _not_in_hand(state: SwirlState, card: str) -> str:
    letter = seat_letter(state.to_play)
    hand = _named(state.table.hands[state.to_play])
    return say(
        "{card} is not in the hand of {seat}, which is {hand}", card=card, seat=letter, hand=hand
    )


def _not_in_middle(state: SwirlState, card: str) -> str:
    middle = _named(state.table.middle)
    return say("{card} is not in the middle, where {cards} lie", card=card, cards=middle)


def _why_not_stop(state: SwirlState) -> str:
    if not state.swirling:
        return say("stop is only for the one who plays out a hand after a SWIRL: expected a card")
    return say(
        "after a SWIRL the whole hand is played out (play_out=all): expected one of {cards}",
        cards=_named(state.table.hands[state.to_play]),
    )


def _why_not_snatch(state: SwirlState, card: str) -> str:
    owner = state.table.owner(FACE_OF.get(card, -2))
    possible = _named(state.targets())
    if owner == state.to_play:
        return say(
            "{card} is in your own series: expected one of {cards}", card=card, cards=possible
        )
    if owner >= 0:
        return say(
            "{card} is in the series of your partner: expected one of {cards}",
            card=card,
            cards=possible,
        )
    return say("{card} is in nobody's series: expected one of {cards}", card=card, cards=possible)


def _why_not_creature(state: SwirlState, option: Creature) -> str:
    if option.creature not in CREATURES:
        return say(
            "expected a creature among {creatures}, got {creature!r}",
            creatures=", ".join(CREATURES),
            creature=option.creature,
        )
    creature = CREATURES.index(option.creature)
    owner = list(state.table.creatures).index(creature)
    return say(
        "{seat} has the {creature} already: everybody takes a different creature",
        seat=seat_letter(owner),
        creature=say(CREATURE_WORDS[creature]),
    )


def _why_not_take(state: SwirlState, option: Take) -> str:
    """The first thing that is wrong with a set of cards."""
    played, number = CARDS[state.played], state.played % NUMBERS + 1
    middle = list(state.table.middle)
    for card in option.cards:
        if card in ACTIONS:
            return say("{card} has no number, so {played} cannot take it", card=card, played=played)
        if card not in FACE_OF or FACE_OF[card] not in middle:
            return _not_in_middle(state, card)
        middle.remove(FACE_OF[card])
    if list(option.cards) != sorted(option.cards, key=FACE_OF.__getitem__):
        return say(
            "expected the cards in the order of the middle: crab, fish, sea horse, star fish"
        )
    equal = [face for face in middle if face < COLLECT_ONE and face % NUMBERS + 1 == number]
    if equal:
        return say(
            "{played} takes every {number}: {cards} too",
            played=played,
            number=number,
            cards=_named(equal),
        )
    rest = [card for card in option.cards if FACE_OF[card] % NUMBERS + 1 != number]
    if not _splits(numbers_of([FACE_OF[card] for card in rest]), number) or not option.cards:
        return say(
            "expected groups that sum to {number}, got {cards}",
            number=number,
            cards=" + ".join(option.cards) or say("none"),
        )
    return say(
        "{cards} leaves cards that sum to {number} as well, and {played} takes all it can: "
        "expected a larger set",
        cards=" + ".join(option.cards),
        number=number,
        played=played,
    )


def _splits(numbers: int, number: int) -> bool:
    """Whether these numbers are groups with that sum and nothing else."""
    if numbers == 0:
        return True
    return any(_splits(numbers - group, number) for group in GROUPS[number] if _has(numbers, group))


def _has(numbers: int, group: int) -> bool:
    return all(
        (numbers >> shift & 63) >= (group >> shift & 63) for shift in range(0, 6 * NUMBERS, 6)
    )
