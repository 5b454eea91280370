"""The matrix of clauses and tests: which tests cover each clause of each game's rules.

Clauses are the rows of the tables in docs/clauses, as docs/clauses/README.md tells. Tests cite
them with `@pytest.mark.clause("SH-PLACE-9")`, which is found by reading the tests, not by
running them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

ID = re.compile(r"[A-Z]+-[A-Z0-9]+(?:-[A-Z0-9]+)*")
STATUS_COLUMN = 2


class Clause(NamedTuple):
    """One row of a game's tables."""

    id: str
    status: str


class Citation(NamedTuple):
    """A test that says it covers a clause."""

    id: str
    file: Path
    test: str


def main(root: Path) -> int:
    """Print the matrix of the project in that folder; 1 when clauses and tests do not agree."""
    console = Console(highlight=False)
    problems: list[str] = []
    games = read_pages(root, problems)
    citations = read_citations(root, problems)
    cited: dict[str, list[Citation]] = {}
    for citation in citations:
        cited.setdefault(citation.id, []).append(citation)
    for title, clauses in games.items():
        console.print(_matrix(title, clauses, cited))
        problems += (f"{each.id}: no test cites it" for each in clauses if each.id not in cited)
    known = {clause.id for clauses in games.values() for clause in clauses}
    problems += (
        f"{each.file.relative_to(root)}, {each.test}: there is no clause {each.id}"
        for each in citations
        if each.id not in known
    )
    for problem in problems:
        console.print(Text(problem, "bold red"), soft_wrap=True)
    tests = len({(each.file, each.test) for each in citations})
    summary = f"{len(known)} clauses, {tests} tests that cite them, {len(problems)} problems"
    console.print(Text(summary, "bold"))
    return 1 if problems else 0


def read_pages(root: Path, problems: list[str]) -> dict[str, list[Clause]]:
    """The clauses of each game, by its title."""
    games: dict[str, list[Clause]] = {}
    seen: set[str] = set()
    for page in sorted((root / "docs" / "clauses").glob("*.md")):
        if page.name == "README.md":
            continue
        lines = page.read_text("utf-8").splitlines()
        title = next((line[2:].strip() for line in lines if line.startswith("# ")), page.stem)
        games[title] = list(_clauses(lines))
        if not games[title]:
            problems.append(f"{page.relative_to(root)}: expected tables of clauses, found none")
        for clause in games[title]:
            if clause.id in seen:
                problems.append(f"{page.relative_to(root)}: {clause.id} is there twice")
            seen.add(clause.id)
    if not games:
        problems.append(f"expected a page of clauses in {root / 'docs' / 'clauses'}, found none")
    return games


def _clauses(lines: Iterable[str]) -> Iterator[Clause]:
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and ID.fullmatch(cells[0]):
            yield Clause(cells[0], cells[STATUS_COLUMN] if len(cells) > STATUS_COLUMN else "")


def read_citations(root: Path, problems: list[str]) -> list[Citation]:
    """What the tests cite, in the order of files and lines."""
    citations: list[Citation] = []
    for file in sorted((root / "tests").rglob("test_*.py")):
        try:
            module = ast.parse(file.read_text("utf-8"), str(file))
        except (SyntaxError, UnicodeDecodeError) as error:
            problems.append(f"{file.relative_to(root)}: cannot be read: {error}")
            continue
        for test, marks in _marked_tests(module.body, _module_marks(module)):
            for mark in marks:
                ids = [each.value for each in mark.args if isinstance(each, ast.Constant)]
                if not ids or len(ids) < len(mark.args):
                    where = f"{file.relative_to(root)}, {test}"
                    problems.append(f"{where}: expected a clause's ID as a plain string")
                citations += (Citation(str(id), file, test) for id in dict.fromkeys(ids))
    return citations


def _module_marks(module: ast.Module) -> list[ast.Call]:
    """Marks that a `pytestmark` gives to every test of a module."""
    return [
        mark
        for node in module.body
        if isinstance(node, ast.Assign)
        and any(isinstance(name, ast.Name) and name.id == "pytestmark" for name in node.targets)
        for mark in _marks(node.value)
    ]


def _marked_tests(
    body: list[ast.stmt], inherited: list[ast.Call]
) -> Iterator[tuple[str, list[ast.Call]]]:
    """Each test with its marks and those of its class and module."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            own = [mark for decorator in node.decorator_list for mark in _marks(decorator)]
            if isinstance(node, ast.ClassDef):
                yield from _marked_tests(node.body, inherited + own)
            elif node.name.startswith("test"):
                yield node.name, inherited + own


def _marks(node: ast.AST) -> Iterator[ast.Call]:
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and ast.unparse(each.func) == "pytest.mark.clause":
            yield each


def _matrix(title: str, clauses: list[Clause], cited: dict[str, list[Citation]]) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("clause", no_wrap=True)
    table.add_column("status", no_wrap=True)
    table.add_column("tests")
    for clause in clauses:
        tests = [
            f"{each.file.stem.removeprefix('test_')}: {_as_words(each.test)}"
            for each in cited.get(clause.id, [])
        ]
        words = Text("\n".join(tests)) if tests else Text("none", "bold red")
        table.add_row(clause.id, clause.status, words)
    return table


def _as_words(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")
