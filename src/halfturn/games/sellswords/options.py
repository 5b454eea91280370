"""What can be chosen before a game of Sellswords: Olympus."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from halfturn.core import GameOptions, Preset


class SellswordsOptions(GameOptions, frozen=True, kw_only=True):
    """Terrain, heroes, hands, who begins, and the rulings."""

    terrain: Annotated[
        Literal["olympus", "parthenon", "styx", "tartarus", "random"],
        Meta(description="The terrain tile on the table; random draws one by lot."),
    ] = "olympus"
    hands: Annotated[
        Literal["draft", "dealt"],
        Meta(
            description="How hands are made: drafted from seven tiles at a time (draft), or six "
            "tiles dealt to each player (dealt)."
        ),
    ] = "draft"
    heroes: Annotated[
        Literal["all", "starter"],
        Meta(description="Which heroes play: all of them, or a dozen with simple abilities."),
    ] = "all"
    deck: Annotated[
        tuple[str, ...],
        Meta(
            description="A short deck: just these heroes are dealt, like hydra,apollo. Empty: "
            "all that play."
        ),
    ] = ()
    hand_size: Annotated[
        Literal[1, 2, 3, 4, 5, 6],
        Meta(
            description="Tiles in a hand that is dealt; fewer than six make a small game to study."
        ),
    ] = 6
    rounds: Annotated[
        Literal[1, 2],
        Meta(description="How many rounds are played; after two the field is full."),
    ] = 2
    first_player: Annotated[
        Literal["random", "A", "B"], Meta(description="Who begins round 1.")
    ] = "random"
    red: Annotated[
        Literal["random", "A", "B"], Meta(description="Who plays the red side of the tiles.")
    ] = "random"
    # ---- rulings: what the rulebook leaves open ----
    bounds: Annotated[
        Literal["dynamic", "lock"],
        Meta(
            description="The 5x5 limit: all tiles must fit a 5x5 square as they lie now (dynamic), "
            "or a margin once reached stays for good (lock)."
        ),
    ] = "dynamic"
    move_keeps_orientation: Annotated[
        bool, Meta(description="A moved tile keeps its way round; false lets it be turned freely.")
    ] = True
    move_connectivity: Annotated[
        Literal["final", "also_without"],
        Meta(
            description="A move must leave all tiles connected where they end up (final), or the "
            "others also while the tile is in the air (also_without)."
        ),
    ] = "final"
    terrain_counts: Annotated[
        bool,
        Meta(description="The terrain counts as a tile for Muse, Cerberus and Artemis."),
    ] = True
    hermes: Annotated[
        Literal["choose", "both"],
        Meta(description="Hermes flips his row or his column (choose), or the two of them (both)."),
    ] = "choose"
    parthenon_moves: Annotated[
        bool, Meta(description="Parthenon binds moves too, not only tiles placed from hand.")
    ] = False
    aristotle: Annotated[
        Literal["active_first", "secret"],
        Meta(
            description="Aristotle's gifts: the player at turn chooses first and openly "
            "(active_first), or both choose in secret (secret)."
        ),
    ] = "active_first"
    empty_deck: Annotated[
        Literal["skip", "reshuffle_discard"],
        Meta(
            description="Chimera and Theseus with an empty deck: nothing happens (skip), or the "
            "discard becomes the new deck (reshuffle_discard)."
        ),
    ] = "skip"
    ares: Annotated[
        Literal["placer", "controller"],
        Meta(
            description="Who loses Ares' points: whoever placed him (placer), or whoever controls "
            "him when they are counted (controller)."
        ),
    ] = "placer"
    tartarus: Annotated[
        Literal["each_draft", "each_round"],
        Meta(
            description="Tartarus sends the first picks over in every draft (each_draft), or only "
            "in the first draft of a round (each_round)."
        ),
    ] = "each_draft"
    poseidon_self: Annotated[
        bool,
        Meta(description="Poseidon and Nymph may move or swap themselves."),
    ] = True
    fates_self: Annotated[bool, Meta(description="Three Fates may be the ally that they flip.")] = (
        True
    )
    theseus_first: Annotated[
        bool, Meta(description="At the start of a turn Theseus comes before Pegasus.")
    ] = True


RULINGS: Final = (
    "bounds",
    "move_keeps_orientation",
    "move_connectivity",
    "terrain_counts",
    "hermes",
    "parthenon_moves",
    "aristotle",
    "empty_deck",
    "ares",
    "tartarus",
    "poseidon_self",
    "fates_self",
    "theseus_first",
)
"""The options that settle what the rulebook leaves open; menus keep them in a drawer."""

STARTERS: Final = (
    "apollo colossus cyclops gryphon harpy hera hercules kraken manticore muse spartan zeus"
).split()
"""The heroes of `heroes=starter`: a dozen with simple abilities."""
SMALL_DECK: Final = ("apollo", "ares", "cyclops", "hydra", "pegasus", "zeus")
"""A short deck of heroes of all sorts, to test small games with."""

PRESETS: Final = {
    "by-the-book": Preset(
        "By the book",
        "Two rounds, all heroes, hands drafted, on Mount Olympus.",
        SellswordsOptions(),
    ),
    "starter": Preset(
        "Starter",
        "A first game: one round on Mount Olympus with twelve simple heroes, dealt out.",
        SellswordsOptions(hands="dealt", heroes="starter", rounds=1),
    ),
    "parthenon": Preset(
        "Parthenon",
        "By the book on Parthenon: whoever can must place next to it.",
        SellswordsOptions(terrain="parthenon"),
    ),
    "styx": Preset(
        "River Styx",
        "By the book on River Styx: every turn ends with a move, if you like.",
        SellswordsOptions(terrain="styx"),
    ),
    "tartarus": Preset(
        "Tartarus",
        "By the book on Tartarus: your first pick goes to the other player.",
        SellswordsOptions(terrain="tartarus"),
    ),
}
