"""The matrix of clauses and tests, on small projects made for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from halfturn.contract.clauses import main

PAGE = """# Toy

| ID | Clause | Status | Flag |
|---|---|---|---|
| TY-RULE-1 | Take one. | stated | |
| TY-AMB-1 | Or two. | ruling | `two` |
"""
BOTH = """import pytest

@pytest.mark.clause("TY-RULE-1", "TY-AMB-1")
def test_taking() -> None: ...
"""


def project(root: Path, *tests: str, page: str | None = PAGE) -> Path:
    (root / "docs" / "clauses").mkdir(parents=True)
    (root / "docs" / "clauses" / "README.md").write_text("| TY-RULE-9 | an example | |\n", "utf-8")
    if page is not None:
        (root / "docs" / "clauses" / "toy.md").write_text(page, "utf-8")
    (root / "tests" / "toy").mkdir(parents=True)
    for number, test in enumerate(tests):
        (root / "tests" / "toy" / f"test_{number}.py").write_text(test, "utf-8")
    return root


def test_every_clause_with_a_test_is_fine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(project(tmp_path, BOTH)) == 0
    printed = capsys.readouterr().out
    assert "Toy" in printed
    assert "TY-AMB-1" in printed
    assert "0: taking" in printed.replace("\n", " ")
    assert "2 clauses, 1 tests that cite them, 0 problems" in printed


@pytest.mark.parametrize(
    ("tests", "page", "problem"),
    [
        ([BOTH.replace(', "TY-AMB-1"', "")], PAGE, "TY-AMB-1: no test cites it"),
        ([BOTH.replace("def test_", "def helper_")], PAGE, "TY-RULE-1: no test cites it"),
        ([], PAGE, "TY-RULE-1: no test cites it"),
        (
            [BOTH, BOTH.replace("TY-AMB-1", "TY-AMB-7")],
            PAGE,
            "test_1.py, test_taking: there is no clause TY-AMB-7",
        ),
        ([BOTH.replace('"TY-RULE-1", ', "RULE, ")], PAGE, "expected a clause's ID as a plain"),
        ([BOTH, "def test_("], PAGE, "test_1.py: cannot be read"),
        ([BOTH], None, "expected a page of clauses"),
        ([BOTH], "# Toy\n\nNothing yet.\n", "toy.md: expected tables of clauses, found none"),
        ([BOTH], PAGE + "| TY-AMB-1 | Again. | ruling | |\n", "TY-AMB-1 is there twice"),
    ],
)
def test_what_does_not_agree_is_named_and_fails(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    tests: list[str],
    page: str | None,
    problem: str,
) -> None:
    assert main(project(tmp_path, *tests, page=page)) == 1
    assert problem in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize(
    "test",
    [
        """import pytest
pytestmark = [pytest.mark.clause("TY-RULE-1"), pytest.mark.clause("TY-AMB-1")]
def test_taking() -> None: ...
""",
        """import pytest
@pytest.mark.clause("TY-RULE-1")
class TestTaking:
    @pytest.mark.clause("TY-AMB-1")
    def test_two(self) -> None: ...
""",
        """import pytest
@pytest.mark.parametrize("n", [
    pytest.param(1, marks=pytest.mark.clause("TY-RULE-1")),
    pytest.param(2, marks=pytest.mark.clause("TY-AMB-1")),
])
def test_taking(n: int) -> None: ...
""",
    ],
)
def test_a_clause_may_be_cited_by_a_module_a_class_or_a_parameter(
    tmp_path: Path, test: str
) -> None:
    assert main(project(tmp_path, test)) == 0


def test_an_empty_folder_fails(tmp_path: Path) -> None:
    assert main(tmp_path) == 1


def test_this_project_has_no_clause_without_a_test() -> None:
    assert main(Path(__file__).parents[2]) == 0
