"""One way to lay a table in sets, close to the way it lies now, so that few cards move.

Which cards can lie at all is `packing`'s to say; this is for the eye. Without a present
arrangement the sets that the packing found are filled evenly. With one, numbers of sets near
the present ones are tried, each card is left in its colour set or its shape set where that can
be, and within a line every way to fill the sets is compared with the groups that lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Final

import msgspec

from halfturn.games.qwirkle_cards.cards import (
    CARDS,
    KIND_OF,
    KINDS,
    LINES,
    kind_on,
)
from halfturn.games.qwirkle_cards.packing import Packing

Group = tuple[str, ...]
MOST_CHANGES: Final = 3
"""So many sets more or fewer than now are tried before the present arrangement is given up."""
MOST_TRIED: Final = 60
"""So many numbers of sets that work are compared."""
MOST_MATCHES: Final = 8
MOST_STEPS: Final = 200
"""Within a line so many ways to match sets with groups are compared, and so many steps are made
to fill them once one way is known: a table in pieces must not keep everybody waiting."""


class Arrangement(msgspec.Struct, frozen=True):
    """Sets of one colour, sets of one shape, and cards that found no set."""

    colour_sets: tuple[Group, ...]
    shape_sets: tuple[Group, ...]
    loose: Group = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        """All sets."""
        return self.colour_sets + self.shape_sets


def arrange(cards: Sequence[str], near: Sequence[Sequence[str]] = ()) -> Arrangement:
    """These cards in sets, as near as may be to the groups that lie now.

    Cards that cannot all lie in sets are laid as far as they can; the others are loose.
    """
    heap = [0] * KINDS
    for card in cards:
        heap[KIND_OF[card]] += 1
    now = tuple(tuple(group) for group in near if line_of(group) is not None)
    return _arrange(tuple(heap), now)


def line_of(group: Sequence[str]) -> int | None:
    """QC-TH-4: the one line that all cards of a group share; None where there is no one line."""
    kinds = [KIND_OF[card] for card in group]
    colours, shapes = {kind // 6 for kind in kinds}, {kind % 6 for kind in kinds}
    if len(kinds) < 2 or (len(colours) == 1) == (len(shapes) == 1):
        return None
    return colours.pop() if len(colours) == 1 else 6 + shapes.pop()


@lru_cache(maxsize=512)
def _arrange(heap: tuple[int, ...], near: tuple[Group, ...]) -> Arrangement:
    packing = Packing()
    for kind in range(KINDS):
        packing.must[kind] = packing.may[kind] = heap[kind]
    if not packing.fits():
        return _as_far_as_it_goes(heap, near)
    found = tuple(packing.sets)
    best, best_cost = _fill(heap, found, near)
    if near:
        for sets in _near_sets(packing, heap, near):
            if best_cost == 0:
                break
            other, cost = _fill(heap, sets, near)
            if cost < best_cost:
                best, best_cost = other, cost
    return _arrangement(best)


def _as_far_as_it_goes(heap: tuple[int, ...], near: tuple[Group, ...]) -> Arrangement:
    packing = Packing()
    for kind in range(KINDS):
        packing.must[kind], packing.may[kind] = 0, heap[kind]
    packing.most()
    sets = tuple(packing.found)
    laid = tuple(min(heap[kind], sets[kind // 6] + sets[6 + kind % 6]) for kind in range(KINDS))
    done = _arrange(laid, near)
    loose = [CARDS[kind] for kind in range(KINDS) for _ in range(heap[kind] - laid[kind])]
    return Arrangement(done.colour_sets, done.shape_sets, tuple(loose))


def _arrangement(lines: list[list[list[int]]]) -> Arrangement:
    named = [
        [tuple(CARDS[kind] for kind in sorted(each)) for each in sets if each] for sets in lines
    ]
    colours = tuple(group for sets in named[:6] for group in sets)
    return Arrangement(colours, tuple(group for sets in named[6:] for group in sets))


def _near_sets(
    packing: Packing, heap: tuple[int, ...], near: tuple[Group, ...]
) -> Iterator[tuple[int, ...]]:
    """Numbers of sets that work, those nearest to the present ones first."""
    present = [0] * LINES
    for group in near:
        line = line_of(group)
        assert line is not None
        present[line] += 1
    tried = 0
    for changes in range(MOST_CHANGES + 1):
        for lines in combinations(range(LINES), changes):
            for steps in product((1, -1), repeat=changes):
                sets = present[:]
                for line, step in zip(lines, steps, strict=True):
                    sets[line] += step
                if min(sets) >= 0 and packing.works(sets):
                    yield tuple(sets)
                    tried += 1
                    if tried == MOST_TRIED:
                        return
        if tried > LINES:
            return


def _fill(
    heap: tuple[int, ...], sets: tuple[int, ...], near: tuple[Group, ...]
) -> tuple[list[list[list[int]]], int]:
    """The sets of every line filled with cards, and how many cards that moves."""
    groups: list[list[Group]] = [[] for _ in range(LINES)]
    for group in near:
        line = line_of(group)
        assert line is not None
        groups[line].append(group)
    for each in groups:
        each.sort(key=len, reverse=True)  # large groups are kept rather than small ones
    in_colour = _split(heap, sets, groups)
    lines, cost = [], 0
    for line in range(LINES):
        counts = []
        for place in range(6):
            kind = kind_on(line, place)
            counts.append(in_colour[kind] if line < 6 else heap[kind] - in_colour[kind])
        filled, moved = _fill_line(line, tuple(counts), sets[line], tuple(groups[line]))
        lines.append(filled)
        cost += moved
    return lines, cost


def _split(heap: tuple[int, ...], sets: tuple[int, ...], groups: list[list[Group]]) -> list[int]:
    """How many cards of each kind lie in colour sets: as now, where every set finds its three."""
    colour = [0] * KINDS
    for kind in range(KINDS):
        most_colour, most_shape = sets[kind // 6], sets[6 + kind % 6]
        now = sum(group.count(CARDS[kind]) for group in groups[kind // 6])
        in_shape = sum(group.count(CARDS[kind]) for group in groups[6 + kind % 6])
        new = heap[kind] - now - in_shape
        if new > 0 and most_colour > now:
            now += new  # a new card rather joins its colour
        least, most = max(0, heap[kind] - most_shape), min(heap[kind], most_colour)
        colour[kind] = min(max(now, least), most)
    for line in range(LINES):
        while _lacks(line, colour, heap, sets) > 0:
            assert _get_one(line, colour, heap, sets, set()), "sets that work find their cards"
    return colour


def _lacks(line: int, colour: list[int], heap: tuple[int, ...], sets: tuple[int, ...]) -> int:
    kinds = [kind_on(line, place) for place in range(6)]
    held = sum(colour[kind] if line < 6 else heap[kind] - colour[kind] for kind in kinds)
    return 3 * sets[line] - held


def _get_one(
    line: int, colour: list[int], heap: tuple[int, ...], sets: tuple[int, ...], visited: set[int]
) -> bool:
    """Turn one card over to this line from one that can spare it, or finds another for it."""
    visited.add(line)
    ways = []
    for place in range(6):
        kind = kind_on(line, place)
        mine = colour[kind] if line < 6 else heap[kind] - colour[kind]
        other = 6 + place if line < 6 else place
        if mine < min(sets[line], heap[kind]) and other not in visited:
            ways.append((kind, other))
    step = 1 if line < 6 else -1
    for kind, other in ways:
        if _lacks(other, colour, heap, sets) < 0:
            colour[kind] += step
            return True
    for kind, other in ways:
        if other not in visited and _get_one(other, colour, heap, sets, visited):
            colour[kind] += step
            return True
    return False


@lru_cache(maxsize=4096)
def _fill_line(
    line: int, counts: tuple[int, ...], number: int, groups: tuple[Group, ...]
) -> tuple[list[list[int]], int]:
    """The cards of a line in so many sets, each like one of its groups as far as can be."""
    total = sum(counts)
    if total == 0:
        return [], 0
    best: list[list[int]] = []
    best_cost = total + 1
    for sets in range(max(1, number, *counts), total // 3 + 1):
        if sets > number + 1 and best:
            break
        places = [list(combinations(range(sets), count)) for count in counts]
        for slots in _matches(len(groups), sets):
            filled, cost = _spread(line, places, sets, [groups[at] for at in slots])
            if filled and cost < best_cost:
                best, best_cost = filled, cost
    assert best, "a line that works can be filled"
    return best, best_cost


def _matches(groups: int, sets: int) -> Iterator[tuple[int, ...]]:
    """Which group each set is to be like; sets beyond the groups are new."""
    if groups <= sets:
        yield tuple(range(groups))
    else:
        yield from islice(combinations(range(groups), sets), MOST_MATCHES)


def _spread(
    line: int, places: list[list[tuple[int, ...]]], sets: int, groups: list[Group]
) -> tuple[list[list[int]], int]:
    """The cheapest way to put each kind into different sets of three, four or five.

    A card costs one where it does not lie already.
    """
    best: list[list[int]] = []
    best_cost = 1000
    wanted = [[CARDS[kind_on(line, at)] in group for group in groups] for at in range(6)]
    options = []
    for at, ways in enumerate(places):
        priced = []
        for way in ways:
            cost = sum(1 for slot in way if slot >= len(groups) or not wanted[at][slot])
            priced.append((cost, way))
        priced.sort()
        options.append(priced)

    steps = 0

    def go_on(at: int, cost: int, filled: list[list[int]]) -> None:
        nonlocal best, best_cost, steps
        steps += 1
        if cost >= best_cost or (steps > MOST_STEPS and best):
            return
        if at == 6:
            sizes = [len(each) for each in filled]
            if min(sizes) >= 3 and max(sizes) < 6:
                best, best_cost = [each[:] for each in filled], cost
            return
        for extra, way in options[at]:
            for slot in way:
                filled[slot].append(kind_on(line, at))
            go_on(at + 1, cost + extra, filled)
            for slot in way:
                filled[slot].pop()

    go_on(0, 0, [[] for _ in range(sets)])
    return best, best_cost


def moves(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> int:
    """How many cards that lay somewhere lie somewhere else now, each group matched with its like.

    A group of `after` goes on from the group of `before` with which it shares most cards.
    """
    stayed = 0
    left = [list(group) for group in before]
    for group in sorted(after, key=len, reverse=True):
        shared = [sum((min(old.count(card), 1)) for card in set(group)) for old in left]
        if not left or max(shared) == 0:
            continue
        at = shared.index(max(shared))
        stayed += shared[at]
        left.pop(at)
    lying = sum(len(group) for group in before)
    return lying - stayed
