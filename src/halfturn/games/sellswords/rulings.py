"""The rulings in force, as the rules read them: plain attributes instead of texts to compare."""

from __future__ import annotations

from halfturn.games.sellswords.options import SellswordsOptions


class Rulings:
    """SO-AMB: what the options say, settled once for a game."""

    def __init__(self, options: SellswordsOptions) -> None:
        self.margin_stays: bool = options.bounds == "lock"
        self.move_turns_freely: bool = not options.move_keeps_orientation
        self.rest_stays_connected: bool = options.move_connectivity == "also_without"
        self.terrain_counts: bool = options.terrain_counts
        self.both_lines_flip: bool = options.hermes == "both"
        self.terrain_binds_moves: bool = options.parthenon_moves
        self.gifts_are_secret: bool = options.aristotle == "secret"
        self.discard_refills_deck: bool = options.empty_deck == "reshuffle_discard"
        self.controller_pays: bool = options.ares == "controller"
        self.sends_over_once_a_round: bool = options.tartarus == "each_round"
        self.may_move_itself: bool = options.poseidon_self
        self.may_flip_itself: bool = options.fates_self
        self.duties_first: bool = options.theseus_first
        self.hands_are_dealt: bool = options.hands == "dealt"
        self.hand_size: int = options.hand_size
        self.rounds: int = options.rounds
