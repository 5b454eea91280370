"""What a seat sees of Sellswords: Olympus: everything but a gift chosen in secret."""

from __future__ import annotations

import msgspec

from halfturn.core import View
from halfturn.games.sellswords.score import ScoreLine


class TileView(msgspec.Struct, frozen=True):
    """A tile that is not on the field."""

    key: str
    name: str
    type: str
    ability: str
    """What it does, in words."""
    numbers: tuple[int, ...]
    is_house: bool
    """Whether its numbers are Halfturn's own."""
    locked: bool = False


class FieldTile(msgspec.Struct, frozen=True):
    """A tile on the field."""

    key: str
    name: str
    type: str
    ability: str
    is_house: bool
    seat: int | None
    """Whose colour it shows; None for the terrain."""
    colour: str
    x: int
    y: int
    turned: int
    """The degrees it lies turned clockwise."""
    numbers: tuple[int, ...]
    """The printed numbers as they lie, clockwise from the top."""
    fights: tuple[int, ...]
    """The numbers it would fight with now."""
    why: tuple[str, ...]
    """What makes those differ from the printed ones: `Hera -1`."""


class SellswordsView(View, frozen=True, kw_only=True, tag="sellswords"):
    """Field, hands, centre, discard and score."""

    position: str
    """The position in notation, with `?` for what is hidden."""
    stage: str
    """`lots`, `draft`, `placing` or `over`."""
    round: int
    rounds: int
    draft: int
    first: int | None
    active: int | None
    colours: tuple[str | None, ...]
    terrain: str | None
    field: tuple[FieldTile, ...]
    hands: tuple[tuple[TileView, ...], ...]
    centre: tuple[TileView, ...]
    discard: tuple[TileView, ...]
    deck: int
    """How many tiles are left to draw."""
    silenced_anybody: int
    silenced: tuple[int, ...]
    """For each seat how many of its next tiles are without their ability."""
    asking: str | None
    """The tile whose ability asks the open question."""
    asking_text: str
    """What that ability says, in words; where it was copied, the copied one."""
    lines: tuple[ScoreLine, ...]
    """What the field would bring if the round were scored now, line by line."""
    outlook: tuple[int, ...]
    has_house_numbers: bool

    @property
    def text(self) -> str:
        """The position in notation."""
        return self.position
