"""Why an answer is not legal, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from halfturn.core.option import Option
from halfturn.core.seats import CHANCE, seat_letter
from halfturn.core.words import listed
from halfturn.games.swirl import dealing
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
        return f"the game is over, so {option} answers nothing"
    if state.stage == dealing.PLAYING and isinstance(option, Play):
        return _not_in_hand(state, option.card)
    if state.stage == dealing.PLAYING and isinstance(option, Stop):
        return _why_not_stop(state)
    if state.stage == dealing.TAKING and isinstance(option, Take):
        return _why_not_take(state, option)
    if state.stage == dealing.COLLECTING and isinstance(option, Collect):
        return f"{option.card} is not in the middle, where {_named(state.table.middle)} lie"
    if state.stage == dealing.SNATCHING and isinstance(option, Snatch):
        return _why_not_snatch(state, option.card)
    if state.stage == dealing.CREATURE and isinstance(option, Creature):
        return _why_not_creature(state, option)
    asked = "the deck" if decision.seat == CHANCE else seat_letter(decision.seat)
    expected = ", ".join(str(each) for each in decision.options[:12])
    more = " …" if len(decision.options) > 12 else ""
    return f"{asked} is asked for {decision.kind!r}: expected one of {expected}{more}, got {option}"


def _named(faces: list[int]) -> str:
    return listed(texts(faces)) or "no cards"


def _not_in_hand(state: SwirlState, card: str) -> str:
    letter = seat_letter(state.to_play)
    hand = _named(state.table.hands[state.to_play])
    return f"{card} is not in the hand of {letter}, which is {hand}"


def _why_not_stop(state: SwirlState) -> str:
    if not state.swirling:
        return "stop is only for the one who plays out a hand after a SWIRL: expected a card"
    return (
        "after a SWIRL the whole hand is played out (play_out=all): expected one of "
        f"{_named(state.table.hands[state.to_play])}"
    )


def _why_not_snatch(state: SwirlState, card: str) -> str:
    owner = state.table.owner(FACE_OF.get(card, -2))
    possible = _named(state.targets())
    if owner == state.to_play:
        return f"{card} is in your own series: expected one of {possible}"
    if owner >= 0:
        return f"{card} is in the series of your partner: expected one of {possible}"
    return f"{card} is in nobody's series: expected one of {possible}"


def _why_not_creature(state: SwirlState, option: Creature) -> str:
    if option.creature not in CREATURES:
        return f"expected a creature among {', '.join(CREATURES)}, got {option.creature!r}"
    creature = CREATURES.index(option.creature)
    owner = list(state.table.creatures).index(creature)
    words = CREATURE_WORDS[creature]
    return f"{seat_letter(owner)} has the {words} already: everybody takes a different creature"


def _why_not_take(state: SwirlState, option: Take) -> str:
    """The first thing that is wrong with a set of cards."""
    played, number = CARDS[state.played], state.played % NUMBERS + 1
    middle = list(state.table.middle)
    for card in option.cards:
        if card in ACTIONS:
            return f"{card} has no number, so {played} cannot take it"
        if card not in FACE_OF or FACE_OF[card] not in middle:
            return f"{card} is not in the middle, where {_named(state.table.middle)} lie"
        middle.remove(FACE_OF[card])
    if list(option.cards) != sorted(option.cards, key=FACE_OF.__getitem__):
        return "expected the cards in the order of the middle: crab, fish, sea horse, star fish"
    equal = [face for face in middle if face < COLLECT_ONE and face % NUMBERS + 1 == number]
    if equal:
        return f"{played} takes every {number}: {_named(equal)} too"
    rest = [card for card in option.cards if FACE_OF[card] % NUMBERS + 1 != number]
    if not _splits(numbers_of([FACE_OF[card] for card in rest]), number) or not option.cards:
        return f"expected groups that sum to {number}, got {' + '.join(option.cards) or 'none'}"
    return (
        f"{' + '.join(option.cards)} leaves cards that sum to {number} as well, and {played} "
        "takes all it can: expected a larger set"
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
