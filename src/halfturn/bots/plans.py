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

    def __init__(self, codes: list[int], value: float, after: State | None, seat: int) -> None:
        self.codes = codes
        self.value: float = value
        self.after: State | None = after
        """What it leads to, unless nobody wants to know."""
        self.seat: int = seat
        """Who is asked then."""
        self.is_foreseen: bool = False
        """Whether its value counts the next player's answer."""


def plans(
    world: State,
    heuristics: Heuristics,
    deadline: float = 0.0,
    is_narrow: bool = False,
    with_states: bool = True,
) -> list[Plan]:
    """The turns from the open question on, in the order of their answers.

    A turn is followed until another seat is asked, a further turn begins, or cards are drawn.
    With a deadline, as `core.clock` counts, only those that are found until then, or the first
    ones where that is none. A narrow look leaves out, after the first answer of a turn, the half
    that does not look promising.
    Without states the ends are judged and dropped, which spares much memory.
    """
    widest = FEWEST if is_narrow else WIDEST
    listed = heuristics.plans(world)
    if listed:
        return [_judged(world, heuristics, codes, with_states) for codes in listed]
    seat = world.seat_asked
    found: list[Plan] = []
    unfinished: list[tuple[State, list[int]]] = [(world, [])]
    while unfinished:
        longer: list[tuple[State, list[int]]] = []
        for state, line in unfinished:
            if found and deadline > 0.0 and time_now() >= deadline:
                return found
            codes = state.codes()
            if is_narrow and line:
                codes = _better_half(state, codes, heuristics)
            last = len(codes) - 1
            for at, code in enumerate(codes):
                # Nobody needs an unfinished turn any more after its last answer.
                after = state if at == last and state is not world else state.clone()
                after.play_code(code)
                if _goes_on(after, seat):
                    longer.append((after, [*line, code]))
                else:
                    found.append(_plan([*line, code], heuristics, seat, after, with_states))
        unfinished = _most_promising(longer, heuristics, seat, widest)
    return found


def _judged(world: State, heuristics: Heuristics, codes: list[int], with_states: bool) -> Plan:
    after = world.clone()
    for code in codes:
        after.play_code(code)
    return _plan(codes, heuristics, world.seat_asked, after, with_states)


def _plan(
    codes: list[int], heuristics: Heuristics, seat: int, after: State, with_states: bool
) -> Plan:
    value = heuristics.values(after)[seat]
    return Plan(codes, value, after if with_states else None, after.seat_asked)


def _goes_on(state: State, seat: int) -> bool:
    asked = state.seat_asked
    return asked == seat and asked != CHANCE and not state.opens_turn


def _better_half(state: State, codes: list[int], heuristics: Heuristics) -> list[int]:
    """The answers that look more promising than the others; all, where none does."""
    if len(codes) <= FEW:
        return codes
    appeal = heuristics.appeal(state, codes)
    if len(appeal) != len(codes):
        return codes
    order = sorted(range(len(codes)), key=lambda at: -appeal[at])
    return [codes[at] for at in sorted(order[: (len(codes) + 1) // 2])]


def _most_promising(
    lines: list[tuple[State, list[int]]], heuristics: Heuristics, seat: int, widest: int
) -> list[tuple[State, list[int]]]:
    """Where there are too many unfinished turns, those that look best now."""
    if len(lines) <= widest:
        return lines
    values = [heuristics.values(state)[seat] for state, _ in lines]
    order = sorted(range(len(lines)), key=lambda at: -values[at])
    return [lines[at] for at in sorted(order[:widest])]


def foresee(
    world: State, found: list[Plan], heuristics: Heuristics, count: int, deadline: float = 0.0
) -> None:
    """Judge the best few turns anew, by what the next player's best turn makes of them."""
    seat = world.seat_asked
    order = sorted(range(len(found)), key=lambda at: -found[at].value)
    for at in order[:count]:
        end = found[at].after
        assert end is not None, "a turn can be foreseen from its end alone"
        after = end.clone()
        following = after.seat_asked
        if following < 0 or following == seat:
            continue
        replies = plans(after, heuristics, deadline, False, False)
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
        assert plan.after is not None, "points are counted at the end of a turn"
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
