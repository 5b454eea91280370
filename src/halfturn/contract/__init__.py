"""The contract suite: laws that every game keeps, to be run on any game.

With pytest, in the package of a game:

    @pytest.mark.parametrize("case", cases(MyGame()), ids=str)
    def test_contract(case: Case) -> None:
        case.check()

or `halfturn contract MY-GAME` in the terminal, which prints `report(game)`.
"""

from halfturn.contract.sample import Broken
from halfturn.contract.suite import Case, Result, cases, report

__all__ = ["Broken", "Case", "Result", "cases", "report"]
