"""What can be chosen before a game."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from halfturn.core import GameOptions, Preset


class MagpiesOptions(GameOptions, frozen=True, kw_only=True):
    """How many trinkets a hand has, and whether magpies steal."""

    hand: Annotated[int, Meta(ge=1, le=5, description="How many trinkets a hand holds.")] = 3
    robbing: Annotated[bool, Meta(description="Whether a magpie steals.")] = True


PRESETS: Final = {
    "thieves": Preset("Thieves", "A magpie steals.", MagpiesOptions()),
    "peace": Preset("Peace", "A magpie is a trinket like others.", MagpiesOptions(robbing=False)),
}
