"""The scratch table: cards are laid, moved and taken back freely until the turn is confirmed.

It is made from what a seat sees and knows nothing else. At every moment it tells which groups
are sets, which cards are loose, whether what lies there could be confirmed, and what is missing.
All of it is plain data: `msgspec.json` writes and reads it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from halfturn.core import IllegalOption, UnreadableText
from halfturn.core.scratch import ScratchStatus
from halfturn.core.words import listed
from halfturn.games.qwirkle_cards.answers import read_card
from halfturn.games.qwirkle_cards.arrange import arrange, line_of
from halfturn.games.qwirkle_cards.cards import (
    CARDS,
    FULL_SET,
    LEAST_SET,
    LINE_WORDS,
    LINES,
    heap_of,
    kind_on,
    no_cards,
)
from halfturn.games.qwirkle_cards.solver import Solver, fits
from halfturn.games.qwirkle_cards.view import QwirkleCardsView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

SET: Final = "set"
QWIRKLE: Final = "Qwirkle"
TOO_SMALL: Final = "too small"
DUPLICATE: Final = "duplicate"
MIXED: Final = "no common attribute"
Verdict = Literal["set", "Qwirkle", "too small", "duplicate", "no common attribute"]
COMMANDS: Final = (
    ("CARD GROUP", "lay a card of your hand in a group: rci 2; without GROUP it begins a new one"),
    ("move CARD FROM TO", "move a card from group to group; without TO it begins a new one"),
    ("back CARD", "take a card that you laid back into your hand"),
    ("arrange", "have all cards laid in sets and Qwirkles, with as few moved as may be"),
    ("reset", "everything as it was at the start of the turn"),
)


def judge(group: Sequence[str]) -> Verdict:
    """What a group of cards is: a set, a Qwirkle, or why it is neither (QC-SET-1 to QC-SET-3)."""
    if len(set(group)) < len(group):
        return DUPLICATE
    if len(group) > 1 and line_of(group) is None:
        return MIXED
    if len(group) < LEAST_SET:
        return TOO_SMALL
    return QWIRKLE if len(group) == FULL_SET else SET


class Status(ScratchStatus, frozen=True, kw_only=True):
    """How things stand on the scratch table."""

    groups: tuple[Verdict, ...]
    """What each group is: `set`, `Qwirkle`, or why it is neither."""
    lines: tuple[str, ...]
    """The colour or the shape that the cards of each group share, empty where there is no one."""
    loose: tuple[str, ...]
    """Cards in groups that are no sets."""
    qwirkles: tuple[str, ...]
    """The Qwirkles that would be taken, by what their cards share."""


class Scratch(msgspec.Struct):
    """Groups on the table, the hand, and the cards of the hand that were laid this turn."""

    hand: list[str]
    groups: list[list[str]]
    laid: list[str]
    start_hand: tuple[str, ...]
    start_groups: tuple[tuple[str, ...], ...]
    glyphs: tuple[str, ...]

    @classmethod
    def of(cls, view: QwirkleCardsView) -> Scratch:
        """The table as its viewer, whose turn it is, sees it.

        Cards that were answered already lie in the hand: confirming answers the whole turn.
        """
        seat = view.viewer
        if seat is None or view.turn != seat or view.stage != "turn" or view.played:
            raise IllegalOption("a scratch table is for the seat whose turn is about to begin")
        cards = view.hands[seat].cards
        assert cards is not None, "a seat sees its own hand"
        groups = view.colour_sets + view.shape_sets + tuple((card,) for card in view.loose)
        return cls(list(cards), [list(group) for group in groups], [], cards, groups, view.glyphs)

    # ---- what can be done ----

    def place(self, card: str, group: int | None = None) -> None:
        """Lay a card of the hand in a group, counted from 1, or begin a new one."""
        if card not in self.hand:
            held = ", ".join(self.hand) or "empty"
            raise IllegalOption(f"expected a card of the hand, which is {held}, got {card}")
        target = self._group(group)
        self.hand.remove(card)
        self.laid.append(card)
        self._put(card, target)

    def move(self, card: str, source: int, target: int | None = None) -> None:
        """Move a card of the table to another group, or to a new one."""
        found = self._group(source)
        if found is None or card not in found:
            raise IllegalOption(f"expected a card of group {source}, got {card}")
        goal = self._group(target)
        found.remove(card)
        self._put(card, goal)
        self._sweep()

    def take_back(self, card: str) -> None:
        """QC-AMB-5: a card laid this turn goes back; QC-AMB-6: one of the table never does."""
        if card not in self.laid:
            mine = ", ".join(self.laid) or "none yet"
            raise IllegalOption(
                f"only cards that you laid this turn go back to the hand ({mine}), got {card}"
            )
        # Of equal cards it is the one that lies worst: in a group that is no set, or the last.
        holders = [group for group in self.groups if card in group]
        bad = [group for group in holders if judge(group) not in (SET, QWIRKLE)]
        (bad or holders)[-1].remove(card)
        self.laid.remove(card)
        self.hand.append(card)
        self._sweep()

    def lay(self, groups: Sequence[Sequence[str]]) -> None:
        """Lay everything in these groups: all cards of the table, and any of the hand."""
        laid = Counter(read_card(card) for group in groups for card in group)
        table = Counter(card for group in self.start_groups for card in group)
        if gone := table - laid:  # QC-AMB-6
            raise IllegalOption(
                f"expected all cards of the table in groups, without {', '.join(gone)}"
            )
        own = laid - table
        if strange := own - Counter(self.start_hand):
            held = ", ".join(self.start_hand) or "empty"
            raise IllegalOption(
                f"expected cards of the table and of the hand, which is {held}, and no card more "
                f"often than it is there, got {', '.join(strange)}"
            )
        self.laid, self.hand = [], []
        for card in self.start_hand:
            (self.laid if own[card] > 0 else self.hand).append(card)
            own[card] -= 1
        self.groups = [list(group) for group in groups if group]

    def reset(self) -> None:
        """Everything as it was at the start of the turn."""
        self.hand = list(self.start_hand)
        self.groups = [list(group) for group in self.start_groups]
        self.laid = []

    def arrange(self) -> None:
        """Lay what is on the table in sets, with as few cards moved as may be.

        Qwirkles stay; where the cards make more of them, these are put together, too.
        """
        kept = [group for group in self.groups if judge(group) == QWIRKLE]
        rest = [group[:] for group in self.groups if judge(group) != QWIRKLE]
        more = self._qwirkles_in(rest)
        everything = self._qwirkles_in(self.groups)
        if more is None or len(kept) + len(more) < len(everything or ()):
            kept, rest = [], [group[:] for group in self.groups]
            more = everything
        for line in more or ():
            kept.append(_taken_out(line, rest))
        done = arrange([card for group in rest for card in group], rest)
        found = [*done.groups, *((card,) for card in done.loose)]
        self.groups = [*kept, *(list(group) for group in found)]

    def _qwirkles_in(self, groups: Sequence[Sequence[str]]) -> list[int] | None:
        """The most Qwirkles that these cards make; None where they cannot all lie in sets."""
        heap = heap_of([card for group in groups for card in group])
        if not fits(heap):
            return None
        best = Solver(heap, no_cards(), True).best() if self.laid else None
        return (
            [] if best is None else [line for line in range(LINES) for _ in range(best.taken[line])]
        )

    def _group(self, number: int | None) -> list[str] | None:
        if number is None:
            return None
        if not 1 <= number <= len(self.groups):
            raise IllegalOption(f"expected a group from 1 to {len(self.groups)}, got {number}")
        return self.groups[number - 1]

    def _put(self, card: str, group: list[str] | None) -> None:
        if group is None:
            self.groups.append([card])
        else:
            group.append(card)

    def _sweep(self) -> None:
        self.groups = [group for group in self.groups if group]

    # ---- how things stand ----

    @property
    def status(self) -> Status:
        """Which groups are sets, which cards are loose, and what is missing."""
        judged = tuple(judge(group) for group in self.groups)
        bad = [
            (number, group, verdict)
            for number, (group, verdict) in enumerate(
                zip(self.groups, judged, strict=True), start=1
            )
            if verdict not in (SET, QWIRKLE)
        ]
        missing = []
        if not self.laid:
            missing.append("Lay at least one card of your hand.")
        missing += [f"Group {number}: {_lack(group, verdict)}" for number, group, verdict in bad]
        cards = [card for group in self.groups for card in group]
        lines = [_line_word(group) for group in self.groups]
        taken = [line for line, verdict in zip(lines, judged, strict=True) if verdict == QWIRKLE]
        return Status(
            groups=judged,
            lines=tuple(lines),
            loose=tuple(card for _, group, _ in bad for card in group),
            qwirkles=tuple(sorted(taken, key=LINE_WORDS.index)),
            confirmable=not missing,
            arrangeable=bool(self.laid) and fits(heap_of(cards)),
            missing=tuple(missing),
        )

    def answers(self) -> list[str]:
        """The turn in notation: cards, Qwirkles, end; raises IllegalOption with what is missing."""
        status = self.status
        if not status.confirmable:
            hint = " arrange would lay these cards in sets." if status.arrangeable else ""
            raise IllegalOption(f"not yet: {' '.join(status.missing)}{hint}".rstrip("."))
        taken = [f"take:{line}" for line in status.qwirkles]
        return [*sorted(self.laid), *taken, "end"]

    # ---- for people at a keyboard ----

    def commands(self) -> tuple[tuple[str, str], ...]:
        """What can be typed, each with its meaning."""
        return COMMANDS

    def command(self, line: str) -> None:
        """Carry out what somebody typed."""
        words = line.split()
        match words:
            case ["reset"]:
                self.reset()
            case ["arrange"]:
                self.arrange()
            case ["back", card]:
                self.take_back(read_card(card))
            case ["move", card, source]:
                self.move(read_card(card), _number(source))
            case ["move", card, source, target]:
                self.move(read_card(card), _number(source), _number(target))
            case [card, group] if group.isdecimal():
                self.place(read_card(card), _number(group))
            case [_, *_]:
                self._place_all(words)
            case _:
                raise UnreadableText("expected a card of your hand, move, back, arrange or reset")

    def _place_all(self, cards: list[str]) -> None:
        """Several cards on one line begin a group together; all of them or none."""
        short = Counter(read_card(card) for card in cards) - Counter(self.hand)
        if short:
            held = ", ".join(self.hand) or "empty"
            raise IllegalOption(
                f"expected cards of the hand, which is {held}, got {', '.join(short)}"
            )
        self.groups.append([])
        for card in cards:
            self.place(card, len(self.groups))

    def draw(self) -> Text:
        """The groups with their numbers, the hand, and whether it could be confirmed."""
        from halfturn.games.qwirkle_cards.text.drawing import draw_scratch

        return draw_scratch(self)


def _taken_out(line: int, groups: list[list[str]]) -> list[str]:
    """The six cards of a line, out of groups that hold them; rather of those that are no sets."""
    cards = [CARDS[kind_on(line, place)] for place in range(FULL_SET)]
    for card in cards:
        holders = [group for group in groups if card in group]
        min(holders, key=lambda group: judge(group) == SET).remove(card)
    return cards


def _line_word(group: Sequence[str]) -> str:
    line = line_of(group)
    return "" if line is None else LINE_WORDS[line]


def _number(word: str) -> int:
    if not word.isdecimal() or len(word) > 3:
        raise UnreadableText(f"expected the number of a group, got {word[:20]!r}")
    return int(word)


def _lack(group: Sequence[str], verdict: str) -> str:
    if verdict == DUPLICATE:
        twice = [card for card, count in Counter(group).items() if count > 1]
        return f"{listed(twice)} is there twice."
    if verdict == MIXED:
        return f"{listed(group)} share neither a colour nor a shape."
    return f"{listed(group)} is too small, a set has at least three cards."
