"""Finished games for tests, dealt as a table deals them."""

from __future__ import annotations

from halfturn.core import CHANCE, SeededRng
from halfturn.core.playthrough import Playthrough
from halfturn.core.registry import load
from halfturn.server.projection.replays import Finished
from halfturn.server.tables.fair_deal import SCHEME, DrawId, FairDealer

SECRET = bytes(range(32))


def finished(id: str, seats: int, seed: int = 1) -> Finished:
    """A game that is played at random from a secret; the second seat took part in the deal."""
    added = {1: bytes(range(32, 64)).hex()}
    dealer, rng = FairDealer(SECRET, added), SeededRng(seed)
    through = Playthrough.start(load(id), seats)
    draws: list[DrawId] = []
    version = 2
    while (decision := through.state.decision) is not None:
        version += 1
        if decision.seat == CHANCE:
            draws.append(DrawId(version, len(draws) + 1))
            through.play(dealer.draw(decision, draws[-1]))
        else:
            through.play(decision.options[rng.below(len(decision.options))])
    return Finished(1, through, None, dealer.commitment, added, draws, scheme=SCHEME)
