"""Search: Monte-Carlo trees over redealt worlds, for every game that keeps the contract.

Each iteration draws a world that looks to the seat like the game does, walks down the tree
by what has proved good and what looks promising, adds one node, judges the position there by
the game's heuristics, and tells every node on the way. One tree serves all worlds: a node is
a row of answers, and only those of its answers count that are possible in the world at hand
(information-set search). Every seat looks for its own good, so any number of players will do.

What CHANCE shows to all with few outcomes has a node for each; of what is hidden, or of many
outcomes, the tree keeps no account: they are drawn anew each time and what follows is averaged.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Final, final

from mypy_extensions import i64

from halfturn.bots.plans import Plan
from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.state import State

FEW_OUTCOMES: Final = 4
ANY_OUTCOME: Final = -1
"""The one way down from outcomes of which the tree keeps no account."""
CURIOSITY: Final = 1.6
"""What an answer that was hardly tried is worth a try; larger looks wider, smaller deeper."""
DOUBT: Final = 0.1
"""How much worse than its question an answer is thought to be before it is tried."""
WARMTH: Final = 0.05
"""A turn that ends so much worse than the best is looked at a third as often, to begin with."""
TRUST: Final = 0.8
"""How much of the first looks go by that; the rest is spread evenly."""
LONGEST_WALK: Final = 4000
FEW_VISITS: Final = 4
MOST_LOOKED_AT: Final = 150
"""When the tree is taken up again: nodes with fewer visits are not worth it, nor is a long look."""
OBVIOUS: Final = 8
LOOKED_WELL: Final = 400
"""An answer that was walked so many times as often as any other needs no further thought, once
there were so many walks."""
LOOK_UP: Final = 16
"""Every so many iterations the clock is looked at, and whether the best can still change."""


@final
class Node:
    """A row of answers: how often it was walked, and what came of it for whom."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total: float = 0.0
        """The sum of values, for the seat whose answer leads here."""
        self.own: float = 0.0
        """The sum of values, for the seat that is asked here."""
        self.next: dict[int, Node] = {}
        self.appeal: dict[int, float] = {}
        """How the answers here look, as shares of one, before any is tried."""
        self.hoped: dict[int, Node] = {}
        """Nodes that were not walked yet, of which only the appeal is known."""


@final
class Search:
    """A tree that grows from one question of one seat."""

    def __init__(self, world: State, heuristics: Heuristics, rng: SeededRng) -> None:
        self.world: State = world
        self.seat: int = world.seat_asked
        self.heuristics: Heuristics = heuristics
        self.rng: SeededRng = rng
        self.root = Node()
        self.codes: list[int] = world.codes()
        self.iterations: i64 = 0

    # ---- what is known beforehand ----

    def favour(self, found: list[Plan]) -> None:
        """Look first where whole turns end well."""
        top = -1e9
        for plan in found:
            top = max(top, plan.value)
        for plan in found:
            weight = math.exp((plan.value - top) / WARMTH)
            node = self.root
            for code in plan.codes:
                node.appeal[code] = node.appeal.get(code, 0.0) + weight
                following = node.hoped.get(code)
                if following is None:
                    following = Node()
                    node.hoped[code] = following
                node = following
        _even_out(self.root)

    # ---- thinking ----

    def think(self, iterations: int, deadline: float) -> None:
        """Walk so many times, or until the clock says so; zero means no such limit."""
        most: i64 = iterations
        done: i64 = 0
        begin = time_now()
        while most == 0 or done < most:
            self._walk()
            done += 1
            if done % LOOK_UP == 0:
                left: i64 = most - done
                if deadline > 0.0:
                    now = time_now()
                    if now >= deadline:
                        break
                    in_time: i64 = int((deadline - now) * float(done) / (now - begin + 1e-9))
                    left = in_time if most == 0 else min(left, in_time)
                if self._is_settled(left):
                    break
        self.iterations += done

    def _is_settled(self, left: i64) -> bool:
        """Whether so many more walks could not bring another answer to the top, or hardly."""
        first: i64 = 0
        second: i64 = 0
        for code in self.codes:
            node = self.root.next.get(code)
            if node is not None:
                if node.visits > first:
                    second = first
                    first = node.visits
                elif node.visits > second:
                    second = node.visits
        if self.root.visits >= LOOKED_WELL and first > OBVIOUS * second:
            return True
        return first - second > left

    def best(self) -> int:
        """The answer that was walked most; among equals the better, then the first."""
        found = self.codes[0]
        most: i64 = -1
        value = 0.0
        for code in self.codes:
            node = self.root.next.get(code)
            if node is not None and node.visits > 0:
                mean = node.total / float(node.visits)
                if node.visits > most or (node.visits == most and mean > value):
                    found, most, value = code, node.visits, mean
        return found

    def results(self) -> list[tuple[int, int, float]]:
        """For each answer that was tried: its integer, how often, and its mean value."""
        found: list[tuple[int, int, float]] = []
        for code in self.codes:
            node = self.root.next.get(code)
            if node is not None and node.visits > 0:
                found.append((code, node.visits, node.total / float(node.visits)))
        return found

    # ---- one walk ----

    def _walk(self) -> None:
        world = self.world.redeal(self.seat, self.rng)
        node = self.root
        path: list[Node] = [node]
        deciders: list[int] = []
        while True:
            seat = world.seat_asked
            if seat == NOBODY:
                break
            if seat == CHANCE:
                code = self._draw(world)
            else:
                codes = world.codes()
                code = self._choose(node, world, codes)
                world.play_code(code)
            following = node.next.get(code)
            is_new = following is None
            if following is None:
                following = node.hoped.pop(code, None) or Node()
                node.next[code] = following
            deciders.append(seat)
            node = following
            path.append(node)
            if is_new and seat != CHANCE:
                break
        self._play_out(world)
        values = self.heuristics.values(world)
        at: i64 = 0
        steps: i64 = len(deciders)
        while at <= steps:
            node = path[at]
            node.visits += 1
            if at < steps and deciders[at] >= 0:
                node.own += values[deciders[at]]
            if at > 0 and deciders[at - 1] >= 0:
                node.total += values[deciders[at - 1]]
            at += 1

    def _draw(self, world: State) -> int:
        """Let CHANCE answer; returns which way down the tree that leads."""
        is_kept = len(world.codes()) <= FEW_OUTCOMES and not _is_secret(world)
        code = world.draw_code(self.rng)
        world.play_code(code)
        return code if is_kept else ANY_OUTCOME

    def _choose(self, node: Node, world: State, codes: list[int]) -> int:
        """The possible answer with the best promise, by what came of it and how it looks."""
        count: i64 = len(codes)
        if count == 1:
            return codes[0]
        visits = float(node.visits)
        unseen = node.own / visits - DOUBT if node.visits > 0 else 0.5
        urge = CURIOSITY * math.sqrt(visits + 1.0)
        even = 1.0 / float(count)
        if not node.appeal:
            self._weigh(node, world, codes)
        uneven = len(node.appeal) > 1
        best = codes[0]
        top = -1e9
        for code in codes:
            share = node.appeal.get(code, even) if uneven else even
            child = node.next.get(code)
            if child is None:
                promise = unseen + urge * share
            else:
                tried = float(child.visits)
                promise = child.total / tried + urge * share / (1.0 + tried)
            if promise > top:
                best, top = code, promise
        return best

    def _weigh(self, node: Node, world: State, codes: list[int]) -> None:
        """Ask the heuristics once how the answers of a question look."""
        appeal = self.heuristics.appeal(world, codes)
        if len(appeal) != len(codes):
            node.appeal[ANY_OUTCOME] = 1.0  # asked, and all look alike
            return
        total = 0.0
        for each in appeal:
            total += each
        for at in range(len(codes)):
            node.appeal[codes[at]] = appeal[at] / total

    def _play_out(self, world: State) -> None:
        """Finish the turn that has begun, and go on for as long as the heuristics want."""
        heuristics = self.heuristics
        further: i64 = heuristics.playout(world)
        for _ in range(LONGEST_WALK):
            seat = world.seat_asked
            if seat == NOBODY:
                return
            if further <= 0 and (seat == CHANCE or world.opens_turn):
                return  # what is drawn now nobody could have foreseen
            if seat == CHANCE:
                world.play_code(world.draw_code(self.rng))
            else:
                world.play_code(heuristics.answer(world, world.codes(), self.rng))
                further -= 1

    # ---- keeping the tree ----

    def keep(self, code: int) -> None:
        """Play an answer: what was found out beyond it is the tree now."""
        self.world = self.world.clone()
        self.world.play_code(code)
        self.root = self.root.next.get(code, Node())
        self.codes = []

    def find(self, world: State) -> bool:
        """Go on from a question further down that looks the same to the seat; False: not known.

        The ways that were walked most are looked at first, and not very many of them.
        """
        wanted = world.key(self.seat)
        open_ends: list[tuple[i64, int, Node, State]] = [(0, 0, self.root, self.world)]
        looked = 0
        while open_ends and looked < MOST_LOOKED_AT:
            _, _, node, state = heappop(open_ends)
            looked += 1
            seat = state.seat_asked
            if seat == self.seat and state.key(seat) == wanted:
                self.root, self.world, self.codes = node, world, world.codes()
                return True
            if seat < 0 or (seat == self.seat and state.opens_turn):
                continue
            possible = state.codes()
            for code, child in node.next.items():
                if child.visits >= FEW_VISITS and code in possible:
                    after = state.clone()
                    after.play_code(code)
                    looked += 1
                    heappush(open_ends, (-child.visits, looked, child, after))
        return False


def _even_out(node: Node) -> None:
    """Turn weights into shares, and leave something for every answer."""
    total = 0.0
    for weight in node.appeal.values():
        total += weight
    count = float(len(node.appeal))
    for code in list(node.appeal):
        node.appeal[code] = TRUST * node.appeal[code] / total + (1.0 - TRUST) / count
    for child in node.hoped.values():
        if child.appeal:
            _even_out(child)


def _is_secret(state: State) -> bool:
    decision = state.decision
    return decision is not None and decision.secret
