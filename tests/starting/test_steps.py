"""Every check and every test, the build, and the browser for them."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import run
from tests.starting.project import REPOSITORY, stamp_now

# ---- every check and every test ----


PYTEST = "-m pytest -n 2 --ignore=tests/web"
NOT_ON_POSTGRES = [f"tests/server/test_{name}.py" for name in run.NOT_ON_POSTGRES]


def run_steps(
    monkeypatch: pytest.MonkeyPatch, failing: str = "", **changes: Any
) -> tuple[int, list[str]]:
    """Run the steps with stand-ins, of which the failing one fails."""
    ran = []

    def run_step(words: list[str], environment: dict[str, str]) -> tuple[str, str]:
        ran.append(" ".join(words))
        return "FAILED" if failing in words else "ok", "0.1 s"

    monkeypatch.setattr(run, "run_step", run_step)
    monkeypatch.setattr(run, "find_browser", lambda: "/usr/bin/chromium")
    return run.run_steps(stamp_now(**{"parts": ["dev", "research"], **changes})), ran


def test_all_steps_pass(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, ran = run_steps(monkeypatch)
    assert code == 0
    assert ran == [
        "-m ruff format --check",
        "-m ruff check",
        "-m mypy --strict",
        f"{PYTEST} --ignore=tests/server",
        PYTEST,
        " ".join(
            ["-m pytest -n 2 tests/server", *(f"--ignore={name}" for name in NOT_ON_POSTGRES)]
        ),
        "web/build.py check",
        "-m pytest -n 2 --dist loadfile tests/web",
        "-m halfturn clauses",
    ]


def test_a_failed_step_does_not_stop_the_others(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, ran = run_steps(monkeypatch, failing="mypy")
    assert code == 1
    assert len(ran) == 9
    summary = capsys.readouterr().out.partition("== summary")[2]
    assert "types: FAILED, 0.1 s" in summary
    assert "steps: 8 passed, 1 failed" in summary


def test_compiled_tests_that_cannot_run_are_a_failure(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, ran = run_steps(monkeypatch, compiled=False, why=hatch_build.NO_COMPILER)
    assert code == 1
    assert ran.count(PYTEST) == 1
    summary = capsys.readouterr().out.partition("== summary")[2]
    assert f"compiled tests: NOT RUN, {hatch_build.NO_COMPILER}" in summary
    assert "steps: 8 passed, 1 failed" in summary


def test_compiled_tests_left_out_on_purpose_are_counted(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HALFTURN_PURE", "1")
    code, _ = run_steps(monkeypatch, compiled=False, why=hatch_build.ON_PURPOSE)
    assert code == 0
    assert "steps: 8 passed, 0 failed, 1 skipped" in capsys.readouterr().out


def test_what_could_not_be_tried_of_research_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = run_steps(monkeypatch, parts=["dev"])
    out = capsys.readouterr().out
    assert code == 0
    assert "research: SKIPPED, its libraries cannot be installed here" in out
    assert out.rstrip().endswith("0 failed, 1 skipped")


# ---- the build ----


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


def test_every_file_that_is_not_run_on_postgresql_is_there() -> None:
    assert [name for name in NOT_ON_POSTGRES if not (REPOSITORY / name).is_file()] == []
    assert run.with_postgres({"A": "b"}) == {"A": "b", "HALFTURN_TEST_DATABASE": "postgres"}


def test_a_browser_is_fetched_where_there_is_none(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = iter(["", "/usr/bin/chromium"])
    ran: list[list[str]] = []
    monkeypatch.setattr(run, "find_browser", lambda: next(found))
    monkeypatch.setattr(run, "run_logged", lambda command, title: ran.append(command))
    assert run.with_browser({})["CHROMIUM"] == "/usr/bin/chromium"
    assert "chromium" in ran[-1]


def test_without_a_browser_the_browser_tests_are_left_to_fail(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(command: list[str], title: str) -> None:
        raise run.ProblemError("nothing to be had")

    monkeypatch.setattr(run, "find_browser", lambda: "")
    monkeypatch.setattr(run, "run_logged", fails)
    assert run.with_browser({"A": "b"}) == {"A": "b"}


def test_a_browser_that_is_named_is_taken() -> None:
    assert run.with_browser({"CHROMIUM": "/my/own"}) == {"CHROMIUM": "/my/own"}


def test_what_the_builder_needs_stays_on_its_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip keeps the build's own libraries there, uv does not."""
    monkeypatch.setenv("PYTHONPATH", "/pip/overlay")
    assert hatch_build.python_path().split(os.pathsep) == ["src", "/pip/overlay"]
    monkeypatch.delenv("PYTHONPATH")
    assert hatch_build.python_path() == "src"
