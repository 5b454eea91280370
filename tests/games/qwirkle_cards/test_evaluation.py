"""Comparing turns: the last ones exactly, the others by what comes after them."""

from __future__ import annotations

import pytest

from halfturn import SeededRng, load
from halfturn.bots.hints import hints
from halfturn.games.qwirkle_cards.bots.evaluation import compared, table_after
from halfturn.games.qwirkle_cards.solver import Solver, Turn
from halfturn.games.qwirkle_cards.state import QwirkleCardsState

GAME = load("qwirkle-cards")


TABLE = "table rci rsq rdi rcl rst gci gsq gdi"


def position(rest: str) -> QwirkleCardsState:
    state = GAME.position(f"{TABLE}; {rest}; turn A")
    assert isinstance(state, QwirkleCardsState)
    return state


def found_for(state: QwirkleCardsState) -> list[tuple[Turn, float]]:
    return compared(state, state.solver().turns(), 1, 0.0, SeededRng(1))


@pytest.mark.parametrize(
    "hands",
    [
        "hand A rbu gcl gst bci; hand B gbu rbu ysq",
        "hand A gcl gst yci ysq; hand B rbu gbu bci",
        "hand A bci yci oci pci; hand B rbu gcl gst gbu",
    ],
)
def test_the_last_two_turns_are_exact(hands: str) -> None:
    state = position(f"{hands}; deck; last 2")
    leads = []
    for turn in state.solver().turns():
        answer = Solver(table_after(state.table, turn), state.hands[1]).most_qwirkles()
        leads.append(turn.qwirkles - max(0, answer))
    found = found_for(state)
    assert found[0][1] == max(leads)
    assert [lead for _, lead in found] == sorted((lead for _, lead in found), reverse=True)


def test_a_qwirkle_is_left_where_taking_it_gives_the_other_more() -> None:
    # Whatever A plays, B has the last turn: all that counts is who is ahead then.
    state = position("hand A bci yci; hand B rbu; deck; last 2")
    turn, lead = found_for(state)[0]
    assert lead == 0
    assert turn.qwirkles == 0
    assert max(0, Solver(table_after(state.table, turn), state.hands[1]).most_qwirkles()) == 0


def test_the_last_turn_of_all_takes_the_most_qwirkles() -> None:
    state = position("hand A rbu gcl gst gbu; hand B bci; deck; last 1")
    assert found_for(state)[0][0].qwirkles == 2


def test_the_same_worlds_give_the_same_order() -> None:
    state = position("hand A gcl gst yci; hand B rbu gbu bci")
    orders = [
        [turn.key() for turn, _ in compared(state, state.solver().turns(), 60, 0.0, SeededRng(5))]
        for _ in range(2)
    ]
    assert orders[0] == orders[1]


def test_a_hint_tells_the_whole_turn_and_what_it_leaves() -> None:
    best = hints(position("hand A rbu gcl; hand B gst"), str)[0]
    assert best.startswith("rbu: +1 for 0")
    assert "1 Qwirkle taken" in best
    assert "no single card gives the next player a Qwirkle" in best
