"""What a seat sees of SWIRL, and how that is written."""

from __future__ import annotations

import msgspec

from halfturn.core import View, seat_letter


class Cards(msgspec.Struct, frozen=True):
    """Some cards: named where they are open to the viewer, else their number alone."""

    count: int
    cards: tuple[str, ...] | None

    @property
    def words(self) -> tuple[str, ...]:
        """The cards as notation has them, with `?` for each hidden one."""
        return ("?",) * self.count if self.cards is None else self.cards


class SwirlView(View, frozen=True, kw_only=True, tag="swirl"):
    """The middle, hands, series, piles and the size of the deck."""

    options: tuple[str, ...]
    """The options that differ from their defaults, as words."""
    teams: bool
    capture: str
    """How overlapping sums are read, to tell what a card would take."""
    dealer: int | None
    creatures: tuple[str | None, ...]
    hands: tuple[Cards, ...]
    middle: tuple[str, ...]
    series: tuple[tuple[str, ...], ...]
    piles: tuple[Cards, ...]
    deck: Cards
    returned: tuple[str, ...]
    """Kinds of action card that came up for the middle and went back: until the next deal one of
    each is in the deck. With `memory_mode` not listed."""
    whole_box: bool
    """Whether all cards of the box are in the game and no others, so that the deck is the rest."""
    turn: int | None
    """Whose turn it is; while cards are dealt, who leads then."""
    played: str | None
    """The card of this turn, while its player chooses what it takes."""
    swirling: bool
    """Whether the seat whose turn it is plays out its hand after a SWIRL."""
    robbed: int | None
    gap: str | None
    """Who was robbed of which colour, while that seat is asked about a replacement."""
    to_deal: int
    to_lay: int
    """Cards still to be dealt to hands, and then to the middle."""
    memory: str
    """With `memory_mode`, a digest of what it does not list: whoever watched tells games apart by
    it."""

    @property
    def text(self) -> str:
        """The position in notation, with `?` for what is hidden."""
        parts = [f"seats {self.seats}"]
        if self.options:
            parts.append("options " + " ".join(self.options))
        if any(self.creatures):
            parts.append("creatures " + " ".join(each or "-" for each in self.creatures))
        if self.dealer is not None:
            parts.append(f"dealer {seat_letter(self.dealer)}")
        for seat in range(self.seats):
            cards_of = {
                "hand": self.hands[seat].words,
                "series": self.series[seat],
                "pile": self.piles[seat].words,
            }
            parts += (
                f"{word} {seat_letter(seat)} {' '.join(cards)}"
                for word, cards in cards_of.items()
                if cards
            )
        if self.middle:
            parts.append("middle " + " ".join(self.middle))
        if not self.whole_box:
            parts.append(" ".join(("deck", *self.deck.words)))
        if self.returned:
            parts.append("returned " + " ".join(self.returned))
        return "; ".join(parts + self._pending())

    def _pending(self) -> list[str]:
        """What the game is at."""
        parts = []
        if self.to_deal:
            parts.append(f"deal {self.to_deal}")
        if self.to_lay:
            parts.append(f"lay {self.to_lay}")
        if self.turn is not None:
            parts.append(f"turn {seat_letter(self.turn)}")
        elif self.to_decide is not None:
            parts.append("setup")
        if self.swirling:
            parts.append("swirl")
        if self.played is not None:
            parts.append(f"played {self.played}")
        if self.robbed is not None:
            parts.append(f"robbed {seat_letter(self.robbed)} {self.gap}")
        return parts
