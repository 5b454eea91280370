"""Whether cards can lie in sets, exactly (QC-TH-1), and how many of them can or must.

Say how many sets each of the twelve lines has, `sets[line]`. The cards can lie so exactly when

  * every card finds room: a kind has at most as many cards as its two lines have sets, and
  * every set finds its three cards: a flow of three units for each set, from the kinds of its
    line, at most one card of a kind for each set of the line.

The rest of the cards then go wherever room is left, since a set may hold three to six. This is
QC-TH-1 turned round: a row that is split into `sets` sets has N >= 3 * sets and max <= sets.

It makes the search small. Twelve little numbers are sought and not the split of every kind; a
card without room asks for one more set of its colour or of its shape, and of nothing else; and
where some sets do not find their cards, more sets do not either, so a branch ends early. How
many cards can be laid follows at once: as many of each kind as its two lines have sets.

Kinds may be optional: of each kind at least `must` and at most `may` cards are to lie.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.qwirkle_cards.kinds import KINDS, LINES, kind_on

NONE: Final = -1
"""No way to lay the cards."""

_ROWS: Final = vec[i64]([kind // 6 for kind in range(36)])
_COLUMNS: Final = vec[i64]([6 + kind % 6 for kind in range(36)])


@final
class Packing:
    """The cards to be laid, and the search for sets that hold them.

    Fill `must` and `may`, then ask; an object can be filled and asked again and again.
    """

    def __init__(self) -> None:
        self.must: vec[i64] = vec[i64]([0] * KINDS)
        self.may: vec[i64] = vec[i64]([0] * KINDS)
        self.sets: vec[i64] = vec[i64]([0] * LINES)
        self.found: vec[i64] = vec[i64]([0] * LINES)
        """The sets of the best way that was found."""
        self.most_sets: vec[i64] = vec[i64]([0] * LINES)
        self.flow: vec[i64] = vec[i64]([0] * (2 * KINDS))
        """Cards that sets count on, at `2 * kind` for its colour, at `2 * kind + 1` its shape."""
        self.used: vec[i64] = vec[i64]([0] * KINDS)
        """Of the way with the fewest cards: those that sets count on."""
        self.visited: i64 = 0
        self.best: i64 = NONE
        self.enough: i64 = 0

    # ---- what can be asked ----

    def fits(self) -> bool:
        """Whether there is a way at all."""
        return self._prepare(True) and self._cover()

    def most(self, more_than: i64 = NONE, enough: i64 = 1000) -> i64:
        """The most cards that can lie, or NONE where it is no more than `more_than`.

        The search ends with the first way to lay at least `enough`.
        """
        self.best = more_than
        self.enough = enough
        if not self._prepare(False):
            return NONE
        self._lay_most()
        return self.best if self.best > more_than else NONE

    def fewest(self) -> i64:
        """The fewest cards that can lie, or NONE."""
        self.best = NONE
        if not self._prepare(True):
            return NONE
        self._lay_fewest()
        return self.best

    def works(self, sets: list[int]) -> bool:
        """Whether all cards that may lie find room in so many sets, and these their cards."""
        line: i64
        kind: i64
        for line in range(LINES):
            self.sets[line] = sets[line]
        for kind in range(KINDS):
            if self.sets[_ROWS[kind]] + self.sets[_COLUMNS[kind]] < self.may[kind]:
                return False
        return self._all_find_cards()

    # ---- the sets there can be ----

    def _prepare(self, least: bool) -> bool:
        """Bound the sets of each line; False where a card can have no room.

        With `least`, lines get no more sets than their own `must` asks for: others would only
        ask for more cards.
        """
        must, may, sets, most_sets = self.must, self.may, self.sets, self.most_sets
        line: i64
        place: i64
        kind: i64
        for line in range(LINES):
            highest: i64 = 0
            for place in range(6):
                count = may[kind_on(line, place)]
                highest = max(highest, count)
            number: i64 = 0
            while number < highest:
                number += 1
                cards: i64 = 0
                for place in range(6):
                    count = may[kind_on(line, place)]
                    cards += count if count < number else number
                if cards < 3 * number:
                    number -= 1
                    break
            most_sets[line] = number
            sets[line] = 0
        for kind in range(KINDS):
            wanted = must[kind]
            if wanted > 0:
                row = _ROWS[kind]
                column = _COLUMNS[kind]
                short = wanted - most_sets[column]
                if short > sets[row]:
                    if short > most_sets[row]:
                        return False
                    sets[row] = short
                short = wanted - most_sets[row]
                sets[column] = max(sets[column], short)
        if least:
            for line in range(LINES):
                highest = 0
                for place in range(6):
                    wanted = must[kind_on(line, place)]
                    highest = max(highest, wanted)
                most_sets[line] = min(most_sets[line], highest)
        return True

    def _no_room(self) -> i64:
        """A kind that must have more cards than there is room for, or NONE; -2 if none can be.

        Where only one of its lines may have more sets, that line gets them at once.
        """
        must, sets, most_sets = self.must, self.sets, self.most_sets
        kind: i64
        again = True
        found: i64 = NONE
        while again:
            again = False
            found = NONE
            for kind in range(KINDS):
                wanted = must[kind]
                if wanted == 0:
                    continue
                row = _ROWS[kind]
                column = _COLUMNS[kind]
                if sets[row] + sets[column] >= wanted:
                    continue
                if most_sets[row] + most_sets[column] < wanted:
                    return -2
                if sets[row] == most_sets[row]:
                    sets[column] = wanted - sets[row]
                    again = True
                elif sets[column] == most_sets[column]:
                    sets[row] = wanted - sets[column]
                    again = True
                else:
                    found = kind
        return found

    def _cover(self) -> bool:
        """Give sets to lines until every card that must lie has room."""
        kind = self._no_room()
        if kind == -2 or not self._all_find_cards():
            return False
        if kind == NONE:
            return True
        sets, most_sets = self.sets, self.most_sets
        row = _ROWS[kind]
        kept = sets[:]
        bound = most_sets[:]
        sets[row] += 1
        if self._cover():
            return True
        self._restore(kept, bound)
        most_sets[row] = sets[row]
        if self._cover():
            return True
        self._restore(kept, bound)
        return False

    def _restore(self, sets: vec[i64], most_sets: vec[i64]) -> None:
        line: i64
        for line in range(LINES):
            self.sets[line] = sets[line]
            self.most_sets[line] = most_sets[line]

    def _lay_most(self) -> None:
        """Branch and bound for the most cards: a card without room gets a set, or stays away."""
        kind = self._no_room()
        if kind == -2:
            return
        may, sets, most_sets = self.may, self.sets, self.most_sets
        bound: i64 = 0
        value: i64 = 0
        widest: i64 = 0
        each: i64
        wish: i64 = NONE
        for each in range(KINDS):
            count = may[each]
            if count > 0:
                row = _ROWS[each]
                column = _COLUMNS[each]
                room = sets[row] + sets[column]
                hope = most_sets[row] + most_sets[column]
                now = count if count < room else room
                then = count if count < hope else hope
                value += now
                bound += then
                if then - now > widest:
                    widest = then - now
                    wish = each
        if bound <= self.best or self.best >= self.enough or not self._all_find_cards():
            return
        if kind == NONE:
            if value > self.best:
                self.best = value
                line: i64
                for line in range(LINES):
                    self.found[line] = sets[line]
            if wish == NONE:
                return
            kind = wish
        row = _ROWS[kind]
        column = _COLUMNS[kind]
        kept = sets[:]
        limits = most_sets[:]
        if sets[row] < limits[row]:
            sets[row] += 1
            self._lay_most()
            self._restore(kept, limits)
            most_sets[row] = sets[row]
        if sets[column] < limits[column]:
            sets[column] += 1
            self._lay_most()
            self._restore(kept, limits)
            most_sets[row] = sets[row]
            most_sets[column] = sets[column]
        self._lay_most()
        self._restore(kept, limits)

    def _lay_fewest(self) -> None:
        """Branch and bound for the fewest cards: sets take what must lie before they ask for more.

        Cards once counted on stay so while the flow grows, so as many as can be are those
        that must lie, and the others are what the sets lack.
        """
        kind = self._no_room()
        if kind == -2:
            return
        sets, most_sets = self.sets, self.most_sets
        wanted: i64 = 0
        certain: i64 = 0
        each: i64
        for each in range(LINES):
            wanted += 3 * sets[each]
        for each in range(KINDS):
            certain += self.must[each]
        self._forget_flow()
        lacking = wanted - self._fill(self.must, False)
        if self.best != NONE and certain + lacking >= self.best:
            return
        if lacking > 0 and self._fill(self.may, True) == NONE:
            return
        if kind == NONE:
            self.best = certain + lacking
            for each in range(LINES):
                self.found[each] = sets[each]
            for each in range(KINDS):
                self.used[each] = self.flow[2 * each] + self.flow[2 * each + 1]
            return
        row = _ROWS[kind]
        kept = sets[:]
        limits = most_sets[:]
        sets[row] += 1
        self._lay_fewest()
        self._restore(kept, limits)
        most_sets[row] = sets[row]
        self._lay_fewest()
        self._restore(kept, limits)

    # ---- three cards for every set ----

    def _all_find_cards(self) -> bool:
        """Whether every set finds three cards among all that may lie."""
        self._forget_flow()
        return self._fill(self.may, True) != NONE

    def _forget_flow(self) -> None:
        flow = self.flow
        at: i64
        for at in range(72):
            flow[at] = 0

    def _fill(self, cap: vec[i64], all_or_none: bool) -> i64:
        """Let the sets find cards, on top of those found before; how many they have now.

        With `all_or_none`, NONE as soon as a set lacks one.
        """
        flow, sets = self.flow, self.sets
        line: i64
        place: i64
        total: i64 = 0
        lacking: i64 = 0
        for line in range(LINES):
            number = sets[line]
            if number == 0:
                continue
            need = 3 * number
            side: i64 = 0 if line < 6 else 1
            other: i64
            for place in range(6):
                need -= flow[2 * kind_on(line, place) + side]
            # First what nobody else can use, then what is left of the rest.
            for place in range(6):
                kind = kind_on(line, place)
                at = 2 * kind + side
                other = place + 6 if line < 6 else place
                free = cap[kind] - sets[other]
                free = min(free, number)
                if free > flow[at] and need > 0:
                    more = free - flow[at]
                    room = cap[kind] - flow[2 * kind] - flow[2 * kind + 1]
                    more = min(more, room)
                    more = min(more, need)
                    flow[at] += more
                    need -= more
            if need > 0:
                for place in range(6):
                    kind = kind_on(line, place)
                    at = 2 * kind + side
                    more = cap[kind] - flow[2 * kind] - flow[2 * kind + 1]
                    more = min(more, number - flow[at])
                    more = min(more, need)
                    if more > 0:
                        flow[at] += more
                        need -= more
            total += 3 * number - need
            lacking += need
        if lacking == 0:
            return total
        for line in range(LINES):
            number = sets[line]
            if number == 0:
                continue
            need = 3 * number
            side = 0 if line < 6 else 1
            for place in range(6):
                need -= flow[2 * kind_on(line, place) + side]
            while need > 0:
                self.visited = 0
                if not self._find_one(line, cap):
                    if all_or_none:
                        return NONE
                    break
                need -= 1
                total += 1
        return total

    def _find_one(self, line: i64, cap: vec[i64]) -> bool:
        """One more card for a line, if need be from a line that finds another for it."""
        flow = self.flow
        number = self.sets[line]
        self.visited |= 1 << line
        place: i64
        for place in range(6):
            kind = kind_on(line, place)
            mine = 2 * kind + (0 if line < 6 else 1)
            if flow[mine] >= number:
                continue
            theirs = mine ^ 1
            if flow[mine] + flow[theirs] < cap[kind]:
                flow[mine] += 1
                return True
            other = place + 6 if line < 6 else place
            if flow[theirs] > 0 and (self.visited >> other) & 1 == 0 and self._find_one(other, cap):
                flow[theirs] -= 1
                flow[mine] += 1
                return True
        return False
