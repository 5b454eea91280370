"""What is known of a state: to a seat, to everybody, and to the one who counts the cards."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from halfturn.core.options import option_words
from halfturn.core.rng import Rng
from halfturn.core.seats import EVERYTHING
from halfturn.games.swirl.cards import CARDS, COLOURS, CREATURES, texts
from halfturn.games.swirl.codes import FACES
from halfturn.games.swirl.setup import CREATURE, DEALER, OVER
from halfturn.games.swirl.table import NOTHING
from halfturn.games.swirl.view import Cards, SwirlView

if TYPE_CHECKING:
    from halfturn.games.swirl.state import SwirlState


def view(state: SwirlState, viewer: int | None) -> SwirlView:
    """What that seat sees; None for a spectator, EVERYTHING for the whole truth."""
    decision = state.decision
    table, rulings = state.table, state.rulings.options
    seats = range(state.seats)
    open_piles = viewer == EVERYTHING or not rulings.memory_mode
    piles = [sorted(pile) for pile in table.piles]
    returned = texts(table.returned_cards())
    return SwirlView(
        viewer=viewer,
        seats=state.seats,
        to_decide=None if decision is None else decision.seat,
        kind="" if decision is None else decision.kind,
        scores=state.scores,
        winners=state.winners,
        options=tuple(option_words(state.options)),
        teams=rulings.teams,
        capture=rulings.capture,
        dealer=None if state.dealer == NOTHING else state.dealer,
        creatures=tuple(
            None if creature == NOTHING else CREATURES[creature] for creature in table.creatures
        ),
        hands=tuple(
            _cards(table.hands[seat], viewer == EVERYTHING or viewer == seat) for seat in seats
        ),
        middle=texts(table.middle),
        series=tuple(texts(_series(state, seat)) for seat in seats),
        # SW-AMB-22: whoever watched knows the piles; memory_mode only does not list them.
        piles=tuple(_cards(pile, open_piles) for pile in piles),
        deck=_cards(_deck(state), viewer == EVERYTHING),
        returned=returned if open_piles else (),
        whole_box=is_whole_box(state),
        turn=_turn(state),
        played=None if state.played == NOTHING else CARDS[state.played],
        swirling=state.swirling,
        robbed=None if state.victim == NOTHING else state.victim,
        gap=None if state.victim == NOTHING else COLOURS[state.gap],
        to_deal=state.to_deal,
        to_lay=state.to_lay,
        memory=_digest(piles, returned) if rulings.memory_mode else "",
    )


def _cards(faces: list[int], is_open: bool) -> Cards:
    return Cards(len(faces), texts(faces) if is_open else None)


def _turn(state: SwirlState) -> int | None:
    return None if state.stage in (DEALER, CREATURE, OVER) else state.to_play


def _series(state: SwirlState, seat: int) -> list[int]:
    return [face for face in state.table.series[seat * 4 : seat * 4 + 4] if face != NOTHING]


def _deck(state: SwirlState) -> list[int]:
    copies = state.table.copies
    return [face for face in range(FACES) for _ in range(copies[face])]


def _digest(piles: list[list[int]], returned: tuple[str, ...]) -> str:
    seen = " ".join((repr(piles), *returned))
    return hashlib.blake2b(seen.encode(), digest_size=8).hexdigest()


def is_whole_box(state: SwirlState) -> bool:
    """Whether the cards of the game are those of the box, which positions need not have."""
    counts = Counter(_everywhere(state))
    return all(counts[face] == copies for face, copies in enumerate(state.box.counts))


def _everywhere(state: SwirlState) -> Iterable[int]:
    table = state.table
    for place in (*table.hands, *table.piles, table.middle, _deck(state)):
        yield from place
    yield from (face for face in table.series if face != NOTHING)
    if state.played != NOTHING:
        yield state.played


def inventory(state: SwirlState) -> dict[str, int]:
    """Every card there is, wherever it lies."""
    counts = Counter(_everywhere(state))
    return {CARDS[face]: counts[face] for face in sorted(counts)}


def key(state: SwirlState, viewer: int | None) -> Hashable:
    """All that a seat knows; with EVERYTHING, all there is."""
    table = state.table
    return (
        state.stage,
        state.dealer,
        _turn(state),
        (state.to_deal, state.to_lay, state.played, state.swirling, state.victim, state.gap),
        tuple(table.creatures),
        tuple(table.middle),
        tuple(table.series),
        tuple(tuple(sorted(pile)) for pile in table.piles),
        tuple(
            tuple(hand) if viewer in (seat, EVERYTHING) else len(hand)
            for seat, hand in enumerate(table.hands)
        ),
        tuple(table.copies) if viewer == EVERYTHING else table.left,
        table.returned,
    )


def redeal(state: SwirlState, viewer: int | None, rng: Rng) -> SwirlState:
    """A clone in which every hand that is hidden from the viewer, and the deck, is drawn anew.

    A card of a hidden hand has been seen nowhere, and nothing that is played tells anything
    about the cards that are not: what lies neither open nor in the own hand may be anywhere.
    Only an action card that came up for the middle and went back into the deck is there until
    the next deal.
    """
    world = state.clone()
    world.table.deal_anew(NOTHING if viewer is None else viewer, rng)
    return world
