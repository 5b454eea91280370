"""What a seat sees of Qwirkle Cards, and how that is written."""

from __future__ import annotations

import msgspec

from halfturn.core import View, seat_letter
from halfturn.games.qwirkle_cards.cards import COLOUR_LETTERS, SHAPE_LETTERS


class Hand(msgspec.Struct, frozen=True):
    """A hand: its cards where they are open to the viewer, else their number alone."""

    count: int
    cards: tuple[str, ...] | None


class QwirkleCardsView(View, frozen=True, kw_only=True, tag="qwirkle-cards"):
    """Table, hands, deck and Qwirkles."""

    options: tuple[str, ...]
    """The options that differ from their defaults, as words."""
    colours: tuple[str, ...]
    shapes: tuple[str, ...]
    glyphs: tuple[str, ...]
    """The theme: what colours and shapes are called, and the sign of each shape."""
    table: tuple[str, ...]
    """The play area at the start of the turn, card by card."""
    colour_sets: tuple[tuple[str, ...], ...]
    shape_sets: tuple[tuple[str, ...], ...]
    """One way in which it lies; how is nobody's business but the eye's (QC-TH-2)."""
    loose: tuple[str, ...]
    """Cards that are in no set, as they are only in positions that no play reaches."""
    played: tuple[str, ...]
    taken: tuple[str, ...]
    """What this turn has played and taken so far."""
    qwirkles: tuple[tuple[str, ...], ...]
    """Each seat's Qwirkles by what their cards share (QC-QW-4)."""
    hands: tuple[Hand, ...]
    aside: Hand
    """The old hand of a seat that is drawing a fresh one."""
    deck: Hand
    copies: int
    """How many cards there are of each kind."""
    stage: str
    """deal, oldest, turn, draw, redeal, redraw or over."""
    turn: int | None
    """Whose turn it is; None before the first."""
    last: int
    """How many turns are left in the last round, this one included; 0 before it."""
    passes: int
    redeals: int
    redrawn: bool
    shown: tuple[tuple[str, ...], ...]
    stuck: tuple[tuple[str, ...], ...]
    """What play has shown of each hand, as words; `notation` explains them."""
    laid: tuple[tuple[str, ...], ...]
    """What each seat remembers of hands that it laid aside, as words; only the viewer's own."""

    @property
    def text(self) -> str:
        """The position in notation, with `?` for what is hidden."""
        parts = [f"seats {self.seats}"]
        if self.options:
            parts.append("options " + " ".join(self.options))
        if self.table:
            parts.append("table " + " ".join(self.table))
        for seat in range(self.seats):
            letter = seat_letter(seat)
            rows = {
                "hand": _cards(self.hands[seat]),
                "qwirkles": self.qwirkles[seat],
                "shown": self.shown[seat],
                "stuck": self.stuck[seat],
                "laid": self.laid[seat],
            }
            parts += (f"{word} {letter} {' '.join(row)}" for word, row in rows.items() if row)
        if self.deck.cards is None:
            parts.append(f"deck {'?' if self.deck.count else ''}{self.deck.count or ''}".rstrip())
        elif list(self.deck.cards) != self.rest():
            parts.append(" ".join(["deck", *self.deck.cards]))
        if self.aside.count:
            parts.append("aside " + " ".join(_cards(self.aside)))
        parts += self._at()
        return "; ".join(parts)

    def _at(self) -> list[str]:
        """Whose turn it is and what it has done."""
        parts = []
        for word in ("last", "passes", "redeals"):
            if getattr(self, word):
                parts.append(f"{word} {getattr(self, word)}")
        if self.redrawn and self.stage == "turn":
            parts.append("redrawn")
        if self.stage in ("deal", "oldest"):
            parts.append("setup")
        elif self.stage == "over":
            parts.append("over")
        else:
            parts.append(f"{self.stage} {seat_letter(self.turn or 0)}")
        if self.played:
            parts.append("played " + " ".join(self.played))
        if self.taken:
            parts.append("taken " + " ".join(self.taken))
        return parts

    def rest(self) -> list[str]:
        """The cards of the box that lie nowhere else: what the deck is where nobody says more."""
        left = {colour + shape: self.copies for colour in COLOUR_LETTERS for shape in SHAPE_LETTERS}
        for heap in (self.table, self.played, self.aside.cards or ()):
            for card in heap:
                left[card] -= 1
        for hand in self.hands:
            for card in hand.cards or ():
                left[card] -= 1
        for lines in self.qwirkles:
            for line in lines:
                for card in left:
                    left[card] -= line in (card[:1], card[1:])
        return [card for card, count in left.items() for _ in range(count)]


def _cards(hand: Hand) -> tuple[str, ...]:
    return ("?",) * hand.count if hand.cards is None else hand.cards
