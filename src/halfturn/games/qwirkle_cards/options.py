"""What can be chosen before a game of Qwirkle Cards."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from halfturn.core import GameOptions, Preset

RANDOM: Final = ("random",)
EQUAL: Final = ("equal",)


class QwirkleCardsOptions(GameOptions, frozen=True, kw_only=True):
    """What happens to a player who cannot play, and who is how old."""

    no_play: Annotated[
        Literal["pass_then_redeal", "redraw", "end"],
        Meta(
            description="Somebody who can play no card passes; when all pass in a row, hands are "
            "dealt anew (pass_then_redeal) or the game ends (end). Or they draw nine new cards "
            "and play on (redraw)."
        ),
    ] = "pass_then_redeal"
    age_order: Annotated[
        tuple[str, ...],
        Meta(
            description="Who is older, for ties about who begins: seats from the oldest on, like "
            "B,A; those left out are equally old. Or equal, for the order of seats, or random, "
            "for a lot."
        ),
    ] = RANDOM


PRESETS: Final = {
    "standard": Preset(
        "By the book",
        "The rulebook's game. If nobody can play, all hands are dealt anew.",
        QwirkleCardsOptions(),
    ),
    "fresh-hand": Preset(
        "Fresh hand",
        "Whoever can play no card draws nine new ones at once, as in another edition.",
        QwirkleCardsOptions(no_play="redraw"),
    ),
    "sudden-end": Preset(
        "Sudden end",
        "If nobody can play any more, the game is over at once.",
        QwirkleCardsOptions(no_play="end"),
    ),
}
