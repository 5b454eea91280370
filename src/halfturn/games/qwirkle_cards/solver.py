"""The turn as an exact problem (QC-TH-3): cards P from the hand, Qwirkles Q out of it all.

A turn is legal when P is not empty and the table with P and without Q can lie in sets. Two
facts carry everything here. If (P, Q) is legal, then so is (P, Q') for any part Q' of Q, since
six cards of a line also lie as three and three. So whether a card can be played is a question
without any Qwirkles, and the legal Q of a hand are found by adding one Qwirkle after another.
"""

# ruff: noqa: PLR1730 - a comparison is faster than a call of min, plain and compiled

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.games.qwirkle_cards.cards import (
    KINDS,
    LINES,
    kind_on,
    no_cards,
    size_of,
    size_of_lines,
)
from halfturn.games.qwirkle_cards.packing import NONE, Packing, has_room, widen, without


@final
class Turn:
    """A whole turn: how many cards of each kind are played, how many Qwirkles of each line taken.

    The Qwirkles are part of the table with the played cards.
    """

    def __init__(self, played: vec[i64], taken: vec[i64]) -> None:
        self.played = played
        self.taken = taken

    @property
    def cards(self) -> int:
        """How many cards it plays."""
        return size_of(self.played)

    @property
    def qwirkles(self) -> int:
        """How many Qwirkles it takes."""
        total: i64 = 0
        for line in range(LINES):
            total += self.taken[line]
        return total

    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The turn as plain numbers, equal for equal turns."""
        return tuple(self.played), tuple(self.taken)


def fits(heap: vec[i64]) -> bool:
    """QC-TH-1: whether these cards can lie in sets, all of them."""
    packing = Packing()
    for kind in range(KINDS):
        packing.must[kind] = heap[kind]
        packing.may[kind] = heap[kind]
    return packing.fits()


FEW: Final = 3
"""So many of the latest sets that were found are tried before others are sought."""
EVERY_KIND: Final = -1
"""All kinds, as bits."""
MOST_CARDS: Final = 0
FEWEST_CARDS: Final = 1


@final
class Solver:
    """A table and a hand, and what can be done with them.

    In the middle of a turn, the cards played so far lie on the table, and `begun` says that
    none has to follow.
    """

    def __init__(self, table: vec[i64], hand: vec[i64], begun: bool = False) -> None:
        self.table = table
        self.hand = hand
        self.begun: bool = begun
        self.packing = Packing()
        self.stock: vec[i64] = no_cards()
        """The table and the hand together, without the Qwirkles that are being tried."""
        self.taken: vec[i64] = vec[i64]([0] * LINES)
        self.table_size: i64 = size_of(table)
        self.hand_size: i64 = size_of(hand)
        kind: i64
        for kind in range(KINDS):
            self.stock[kind] = table[kind] + hand[kind]
        self.best_size: i64 = NONE
        self.best_cards: i64 = NONE
        self.best_taken: vec[i64] = vec[i64]([0] * LINES)
        self.best_laid: vec[i64] = no_cards()
        self.found: list[Turn] = []
        self.known: list[vec[i64]] = []
        """Sets that were found and find their cards in table and hand, the latest last."""
        self.if_claimed: list[vec[i64] | None] = [None] * LINES
        """For each line the sets that are left where one more Qwirkle was found to be possible."""

    # ---- small questions ----

    def can_go_on(self, played: vec[i64]) -> bool:
        """Whether these cards, perhaps with more of the hand, make a legal turn.

        Qwirkles need not be thought of: what is legal with some is legal without.
        """
        return self._sets_for(played) >= 0

    def _sets_for(self, played: vec[i64]) -> i64:
        """Where among the known sets those are that these cards can lie in; NONE if nowhere.

        All of them find their cards in table and hand, so that room is all that counts.
        """
        packing = self.packing
        must = packing.must
        kind: i64
        for kind in range(KINDS):
            must[kind] = self.table[kind] + played[kind]
        at: i64 = len(self.known) - 1
        while at >= 0:
            if has_room(self.known[at], must):
                return at
            at -= 1
        for kind in range(KINDS):
            packing.may[kind] = self.table[kind] + self.hand[kind]
        if not packing.fits():
            return NONE
        self.known.append(packing.sets[:])
        return len(self.known) - 1

    def is_legal(self, played: vec[i64], taken: vec[i64]) -> bool:
        """QC-TH-3: whether the turn that plays and takes just these is legal."""
        packing = self.packing
        cards: i64 = 0
        lying: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if not 0 <= played[kind] <= self.hand[kind]:
                return False
            cards += played[kind]
            left = self.table[kind] + played[kind] - taken[kind // 6] - taken[6 + kind % 6]
            if left < 0:
                return False
            lying += left
            packing.must[kind] = left
            packing.may[kind] = left
        if cards == 0 and not self.begun:
            return False
        at: i64 = len(self.known) - 1
        last = at - FEW
        while at >= 0 and at > last:
            sets = without(self.known[at], taken)
            if 3 * size_of_lines(sets) <= lying and packing.holds(sets):
                return True
            at -= 1
        return packing.fits()

    def can_claim(self, played: vec[i64], taken: vec[i64], line: i64) -> bool:
        """Whether one more Qwirkle of a line can be taken out of the table and these cards."""
        place: i64
        for place in range(6):
            kind = kind_on(line, place)
            if self.table[kind] + played[kind] <= taken[kind // 6] + taken[6 + kind % 6]:
                return False
        taken[line] += 1
        can = self.is_legal(played, taken)
        taken[line] -= 1
        self.if_claimed[line] = self.packing.sets[:] if can else None
        return can

    def playable(self, played: vec[i64], among: i64 = EVERY_KIND) -> list[int]:
        """The kinds, of some given as bits, of which one more can be played after these cards.

        Sets that were found for one of them, or for none, hold the cards so far. Where any of
        them have room for one more, nothing has to be sought.
        """
        found: list[int] = []
        at = self._sets_for(played)
        if at == NONE:
            return found  # nor with more
        room = no_cards()
        widen(room, self.known[at])
        more = played[:]
        kind: i64
        for kind in range(KINDS):
            if self.hand[kind] <= played[kind] or (among >> kind) & 1 == 0:
                continue
            if room[kind] > self.table[kind] + played[kind]:
                found.append(kind)
                continue
            more[kind] += 1
            at = self._sets_for(more)
            if at != NONE:
                found.append(kind)
                widen(room, self.known[at])
            more[kind] -= 1
        return found

    def can_play(self) -> bool:
        """QC-PLAY-1, QC-AMB-9: whether there is any legal turn."""
        played = no_cards()
        kind: i64
        for kind in range(KINDS):
            if self.hand[kind] > 0:
                played[kind] = 1
                if self.can_go_on(played):
                    return True
                played[kind] = 0
        return False

    # ---- the best turn ----

    def best(self, cards: i64 = MOST_CARDS) -> Turn | None:
        """A turn with the most Qwirkles and, among those, the most or the fewest cards.

        None where no turn is legal.
        """
        self.best_size = NONE
        self.best_cards = NONE
        if not self._can_take():
            return None
        self.best_size = 0
        self._find_size(0, 0)
        self._find_cards(0, 0, cards)
        played = no_cards()
        for kind in range(KINDS):
            gone = self.best_taken[kind // 6] + self.best_taken[6 + kind % 6]
            played[kind] = self.best_laid[kind] + gone - self.table[kind]
        return Turn(played, self.best_taken[:])

    def most_qwirkles(self) -> i64:
        """The most Qwirkles that a legal turn takes; NONE where no turn is legal."""
        self.best_size = NONE
        if self._can_take():
            self.best_size = 0
            self._find_size(0, 0)
        return self.best_size

    def _lay(self) -> bool:
        """Put what is left beside the Qwirkles into the packing; whether a card is sure to go.

        Of a kind that a Qwirkle takes from the hand nothing of the table is left.
        """
        packing, taken = self.packing, self.taken
        forced = self.begun
        kind: i64
        for kind in range(KINDS):
            left = self.table[kind] - taken[kind // 6] - taken[6 + kind % 6]
            if left < 0:
                forced = True
                left = 0
            packing.must[kind] = left
            packing.may[kind] = self.stock[kind]
        return forced

    def _can_take(self) -> bool:
        """Whether some cards of the hand make the tried Qwirkles a legal turn."""
        if self._lay():
            return self.packing.fits()
        before = self.table_size - 6 * self._size()
        return self.packing.most(before, before + 1) != NONE

    def _size(self) -> i64:
        total: i64 = 0
        for line in range(LINES):
            total += self.taken[line]
        return total

    def _take(self, line: i64) -> bool:
        """Try one more Qwirkle; False, and nothing done, where a kind of it is missing."""
        stock = self.stock
        place: i64
        for place in range(6):
            if stock[kind_on(line, place)] == 0:
                return False
        for place in range(6):
            stock[kind_on(line, place)] -= 1
        self.taken[line] += 1
        return True

    def _put_back(self, line: i64) -> None:
        place: i64
        for place in range(6):
            self.stock[kind_on(line, place)] += 1
        self.taken[line] -= 1

    def _at_most(self, first: i64) -> i64:
        """A bound on how many further Qwirkles of this and later lines the stock can give."""
        stock = self.stock
        line: i64
        place: i64
        total: i64 = 0
        in_all = size_of(stock) // 6
        for line in range(first, LINES):
            least = stock[kind_on(line, 0)]
            for place in range(1, 6):
                count = stock[kind_on(line, place)]
                if count < least:
                    least = count
            total += least
        return total if total < in_all else in_all

    def _find_size(self, first: i64, size: i64) -> None:
        """Find the most Qwirkles that can be taken together."""
        self.best_size = max(self.best_size, size)
        line: i64
        for line in range(first, LINES):
            if size + self._at_most(line) <= self.best_size:
                return
            if self._take(line):
                if self._can_take():
                    self._find_size(line, size + 1)
                self._put_back(line)

    def _find_cards(self, first: i64, size: i64, cards: i64) -> None:
        """Of all ways to take that many Qwirkles find the one with the best number of cards."""
        if size == self.best_size:
            self._count_cards(cards)
            return
        line: i64
        for line in range(first, LINES):
            if cards == MOST_CARDS and self.best_cards == self.hand_size:
                return
            if size + self._at_most(line) < self.best_size:
                return
            if self._take(line):
                if self._can_take():
                    self._find_cards(line, size + 1, cards)
                self._put_back(line)

    def _count_cards(self, cards: i64) -> None:
        """The best number of cards with the tried Qwirkles."""
        gone = self.table_size - 6 * self.best_size
        self._lay()
        packing = self.packing
        if cards == MOST_CARDS:
            more_than = gone - 1 if self.begun else gone
            if self.best_cards != NONE:
                more_than = self.best_cards + gone
            laid = packing.most(more_than)
            if laid != NONE:
                self._keep(laid - gone, packing.may, packing.found)
            return
        self._count_fewest(gone)

    def _keep(self, cards: i64, most: vec[i64], sets: vec[i64]) -> None:
        """Remember the tried Qwirkles and what lies beside them."""
        self.best_cards = cards
        line: i64
        kind: i64
        for line in range(LINES):
            self.best_taken[line] = self.taken[line]
        for kind in range(KINDS):
            room = sets[kind // 6] + sets[6 + kind % 6]
            self.best_laid[kind] = most[kind] if most[kind] < room else room

    def _count_fewest(self, gone: i64) -> None:
        packing = self.packing
        kind: i64
        laid = packing.fewest()
        if laid == gone and not self.begun:
            # Nothing has to be played for these Qwirkles: then any one card, if it needs few more.
            laid = NONE
            for kind in range(KINDS):
                if packing.may[kind] > packing.must[kind]:
                    packing.must[kind] += 1
                    found = packing.fewest()
                    if found != NONE and (laid == NONE or found < laid):
                        laid = found
                        self._keep_fewest(laid - gone)
                    packing.must[kind] -= 1
        elif laid != NONE:
            self._keep_fewest(laid - gone)

    def _keep_fewest(self, cards: i64) -> None:
        if self.best_cards != NONE and cards >= self.best_cards:
            return
        packing = self.packing
        self.best_cards = cards
        line: i64
        kind: i64
        for line in range(LINES):
            self.best_taken[line] = self.taken[line]
        for kind in range(KINDS):
            used = packing.used[kind]
            least = packing.must[kind]
            self.best_laid[kind] = used if used > least else least

    # ---- every turn ----

    def turns(self) -> list[Turn]:
        """Every legal turn: first those without Qwirkles, cards in the order of kinds."""
        self.found = []
        self.best_size = NONE
        if self._can_take():
            self._list_taken(0)
        return self.found

    def _list_taken(self, first: i64) -> None:
        self._lay()
        played = no_cards()
        self._list_played(0, played, self.packing.must[:])
        line: i64
        for line in range(first, LINES):
            if self._take(line):
                if self._can_take():
                    self._list_taken(line)
                self._put_back(line)

    def _list_played(self, kind: i64, played: vec[i64], must: vec[i64]) -> None:
        """Decide kind by kind how many are played, as long as the rest can still be added.

        `must` is what has to lie, `stock` what can; both are narrowed kind by kind.
        """
        while kind < KINDS and self.hand[kind] == 0:
            kind += 1
        if kind == KINDS:
            if self.begun or size_of(played) > 0:
                self.found.append(Turn(played[:], self.taken[:]))
            return
        packing, stock = self.packing, self.stock
        least, most = must[kind], stock[kind]
        gone = self.taken[kind // 6] + self.taken[6 + kind % 6] - self.table[kind]
        count: i64
        for count in range(least, most + 1):
            must[kind] = count
            stock[kind] = count
            each: i64
            for each in range(KINDS):
                packing.must[each] = must[each]
                packing.may[each] = stock[each]
            if packing.fits():
                played[kind] = count + gone
                self._list_played(kind + 1, played, must)
        played[kind] = 0
        must[kind] = least
        stock[kind] = most
