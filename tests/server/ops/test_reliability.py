"""The page of promises names files and mutants that are there, and no mutant is left out."""

from __future__ import annotations

import re
from pathlib import Path

from tests.contract.mutants import MUTANTS as OF_THE_CONTRACT
from tests.server.chaos import mutants as of_chaos
from tests.support import dictated_server, server_mutants

ROOT = Path(__file__).parents[3]
GATES = (
    "R1 R3 R5 R6 R7 R8 R9 R10 R12 R15 R16 R20 R21 R22 S1 S2 S4 S5 S6 S7 S8 S9 S10 S12 S13 U1 U2"
).split()


def test_every_promise_has_its_check_and_its_mutant() -> None:
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    rows = [
        line.strip("|").split("|") for line in text.splitlines() if re.match(r"\| [RSU]\d", line)
    ]
    assert [row[0].strip() for row in rows] == GATES
    named: set[str] = set()
    for _, _, check, mutant, _, _ in rows:
        files = re.findall(r"`([\w/]+(?:\.py)?)`", check)
        assert files
        for file in files:
            folders = ROOT, ROOT / "tests" / "server", ROOT / "tests" / "support"
            found = [path for folder in folders for path in folder.glob(f"**/{file}")]
            assert found or (ROOT / file).exists(), file
        assert mutant.strip()
        named |= set(re.findall(r"`(\w+)`", mutant))
    of_kills = {*of_chaos.MUTANTS, *of_chaos.OF_OUTAGES}
    ours = {*server_mutants.MUTANTS, *of_kills, *dictated_server.MUTANTS}
    assert ours <= named
    contract = {each.__name__ for _, each in OF_THE_CONTRACT}
    assert named <= ours | contract | {"_told"}
