"""Comparing turns of Qwirkle Cards by what comes after them: cards counted, worlds tried, the
last turns exact.

The first look counts cards: how likely the next player holds what a line of the table lacks.
The best turns by that are tried on redealt worlds: the next players answer, each with the most
Qwirkles, and then it is the own turn again. Whatever falls behind is left out soon. When the
deck is empty and two play, the other hand is known, and the last two turns are played exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.clock import time_now
from halfturn.core.rng import Rng
from halfturn.games.qwirkle_cards.cards import KINDS, LINES, kind_on, size_of
from halfturn.games.qwirkle_cards.solver import FEWEST_CARDS, Solver, Turn

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

GIVEN: Final = 0.8
"""How many of the lines that the next player can fill are really taken."""
KEPT: Final = 0.4
"""How many of those that the own hand fills are still there a round later."""
MOST_TURNS: Final = 24
"""So many turns are tried on worlds; of more, those that look best."""
FIRST_LOOK: Final = 6.0
"""The first look counts like so many worlds."""
FEWEST_WORLDS: Final = 4
FEWEST_TURNS: Final = 3
"""After so many worlds, and each time they have doubled, the worse half of the turns is left out,
as long as more than so many are there."""
CLEAR: Final = 2.5
"""How many standard deviations of one world, over the root of their number, make a lead clear."""
MOST_WORLDS: Final = 256


@final
class Candidate:
    """A turn, the table it leaves, and what it came to in the worlds that were tried."""

    def __init__(self, turn: Turn, table: vec[i64], look: float) -> None:
        self.turn = turn
        self.table = table
        self.look: float = look
        self.total: float = 0.0
        self.worlds: i64 = 0

    def lead(self) -> float:
        """The Qwirkles it is ahead by, over a round."""
        return (FIRST_LOOK * self.look + self.total) / (FIRST_LOOK + float(self.worlds))


def table_after(table: vec[i64], turn: Turn) -> vec[i64]:
    """The table that a turn leaves."""
    left = table[:]
    kind: i64
    for kind in range(KINDS):
        left[kind] += turn.played[kind] - turn.taken[kind // 6] - turn.taken[6 + kind % 6]
    return left


def compared(
    state: QwirkleCardsState, turns: list[Turn], nodes: int, deadline: float, rng: Rng
) -> list[tuple[Turn, float]]:
    """Turns with what they gain on the others over a round, the best first."""
    if state.last > 0 and (state.last == 1 or state.seats == 2):
        return _exact(state, turns)
    found = _first_look(state, turns)
    alive = found[:]
    worlds: i64 = 0
    halving: i64 = FEWEST_WORLDS
    looked = 0
    while len(alive) > 1 and worlds < MOST_WORLDS:
        world = state.redeal(state.to_play, rng)
        order = _shuffled(world.deck, rng)
        for each in alive:
            each.total += _over_a_round(world, each, order)
            each.worlds += 1
        worlds += 1
        looked += len(alive)
        if worlds == halving:
            halving *= 2
            alive = _better_half(alive, worlds)
        if nodes and looked >= nodes:
            break
        if deadline > 0.0 and time_now() >= deadline:
            break
        if nodes == 0 and deadline == 0.0:
            break
    order_of = sorted(range(len(found)), key=lambda at: (-found[at].worlds, -found[at].lead(), at))
    ranked: list[tuple[Turn, float]] = []
    bound = 1e9
    for at in order_of:
        # What was left out early looked worse then: it is no better than those that were not.
        bound = min(bound, found[at].lead())
        ranked.append((found[at].turn, bound))
    return ranked


def _better_half(alive: list[Candidate], worlds: i64) -> list[Candidate]:
    """The turns that are worth more worlds; one alone where it is clearly the best."""
    alive = sorted(alive, key=lambda each: -each.lead())
    clear = CLEAR / float(worlds) ** 0.5
    if worlds > FEWEST_WORLDS and alive[0].lead() - alive[1].lead() > clear:
        return alive[:1]
    if len(alive) <= FEWEST_TURNS:
        return alive
    return alive[: max(FEWEST_TURNS, len(alive) // 2)]


# ---- the last turns ----


def _exact(state: QwirkleCardsState, turns: list[Turn]) -> list[tuple[Turn, float]]:
    """Nothing is drawn any more: the best turn against the best last answer to it."""
    ranked = sorted(range(len(turns)), key=lambda at: (-turns[at].qwirkles, at))
    if state.last == 1:
        return [(turns[at], float(turns[at].qwirkles)) for at in ranked]
    hand = state.hands[1 - state.to_play]
    found: list[tuple[float, int]] = []
    best = -1e9
    for place, at in enumerate(ranked):
        turn = turns[at]
        if float(turn.qwirkles) <= best:
            break  # even if nothing were left to the other
        answer: i64 = Solver(table_after(state.table, turn), hand).most_qwirkles()
        lead = float(turn.qwirkles) - (float(answer) if answer > 0 else 0.0)
        best = max(best, lead)
        found.append((-lead, place))
    found.sort()
    return [(turns[ranked[place]], -lead) for lead, place in found]


# ---- the first look ----


def _first_look(state: QwirkleCardsState, turns: list[Turn]) -> list[Candidate]:
    """The turns with the most Qwirkles by counted cards, the best first, one for each table."""
    most = max([turn.qwirkles for turn in turns])
    hand = state.hands[state.to_play]
    unseen = _unseen(state)
    left_over: i64 = size_of(unseen)
    seats: i64 = state.seats
    holds = _chances(unseen, left_over, state.sizes[(state.to_play + 1) % seats])
    found: list[Candidate] = []
    seen: set[tuple[int, ...]] = set()
    for turn in turns:
        if turn.qwirkles < most:
            continue
        table = table_after(state.table, turn)
        key = tuple(table)
        if key in seen:  # the same table with the same cards gone
            continue
        seen.add(key)
        look = float(turn.qwirkles) - GIVEN * _lines_filled(table, None, holds)
        if state.last == 0:
            kept = hand[:]
            kind: i64
            for kind in range(KINDS):
                kept[kind] += state.played[kind] - turn.played[kind]
            look += KEPT * _lines_filled(table, kept, _chances(unseen, left_over, turn.cards))
        found.append(Candidate(turn, table, look))
    order = sorted(range(len(found)), key=lambda at: (-found[at].look, at))
    return [found[at] for at in order[:MOST_TURNS]]


def _unseen(state: QwirkleCardsState) -> vec[i64]:
    """How many of each kind are in the deck and in the hands of others."""
    unseen = state.deck[:]
    seat: i64
    kind: i64
    for seat in range(state.seats):
        if seat != state.to_play:
            for kind in range(KINDS):
                unseen[kind] += state.hands[seat][kind]
    return unseen


def _chances(unseen: vec[i64], in_all: i64, cards: i64) -> list[float]:
    """How likely each kind is among so many cards that nobody has seen."""
    found = [0.0] * KINDS
    missed = 1.0 - float(cards) / float(in_all) if in_all > cards else 0.0
    kind: i64
    for kind in range(KINDS):
        copies = unseen[kind]
        if copies > 0:
            found[kind] = 1.0 - missed if copies == 1 else 1.0 - missed**copies
    return found


def _lines_filled(table: vec[i64], hand: vec[i64] | None, chances: list[float]) -> float:
    """How many lines of a table somebody is likely to fill who holds a hand, or draws cards."""
    total = 0.0
    line: i64
    place: i64
    for line in range(LINES):
        likely = 1.0
        for place in range(6):
            kind = kind_on(line, place)
            if table[kind] == 0 and (hand is None or hand[kind] == 0):
                likely *= chances[kind]
                if likely < 0.001:
                    break
        total += likely
    return total


# ---- a world ----


def _shuffled(deck: vec[i64], rng: Rng) -> list[int]:
    """The kinds of a deck in some order."""
    order: list[int] = []
    kind: i64
    for kind in range(KINDS):
        order.extend([kind] * deck[kind])
    for at in range(len(order)):
        other = at + rng.below(len(order) - at)
        order[at], order[other] = order[other], order[at]
    return order


def _over_a_round(world: QwirkleCardsState, candidate: Candidate, order: list[int]) -> float:
    """The Qwirkles of a turn and of the own next one, less those of the best of the others."""
    seats: i64 = world.seats
    seat = world.to_play
    table = candidate.table
    own = world.hands[seat][:]
    kind: i64
    for kind in range(KINDS):
        own[kind] += world.played[kind] - candidate.turn.played[kind]
    top: i64 = 0
    turns_left = world.last
    if turns_left == 0:
        cards: i64 = candidate.turn.cards
        in_deck: i64 = len(order)
        while cards > 0 and top < in_deck:
            own[order[top]] += 1
            top += 1
            cards -= 1
        if top == in_deck:
            turns_left = seats + 1
    lead = float(candidate.turn.qwirkles)
    most_of_others = 0.0
    step: i64
    for step in range(1, seats):
        if turns_left > 0:
            turns_left -= 1
            if turns_left == 0:
                return lead - most_of_others
        hand = world.hands[(seat + step) % seats]
        answer = Solver(table, hand).best(FEWEST_CARDS)
        if answer is not None:
            most_of_others = max(most_of_others, float(answer.qwirkles))
            table = table_after(table, answer)
            if turns_left == 0:
                top += answer.cards
                if top >= len(order):
                    turns_left = seats + 1
    if turns_left == 1:
        return lead - most_of_others
    again: i64 = Solver(table, own).most_qwirkles()
    return lead - most_of_others + (float(again) if again > 0 else 0.0)
