"""A second reading of the rules, naive on purpose, that shares no code with the first.

Cards are texts, places are lists, and captures are found by trying everything.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

ACTIONS = ("A1", "AA", "SN", "SW")
LETTERS = {"crab": "C", "fish": "F", "sea-horse": "H", "star-fish": "S"}


def naive_sets(number: int, middle: list[int], reading: str) -> set[frozenset[int]]:
    """The sets of places that families of disjoint groups take, by trying all of them.

    A set of places is a number with a bit for each, until the end.
    """
    sums = [0]
    for numeral in middle:
        sums += [total + numeral for total in sums]
    equal = sum(1 << at for at, numeral in enumerate(middle) if numeral == number)
    groups = [
        places for places, total in enumerate(sums) if total == number and places & (places - 1)
    ]
    found: set[int] = set()

    def extend(first: int, taken: int) -> None:
        ended = not any(group & taken == 0 for group in groups)
        if ended or reading == "any_nonempty":
            found.add(taken | equal)
        for at in range(first, len(groups)):
            if groups[at] & taken == 0:
                extend(at + 1, taken | groups[at])

    if reading == "union":
        found.add(reduce(or_, groups, equal))
    else:
        extend(0, 0)
    found.discard(0)
    places = range(len(middle))
    return {frozenset(at for at in places if taken >> at & 1) for taken in found}


class Oracle:
    """A game from its first turn on; whoever calls deals the cards."""

    def __init__(self, seats: int, creatures: list[str], dealer: int, options: dict[str, str]):
        self.seats = seats
        self.letters = [LETTERS[creature] for creature in creatures]
        self.dealer = dealer
        self.options = options
        self.teams = options.get("teams") == "true"
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.series: list[list[str]] = [[] for _ in range(seats)]
        self.piles: list[list[str]] = [[] for _ in range(seats)]
        self.middle: list[str] = []
        self.deck = 0
        self.turn = (dealer + 1) % seats
        self.asked = self.turn
        self.question = "play"
        self.card = ""
        self.colour = ""
        self.swirling = False
        self.to_deal = 0

    # ---- the question ----

    def answers(self) -> set[str]:
        """What can be answered, without the word before it."""
        if self.question == "play":
            stop = self.swirling and self.options.get("play_out") == "may_stop"
            return set(self.hands[self.turn]) | ({"stop"} if stop else set())
        if self.question == "take":
            return {"+".join(sorted(taken, key=_order)) for taken in self.takes()}
        if self.question == "collect":
            return set(self.middle)
        if self.question == "snatch":
            return {card for seat in self.others() for card in self.series[seat]}
        return {"yes", "no"} if self.question == "replace" else set()

    def takes(self) -> set[tuple[str, ...]]:
        """The sets of cards that the played card may take."""
        creatures = [card for card in self.middle if card not in ACTIONS]
        numbers = [int(card[2:]) for card in creatures]
        reading = self.options.get("capture", "maximal_disjoint")
        found = naive_sets(int(self.card[2:]), numbers, reading)
        return {tuple(sorted(creatures[at] for at in places)) for places in found}

    def others(self) -> list[int]:
        """Those from whom may be snatched."""
        return [
            seat
            for seat in range(self.seats)
            if seat != self.turn and not (self.teams and seat % 2 == self.turn % 2)
        ]

    # ---- the answer ----

    def answer(self, text: str) -> None:
        """Carry out an answer, without the word before it."""
        if self.question == "play" and text == "stop":
            self.middle += self.hands[self.turn]
            self.hands[self.turn] = []
            self.next_turn()
        elif self.question == "play":
            self.hands[self.turn].remove(text)
            self.card = text
            self.carry_out()
        elif self.question == "take":
            self.capture(text.split("+"))
        elif self.question == "collect":
            self.capture([text])
        elif self.question == "snatch":
            self.snatch(text)
        else:
            self.replace(text == "yes")

    def carry_out(self) -> None:
        mine = self.piles[self.turn]
        if self.card == "SW":
            mine.append("SW")
            for seat in range(self.seats):
                if seat != self.turn:
                    self.middle += self.hands[seat]
                    self.hands[seat] = []
            self.swirling = True
            self.next_turn()
        elif self.card == "SN":
            self.ask_or("snatch")
        elif self.card == "A1":
            self.ask_or("collect")
        elif self.card == "AA":
            self.capture(list(self.middle))
        elif takes := self.takes():
            self.question = "take"
            if len(takes) == 1:
                self.capture(list(takes.pop()))
        else:
            self.middle.append(self.card)
            self.next_turn()

    def ask_or(self, question: str) -> None:
        """Ask where there is something to choose."""
        self.question = question
        possible = self.answers()
        if not possible:
            self.piles[self.turn].append(self.card)
            self.next_turn()
        elif len(possible) == 1:
            self.answer(possible.pop())

    def capture(self, cards: list[str]) -> None:
        for card in cards:
            self.middle.remove(card)
        for card in sorted([*cards, self.card], key=_order):
            series = self.series[self.turn]
            own = card not in ACTIONS and card[0] == self.letters[self.turn]
            if own and card[1] not in [each[1] for each in series]:
                series.append(card)
            else:
                self.piles[self.turn].append(card)
        self.next_turn()

    def snatch(self, card: str) -> None:
        victim = next(seat for seat in range(self.seats) if card in self.series[seat])
        self.series[victim].remove(card)
        self.piles[self.turn] += [card, "SN"]
        self.colour = card[:2]
        if any(each[:2] == self.colour for each in self.piles[victim]):
            self.question, self.asked = "replace", victim
            if self.options.get("replacement") == "automatic":
                self.replace(True)
        else:
            self.next_turn()

    def replace(self, wanted: bool) -> None:
        if wanted:
            pile = self.piles[self.asked]
            card = min((each for each in pile if each[:2] == self.colour), key=_order)
            pile.remove(card)
            self.series[self.asked].append(card)
        self.next_turn()

    # ---- what comes next ----

    def next_turn(self) -> None:
        self.question = "play"
        if any(len(series) == 4 for series in self.series):
            self.question = "over"
            return
        if self.swirling and self.hands[self.turn]:
            self.asked = self.turn
            return
        self.swirling = False
        for step in range(1, self.seats + 1):
            seat = (self.turn + step) % self.seats
            if self.hands[seat]:
                self.turn = self.asked = seat
                return
        self.turn = (self.turn + 1) % self.seats
        if self.options.get("after_swirl") == "left_of_dealer":
            self.turn = (self.dealer + 1) % self.seats
        self.next_deal()

    def next_deal(self) -> None:
        how = self.options.get("last_deal", "equal")
        self.to_deal = 4 * self.seats
        if self.deck < self.to_deal:
            each = {"equal": self.deck // self.seats, "strict4": 0}
            self.to_deal = self.deck if how == "round_robin" else each[how] * self.seats
        self.question = "deal" if self.to_deal else "over"

    def get(self, card: str) -> None:
        """A card is dealt, clockwise from the dealer's left."""
        order = [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]
        fewest = min(len(hand) for hand in self.hands)
        seat = next(each for each in order if len(self.hands[each]) == fewest)
        self.hands[seat].append(card)
        self.deck -= 1
        self.to_deal -= 1
        if self.to_deal == 0:
            self.question = "play"
            while not self.hands[self.turn]:
                self.turn = (self.turn + 1) % self.seats
            self.asked = self.turn

    def winners(self) -> list[int]:
        sides = [[0, 2], [1, 3]] if self.teams else [[seat] for seat in range(self.seats)]
        whole = [side for side in sides if any(len(self.series[seat]) == 4 for seat in side)]
        if whole:
            return whole[0]
        stands = [
            (
                sum(len(self.series[seat]) for seat in side),
                sum(len(self.piles[seat]) for seat in side),
            )
            for side in sides
        ]
        best = max(stands)
        return sorted(
            seat
            for side, stand in zip(sides, stands, strict=True)
            if stand == best
            for seat in side
        )


def _order(card: str) -> tuple[int, int, int]:
    """As positions write cards."""
    if card in ACTIONS:
        return 4, ACTIONS.index(card), 0
    return "CFHS".index(card[0]), "rgyp".index(card[1]), int(card[2:])
