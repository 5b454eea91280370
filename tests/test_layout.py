"""How the sources hang together: imports point one way."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import halfturn

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "halfturn"
MODULES = sorted(SOURCES.rglob("*.py"))
GAMES = sorted(path.parent for path in SOURCES.glob("games/*/game.py"))

MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "terminal": {"core", "games", "bots", "terminal"},
    "server": {"core", "games", "bots", "server"},
    "research": {"core", "games", "bots", "research"},
    "commands": {"core", "games", "bots", "terminal", "server", "contract", "commands"},
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
    yield from (module for module, _ in located_imports(path))


def located_imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield every module that a file imports, and whether only a function does."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    lazy = {
        inner for node in ast.walk(tree) if isinstance(node, functions) for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: expected absolute imports"
            assert all(alias.name != "*" for alias in node.names), f"{name_of(path)}: star import"
            yield node.module or "", node in lazy
            yield from ((f"{node.module}.{alias.name}", node in lazy) for alias in node.names)


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


GAME_FILES = {
    *("__init__.py", "game.py", "options.py", "answers.py", "state.py", "setup.py", "cards.py"),
    *("codes.py", "events.py", "view.py", "notation.py", "redeal.py", "illegal.py", "observer.py"),
    *("bots/__init__.py", "bots/heuristics.py", "text/__init__.py", "text/drawing.py"),
    *("data/rules.md", "data/rules.de.md", "data/lesson.json", "data/lesson.de.json"),
    "languages/de.json",
}
"""What every game has, under the same name; beside it stand the game's own nouns."""
FACTORIES = {"game.py", "scratch.py"}
"""These hand out drawings and heuristics, and import them when they are asked for one."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_the_same_file_names(game: Path) -> None:
    missing = [name for name in GAME_FILES if not (game / name).is_file()]
    assert missing == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_do_not_import_bots_or_texts(game: Path) -> None:
    """The rules of a game ← its bots, its texts; and those two do not know one another."""
    wrong = []
    for path in game.rglob("*.py"):
        part = path.relative_to(game).parts[0]
        for module, is_lazy in located_imports(path):
            if not module.startswith(f"halfturn.games.{game.name}."):
                continue
            into = module.split(".")[3]
            if into not in ("bots", "text") or into == part:
                continue
            if not (is_lazy and part in FACTORIES):
                wrong.append(f"{name_of(path)} imports {module}")
    assert wrong == []


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


def test_no_class_of_the_server_is_defined_twice_in_a_package() -> None:
    twice = []
    for package in sorted(path for path in (SOURCES / "server").iterdir() if path.is_dir()):
        names = [
            node.name
            for path in package.rglob("*.py")
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ]
        twice += [f"{package.name}: {name}" for name in set(names) if names.count(name) > 1]
    assert twice == []


def test_the_server_consists_of_packages() -> None:
    assert [path.name for path in (SOURCES / "server").glob("*.py")] == ["__init__.py"]
