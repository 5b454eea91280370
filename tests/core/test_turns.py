"""Turns written as generators, on Magpies."""

from __future__ import annotations

import pytest

from halfturn.core import Decision, Event, IllegalOption, Option, UnreadableText
from halfturn.core.turns import Board, Turn, TurnState, ask
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import Play, Rob
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.events import Played, Robbed
from halfturn.template.magpies.state import MagpiesState

MAGPIES = Magpies()
TEXT = "seats 3; hand A 15; hand B 2; hand C 3; nest A; nest B 4; nest C 2; deck; turn A"


def asked(state: MagpiesState | TurnState[MagpiesBoard]) -> Decision:
    decision = state.decision
    assert decision is not None
    return decision


def robbing() -> MagpiesState:
    """In the middle of A's turn: whom does the magpie rob?"""
    state = MAGPIES.position(TEXT)
    state.play(Play(1))
    return state


def test_a_choice_inside_a_turn_is_asked() -> None:
    assert asked(robbing()) == Decision(0, "rob", [Rob(1), Rob(2)])


def test_a_clone_runs_the_turn_again_and_comes_to_the_same_question() -> None:
    state = robbing()
    clone = state.clone()
    assert asked(clone) == asked(state)
    assert clone.key() == state.key()
    clone.play(Rob(1))
    assert clone.board.nests == [[1, 4], [], [2]]
    assert state.board.nests == [[1], [4], [2]]
    state.play(Rob(2))
    assert state.board.nests == [[1, 2], [4], []]


def test_the_board_shows_the_middle_of_the_turn() -> None:
    state = robbing()
    assert state.scores == (1, 4, 2)
    assert state.board.hands[0] == [5]
    assert state.start_of_turn.hands[0] == [1, 5]


def test_events_are_told_once_although_turns_are_run_again() -> None:
    state = MAGPIES.position(TEXT)
    events: list[Event] = []
    state.play(Play(1), events)
    state = state.clone()  # type: ignore[assignment]
    assert asked(state).kind == "rob"
    state.play(Rob(2), events)
    assert events == [Played(0, 1), Robbed(0, 2, 2)]


def test_nobody_listens_later() -> None:
    state = MAGPIES.position(TEXT)
    events: list[Event] = []
    state.play(Play(1), events)
    state.play(Rob(2))
    assert events == [Played(0, 1)]


def test_a_single_answer_that_everybody_sees_is_not_asked() -> None:
    state = MAGPIES.position("hand A 15; hand B 2; nest B 4; deck; turn A")
    events: list[Event] = []
    state.play(Play(1), events)
    assert events == [Played(0, 1), Robbed(0, 1, 4)]
    assert asked(state).seat == 1


def test_ask_asks_only_where_there_is_a_choice() -> None:
    single = ask(0, "rob", [Rob(1)])
    with pytest.raises(StopIteration) as done:
        next(single)
    assert done.value.value == Rob(1)
    several = ask(0, "rob", [Rob(1), Rob(2)])
    assert next(several) == Decision(0, "rob", [Rob(1), Rob(2)])
    with pytest.raises(StopIteration) as done:
        several.send(Rob(2))
    assert done.value.value == Rob(2)


def test_a_single_answer_about_hidden_cards_is_asked() -> None:
    state = MAGPIES.position("hand A 5; hand B 2; deck; turn A")
    assert asked(state) == Decision(0, "play", [Play(5)], opens_turn=True, secret=True)


def test_a_turn_that_asks_nothing_is_passed_over() -> None:
    state = MAGPIES.position("seats 4; hand A 55; hand D 3; deck; turn A")
    state.play(Play(5))
    assert asked(state).seat == 3
    assert state.text.endswith("turn D")


def test_a_position_whose_turn_asks_nothing_is_that_of_the_next_turn() -> None:
    state = MAGPIES.position("seats 3; hand C 3; deck; turn A")
    later = MAGPIES.position("seats 3; hand C 3; deck; turn C")
    assert state.text == later.text
    assert state.key() == later.key()


def test_an_illegal_answer_changes_nothing() -> None:
    state = robbing()
    events: list[Event] = []
    for option in (Rob(0), Rob(3), Play(5)):
        with pytest.raises(IllegalOption):
            state.play(option, events)
    assert events == []
    assert state.text == robbing().text


# ---- texts ----


def test_positions_in_the_middle_of_a_turn_read_back() -> None:
    state = robbing()
    assert state.text == f"{TEXT}; answered play:1"
    again = MAGPIES.position(state.text)
    assert again.key() == state.key()
    assert asked(again) == asked(state)


@pytest.mark.parametrize("answer", ["play:4", "rob:B"])
def test_answers_that_were_not_legal_are_refused(answer: str) -> None:
    with pytest.raises(IllegalOption):
        MAGPIES.position(f"{TEXT}; answered {answer}")


def test_answers_that_are_none_are_refused() -> None:
    with pytest.raises(UnreadableText):
        MAGPIES.position(f"{TEXT}; answered nonsense")


def test_answers_that_complete_a_turn_lead_to_the_next() -> None:
    state = MAGPIES.position(f"{TEXT}; answered play:1 rob:B")
    assert asked(state).seat == 1
    assert state.answers == []


# ---- turns that fail ----


class FailingState(MagpiesState):
    """Fails when somebody robs C, and when B begins a turn after A's nest holds a 5."""

    def turn(self, board: MagpiesBoard) -> Turn:
        if board.to_play == 1 and 5 in board.nests[0]:
            raise ZeroDivisionError("B's turn fails")
        turn = super().turn(board)
        answer: Option = yield next(turn)
        while True:
            if answer == Rob(2):
                board.nests[0].append(99)
                raise ZeroDivisionError("the robbery fails")
            try:
                answer = yield turn.send(answer)
            except StopIteration:
                return


def failing(state: MagpiesState) -> FailingState:
    return FailingState(MAGPIES, state.seats, state.options, state.start_of_turn, state.answers)


def test_an_error_inside_a_turn_leaves_the_state_as_it_was() -> None:
    state = failing(robbing())
    before = state.text, state.key(), state.scores
    with pytest.raises(ZeroDivisionError, match="the robbery fails"):
        state.play(Rob(2))
    assert (state.text, state.key(), state.scores) == before
    assert asked(state) == Decision(0, "rob", [Rob(1), Rob(2)])
    state.play(Rob(1))
    assert state.scores == (5, 0, 2)


def test_an_error_at_the_start_of_the_next_turn_leaves_the_state_as_it_was() -> None:
    state = failing(MAGPIES.position(TEXT))
    before = state.text, state.key(), state.scores
    with pytest.raises(ZeroDivisionError, match="B's turn fails"):
        state.play(Play(5))
    assert (state.text, state.key(), state.scores) == before
    state.play(Play(1))
    assert asked(state).kind == "rob"


def test_turns_that_never_ask_anything_are_an_error_and_not_a_hang() -> None:
    class Silent(MagpiesState):
        def is_over(self, board: MagpiesBoard) -> bool:
            return False

    state = Silent(MAGPIES, 2, MAGPIES.options_type(), MAGPIES.position("deck").start_of_turn)
    with pytest.raises(RuntimeError, match="magpies: 10000 turns in a row asked nothing"):
        state.decision  # noqa: B018


def test_what_a_game_has_not_written_says_so() -> None:
    board = Board()
    state = TurnState(MAGPIES, 2, MAGPIES.options_type(), board)
    with pytest.raises(NotImplementedError, match="copy"):
        board.copy()
    with pytest.raises(NotImplementedError, match="key"):
        board.key(0)
    with pytest.raises(NotImplementedError, match="text"):
        board.text  # noqa: B018
    with pytest.raises(NotImplementedError, match="is_over"):
        state.decision  # noqa: B018
    with pytest.raises(NotImplementedError, match="turn"):
        state.turn(board)
