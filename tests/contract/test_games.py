"""Every registered game, and the template for new ones, keeps the contract."""

from __future__ import annotations

import pytest

from halfturn.contract import Case, cases, report
from halfturn.core.registry import game_ids, load
from halfturn.template.magpies import Magpies

GAMES = [*(load(id) for id in game_ids()), Magpies()]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{game.id}: {case.name}") for game in GAMES for case in cases(game)],
)
def test_contract(case: Case) -> None:
    case.check()


def test_a_report_names_every_law() -> None:
    results = report(Magpies(), games=6)
    assert all(result.ok and not result.message for result in results)
    assert len({result.name for result in results}) == len(results) == len(cases(Magpies()))
    assert results[0].name == "everything is written"
