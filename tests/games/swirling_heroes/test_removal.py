"""The forced removal: when a card may be given up, and what it does."""

from __future__ import annotations

import pytest

from halfturn.core import UnreadableText
from halfturn.core.event import GameOver
from halfturn.games.swirling_heroes.events import Removed
from tests.games.swirling_heroes.given import (
    answers,
    asked,
    begun,
    field,
    given,
    hand,
    play,
    refuse,
    seen,
)

STUCK = "field A:0123@0,0; hand A 0123 0132; hand B 1032 3012; turn B"
"""Both of B's cards have 1 and 3, the lone card's long sides, on their short sides."""


@pytest.mark.clause("SH-T04", "SH-PLACE-10")
def test_giving_up_the_only_card_is_the_only_answer() -> None:
    state = given("field A:0123@0,0; hand B 1032; turn B")
    assert answers(state) == ["remove:1032"]
    events = play(state, "remove:1032")
    assert events == [Removed(1, "1032"), GameOver((6, 0), (0,))]
    assert hand(state, 1) == []
    assert field(state) == "A:0123@0,0"
    assert state.text.endswith("removed B 1032")


@pytest.mark.clause("SH-T05", "SH-PLACE-11", "SH-AMB-2", "SH-AMB-3")
def test_while_one_card_fits_no_card_may_be_given_up() -> None:
    state = given("field A:0123@0,0; hand B 1032 0132; turn B")
    assert answers(state) == ["3201@0,-1", "3201@1,0"]
    before = state.key()
    for line in ("remove:1032", "remove:0132"):
        refuse(state, line, "a card can be placed, so none may be removed")
    assert state.key() == before


@pytest.mark.clause("SH-AMB-3", "SH-PLACE-10")
def test_a_player_is_stuck_when_no_card_of_the_hand_fits() -> None:
    state = given(STUCK)
    assert answers(state) == ["remove:1032", "remove:1230"]
    refuse(state, "1032@1,0", "no card of this hand can be placed, so one has to be")


@pytest.mark.clause("SH-AMB-2")
def test_there_is_no_passing() -> None:
    for position in (STUCK, "field A:0123@0,0; hand B 0123; turn B"):
        state = given(position)
        for line in ("pass", "skip", "remove:", "none"):
            with pytest.raises(UnreadableText):
                play(state, line)


@pytest.mark.clause("SH-AMB-4", "SH-PLACE-10")
@pytest.mark.parametrize(("gone", "kept"), [("1032", "1230"), ("1230", "1032")])
def test_the_player_picks_the_card_and_all_see_it(gone: str, kept: str) -> None:
    state = given(f"options hands=random; {STUCK}")
    events = play(state, f"remove:{gone}")
    assert hand(state, 1) == [kept]
    for viewer in (0, 1, None):
        assert [event.seen_by(viewer) for event in events] == [Removed(1, gone)]
        assert seen(state, viewer).removed == ((), (gone,))


@pytest.mark.clause("SH-PLACE-10")
def test_giving_up_a_card_ends_the_turn_without_swirling() -> None:
    state = given(STUCK)
    play(state, "remove:1032")
    assert field(state) == "A:0123@0,0"
    assert asked(state) == (0, "turn")


@pytest.mark.clause("SH-PLACE-10")
def test_a_card_that_is_not_in_the_hand_cannot_be_given_up() -> None:
    state = given(STUCK)
    before = state.key()
    for line in ("remove:0123", "remove:0231"):
        refuse(state, line, "is not in B's hand, which is 1032, 1230")
    assert state.key() == before


@pytest.mark.clause("SH-AMB-3", "SH-DATA-6")
def test_the_edge_of_the_table_can_make_a_player_stuck() -> None:
    state = begun(2, hands="even", table="1x1", first_player="A")
    play(state, "0123@0,0")
    turns = 0
    while not state.over:
        assert all(line.startswith("remove:") for line in answers(state))
        play(state, answers(state)[0])
        turns += 1
    assert turns == 11
    assert state.scores == (6, 0)
