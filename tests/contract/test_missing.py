"""A game that is not finished is told in words what it lacks."""

from __future__ import annotations

from halfturn.contract import report
from halfturn.core import Game, GameOptions, State
from halfturn.core.turns import Board, TurnState
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.state import MagpiesState


class Empty(Game):
    pass


class NoState(Magpies):
    def new_state(self, seats: int, options: GameOptions) -> State:  # type: ignore[override]
        return State(self, seats, options)


class NoTurn(Magpies):
    def new_state(self, seats: int, options: GameOptions) -> State:  # type: ignore[override]
        return TurnState(self, seats, options, Board())


class NoRedeal(Magpies):
    def new_state(self, seats: int, options: GameOptions) -> MagpiesState:
        class NoRedealState(MagpiesState):
            redeal = State.redeal  # type: ignore[assignment]

        start = super().new_state(seats, options)
        return NoRedealState(self, seats, options, start.start_of_turn)


def messages(game: Game) -> dict[str, str]:
    return {result.name: result.message for result in report(game, games=6) if not result.ok}


def test_facts_and_methods_of_a_game_are_named() -> None:
    lines = messages(Empty())["everything is written"].splitlines()
    assert "lacks Empty.title: the name for people" in lines
    assert "lacks Game.position: any position, reachable or not, from its notation" in lines
    assert "lacks Game.rules: the rules page" in lines


def test_methods_of_a_state_are_named() -> None:
    lines = messages(NoState())["everything is written"].splitlines()
    assert "lacks State.clone: an independent copy" in lines
    assert len([line for line in lines if line.startswith("lacks State.")]) == 10


def test_turns_and_boards_are_named() -> None:
    lines = messages(NoTurn())["everything is written"].splitlines()
    assert "lacks TurnState.is_over: whether no further turn begins" in lines
    assert "lacks Board.copy: an independent copy" in lines
    assert "lacks State.clone: an independent copy" not in lines  # TurnState has it


def test_laws_that_need_what_is_missing_say_so_and_the_others_still_count() -> None:
    broken = messages(NoRedeal())
    said = broken["redeals know only what the seat sees"]
    assert said.startswith("lacks State.redeal: a clone that looks the same to a seat")
    assert "Traceback" not in said
    assert "codes and options agree" not in broken
