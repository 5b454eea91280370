"""What a seat sees of Swirling Heroes, and how that is written."""

from __future__ import annotations

import msgspec

from halfturn.core import View, seat_letter


class FieldCard(msgspec.Struct, frozen=True):
    """A card on the field, as it lies."""

    seat: int
    card: str
    x: int
    y: int


class Hand(msgspec.Struct, frozen=True):
    """A hand: its cards where they are open to the viewer, else their number alone."""

    count: int
    cards: tuple[str, ...] | None


class SwirlingHeroesView(View, frozen=True, kw_only=True, tag="swirling-heroes"):
    """Field, hands, and what is out of the game."""

    options: tuple[str, ...]
    """The options that differ from their defaults, as words."""
    colours: tuple[str | None, ...]
    field: tuple[FieldCard, ...]
    hands: tuple[Hand, ...]
    removed: tuple[tuple[str, ...], ...]
    cannot_hold: tuple[tuple[str, ...], ...]
    """Cards a seat is known not to hold, since it had to remove one when these would have fit."""
    turn: int | None
    """Whose turn it is; None in the set-up and when the game is over."""
    chooser: int | None
    """Who names the First Player, once that is known and until it is done."""

    @property
    def text(self) -> str:
        """The position in notation, with `?` for what is hidden."""
        parts = [f"seats {self.seats}"]
        if self.options:
            parts.append("options " + " ".join(self.options))
        if any(self.colours):
            parts.append("colours " + " ".join(colour for colour in self.colours if colour))
        if self.field:
            cards = (
                f"{seat_letter(each.seat)}:{each.card}@{each.x},{each.y}" for each in self.field
            )
            parts.append("field " + " ".join(cards))
        for seat in range(self.seats):
            hand = self.hands[seat]
            cards_of = {
                "hand": ("?",) * hand.count if hand.cards is None else hand.cards,
                "removed": self.removed[seat],
                "cannot": self.cannot_hold[seat],
            }
            parts += (
                f"{word} {seat_letter(seat)} {' '.join(faces)}"
                for word, faces in cards_of.items()
                if faces
            )
        if self.chooser is not None:
            parts.append(f"chooser {seat_letter(self.chooser)}")
        if self.turn is not None:
            parts.append(f"turn {seat_letter(self.turn)}")
        elif self.to_decide is not None:
            parts.append("setup")
        return "; ".join(parts)
