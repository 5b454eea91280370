"""What can be chosen before a game of Swirling Heroes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from halfturn.core import GameOptions, Preset

UNLIMITED: Final = "unlimited"


class SwirlingHeroesOptions(GameOptions, frozen=True, kw_only=True):
    """Edition, hands, colours, table and who begins."""

    edition: Annotated[
        Literal["shape-of-the-world", "second"],
        Meta(
            description="Who begins: whoever paid the last compliment (shape-of-the-world), "
            "or whomever that player names (second)."
        ),
    ] = "shape-of-the-world"
    hands: Annotated[
        Literal["mirror", "choose", "random", "even", "odd", "listed"],
        Meta(
            description="How hands are made: the same six drawn for everybody (mirror), six of "
            "your own choice in secret (choose), six drawn in secret (random), one of two fixed "
            "sixes (even, odd), or the sixes that the card file lists (listed)."
        ),
    ] = "mirror"
    six: Annotated[
        tuple[str, ...],
        Meta(description="With mirrored hands: these six cards instead of drawing them."),
    ] = ()
    hand_size: Annotated[
        Literal[1, 2, 3, 4, 5, 6],
        Meta(description="Cards in a hand; fewer than six make a small game to study."),
    ] = 6
    deck: Annotated[
        tuple[str, ...],
        Meta(description="A short deck: only these cards of every colour play. Empty: all do."),
    ] = ()
    colours: Annotated[
        tuple[str, ...],
        Meta(
            description="The colour of each seat, or the one word choose to let the players take "
            "theirs in turn."
        ),
    ] = ()
    table: Annotated[
        str,
        Meta(description="The largest field, as columns x rows, like 7x5; or unlimited."),
    ] = UNLIMITED
    first_player: Annotated[
        str,
        Meta(description="The seat that begins (A, B, C, D), or random."),
    ] = "random"
    chooser: Annotated[
        str,
        Meta(description="In the second edition: the seat that names the First Player, or random."),
    ] = "random"


PRESETS: Final = {
    "mirror": Preset(
        "Mirror",
        "Everybody gets the same six cards, open on the table. Nothing but skill.",
        SwirlingHeroesOptions(),
    ),
    "choose": Preset(
        "By the book",
        "Everybody secretly builds a hand of six from the twelve cards of a colour.",
        SwirlingHeroesOptions(hands="choose"),
    ),
    "random": Preset(
        "Surprise",
        "Six cards each, drawn at random and kept secret.",
        SwirlingHeroesOptions(hands="random"),
    ),
    "second": Preset(
        "Second edition",
        "As Mirror, and the player who paid the last compliment names who begins.",
        SwirlingHeroesOptions(edition="second"),
    ),
}
