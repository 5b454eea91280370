"""hatch_build.py: the compiled modules and the web app of a wheel."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from tests.starting.checkout import REPOSITORY


def test_a_plain_build_can_be_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALFTURN_PURE", "1")
    with pytest.raises(hatch_build.CannotCompileError, match="HALFTURN_PURE=1"):
        hatch_build.compile_copy(tmp_path, [], tmp_path)


def test_a_module_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    with pytest.raises(hatch_build.CannotCompileError, match=r"src/x\.py"):
        hatch_build.compile_copy(tmp_path, ["src/x.py"], tmp_path)


def test_a_failed_build_quotes_the_telling_line() -> None:
    output = "running build_ext\nsrc/a.py:3: error: No type\ncompilation terminated.\n"
    assert hatch_build.telling_line(output) == "src/a.py:3: error: No type"
    assert hatch_build.telling_line("one\ntwo\n") == "two"
    assert hatch_build.telling_line("") == "it printed nothing"


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((REPOSITORY / name).read_text(encoding="utf-8"))


def test_every_module_to_compile_exists() -> None:
    modules = read_toml("pyproject.toml")["tool"]["hatch"]["build"]["hooks"]["custom"]["compile"]
    assert modules
    assert [name for name in modules if not (REPOSITORY / name).is_file()] == []


def test_the_lock_knows_every_dependency() -> None:
    """uv.lock is followed without a look at pyproject.toml: run `uv lock` after a change there."""
    project = read_toml("pyproject.toml")
    wanted = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["bench"],
        *project["project"]["optional-dependencies"]["nodes"],
        *project["project"]["optional-dependencies"]["research"],
        *project["dependency-groups"]["dev"],
    ]
    (locked,) = (p for p in read_toml("uv.lock")["package"] if p["name"] == "halfturn")
    known = [
        f"{entry['name']}{entry['specifier']}"
        for entry in (
            *locked["metadata"]["requires-dist"],
            *locked["metadata"]["requires-dev"]["dev"],
        )
    ]
    assert sorted(known) == sorted(each.partition(";")[0] for each in wanted)


def test_what_the_builder_needs_stays_on_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip keeps the build's own libraries there, uv does not."""
    monkeypatch.setenv("PYTHONPATH", "/pip/overlay")
    assert hatch_build.python_path().split(os.pathsep) == ["src", "/pip/overlay"]
    monkeypatch.delenv("PYTHONPATH")
    assert hatch_build.python_path() == "src"


def hook_for(target: str, root: Path) -> hatch_build.CompileHook:
    nothing: Any = None
    return hatch_build.CompileHook(str(root), {}, nothing, nothing, str(root), target)


def test_a_source_distribution_holds_the_web_app_and_asks_for_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "index.html").touch()
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    monkeypatch.setenv("HALFTURN_WEB", str(tmp_path / "app"))
    hook = hook_for("sdist", tmp_path)
    assert hook.dependencies() == []
    data: dict[str, Any] = {"force_include": {}}
    hook.initialize("standard", data)
    assert list(data["force_include"].values()) == ["src/halfturn/web"]
    hook.finalize("standard", data, "")


def test_a_wheel_from_a_source_distribution_needs_no_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / hatch_build.IN_SOURCES).mkdir(parents=True)
    (tmp_path / hatch_build.IN_SOURCES / "index.html").touch()
    monkeypatch.delenv("HALFTURN_WEB", raising=False)
    assert hatch_build.built_web_app(tmp_path) == tmp_path / hatch_build.IN_SOURCES


def test_a_plain_build_asks_for_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = hook_for("wheel", tmp_path)
    (tmp_path / "index.html").touch()
    monkeypatch.setenv("HALFTURN_WEB", str(tmp_path))
    monkeypatch.setenv("HALFTURN_PURE", "1")
    assert hook.dependencies() == []
    monkeypatch.delenv("HALFTURN_PURE")
    assert hook.dependencies() == hatch_build.COMPILERS


def test_a_web_app_that_is_built_already_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "index.html").write_text("<!doctype html>", "utf-8")
    monkeypatch.setenv("HALFTURN_WEB", str(tmp_path / "app"))
    made = hatch_build.build_web_app(REPOSITORY, tmp_path)
    assert (made / "index.html").read_text("utf-8") == "<!doctype html>"


def test_progress_is_reported_where_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HALFTURN_PROGRESS", raising=False)
    hatch_build.report_progress("compiling", 1, 2)
    monkeypatch.setenv("HALFTURN_PROGRESS", str(tmp_path / "progress"))
    hatch_build.report_progress("compiling", 1, 2)
    assert (tmp_path / "progress").read_text("utf-8") == '{"step": "compiling", "done": 1, "of": 2}'
