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

# ruff: noqa: PLR1730 - a comparison is faster than a call of min, plain and compiled

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.qwirkle_cards.cards import KINDS, LINES

NONE: Final = -1
"""No way to lay the cards."""

IMPOSSIBLE: Final = -2
"""A card can have no room whatever else is done."""

_ROWS: Final = vec[i64]([kind // 6 for kind in range(36)])
_COLUMNS: Final = vec[i64]([6 + kind % 6 for kind in range(36)])
_KINDS_ON: Final = vec[i64](
    [line * 6 + place for line in range(6) for place in range(6)]
    + [place * 6 + line for line in range(6) for place in range(6)]
)
"""The kinds of each line, six after six."""


@final
class Packing:
    """The cards to be laid, and the search for sets that hold them.

    Fill `must` and `may`, then ask; an object can be filled and asked again and again.
    """

    def __init__(self) -> None:
        self.must: vec[i64] = vec[i64]([0] * KINDS)
        self.may: vec[i64] = vec[i64]([0] * KINDS)
        self.sets: vec[i64] = vec[i64]([0] * LINES)
        self.most_sets: vec[i64] = vec[i64]([0] * LINES)
        """How many sets each line may have in this branch of the search."""
        self.need: vec[i64] = vec[i64]([0] * LINES)
        """How many cards the sets of each line still have to find."""
        self.flow: vec[i64] = vec[i64]([0] * (2 * KINDS))
        """Cards that sets have found, at `2 * kind` for its colour, at `2 * kind + 1` its shape."""
        self.found: vec[i64] = vec[i64]([0] * LINES)
        """The sets of the best way so far."""
        self.used: vec[i64] = vec[i64]([0] * KINDS)
        """Of the way with the fewest cards: those that its sets have found."""
        self.certain: vec[i64] = vec[i64]([0] * KINDS)
        """Cards that cost nothing when the fewest are sought."""
        self.visited: i64 = 0
        self.best: i64 = NONE
        self.enough: i64 = 0

    # ---- what can be asked ----

    def fits(self) -> bool:
        """Whether there is a way at all; then `sets` is one."""
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
        return self.fewest_beside(self.must)

    def fewest_beside(self, certain: vec[i64]) -> i64:
        """The same where of each kind so many are there anyhow; they need not lie, but count."""
        self.best = NONE
        self.certain = certain
        if not self._prepare(True):
            return NONE
        self._lay_fewest()
        return self.best

    def works(self, sets: list[int]) -> bool:
        """Whether all cards that may lie find room in so many sets, and these their cards."""
        numbers = vec[i64](sets)
        return has_room(numbers, self.may) and self._find_cards(numbers)

    def holds(self, sets: vec[i64]) -> bool:
        """Whether these sets have room for all that must lie, and find their cards."""
        return has_room(sets, self.must) and self._find_cards(sets)

    def _find_cards(self, sets: vec[i64]) -> bool:
        line: i64
        for line in range(LINES):
            self.sets[line] = sets[line]
        self._forget()
        return self._settle(self.may, True) == 0

    # ---- the sets there can be ----

    def _prepare(self, least: bool) -> bool:
        """Bound the sets of each line; False where a card can have no room.

        With `least`, lines get no more sets than their own `must` asks for: others would only
        ask for more cards.
        """
        must, may, sets, most_sets = self.must, self.may, self.sets, self.most_sets
        line: i64
        at: i64
        kind: i64
        for line in range(LINES):
            highest: i64 = 0
            different: i64 = 0
            asked: i64 = 0
            for at in range(line * 6, line * 6 + 6):
                kind = _KINDS_ON[at]
                count = may[kind]
                if count > 0:
                    different += 1
                    if count > highest:
                        highest = count
                if must[kind] > asked:
                    asked = must[kind]
            number: i64 = 0
            if different >= 3:
                number = 1
                while number < highest:
                    number += 1
                    cards: i64 = 0
                    for at in range(line * 6, line * 6 + 6):
                        count = may[_KINDS_ON[at]]
                        cards += count if count < number else number
                    if cards < 3 * number:
                        number -= 1
                        break
            most_sets[line] = asked if least and asked < number else number
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
                if short > sets[column]:
                    sets[column] = short
        self._forget()
        return True

    def _forget(self) -> None:
        """Let all sets look for their cards again."""
        at: i64
        for at in range(LINES):
            self.need[at] = 3 * self.sets[at]
        self.flow = vec[i64]([0] * (2 * KINDS))

    def _no_room(self) -> i64:
        """A kind that must have more cards than there is room for; NONE, or IMPOSSIBLE.

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
                    return IMPOSSIBLE
                if sets[row] == most_sets[row]:
                    self._add_sets(column, wanted - sets[row] - sets[column])
                    again = True
                elif sets[column] == most_sets[column]:
                    self._add_sets(row, wanted - sets[row] - sets[column])
                    again = True
                else:
                    found = kind
        return found

    def _add_sets(self, line: i64, number: i64) -> None:
        self.sets[line] += number
        self.need[line] += 3 * number

    def _cover(self) -> bool:
        """Give sets to lines until every card that must lie has room."""
        kind = self._no_room()
        if kind == IMPOSSIBLE or self._settle(self.may, True) > 0:
            return False
        if kind == NONE:
            return True
        line = self._wanted_line(kind)
        sets = self.sets[:]
        most_sets = self.most_sets[:]
        flow = self.flow[:]
        self._add_sets(line, 1)
        if self._cover():
            return True
        self._restore(sets, most_sets, flow)
        self.most_sets[line] = self.sets[line]
        return self._cover()

    def _wanted_line(self, kind: i64) -> i64:
        """Of the lines of a kind that has no room the one that more kinds wait for."""
        must, sets = self.must, self.sets
        row = _ROWS[kind]
        column = _COLUMNS[kind]
        lead: i64 = 0
        place: i64
        for place in range(6):
            beside = _KINDS_ON[6 * row + place]
            if must[beside] > sets[row] + sets[_COLUMNS[beside]]:
                lead += 1
            beside = _KINDS_ON[6 * column + place]
            if must[beside] > sets[_ROWS[beside]] + sets[column]:
                lead -= 1
        return row if lead >= 0 else column

    def _restore(self, sets: vec[i64], most_sets: vec[i64], flow: vec[i64]) -> None:
        """Come back to where all sets had found their cards."""
        self.sets = sets[:]
        self.most_sets = most_sets[:]
        self.flow = flow[:]
        line: i64
        for line in range(LINES):
            self.need[line] = 0

    def _lay_most(self) -> None:
        """Branch and bound for the most cards: a card without room gets a set, or stays away."""
        kind = self._no_room()
        if kind == IMPOSSIBLE:
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
        if bound <= self.best or self.best >= self.enough or self._settle(may, True) > 0:
            return
        if kind == NONE:
            if value > self.best:
                self.best = value
                self.found = sets[:]
            if wish == NONE:
                return
            kind = wish
        row = _ROWS[kind]
        column = _COLUMNS[kind]
        sets = self.sets[:]
        most_sets = self.most_sets[:]
        flow = self.flow[:]
        if sets[row] < most_sets[row]:
            self._add_sets(row, 1)
            self._lay_most()
            self._restore(sets, most_sets, flow)
            self.most_sets[row] = sets[row]
        if sets[column] < most_sets[column]:
            self._add_sets(column, 1)
            self._lay_most()
            self._restore(sets, most_sets, flow)
            self.most_sets[row] = sets[row]
            self.most_sets[column] = sets[column]
        self._lay_most()

    def _lay_fewest(self) -> None:
        """Branch and bound for the fewest cards: sets take what is there before they ask for more.

        Cards once found stay so while the flow grows, so as many as can be are those that are
        there, and the others are what the sets lack.
        """
        kind = self._no_room()
        if kind == IMPOSSIBLE:
            return
        certain: i64 = 0
        each: i64
        for each in range(KINDS):
            certain += self.certain[each]
        self._forget()
        lacking = self._settle(self.certain, False)
        if self.best != NONE and certain + lacking >= self.best:
            return
        if lacking > 0 and self._settle(self.may, True) > 0:
            return
        if kind == NONE:
            self.best = certain + lacking
            self.found = self.sets[:]
            for each in range(KINDS):
                self.used[each] = self.flow[2 * each] + self.flow[2 * each + 1]
            return
        row = _ROWS[kind]
        sets = self.sets[:]
        most_sets = self.most_sets[:]
        flow = self.flow[:]
        self._add_sets(row, 1)
        self._lay_fewest()
        self._restore(sets, most_sets, flow)
        self.most_sets[row] = sets[row]
        self._lay_fewest()

    # ---- three cards for every set ----

    def _settle(self, cap: vec[i64], all_or_none: bool) -> i64:
        """Let the sets find the cards they need; how many they lack in the end.

        With `all_or_none` the search stops with the first that is lacking.
        """
        flow, sets, needs = self.flow, self.sets, self.need
        line: i64
        at: i64
        for line in range(LINES):
            need = needs[line]
            if need == 0:
                continue
            number = sets[line]
            side: i64 = 0 if line < 6 else 1
            # What is left, of kinds that nobody else lacks first.
            for at in range(line * 6, line * 6 + 6):
                kind = _KINDS_ON[at]
                if cap[kind] < sets[_ROWS[kind]] + sets[_COLUMNS[kind]]:
                    continue
                more = number - flow[2 * kind + side]
                if more > 0:
                    if more > need:
                        more = need
                    flow[2 * kind + side] += more
                    need -= more
            if need > 0:
                for at in range(line * 6, line * 6 + 6):
                    kind = _KINDS_ON[at]
                    more = cap[kind] - flow[2 * kind] - flow[2 * kind + 1]
                    if more <= 0:
                        continue
                    if more > number - flow[2 * kind + side]:
                        more = number - flow[2 * kind + side]
                    if more > need:
                        more = need
                    flow[2 * kind + side] += more
                    need -= more
            needs[line] = need
        lacking: i64 = 0
        for line in range(LINES):
            while needs[line] > 0:
                self.visited = 0
                if not self._find_one(line, cap):
                    if all_or_none:
                        return needs[line]
                    break
                needs[line] -= 1
            lacking += needs[line]
        return lacking

    def _find_one(self, line: i64, cap: vec[i64]) -> bool:
        """One more card for a line, if need be from a line that finds another for it."""
        flow = self.flow
        number = self.sets[line]
        side: i64 = 0 if line < 6 else 1
        self.visited |= 1 << line
        at: i64
        for at in range(line * 6, line * 6 + 6):
            kind = _KINDS_ON[at]
            mine = 2 * kind + side
            if flow[mine] >= number:
                continue
            theirs = mine ^ 1
            if flow[mine] + flow[theirs] < cap[kind]:
                flow[mine] += 1
                return True
            other = _COLUMNS[kind] if side == 0 else _ROWS[kind]
            if flow[theirs] > 0 and (self.visited >> other) & 1 == 0 and self._find_one(other, cap):
                flow[theirs] -= 1
                flow[mine] += 1
                return True
        return False


def has_room(sets: vec[i64], must: vec[i64]) -> bool:
    """Whether sets have room for all these cards."""
    kind: i64
    for kind in range(KINDS):
        if must[kind] > 0 and sets[_ROWS[kind]] + sets[_COLUMNS[kind]] < must[kind]:
            return False
    return True


def without(sets: vec[i64], taken: vec[i64]) -> vec[i64]:
    """Sets less those that are taken as Qwirkles, which mostly are one set each."""
    left = sets[:]
    line: i64
    for line in range(LINES):
        if taken[line] > 0:
            left[line] = left[line] - taken[line] if left[line] > taken[line] else 0
    return left


def widen(room: vec[i64], sets: vec[i64]) -> None:
    """For each kind the most room that these sets have, or others had before."""
    kind: i64
    for kind in range(KINDS):
        here = sets[_ROWS[kind]] + sets[_COLUMNS[kind]]
        if here > room[kind]:
            room[kind] = here
