"""How the sources hang together: imports point one way."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import halfturn

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "halfturn"
MODULES = sorted(SOURCES.rglob("*.py"))

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "terminal": {"core", "games", "bots", "terminal"},
    "server": {"core", "games", "bots", "server"},
    "research": {"core", "games", "bots", "research"},
    "lab": {"core", "games", "bots", "lab"},
    "bench": {"core", "games", "bots", "research", "bench"},
    "commands": {"core", "games", "bots", "terminal", "server", "contract", "bench", "commands"},
    "contract": {"core", "contract"},
    "template": {"core", "template"},
}
"""core ← games ← bots ← terminal and the like; the suite and the template know the core only."""


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCES))


def part_of(path: Path) -> str:
    """The first folder below halfturn; empty for what stands above all parts."""
    parts = path.relative_to(SOURCES).parts
    return parts[0] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: expected absolute imports"
            assert all(alias.name != "*" for alias in node.names), f"{name_of(path)}: star import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_imports_point_one_way() -> None:
    wrong = []
    for path in MODULES:
        part = part_of(path)
        if not part:
            continue  # the package itself and the command line stand above all parts
        assert part in MAY_IMPORT, f"say in MAY_IMPORT what {part}/ may import"
        for module in imports(path):
            words = module.split(".")
            is_part = words[0] == "halfturn" and len(words) > 1 and words[1] in MAY_IMPORT
            if is_part and words[1] not in MAY_IMPORT[part]:
                wrong.append(f"{name_of(path)} imports {module}")
    assert wrong == []


def test_nothing_unwelcome_is_imported() -> None:
    for path in MODULES:
        for module in imports(path):
            assert module.split(".")[0] != "random", f"{name_of(path)}: use halfturn.core.rng"
        copied = re.search(r"\bdeepcopy\b", path.read_text("utf-8"))  # __deepcopy__ says it
        assert copied is None, f"{name_of(path)}: say what is copied"


def test_one_game_does_not_import_another() -> None:
    for path in (SOURCES / "games").glob("*/**/*.py"):
        game = path.relative_to(SOURCES / "games").parts[0]
        for module in imports(path):
            if module.startswith("halfturn.games."):
                assert module.split(".")[2] == game, f"{name_of(path)} imports {module}"


def test_modules_say_what_they_are() -> None:
    silent = [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))]
    assert silent == []


def test_what_is_compiled_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    compiled = project["tool"]["hatch"]["build"]["hooks"]["custom"]["compile"]
    assert compiled
    assert len(set(compiled)) == len(compiled)
    for path in compiled:
        assert (ROOT / path).is_file(), f"pyproject.toml compiles {path}, which is not there"


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(halfturn.__file__).parent / "py.typed").is_file()


def test_the_build_under_test_is_the_one_that_was_meant() -> None:
    expected = os.environ.get("HALFTURN_EXPECT")
    assert expected in (None, "plain", "compiled")
    if expected is not None:
        assert halfturn.compiled() == (expected == "compiled")
