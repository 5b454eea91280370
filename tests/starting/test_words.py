"""What run.py is told, by whom, and what the programs see that it starts."""

from __future__ import annotations

import ast
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import run
from tests.starting.project import REPOSITORY, stamp_now

# ---- an old Python ----


def test_an_old_python_can_read_the_script() -> None:
    ast.parse((REPOSITORY / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def test_an_old_python_is_turned_away_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(REPOSITORY / "run.py"))
    assert "This is Python 3.8; start run.py with Python 3.11 or newer." in str(refusal.value)


# ---- words ----


@pytest.fixture
def started(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a start asked for: the parts, and the command it became."""
    seen: dict[str, Any] = {}

    def make_ready(parts: set[str], any_build: bool = False) -> run.Stamp:
        seen.update(parts=parts, any_build=any_build)
        return stamp_now()

    def become(command: list[str], environment: dict[str, str]) -> int:
        seen.update(command=command[1:], environment=environment)
        return 7

    def run_steps(stamp: run.Stamp) -> int:
        seen.update(steps=stamp)
        return 8

    monkeypatch.chdir(REPOSITORY)  # a start may move elsewhere, and is taken back after the test
    monkeypatch.setattr(run, "make_ready", make_ready)
    monkeypatch.setattr(run, "become", become)
    monkeypatch.setattr(run, "run_steps", run_steps)
    return seen


@pytest.mark.parametrize("words", [[], ["play", "swirling-heroes"], ["--help"], ["tests"]])
def test_words_go_to_the_game(started: dict[str, Any], words: list[str]) -> None:
    assert run.main(words) == 7
    assert started["parts"] == set()
    assert started["command"] == ["-P", "-m", "halfturn", *words]


def test_the_game_starts_in_the_folder_of_the_user(
    started: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run.main(["replay", "game.json"])
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--database", "x"],
        ["serve", "--database=x"],
        ["admin", "move", "--to", "postgresql://"],
    ],
)
def test_a_database_elsewhere_brings_its_driver(
    started: dict[str, Any], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run.main(words)
    assert started["parts"] == {"nodes"}
    run.main(["serve"])
    assert started["parts"] == set()
    monkeypatch.setenv("HALFTURN_DATABASE", "postgresql://")
    run.main(["serve"])
    assert started["parts"] == {"nodes"}


def test_bench_brings_what_it_compares_with(started: dict[str, Any]) -> None:
    run.main(["bench", "--fast"])
    assert started["parts"] == {"bench", "research"}
    assert started["command"] == ["-P", "-m", "halfturn", "bench", "--fast"]


def test_test_runs_every_step(started: dict[str, Any]) -> None:
    assert run.main(["test"]) == 8
    assert started["parts"] == {"dev", "nodes", "research"}
    assert not started["any_build"]


def test_test_with_words_is_pytest_on_the_plain_sources(
    started: dict[str, Any], checkout: Path
) -> None:
    run.main(["test", "tests/starting/test_words.py", "-k", "word"])
    assert started["command"] == ["-m", "pytest", "tests/starting/test_words.py", "-k", "word"]
    assert started["environment"]["PYTHONPATH"] == str(checkout / "src")
    assert started["environment"]["HALFTURN_EXPECT"] == "plain"
    assert started["any_build"], "a quick test must not wait for a compiler"
    assert Path.cwd() == checkout


# ---- what the processes see ----


@pytest.mark.parametrize(
    "name",
    [
        "VIRTUAL_ENV",
        "PYTHONPATH",
        "PYTHONHOME",
        "UV_PROJECT",
        "UV_PYTHON",
        "PIP_TARGET",
        "PIP_USER",
    ],
)
def test_other_environments_do_not_leak_in(name: str) -> None:
    assert run.clean({name: "x"}) == {}


@pytest.mark.parametrize(
    "name",
    ["PATH", "HOME", "CC", "HTTPS_PROXY", "UV_INDEX_URL", "UV_CACHE_DIR", "PIP_INDEX_URL"],
)
def test_how_to_reach_the_network_is_kept(name: str) -> None:
    assert run.clean({name: "x"}) == {name: "x"}


def test_the_cache_is_shared_when_the_home_folder_allows_it(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert "UV_CACHE_DIR" not in run.setup_environment()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "missing" / "home"))
    assert run.setup_environment()["UV_CACHE_DIR"] == os.path.join(run.BASE, "cache")
    assert not (tmp_path / "missing").exists()


def test_the_compiled_tests_never_see_the_sources(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(checkout / "src"))
    environment = run.test_environment("compiled")
    assert environment["HALFTURN_EXPECT"] == "compiled"
    assert "PYTHONPATH" not in environment
