"""What a good player of Qwirkle Cards knows: every turn there is, and which table not to leave.

Turns come from the exact solver. What a table gives the next player is found out on redealt
worlds, with the solver again: how many Qwirkles that hand makes of it.
"""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.heuristics import Heuristics
from halfturn.core.option import Option
from halfturn.core.rng import Rng
from halfturn.core.state import State
from halfturn.games.qwirkle_cards.codes import END_CODE, TAKE_CODES
from halfturn.games.qwirkle_cards.kinds import KINDS, LINES, kind_on
from halfturn.games.qwirkle_cards.setup import PLAYING
from halfturn.games.qwirkle_cards.solver import Solver, Turn
from halfturn.games.qwirkle_cards.state import QwirkleCardsState

SPREAD: Final = 2.0
MOST_TURNS: Final = 40
"""So many turns are compared; of more, those that look best."""
NEAR: Final = vec[i64]([100, 55, 22, 8, 3, 1, 0])
"""Hundredths of a Qwirkle that a line is worth by how many of its six cards are missing."""
GIVEN: Final = 0.35
"""How much of what a table is worth the next player gets, roughly."""
KEPT: Final = 0.25
"""How much of what the own hand would make of it is still there a round later."""


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
        """The turns with the most Qwirkles, those first that leave the poorest tables."""
        assert isinstance(state, QwirkleCardsState)
        if state.stage != PLAYING:
            return []
        return [_codes(state, turn) for _, turn in _candidates(state)]

    def solve(
        self, state: State, nodes: int, deadline: float, rng: Rng, every: bool
    ) -> list[tuple[int, float]]:
        """Each answer with the lead in Qwirkles that its best turn promises, the best first."""
        assert isinstance(state, QwirkleCardsState)
        if state.stage != PLAYING:
            return []
        return _compared(state, nodes, deadline, rng)

    def reason(self, state: State, option: Option) -> str:
        """Nothing beyond what its preview says."""
        return ""


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


def _after(table: vec[i64], turn: Turn) -> vec[i64]:
    """The table that a turn leaves."""
    left = table[:]
    kind: i64
    for kind in range(KINDS):
        left[kind] += turn.played[kind] - turn.taken[kind // 6] - turn.taken[6 + kind % 6]
    return left


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


def _candidates(state: QwirkleCardsState) -> list[tuple[float, Turn]]:
    """The turns worth comparing, each with how good it looks, the best first."""
    found: list[tuple[float, int, Turn]] = []
    hand = state.hands[state.to_play]
    every = [turn for turn in state.solver().turns() if _is_begun(state, turn)]
    if not every:
        return []
    most = max([turn.qwirkles for turn in every])
    seen: set[tuple[int, ...]] = set()
    for at, turn in enumerate(every):
        if turn.qwirkles < most:
            continue
        left = _after(state.table, turn)
        key = tuple(left)
        if key in seen:  # the same table with the same cards gone
            continue
        seen.add(key)
        kept = hand[:]
        kind: i64
        for kind in range(KINDS):
            kept[kind] += state.played[kind] - turn.played[kind]
        look = float(turn.qwirkles) - GIVEN * table_worth(left, None)
        look += KEPT * table_worth(left, kept) if state.last != 1 else 0.0
        found.append((-look, at, turn))
    found.sort(key=lambda each: (each[0], each[1]))
    return [(-look, turn) for look, _, turn in found[:MOST_TURNS]]


def _codes(state: QwirkleCardsState, turn: Turn) -> list[int]:
    """The answers that are still to be given for a turn."""
    found: list[int] = []
    for kind in range(KINDS):
        found.extend([kind] * (turn.played[kind] - state.played[kind]))
    for line in range(LINES):
        found.extend([TAKE_CODES + line] * (turn.taken[line] - state.taken[line]))
    found.append(END_CODE)
    return found


def _compared(
    state: QwirkleCardsState, nodes: int, deadline: float, rng: Rng
) -> list[tuple[int, float]]:
    """Turns by Qwirkles, less those of the next player's best answer over redealt worlds."""
    turns = _candidates(state)
    if not turns:
        return []
    seats: i64 = state.seats
    following = (state.to_play + 1) % seats
    tables = [_after(state.table, turn) for _, turn in turns]
    lost = [0.0] * len(turns)
    worlds = 0
    looked = 0
    is_last_turn = state.last == 1
    while len(turns) > 1 and not is_last_turn:
        world = state.redeal(state.to_play, rng)
        for at in range(len(turns)):
            most: i64 = Solver(tables[at], world.hands[following]).most_qwirkles()
            lost[at] += float(most) if most > 0 else 0.0
        worlds += 1
        looked += len(turns)
        if nodes and looked >= nodes:
            break
        if deadline > 0.0 and time.perf_counter() >= deadline:
            break
        if nodes == 0 and deadline == 0.0:
            break
    leads: dict[int, float] = {}
    for at, (look, turn) in enumerate(turns):
        lead = look
        if worlds:
            lead += GIVEN * table_worth(tables[at], None) - lost[at] / float(worlds)
        code = _codes(state, turn)[0]
        leads[code] = max(leads.get(code, -1e9), lead)
    return sorted(leads.items(), key=lambda each: (-each[1], each[0]))
