"""Every law finds the fault it is there for, and tells how to see it again."""

from __future__ import annotations

import pytest

from halfturn.contract import Broken, cases
from halfturn.contract.suite import LAWS
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import read_record
from halfturn.template.magpies import Magpies
from tests.contract.mutants import MUTANTS, ScoresMoreThanItSays


@pytest.mark.parametrize(("law", "mutant"), MUTANTS, ids=[mutant.__name__ for _, mutant in MUTANTS])
def test_the_law_finds_the_fault(law: str, mutant: type[Magpies]) -> None:
    case = next(case for case in cases(mutant(), games=6) if case.name == law)
    result = case.result()
    assert not result.ok, f"{law!r} did not find the fault of {mutant.__name__}"
    assert not result.message.startswith("raised"), result.message


def test_every_law_has_a_mutant() -> None:
    laws = {law.__name__.replace("_", " ") for law in LAWS}
    assert laws - {law for law, _ in MUTANTS} == {"everything is written"}  # test_missing


def test_a_broken_law_says_where() -> None:
    case = next(
        each for each in cases(ScoresMoreThanItSays()) if each.name == "scores stay within bounds"
    )
    with pytest.raises(Broken) as caught:
        case.check()
    message = str(caught.value)
    assert "expected all from 0 to 9" in message
    assert "magpies with 2 seats and the default options" in message
    record = read_record(message[message.index("halfturn record 1") :])
    assert max(Playthrough.of(record, ScoresMoreThanItSays()).state.scores) > 9
