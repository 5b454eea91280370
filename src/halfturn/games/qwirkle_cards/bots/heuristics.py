"""What a good player of Qwirkle Cards knows: every turn there is, and which table not to leave.

Turns come from the exact solver. What a table gives the next player is found out on redealt
worlds, with the solver again: how many Qwirkles that hand makes of it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import Rng
from halfturn.core.state import State
from halfturn.games.qwirkle_cards.bots.evaluation import compared, table_after
from halfturn.games.qwirkle_cards.cards import KINDS, LINES, kind_on
from halfturn.games.qwirkle_cards.codes import END_CODE, TAKE_CODES
from halfturn.games.qwirkle_cards.setup import PLAYING
from halfturn.games.qwirkle_cards.solver import Turn
from halfturn.games.qwirkle_cards.state import QwirkleCardsState

SPREAD: Final = 2.0
MOST_TURNS: Final = 40
FEWER_TURNS: Final = 8
"""So many turns with the most Qwirkles are looked at, and so many that overlook one of them."""
NEAR: Final = vec[i64]([100, 55, 22, 8, 3, 1, 0])
"""Hundredths of a Qwirkle that a line is worth by how many of its six cards are missing."""
GIVEN: Final = 0.35
"""How much of what a table is worth the next player gets, roughly."""
KEPT: Final = 0.25
"""How much of what the own hand would make of it is still there a round later."""

THOUGHT_THROUGH: Final = 30
"""Of a hundred turns of a strong player."""


@final
class QwirkleCardsHeuristics(Heuristics):
    """Most Qwirkles now, fewest for the next player, and cards that keep something going."""

    def spread(self, state: State) -> float:
        """A lead of so many Qwirkles is won three times in four."""
        return SPREAD

    def expected(self, state: State) -> list[float]:
        """The Qwirkles taken, and what each seat may make of the table."""
        assert isinstance(state, QwirkleCardsState)
        found = [float(points) for points in state.scores]
        seats: i64 = state.seats
        coming = state.to_play
        if state.stage != PLAYING:
            coming = (coming + 1) % seats
        given = GIVEN * table_worth(state.table, None)
        found[coming] += given
        seat: i64
        for seat in range(seats):
            if seat != coming:
                found[seat] += KEPT * table_worth(state.table, state.hands[seat])
        return found

    def plans(self, state: State) -> list[list[int]]:
        """Turns with the most Qwirkles, those first that leave poor tables; then some others."""
        assert isinstance(state, QwirkleCardsState)
        if state.stage != PLAYING:
            return []
        return [_codes(state, turn) for turn in _candidates(state)]

    def solve(
        self, state: State, nodes: int, deadline: float, rng: Rng, every: bool
    ) -> list[tuple[list[int], float]]:
        """Turns with the lead in Qwirkles that they promise, the best first."""
        assert isinstance(state, QwirkleCardsState)
        turns = _turns(state) if state.stage == PLAYING else []
        if not turns:
            return []
        scores = state.scores
        now = scores[state.to_play] - max(
            [scores[seat] for seat in range(state.seats) if seat != state.to_play]
        )
        found = compared(state, turns, nodes, deadline, rng)
        return [(_codes(state, turn), float(now) + gain) for turn, gain in found]

    def turns_thought_through(self) -> int:
        """A few: counting cards once is nearly as good as trying many worlds."""
        return THOUGHT_THROUGH

    def reason(self, state: State, turn: list[int]) -> str:
        """The Qwirkles of the turn, and what the table it leaves gives the next player."""
        from halfturn.games.qwirkle_cards.bots.advice import reason

        assert isinstance(state, QwirkleCardsState)
        return reason(state, turn)


def table_worth(table: vec[i64], hand: vec[i64] | None) -> float:
    """What the lines of a table are worth, to a hand or to anybody."""
    total: i64 = 0
    line: i64
    for line in range(LINES):
        missing: i64 = 0
        place: i64
        for place in range(6):
            kind = kind_on(line, place)
            if table[kind] == 0 and (hand is None or hand[kind] == 0):
                missing += 1
        total += NEAR[missing]
    worth = float(total) / 100.0
    return worth / (1.0 + 0.15 * worth)


def _is_begun(state: QwirkleCardsState, turn: Turn) -> bool:
    """Whether a turn goes on with what has been played and taken already."""
    kind: i64
    line: i64
    for kind in range(KINDS):
        if turn.played[kind] < state.played[kind]:
            return False
    has_taken = False
    for line in range(LINES):
        if turn.taken[line] < state.taken[line]:
            return False
        has_taken = has_taken or state.taken[line] > 0
    # After the first Qwirkle no further card.
    return not has_taken or turn.cards == state.played_size


def _turns(state: QwirkleCardsState) -> list[Turn]:
    """Every turn that goes on with what was done already; none where nothing can be played."""
    return [turn for turn in state.solver().turns() if _is_begun(state, turn)]


def _candidates(state: QwirkleCardsState) -> list[Turn]:
    """The turns worth a look, the best first: with the most Qwirkles, then some with one fewer."""
    every = _turns(state)
    if not every:
        return []
    most = max([turn.qwirkles for turn in every])
    found = _best_looking(state, [turn for turn in every if turn.qwirkles == most])
    fewer = _best_looking(state, [turn for turn in every if turn.qwirkles == most - 1])
    return found[:MOST_TURNS] + fewer[:FEWER_TURNS]


def _best_looking(state: QwirkleCardsState, turns: list[Turn]) -> list[Turn]:
    """Turns with equally many Qwirkles by how they look, one for each table."""
    found: list[tuple[float, int]] = []
    hand = state.hands[state.to_play]
    seen: set[tuple[int, ...]] = set()
    for at, turn in enumerate(turns):
        left = table_after(state.table, turn)
        key = tuple(left)
        if key in seen:  # the same table with the same cards gone
            continue
        seen.add(key)
        kept = hand[:]
        kind: i64
        for kind in range(KINDS):
            kept[kind] += state.played[kind] - turn.played[kind]
        look = -GIVEN * table_worth(left, None)
        look += KEPT * table_worth(left, kept) if state.last != 1 else 0.0
        found.append((-look, at))
    found.sort()
    return [turns[at] for _, at in found]


def _codes(state: QwirkleCardsState, turn: Turn) -> list[int]:
    """The answers that are still to be given for a turn."""
    found: list[int] = []
    for kind in range(KINDS):
        found.extend([kind] * (turn.played[kind] - state.played[kind]))
    for line in range(LINES):
        found.extend([TAKE_CODES + line] * (turn.taken[line] - state.taken[line]))
    found.append(END_CODE)
    return found
