"""run.py: what is installed when, what the program is started with, and how failures read."""

from __future__ import annotations

import ast
import json
import os
import runpy
import sys
from pathlib import Path

import pytest

import run
from tests.starting.checkout import REPOSITORY, Commands, compiled, write

# ---- an old Python ----


def test_an_old_python_can_read_the_script() -> None:
    ast.parse((REPOSITORY / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def test_an_old_python_is_turned_away_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit, match=r"This is Python 3.8. Start run.py with Python 3.11"):
        runpy.run_path(str(REPOSITORY / "run.py"))


def test_the_bootstrap_stays_short() -> None:
    assert len((REPOSITORY / "run.py").read_text(encoding="utf-8").splitlines()) < 300


# ---- what is installed ----


def test_the_first_start_installs_and_the_second_does_not(commands: Commands) -> None:
    assert run.main([]) == 7
    assert commands.titles == ["pip", "app", "sync"]
    commands.ran.clear()
    assert run.main([]) == 7
    assert commands.ran == []


def test_the_first_start_needs_no_compiler(commands: Commands) -> None:
    run.main([])
    assert run.set_up_environment()["HALFTURN_PURE"] == "1"
    assert commands.became[0] == run.python_of("env")


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("uv.lock", ["sync"]),
        ("pyproject.toml", ["sync"]),
        ("web/a.ts", ["app"]),
        ("web/new", ["app"]),
    ],
)
def test_a_changed_file_brings_only_what_depends_on_it_up_to_date(
    commands: Commands, checkout: Path, name: str, again: list[str]
) -> None:
    run.main([])
    commands.ran.clear()
    write(checkout / name, "something else")
    run.main([])
    assert commands.titles == again


def test_changed_sources_run_at_once(commands: Commands, checkout: Path) -> None:
    run.main([])
    compiled([])
    commands.ran.clear()
    run.main([])
    assert commands.became[0] == run.python_of("compiled")
    write(checkout / "src/halfturn/a.py", "something else")
    run.main([])
    assert commands.ran == []
    assert commands.became[0] == run.python_of("env")


def test_touching_a_file_changes_nothing(commands: Commands, checkout: Path) -> None:
    run.main([])
    before = run.fingerprint("src")
    os.utime(checkout / "src/halfturn/a.py", (1, 1))
    write(checkout / "src/halfturn/__pycache__/a.pyc", "bytecode")
    write(checkout / "src/halfturn/.a.py.swp", "an editor")
    assert run.fingerprint("src") == before


def test_another_python_asks_for_other_libraries(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.main([])
    commands.ran.clear()
    monkeypatch.setattr(sys, "version", "3.99")
    run.main([])
    assert commands.titles == ["sync"]


def test_parts_are_added_to_those_that_are_there(commands: Commands) -> None:
    run.main(["bench"])
    run.main(["test"])
    assert run.read_stamp("env")["parts"] == ["bench", "dev", "nodes", "research"]
    sync = [words for words in commands.ran if "sync" in words][-1]
    assert "--group=dev" in sync
    assert {"--extra=bench", "--extra=nodes", "--extra=research"} < set(sync)


@pytest.mark.parametrize(
    "words",
    [
        ["serve", "--database", "x"],
        ["serve", "--database=x"],
        ["admin", "move", "--to", "postgresql://"],
    ],
)
def test_a_database_elsewhere_brings_its_driver(commands: Commands, words: list[str]) -> None:
    run.main(["serve"])
    assert run.read_stamp("env")["parts"] == []
    run.main(words)
    assert run.read_stamp("env")["parts"] == ["nodes"]


def test_the_environment_variable_for_the_database_counts_too(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALFTURN_DATABASE", "postgresql://")
    run.main(["serve"])
    assert run.read_stamp("env")["parts"] == ["nodes"]


def test_where_research_cannot_be_installed_the_rest_is(
    commands: Commands, capsys: pytest.CaptureFixture[str]
) -> None:
    run.main([])
    commands.failures = [run.SetUpError("no wheel for this machine.")]
    run.main(["test"])
    assert run.read_stamp("env")["parts"] == ["dev", "nodes"]
    assert "Leaving out the research libraries" in capsys.readouterr().err


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), run.SetUpError("no"), OSError("full")])
def test_a_failed_set_up_leaves_no_stamp(commands: Commands, failure: BaseException) -> None:
    run.main([])
    commands.failures = [failure]
    assert run.main(["serve", "--redis=x"]) != 7
    assert run.read_stamp("env") == {}


def test_without_network_what_was_installed_stays(commands: Commands) -> None:
    run.main([])
    before = run.read_stamp("env")
    commands.failures = [run.NoNetworkError("no network")]
    assert run.main(["serve", "--redis=x"]) == 1
    assert run.read_stamp("env") == before
    assert run.main(["serve"]) == 7


def test_a_python_without_pip_may_still_have_venv(commands: Commands) -> None:
    commands.failures = [run.SetUpError("No module named pip")]
    with pytest.raises(FileNotFoundError):  # nothing was installed here
        run.get_uv()
    assert commands.titles == ["pip", "venv", "pip"]


def test_without_network_uv_is_not_looked_for_twice(commands: Commands) -> None:
    commands.failures = [run.NoNetworkError("no network")]
    assert run.main([]) == 1
    assert commands.titles == ["pip"]


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "5"])
def test_a_stamp_that_cannot_be_read_is_no_stamp(checkout: Path, text: str) -> None:
    write(run.BASE / "env" / "halfturn.json", text)
    assert run.read_stamp("env") == {}


def test_a_second_set_up_has_to_wait(checkout: Path) -> None:
    path = run.BASE / "lock"
    with run.lock(path), open(path, "a", encoding="utf-8") as other:
        assert not run.try_lock(other.fileno())
    with open(path, "a", encoding="utf-8") as other:
        assert run.try_lock(other.fileno())


# ---- what is started ----


@pytest.mark.parametrize("words", [[], ["play", "swirling-heroes"], ["--help"], ["tests"]])
def test_words_go_to_the_program(commands: Commands, words: list[str]) -> None:
    assert run.main(words) == 7
    assert commands.became == [run.python_of("env"), "-P", "-m", "halfturn", *words]


def test_the_compiled_build_is_used_once_it_is_there(commands: Commands) -> None:
    run.main([])
    compiled([])
    run.main([])
    assert commands.became[0] == run.python_of("compiled")
    run.main(["compile"])
    assert commands.became[0] == run.python_of("env"), "it cannot replace itself"
    compiled([], why="no working C compiler was found")
    run.main([])
    assert commands.became[0] == run.python_of("env")


def test_a_compiled_build_without_the_parts_that_are_needed_is_not_used(commands: Commands) -> None:
    run.main([])
    compiled([])
    run.main(["serve", "--database=x"])
    assert commands.became[0] == run.python_of("env")


def test_what_is_measured_is_compiled_first(commands: Commands) -> None:
    run.main(["arena", "swirl"])
    assert commands.titles[-1] == "compile"


def test_test_hands_its_words_on(commands: Commands, checkout: Path) -> None:
    run.main(["test", "tests/core", "-k", "undo"])
    assert Path.cwd() == checkout
    assert commands.became[1:] == ["-m", "tests", "tests/core", "-k", "undo"]
    assert run.read_stamp("env")["parts"] == ["dev", "nodes", "research"]


def test_the_program_starts_in_the_folder_of_the_user(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run.main(["replay", "game.json"])
    assert Path.cwd() == tmp_path


def test_the_program_knows_the_checkout_and_the_web_app(commands: Commands, checkout: Path) -> None:
    run.main(["serve"])
    known = json.loads(commands.environment["HALFTURN_CHECKOUT"])
    assert known["folder"] == str(checkout)
    assert commands.environment["HALFTURN_WEB"] == str(checkout / ".halfturn" / "web-app")


FOREIGN = "VIRTUAL_ENV PYTHONPATH PYTHONHOME UV_PROJECT UV_PYTHON PIP_TARGET PIP_USER".split()
KEPT = "PATH HOME CC HTTPS_PROXY UV_INDEX_URL UV_CACHE_DIR PIP_INDEX_URL PYTHONUTF8".split()


def test_other_environments_do_not_leak_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*FOREIGN, *KEPT):
        monkeypatch.setenv(name, "x")
    found = run.clean_environment()
    assert [name for name in FOREIGN if name in found] == []
    assert [name for name in KEPT if name not in found] == []


# ---- failures ----


def test_a_failing_command_is_explained_and_logged(checkout: Path) -> None:
    code = "import sys; print('something broke.'); print('hint: x'); sys.exit(3)"
    with pytest.raises(run.SetUpError, match=r"^Trying failed: something broke \(details: "):
        run.run([sys.executable, "-c", code], "Trying")
    assert "something broke" in run.LOG.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "output",
    [
        "WARNING: Retrying after NewConnectionError: Temporary failure in name resolution",
        "error: Failed to fetch\n  cause: dns error",
        "ReadTimeoutError: HTTPSConnectionPool: Read timed out.",
        "ProxyError('Cannot connect to proxy.')",
    ],
)
def test_a_missing_network_is_called_by_its_name(checkout: Path, output: str) -> None:
    code = f"import sys; print({output!r}); sys.exit(1)"
    with pytest.raises(run.NoNetworkError, match="connect this machine to the network"):
        run.run([sys.executable, "-c", code], "Trying")


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (run.SetUpError("Do this."), 1),
        (PermissionError(13, "Permission denied", "/x"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_failure_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failure: BaseException,
    code: int,
) -> None:
    def fail(words: list[str]) -> int:
        raise failure

    monkeypatch.setattr(run, "start", fail)
    assert run.main([]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("halfturn: ")
    assert said.err.count("\n") == 1
