"""Exact play for two with open hands: alpha-beta with a table of positions, step by step deeper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.clock import time_now
from halfturn.games.swirling_heroes.bots.kernel import MOST_MOVES, Kernel, code_of_move

if TYPE_CHECKING:
    from halfturn.games.swirling_heroes.state import SwirlingHeroesState

TABLE_SIZE: Final = 131072
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
"""What the value of a position in the table is."""
ENDLESS: Final = 4000
LOOK_UP: Final = 15


@final
class Solver:
    """A position, what is known of those after it, and how long to go on."""

    def __init__(self, state: SwirlingHeroesState) -> None:
        self.kernel = Kernel(state)
        self.nodes: i64 = 0
        """The positions that were looked at."""
        self.is_exact: bool = False
        """Whether the last search saw the end of the game everywhere."""
        self._most_nodes: i64 = 0
        self._deadline: float = 0.0
        self._is_out_of_time: bool = False
        self._was_cut: bool = False
        self._keys = vec[i64]([0] * TABLE_SIZE)
        self._facts = vec[i64]([0] * TABLE_SIZE)

    def solve(self, nodes: int, deadline: float, every: bool) -> list[tuple[int, int]]:
        """Each answer with the lead of the seat to play that it comes to, the best first.

        Deepened until the end of the game is reached, so many positions were looked at, or the
        deadline has passed; zero means no such limit. With `every` all leads are exact at the
        depth that was reached; otherwise those behind the first are no more than bounds.
        """
        self.nodes = 0
        kernel = self.kernel
        self._most_nodes = nodes
        self._deadline = deadline
        self._is_out_of_time = False
        count = kernel.list_moves(0)
        moves = [(kernel.moves[at], kernel.gains[at]) for at in range(count)]
        now = kernel.lead() if kernel.seat == 0 else -kernel.lead()
        ranked = sorted([(-(now + gain), move) for move, gain in moves])
        depth: i64 = 1
        while depth <= kernel.left_to_play() and not self._is_out_of_time:
            self._was_cut = False
            found = self._deepened([move for _, move in ranked], dict(moves), now, depth, every)
            if found:
                # What was looked at before time ran out stands in front of what was not.
                seen = {move for _, move in found}
                ranked = sorted(found) + [each for each in ranked if each[1] not in seen]
            self.is_exact = not self._was_cut and not self._is_out_of_time
            if self.is_exact:
                break
            depth += 1
        return [(code_of_move(move), -lead) for lead, move in ranked]

    def _deepened(
        self, moves: list[int], gains: dict[int, int], now: i64, depth: i64, every: bool
    ) -> list[tuple[int, int]]:
        """Each move with its lead, negative for sorting; only finished ones, out of time."""
        kernel = self.kernel
        found: list[tuple[int, int]] = []
        best: i64 = -ENDLESS
        for move in moves:
            seat = kernel.seat
            kernel.play(move)
            lead = now + gains[move]
            low = -ENDLESS if every else best
            if kernel.seat == seat:
                value = self._value(lead, low, ENDLESS, depth - 1, 1)
            else:
                value = -self._value(-lead, -ENDLESS, -low, depth - 1, 1)
            kernel.take_back()
            if self._is_out_of_time:
                return found
            # A bound that equals the best is no second best: it may be far worse.
            found.append((-value + (0 if every or value > best or not found else 1), move))
            best = max(best, value)
        return found

    def _value(self, now: i64, low: i64, high: i64, depth: i64, ply: i64) -> i64:
        """The lead of the seat to play with best play for so many turns, within a window."""
        self.nodes += 1
        kernel = self.kernel
        if kernel.sizes[kernel.seat] == 0:  # then nobody has cards: a turn goes to one who has
            return now
        if depth == 0:
            self._was_cut = True
            return now
        if self.nodes & LOOK_UP == 0 and self._is_too_late():
            self._is_out_of_time = True
            return now
        slot = kernel.mix & (TABLE_SIZE - 1)
        known: i64 = -1
        reaches_end = depth >= kernel.sizes[0] + kernel.sizes[1]
        if self._keys[slot] == kernel.mix:
            facts = self._facts[slot]
            known = facts & 0xFFFF
            if (facts >> 18) & 63 == depth:
                gained = (facts >> 32) - 4096 + now
                bound = (facts >> 16) & 3
                if bound == EXACT or (bound == AT_LEAST and gained >= high):
                    self._was_cut = self._was_cut or not reaches_end
                    return gained
                if bound == AT_MOST and gained <= low:
                    self._was_cut = self._was_cut or not reaches_end
                    return gained
        base = ply * MOST_MOVES
        count = kernel.list_moves(base)
        if depth == 1:
            self._was_cut = self._was_cut or not reaches_end
            return now + self._largest_gain(base, count)
        return self._best_of(now, low, high, depth, ply, count, known, slot)

    def _largest_gain(self, base: i64, count: i64) -> i64:
        kernel = self.kernel
        gains = kernel.gains
        most = gains[base]
        at = base + 1
        while at < base + count:
            most = max(most, gains[at])
            at += 1
        return most

    def _best_of(
        self, now: i64, low: i64, high: i64, depth: i64, ply: i64, count: i64, known: i64, slot: i64
    ) -> i64:
        """The best of the listed moves: the known one first, then by what they gain at once."""
        kernel = self.kernel
        moves, gains = kernel.moves, kernel.gains
        base = ply * MOST_MOVES
        best: i64 = -ENDLESS
        best_move: i64 = 0
        floor = low
        seat = kernel.seat
        mix = kernel.mix
        tried: i64 = 0
        while tried < count:
            at = base + tried
            pick = at
            scan = at
            top: i64 = -ENDLESS
            while scan < base + count:
                rank = ENDLESS if moves[scan] == known else gains[scan]
                if rank > top:
                    top, pick = rank, scan
                scan += 1
            move = moves[pick]
            gain = gains[pick]
            moves[pick], gains[pick] = moves[at], gains[at]
            moves[at], gains[at] = move, gain
            tried += 1
            kernel.play(move)
            if kernel.seat == seat:
                value = self._value(now + gain, floor, high, depth - 1, ply + 1)
            else:
                value = -self._value(-now - gain, -high, -floor, depth - 1, ply + 1)
            kernel.take_back()
            if self._is_out_of_time:
                return now
            if value > best:
                best, best_move = value, move
                floor = max(floor, value)
                if value >= high:
                    break
        bound: i64 = EXACT
        if best <= low:
            bound = AT_MOST
        elif best >= high:
            bound = AT_LEAST
        self._keys[slot] = mix
        self._facts[slot] = (best - now + 4096) << 32 | depth << 18 | bound << 16 | best_move
        return best

    def _is_too_late(self) -> bool:
        if self._most_nodes and self.nodes >= self._most_nodes:
            return True
        return self._deadline > 0.0 and time_now() >= self._deadline
