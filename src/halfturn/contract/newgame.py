"""A package for a new game: a copy of the small running one, under a name of its own."""

from __future__ import annotations

import keyword
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

from halfturn import __version__
from halfturn.core.errors import HalfturnError
from halfturn.core.registry import game_ids

_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_PACKAGE_FILES: Final = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "test_contract.py.txt": "tests/test_contract.py",
}


def new_game(name: str, folder: Path) -> list[Path]:
    """Make the package `folder/name` for a game of that name; returns the files written.

    Where that cannot be, it raises HalfturnError and leaves nothing behind.
    """
    _check_name(name)
    home = folder / name
    if home.exists() or home.is_symlink():
        raise HalfturnError(f"expected a folder that does not exist yet, got {home}")
    texts = _texts(name)
    try:
        for path, text in texts.items():
            target = home / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    except OSError as error:
        shutil.rmtree(home, ignore_errors=True)
        raise HalfturnError(f"cannot write {error.filename or home}: {error.strerror}") from None
    return [home / path for path in texts]


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise HalfturnError(
            f"expected a name of small letters a to z with dashes between words, like red-kites, "
            f"got {name!r}"
        )
    package = name.replace("-", "_")
    if keyword.iskeyword(package) or keyword.issoftkeyword(package):
        raise HalfturnError(f"expected a name that is no word of Python's own, got {name!r}")
    if name in game_ids():
        raise HalfturnError(f"expected a name that no installed game has, got {name!r}")
    if package in sys.stdlib_module_names or find_spec(package) is not None:
        raise HalfturnError(f"expected a name that no installed package has, got {name!r}")


def _texts(name: str) -> dict[str, str]:
    """Every file of the package, by its path in it."""
    words = {
        "id": name,
        "package": name.replace("-", "_"),
        "class_name": "".join(word.capitalize() for word in name.split("-")),
        "title": " ".join(word.capitalize() for word in name.split("-")),
        "halfturn": __version__,
    }
    template = files("halfturn.template")
    texts = {
        path: Template((template / "package" / source).read_text("utf-8")).substitute(words)
        for source, path in _PACKAGE_FILES.items()
    }
    texts[f"src/{words['package']}/py.typed"] = ""
    for path, file in _modules(template / "magpies"):
        text = _renamed(file.read_text("utf-8"), words, is_code=path.endswith(".py"))
        texts[f"src/{words['package']}/{path}"] = text
    return texts


def _modules(folder: Traversable, under: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the files of the template, each with its path in the package."""
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _modules(each, f"{under}{each.name}/")
        elif each.name.endswith((".py", ".md")):
            yield f"{under}{each.name}", each


def _renamed(text: str, words: dict[str, str], is_code: bool) -> str:
    """The template's text with the new game's names; the birds in it stay magpies."""
    if not is_code:
        return text.replace("# Magpies", f"# {words['title']}")
    changes = {
        "halfturn.template.magpies": words["package"],
        '"Magpies"': f'"{words["title"]}"',
        '"magpies"': f'"{words["id"]}"',
        "Magpies": words["class_name"],
    }
    for old, new in changes.items():
        text = text.replace(old, new)
    return text
