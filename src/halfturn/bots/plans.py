"""Plans: whole turns, looked at to their end and judged there."""

from __future__ import annotations

from typing import Final, final

from halfturn.core.clock import time_now
from halfturn.core.heuristics import Heuristics
from halfturn.core.seats import CHANCE
from halfturn.core.state import State

WIDEST: Final = 400
FEWEST: Final = 100
"""So many unfinished turns are followed at once, or with a narrow look; of more, the best."""
FEW: Final = 2


@final
class Plan:
    """A turn: its answers, and how good its end is for the seat that plays it."""

    def __init__(self, codes: list[int], value: float, after: State) -> None:
        self.codes = codes
        self.value: float = value
        self.after: State = after
        """What it leads to."""
        self.is_foreseen: bool = False
        """Whether its value counts the next player's answer."""


def plans(
    world: State, heuristics: Heuristics, deadline: float = 0.0, is_narrow: bool = False
) -> list[Plan]:
    """The turns from the open question on, in the order of their answers.

    A turn is followed until another seat is asked, a further turn begins, or cards are drawn.
    With a deadline, as `core.clock` counts, only those that are found until then. A narrow
    look leaves out, after the first answer of a turn, the half that does not look promising.
    """
    widest = FEWEST if is_narrow else WIDEST
    listed = heuristics.plans(world)
    if listed:
        return [_judged(world, heuristics, codes) for codes in listed]
    seat = world.seat_asked
    found: list[Plan] = []
    unfinished: list[tuple[State, list[int]]] = [(world, [])]
    while unfinished:
        longer: list[tuple[State, list[int]]] = []
        for state, line in unfinished:
            if deadline > 0.0 and time_now() >= deadline:
                return found
            codes = state.codes()
            if is_narrow and line:
                codes = _better_half(state, codes, heuristics)
            for code in codes:
                after = state.clone()
                after.play_code(code)
                if _goes_on(after, seat):
                    longer.append((after, [*line, code]))
                else:
                    value = heuristics.values(after)[seat]
                    found.append(Plan([*line, code], value, after))
        unfinished = _most_promising(longer, heuristics, seat, widest)
    return found


def _judged(world: State, heuristics: Heuristics, codes: list[int]) -> Plan:
    after = world.clone()
    for code in codes:
        after.play_code(code)
    return Plan(codes, heuristics.values(after)[world.seat_asked], after)


def _goes_on(state: State, seat: int) -> bool:
    asked = state.seat_asked
    if asked != seat or asked == CHANCE:
        return False
    decision = state.decision
    return decision is not None and not decision.opens_turn


def _better_half(state: State, codes: list[int], heuristics: Heuristics) -> list[int]:
    """The answers that look more promising than the others; all, where none does."""
    if len(codes) <= FEW:
        return codes
    appeal = heuristics.appeal(state, codes)
    if len(appeal) != len(codes):
        return codes
    order = sorted(range(len(codes)), key=lambda at: (-appeal[at], at))
    return [codes[at] for at in sorted(order[: (len(codes) + 1) // 2])]


def _most_promising(
    lines: list[tuple[State, list[int]]], heuristics: Heuristics, seat: int, widest: int
) -> list[tuple[State, list[int]]]:
    """Where there are too many unfinished turns, those that look best now."""
    if len(lines) <= widest:
        return lines
    values = [heuristics.values(state)[seat] for state, _ in lines]
    order = sorted(range(len(lines)), key=lambda at: (-values[at], at))
    return [lines[at] for at in sorted(order[:widest])]


def foresee(
    world: State, found: list[Plan], heuristics: Heuristics, count: int, deadline: float = 0.0
) -> None:
    """Judge the best few turns anew, by what the next player's best turn makes of them."""
    seat = world.seat_asked
    order = sorted(range(len(found)), key=lambda at: (-found[at].value, at))
    for at in order[:count]:
        after = found[at].after.clone()
        following = after.seat_asked
        if following < 0 or following == seat:
            continue
        replies = plans(after, heuristics, deadline)
        if deadline > 0.0 and time_now() >= deadline:
            return
        reply = best_plans(replies)[0]
        for code in reply.codes:
            after.play_code(code)
        found[at].value = heuristics.values(after)[seat]
        found[at].is_foreseen = True


def count_points(world: State, found: list[Plan]) -> None:
    """Judge turns by the lead that they come to if all were counted then, and next by their value.

    A value is between 0 and 1, so it only tells apart what is equal in points.
    """
    seat = world.seat_asked
    sides = world.sides
    for plan in found:
        points = plan.after.outlook
        own, best = points[seat], -1_000_000
        for side in sides:
            if seat not in side:
                best = max(best, points[side[0]])
        plan.value += float(own - best)


def best_plans(found: list[Plan]) -> list[Plan]:
    """Those that nothing beats."""
    most = max([plan.value for plan in found])
    return [plan for plan in found if plan.value >= most - 1e-9]
