"""The best turn by an objective: most Qwirkles, then cards, then the least for the next player.

What a table gives the next player is counted over the cards that the player who asks cannot
see: how many Qwirkles each of them would make if it were the only card in the next hand, once
for every copy. Equal tables are told apart by how full their lines are, for a line that lacks
little is the next best gift.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from librt.vecs import vec
from mypy_extensions import i64

from halfturn.core.language import say
from halfturn.games.qwirkle_cards.cards import KINDS, LINES, kind_on
from halfturn.games.qwirkle_cards.codes import END_CODE, TAKE_CODES
from halfturn.games.qwirkle_cards.solver import FEWEST_CARDS, MOST_CARDS, Solver, Turn

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

Cards = Literal["most", "fewest"]
_CARDS: Final = {"most": MOST_CARDS, "fewest": FEWEST_CARDS}


def all_turns(table: Sequence[int], hand: Sequence[int]) -> list[Turn]:
    """Every legal turn: cards played times Qwirkles taken."""
    return Solver(vec[i64](list(table)), vec[i64](list(hand))).turns()


def best_turn(
    table: Sequence[int],
    hand: Sequence[int],
    cards: Cards = "most",
    unseen: Sequence[int] | None = None,
) -> Turn | None:
    """A turn with the most Qwirkles, then the most or fewest cards; None without a legal one.

    With the counts of unseen cards, among equals the one whose table gives least.
    """
    solver = Solver(vec[i64](list(table)), vec[i64](list(hand)))
    best = solver.best(_CARDS[cards])
    if best is None or unseen is None:
        return best
    equals = [
        turn
        for turn in solver.turns()
        if turn.qwirkles == best.qwirkles and turn.cards == best.cards
    ]
    # Turns that leave the same table give the same.
    tables = {tuple(table_after(table, turn)): turn for turn in reversed(equals)}
    least = min(tables, key=lambda after: (*gift(after, unseen), after))
    return tables[least]


def table_after(table: Sequence[int], turn: Turn) -> list[int]:
    """The table that a turn leaves."""
    return [
        table[kind] + turn.played[kind] - turn.taken[kind // 6] - turn.taken[6 + kind % 6]
        for kind in range(KINDS)
    ]


def gift(table: Sequence[int], unseen: Sequence[int]) -> tuple[int, int]:
    """What a table gives the next player: Qwirkles by one card, and how full its lines are."""
    lying = vec[i64](list(table))
    by_one_card = 0
    for kind in range(KINDS):
        if unseen[kind]:
            hand = vec[i64]([0] * KINDS)
            hand[kind] = 1
            by_one_card += unseen[kind] * max(0, Solver(lying, hand).most_qwirkles())
    full = 0
    for line in range(LINES):
        there = sum(1 for place in range(6) if table[kind_on(line, place)])
        full += there * there
    return by_one_card, full


def reason(state: QwirkleCardsState, turn: list[int]) -> str:
    """Why one would play a turn: its Qwirkles, its cards, and what the next player could use."""
    cards = sum(1 for code in turn if code < KINDS) + int(state.played_size)
    taken = sum(1 for code in turn if TAKE_CODES <= code < END_CODE) + sum(state.taken)
    parts = []
    if cards == 1:
        parts.append(say("1 card in this turn"))
    elif cards:
        parts.append(say("{count} cards in this turn", count=cards))
    if taken == 1:
        parts.append(say("1 Qwirkle taken"))
    elif taken:
        parts.append(say("{count} Qwirkles taken", count=taken))
    if turn[-1] == END_CODE and state.last != 1:
        parts.append(_left_open(state, turn))
    return ", ".join(parts)


def _left_open(state: QwirkleCardsState, turn: list[int]) -> str:
    """How many cards that the player cannot see would fill a line of the table that is left."""
    unseen = list(state.deck)
    for seat, hand in enumerate(state.hands):
        if seat != state.to_play:
            unseen = [count + more for count, more in zip(unseen, hand, strict=True)]
    left = [count + more for count, more in zip(state.table, state.played, strict=True)]
    lines = list(state.taken)
    for code in turn:
        if code < KINDS:
            left[code] += 1
        elif code < END_CODE:
            lines[code - TAKE_CODES] += 1
    for kind in range(KINDS):
        left[kind] -= lines[kind // 6] + lines[6 + kind % 6]
    useful, _ = gift(left, unseen)
    if useful == 0:
        return say("and no single card gives the next player a Qwirkle")
    return say(
        "and {useful} of {unseen} unseen cards would give the next player a Qwirkle",
        useful=useful,
        unseen=sum(unseen),
    )
