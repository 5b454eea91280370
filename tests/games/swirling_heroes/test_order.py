"""Who begins, in both editions, and whose turn comes next."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, BadOptions, BadRecord, IllegalOption
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Answered
from halfturn.games.swirling_heroes.events import ChooserDrawn, FirstNamed, Swirled
from tests.games.swirling_heroes.given import (
    GAME,
    answers,
    asked,
    begun,
    field,
    given,
    hand,
    play,
    random_game,
    refuse,
    seen,
)


@pytest.mark.clause("SH-ORDER-1", "SH-AMB-1", "SH-DATA-4", "DEF-14")
def test_first_edition_a_lot_finds_the_first_player() -> None:
    state = begun(3, hands="even")
    assert asked(state) == (CHANCE, "first")
    decision = state.decision
    assert decision is not None
    assert list(decision.weights) == [1, 1, 1]
    assert answers(state) == ["first:A", "first:B", "first:C"]
    assert play(state, "first:B") == [FirstNamed(1)]
    assert asked(state) == (1, "turn")


@pytest.mark.clause("SH-ORDER-2", "SH-AMB-1", "SH-DATA-4", "DEF-14")
def test_second_edition_a_lot_finds_who_names_the_first_player() -> None:
    state = begun(2, hands="even", edition="second")
    assert asked(state) == (CHANCE, "chooser")
    decision = state.decision
    assert decision is not None
    assert list(decision.weights) == [1, 1]
    assert play(state, "chooser:B") == [ChooserDrawn(1)]
    assert seen(state, None).chooser == 1
    assert asked(state) == (1, "first")
    assert answers(state) == ["first:A", "first:B"]
    play(state, "first:A")
    assert asked(state) == (0, "turn")
    assert seen(state, None).chooser is None


@pytest.mark.clause("SH-T19", "SH-ORDER-2", "SH-ORDER-3", "SH-DATA-4")
@pytest.mark.parametrize(("first", "order"), [("A", "ABC"), ("B", "BCA"), ("C", "CAB")])
def test_the_chooser_names_any_seat_and_play_goes_round_from_there(first: str, order: str) -> None:
    state = begun(3, edition="second", chooser="C", hands="odd")
    assert asked(state) == (2, "first")
    assert answers(state) == ["first:A", "first:B", "first:C"]
    play(state, f"first:{first}")
    seats = ["ABC"[before.to_play] for before, _, _ in random_game(state, seed=2)]
    assert "".join(seats) == order * 6


@pytest.mark.clause("SH-AMB-1", "DEF-14")
def test_nothing_but_the_beginning_differs_between_the_editions() -> None:
    for edition in ("shape-of-the-world", "second"):
        state = begun(2, hands="even", edition=edition, first_player="A")
        assert asked(state) == (0, "turn")
        lines = [str(before.option(code)) for before, code, _ in random_game(state, seed=9)]
        other = begun(2, hands="even", first_player="A")
        play(other, *lines)
        assert other.scores == state.scores
        assert field(other) == field(state)


@pytest.mark.clause("SH-DATA-4")
def test_a_seat_that_is_named_beforehand_begins() -> None:
    assert asked(begun(4, hands="even", first_player="D")) == (3, "turn")
    assert asked(begun(4, hands="even", first_player="D", edition="second")) == (3, "turn")


@pytest.mark.clause("SH-DATA-4")
@pytest.mark.parametrize("name", ["first_player", "chooser"])
@pytest.mark.parametrize("seat", ["C", "a", "", "1", "AB"])
def test_only_seats_that_are_there_can_be_named(name: str, seat: str) -> None:
    with pytest.raises(BadOptions, match=f"{name}: expected one of A, B or random, got '{seat}'"):
        begun(2, GAME, edition="second", **{name: seat})


@pytest.mark.clause("SH-ORDER-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_clockwise(seats: int) -> None:
    state = begun(seats, hands="even", first_player="B")
    order = [before.to_play for before, _, _ in random_game(state, seed=4)]
    assert order == [(1 + turn) % seats for turn in range(6 * seats)]


@pytest.mark.clause("SH-ORDER-3", "SH-AMB-11")
def test_a_seat_without_cards_is_passed_over() -> None:
    state = given("seats 3; field A:0123@0,0; hand A 0132 0321; hand C 0132; turn A")
    order = [before.to_play for before, _, _ in random_game(state, seed=0)]
    assert order == [0, 2, 0]


@pytest.mark.clause("SH-TURN-1", "SH-T12", "SH-AMB-6")
def test_the_first_card_goes_upright_to_the_middle_and_ends_the_turn() -> None:
    state = begun(2, hands="even", first_player="A")
    assert answers(state) == [f"{face}@0,0" for face in hand(state, 0)]
    for wrong in ("2301@0,0", "0123@1,0", "0123@0,-1"):
        refuse(state, wrong, r"first card goes to the centre, upright: expecte")
    events = play(state, "0123@0,0")
    assert not any(isinstance(event, Swirled) for event in events)
    assert field(state) == "A:0123@0,0"
    assert asked(state) == (1, "turn")


@pytest.mark.clause("SH-TURN-1")
def test_no_card_may_be_removed_instead_of_the_first() -> None:
    state = begun(2, hands="even", first_player="A")
    refuse(state, "remove:0123", "a card can be placed, so none may be removed")


@pytest.mark.clause("SH-AMB-7", "SH-T12", "SH-TURN-2")
def test_the_second_players_first_turn_is_an_ordinary_one() -> None:
    state = begun(2, hands="even", first_player="A")
    play(state, "0123@0,0")
    refuse(state, "0231@5,0", "touches no card")
    with pytest.raises(IllegalOption, match="0231 shows 1 at its left, where it would touch a 3"):
        play(given("field A:0321@0,0; hand B 0231 0312; turn B"), "0231@1,0")
    assert "0231@1,0" in answers(state)
    play(state, "0231@1,0")
    assert field(state) == "A:2301@0,0 B:0231@1,0"


@pytest.mark.clause("SH-T23")
def test_a_seat_cannot_act_out_of_turn() -> None:
    through = Playthrough.start(GAME, 2, {"hands": "choose", "first_player": "A"})
    for face in ("0123", "0231", "0312", "1032", "1320", "2130"):
        through.play(f"pick:{face}")
    for face in ("0132", "0213", "0321", "1023", "1230", "2031"):
        through.play(f"pick:{face}")
    through.play("0123@0,0")
    record = through.record
    record.answers.append(Answered(0, "0231@1,0"))
    with pytest.raises(BadRecord, match="answer 14, '0231@1,0' by A: it was for B to answer"):
        Playthrough.of(record, GAME)
    # Nor does a card of A's hand go onto the field in B's turn.
    with pytest.raises(IllegalOption, match="0231 is not in B's hand"):
        through.play("0231@1,0")
