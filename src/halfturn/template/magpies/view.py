"""What a seat sees, and how positions are written."""

from __future__ import annotations

from collections.abc import Sequence

from halfturn.core import View, seat_letter
from halfturn.core.options import option_words
from halfturn.template.magpies.options import MagpiesOptions

Pile = Sequence[int] | int
"""Trinkets, or only their number where they are hidden."""


class MagpiesView(View, frozen=True, kw_only=True, tag="magpies"):
    """Nests, the own hand, and how much there is of the rest."""

    options: MagpiesOptions
    hands: tuple[tuple[int, ...] | int, ...]
    nests: tuple[tuple[int, ...], ...]
    deck: int
    turn: int

    @property
    def text(self) -> str:
        """The view in notation, with `?` for each trinket that is hidden."""
        return position_text(self.options, self.hands, self.nests, self.deck, self.turn)


def position_text(
    options: MagpiesOptions,
    hands: Sequence[Pile],
    nests: Sequence[Pile],
    deck: Pile,
    turn: int,
) -> str:
    """A position: `seats 2; hand A 135; hand B ???; nest A 2; deck ????; turn A`."""
    parts = [f"seats {len(hands)}"]
    if words := option_words(options):
        parts.append("options " + " ".join(words))
    for seat, hand in enumerate(hands):
        parts.append(f"hand {seat_letter(seat)} {pile_text(hand)}")
    for seat, nest in enumerate(nests):
        parts.append(f"nest {seat_letter(seat)} {pile_text(nest)}")
    parts += [f"deck {pile_text(deck)}", f"turn {seat_letter(turn)}"]
    return "; ".join(part.strip() for part in parts)


def pile_text(pile: Pile) -> str:
    """Trinkets in one word."""
    return "?" * pile if isinstance(pile, int) else "".join(map(str, pile))
