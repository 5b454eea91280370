"""What can be chosen before a game of SWIRL."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from halfturn.core import GameOptions, Preset

CHOOSE: Final = ("choose",)
RANDOM: Final = ("random",)


class SwirlOptions(GameOptions, frozen=True, kw_only=True):
    """Teams, dealer, creatures, and the rulings."""

    teams: Annotated[
        bool, Meta(description="Four players in two teams: A and C against B and D.")
    ] = False
    creatures: Annotated[
        tuple[str, ...],
        Meta(
            description="The creature of each seat (crab, fish, sea-horse, star-fish), or one "
            "word: choose to let the players take theirs in turn, random to draw lots."
        ),
    ] = CHOOSE
    dealer: Annotated[str, Meta(description="The seat that deals (A, B, C, D), or random.")] = (
        "random"
    )
    capture: Annotated[
        Literal["maximal_disjoint", "any_nonempty", "union"],
        Meta(
            description="Where sums overlap: take separate sums until none is left "
            "(maximal_disjoint), as many of them as you like (any_nonempty), or every card that "
            "is in some sum (union)."
        ),
    ] = "maximal_disjoint"
    last_deal: Annotated[
        Literal["equal", "strict4", "round_robin"],
        Meta(
            description="When fewer than four cards each are left: deal equally and leave the "
            "rest (equal), stop (strict4), or deal them all (round_robin)."
        ),
    ] = "equal"
    after_swirl: Annotated[
        Literal["clockwise", "left_of_dealer"],
        Meta(
            description="Who leads after a SWIRL: the player to the left of the one who played "
            "it (clockwise), or of the dealer (left_of_dealer)."
        ),
    ] = "clockwise"
    play_out: Annotated[
        Literal["all", "may_stop"],
        Meta(
            description="After a SWIRL its player plays out all cards (all), or may drop the "
            "rest into the middle at any time (may_stop)."
        ),
    ] = "all"
    replacement: Annotated[
        Literal["ask", "automatic"],
        Meta(
            description="A snatched card that the capture pile can replace: its player is asked "
            "(ask), or it is replaced at once (automatic)."
        ),
    ] = "ask"
    memory_mode: Annotated[
        bool,
        Meta(description="Capture piles lie face down: they are counted, not listed."),
    ] = False
    hand_size: Annotated[
        Literal[1, 2, 3, 4],
        Meta(description="Cards dealt to a hand; fewer than four make a small game to study."),
    ] = 4
    middle_size: Annotated[
        Literal[1, 2, 3, 4],
        Meta(description="Cards dealt to the middle before the first turn."),
    ] = 4
    deck: Annotated[
        tuple[str, ...],
        Meta(description="A short deck: just these cards, like Cr4,Fg2. Empty: the whole box."),
    ] = ()


PRESETS: Final = {
    "book": Preset(
        "By the book",
        "Everybody for themselves. Capture piles are open, so nobody has to remember.",
        SwirlOptions(),
    ),
    "memory": Preset(
        "Memory",
        "As at the table: capture piles lie face down, and you keep in mind what is gone.",
        SwirlOptions(memory_mode=True),
    ),
    "quick": Preset(
        "Quick",
        "Creatures by lot, and a snatched card is replaced without asking.",
        SwirlOptions(creatures=RANDOM, replacement="automatic"),
    ),
    "teams": Preset(
        "Teams",
        "Four players, partners across the table: A and C against B and D.",
        SwirlOptions(teams=True),
    ),
}
