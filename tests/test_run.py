"""The set-up script: what it decides, and what it says. Nothing is installed here."""

import ast
import os
import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import run

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project in a folder with an awkward name, that run.py takes for its own."""
    root = tmp_path / "half a türn"
    for name in ("pyproject.toml", "uv.lock", "hatch_build.py", "src/halfturn/rules.py"):
        write(root / name, name)
    base = root / ".halfturn"
    write(base / "env" / "bin" / "python", "a Python")
    for name, path in {
        "ROOT": root,
        "BASE": base,
        "ENV": base / "env",
        "STAMP": base / "stamp.json",
        "LOG": base / "setup.log",
        "PYTHON": base / "env" / "bin" / "python",
    }.items():
        monkeypatch.setattr(run, name, str(path))
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    monkeypatch.setattr(run, "toolchain", lambda: ["/usr/bin/cc", True])
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def stamp_now(**changes: Any) -> run.Stamp:
    """The stamp of a complete set-up of the sources as they are."""
    facts = {
        "parts": [],
        "toolchain": ["/usr/bin/cc", True],
        "compiled": True,
        "why": "",
        "web": True,
    }
    return {**run.wanted_stamp(), **facts, **changes}


def current(stamp: run.Stamp, *parts: str, any_build: bool = False) -> bool:
    return run.is_current(stamp, run.wanted_stamp(), set(parts), any_build)


class Installer:
    """Stands in for uv: remembers what it was asked to do, and can fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[tuple[str, list[str], list[str]]] = []
        self.failure: BaseException | None = None
        self.note = {"compiled": True, "why": "", "web": True}
        monkeypatch.setattr(run, "get_uv", lambda: None)
        monkeypatch.setattr(run, "uv_sync", self.sync)
        monkeypatch.setattr(run, "build_record", lambda: self.note)

    def sync(self, title: str, parts: set[str], flags: list[str]) -> None:
        assert not Path(run.STAMP).exists(), "a stamp must not outlive what it vouches for"
        self.jobs.append((title, sorted(parts), flags))
        if self.failure:
            raise self.failure


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    return Installer(monkeypatch)


# ---------------------------------------------------------------- an old Python


def test_an_old_python_can_read_the_script() -> None:
    ast.parse((REPOSITORY / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


def test_an_old_python_is_turned_away_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit) as refusal:
        runpy.run_path(str(REPOSITORY / "run.py"))
    assert "This is Python 3.8; start run.py with Python 3.11 or newer." in str(refusal.value)


# ---------------------------------------------------------------- words


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
    run.main(["test", "tests/test_run.py", "-k", "word"])
    assert started["command"] == ["-m", "pytest", "tests/test_run.py", "-k", "word"]
    assert started["environment"]["PYTHONPATH"] == str(checkout / "src")
    assert started["environment"]["HALFTURN_EXPECT"] == "plain"
    assert started["any_build"], "a quick test must not wait for a compiler"
    assert Path.cwd() == checkout


# ---------------------------------------------------------------- is everything in place?


def test_what_was_just_set_up_is_current(checkout: Path) -> None:
    assert current(stamp_now())


def test_touching_a_file_changes_nothing(checkout: Path) -> None:
    stamp = stamp_now()
    os.utime(checkout / "src/halfturn/rules.py", (1, 1))
    write(checkout / "src/halfturn/__pycache__/rules.pyc", "bytecode")
    write(checkout / "src/halfturn/.rules.py.swp", "an editor")
    assert current(stamp)


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py", "src/halfturn/rules.py"])
def test_a_changed_source_asks_for_a_new_build(checkout: Path, name: str) -> None:
    stamp = stamp_now()
    write(checkout / name, "something else")
    assert not current(stamp)


def test_a_new_a_renamed_and_a_removed_file_ask_for_a_new_build(checkout: Path) -> None:
    stamp = stamp_now()
    new = checkout / "src/halfturn/cards.json"
    write(new, "{}")
    assert not current(stamp)
    stamp = stamp_now()
    new = new.rename(new.with_name("heroes.json"))
    assert not current(stamp)
    stamp = stamp_now()
    new.unlink()
    assert not current(stamp)


def test_a_changed_lock_asks_for_other_libraries(checkout: Path) -> None:
    stamp = stamp_now()
    write(checkout / "uv.lock", "something else")
    assert not current(stamp, any_build=True)


def test_another_python_asks_for_everything(checkout: Path) -> None:
    assert not current(stamp_now(python="cpython-399 linux"), any_build=True)


def test_a_missing_part_is_noticed_and_a_spare_one_is_welcome(checkout: Path) -> None:
    assert not current(stamp_now(), "dev")
    assert current(stamp_now(parts=["bench", "dev"]), "dev")


def test_any_build_will_do_for_a_quick_test(checkout: Path) -> None:
    stamp = stamp_now()
    write(checkout / "src/halfturn/rules.py", "something else")
    assert current(stamp, any_build=True)


def test_a_plain_build_is_kept_until_the_machine_can_do_more(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert current(stamp_now(compiled=False))
    without_compiler = stamp_now(compiled=False, toolchain=[None, True])
    assert not current(without_compiler)
    monkeypatch.setattr(run, "toolchain", lambda: [None, True])
    assert current(without_compiler)
    assert current(stamp_now()), "a compiled build needs no compiler any more"


def test_a_change_of_mind_about_compiling_asks_for_a_new_build(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = stamp_now()
    monkeypatch.setenv("HALFTURN_PURE", "1")
    assert not current(compiled)
    plain = stamp_now(compiled=False, toolchain=[None, False])
    assert current(plain)
    monkeypatch.setenv("HALFTURN_PURE", "0")
    assert not current(plain)
    assert current(compiled)


def test_the_stamp_reads_back(checkout: Path) -> None:
    run.write_stamp(stamp_now())
    assert run.read_stamp() == stamp_now()


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "5", "{}", '{"packages": "x"}'])
def test_a_stamp_that_makes_no_sense_is_no_stamp(checkout: Path, text: str) -> None:
    write(Path(run.STAMP), text)
    assert run.read_stamp() == {}
    assert not current({})


def test_a_stamp_without_its_python_is_no_stamp(checkout: Path) -> None:
    run.write_stamp(stamp_now())
    Path(run.PYTHON).unlink()
    assert run.read_stamp() == {}


# ---------------------------------------------------------------- setting up


def test_a_first_start_installs_and_the_second_does_not(
    checkout: Path, installer: Installer
) -> None:
    first = run.make_ready(set())
    assert [title for title, _, _ in installer.jobs] == [
        "Fetching the libraries",
        "Building the game",
    ]
    write(Path(run.PYTHON), "a Python")  # which the first start has removed as a leftover
    assert run.make_ready(set()) == first
    assert len(installer.jobs) == 2


def test_leftovers_of_an_interrupted_set_up_are_removed(
    checkout: Path, installer: Installer
) -> None:
    run.make_ready(set())
    assert not Path(run.ENV).exists()


@pytest.mark.parametrize(
    "failure", [KeyboardInterrupt(), run.ProblemError("no"), OSError("disk full")]
)
def test_a_failed_set_up_leaves_no_stamp(
    checkout: Path, installer: Installer, failure: BaseException
) -> None:
    run.write_stamp(stamp_now(build="old"))
    installer.failure = failure
    assert run.main(["play"]) != 0
    assert run.read_stamp() == {}


def test_without_network_what_was_installed_stays(checkout: Path, installer: Installer) -> None:
    before = stamp_now()
    run.write_stamp(before)
    installer.failure = run.OfflineError("no network")
    assert run.main(["bench"]) == 1
    assert run.read_stamp() == before


def test_changed_sources_are_built_again_and_nothing_else(
    checkout: Path, installer: Installer
) -> None:
    run.write_stamp(stamp_now(parts=["dev"]))
    write(checkout / "src/halfturn/rules.py", "something else")
    run.make_ready(set())
    assert installer.jobs == [
        ("Building the game", ["dev"], ["--reinstall-package", "halfturn"]),
    ]
    assert Path(run.ENV).exists()


def test_a_part_is_added_to_the_others_without_compiling(
    checkout: Path, installer: Installer
) -> None:
    run.write_stamp(stamp_now(parts=["dev"]))
    stamp = run.make_ready({"bench"})
    assert stamp["parts"] == ["bench", "dev"]
    assert installer.jobs == [
        ("Fetching the libraries", ["bench", "dev"], ["--no-install-project"]),
        ("Installing the game", ["bench", "dev"], []),
    ]


def test_where_research_cannot_be_installed_the_rest_is(
    checkout: Path,
    installer: Installer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def sync(title: str, parts: set[str], flags: list[str]) -> None:
        installer.sync(title, parts, flags)
        if "research" in parts:
            raise run.ProblemError("no wheel for this machine.")

    monkeypatch.setattr(run, "uv_sync", sync)
    stamp = run.make_ready({"dev", "research"})
    assert stamp["parts"] == ["dev"]
    assert [parts for _, parts, _ in installer.jobs] == [["dev", "research"], ["dev"], ["dev"]]
    assert "What research needs cannot be installed here" in capsys.readouterr().err


def test_what_could_not_be_tried_of_research_is_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = run_steps(monkeypatch, parts=["dev"])
    out = capsys.readouterr().out
    assert code == 0
    assert "research: SKIPPED, its libraries cannot be installed here" in out
    assert out.rstrip().endswith("0 failed, 1 skipped")


def test_one_sentence_says_why_the_rules_are_not_compiled(
    checkout: Path, installer: Installer, capsys: pytest.CaptureFixture[str]
) -> None:
    installer.note = {"compiled": False, "why": hatch_build.NO_COMPILER, "web": True}
    run.make_ready(set())
    assert capsys.readouterr().err.splitlines()[1:] == [
        "halfturn: The rules run as plain Python, slower and otherwise equal:"
        f" {hatch_build.NO_COMPILER}."
    ]


def test_nothing_is_said_about_a_plain_build_on_purpose(
    checkout: Path,
    installer: Installer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HALFTURN_PURE", "1")
    installer.note = {"compiled": False, "why": hatch_build.ON_PURPOSE, "web": True}
    run.make_ready(set())
    assert "plain" not in capsys.readouterr().err


def test_uv_is_asked_for_the_parts_first_without_the_network(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = []

    def run_logged(command: list[str], title: str) -> None:
        commands.append(command[1:])
        if "--offline" in command:
            raise run.ProblemError(title)

    monkeypatch.setattr(run, "run_logged", run_logged)
    run.uv_sync("Fetching", {"bench", "dev"}, ["--no-install-project"])
    offline, online = commands
    assert offline == [*online, "--offline"]
    assert online[:4] == ["sync", "--frozen", "--no-default-groups", "--no-editable"]
    assert online[4:] == ["--group", "dev", "--extra", "bench", "--no-install-project"]


def test_a_python_without_venv_is_told_what_it_lacks(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_logged(command: list[str], title: str) -> None:
        raise run.ProblemError("No module named ensurepip")

    monkeypatch.setattr(run, "UV", "missing")
    monkeypatch.setattr(run, "run_logged", run_logged)
    with pytest.raises(run.ProblemError, match="apt install python3-venv"):
        run.get_uv()


def test_uv_gets_its_name_only_when_it_is_complete(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = checkout / ".halfturn" / "uv-2"
    write(tools.with_name("uv-1") / "old", "an old version")

    def run_logged(command: list[str], title: str) -> None:
        assert not tools.exists()
        write(tools.with_name("uv.new") / "bin" / "uv", "uv")

    monkeypatch.setattr(run, "TOOLS", str(tools))
    monkeypatch.setattr(run, "UV", str(tools / "bin" / "uv"))
    monkeypatch.setattr(run, "run_logged", run_logged)
    run.get_uv()
    assert (tools / "bin" / "uv").exists()
    assert not tools.with_name("uv-1").exists()


def test_a_second_set_up_has_to_wait(checkout: Path) -> None:
    with (
        run.only_one_at_a_time(),
        open(os.path.join(run.BASE, "lock"), "a", encoding="utf-8") as other,
    ):
        assert not run.try_lock(other.fileno())
    with open(os.path.join(run.BASE, "lock"), "a", encoding="utf-8") as other:
        assert run.try_lock(other.fileno())


def test_a_failing_command_is_explained_and_logged(checkout: Path) -> None:
    code = "import sys; print('something broke.'); sys.exit(3)"
    with pytest.raises(run.ProblemError, match=r"^Trying failed: something broke \(details: "):
        run.run_logged([sys.executable, "-c", code], "Trying")
    assert "something broke" in Path(run.LOG).read_text(encoding="utf-8")


def test_a_command_that_is_killed_is_not_tried_again(checkout: Path) -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    with pytest.raises(InterruptedError, match="Trying was ended by signal"):
        run.run_logged([sys.executable, "-c", code], "Trying")


@pytest.mark.parametrize(
    "output",
    [
        "WARNING: Retrying after NewConnectionError: Temporary failure in name resolution",
        "error: Failed to fetch\n  cause: dns error",
        "ReadTimeoutError: HTTPSConnectionPool: Read timed out.",
        "ProxyError('Cannot connect to proxy.')",
    ],
)
def test_a_missing_network_is_called_by_its_name(output: str) -> None:
    problem = run.explain("Fetching uv", output)
    assert isinstance(problem, run.OfflineError)
    assert "connect this machine to the network" in str(problem)


def test_other_failures_quote_the_last_telling_line() -> None:
    output = "Building\nOSError: Readme file does not exist: README.md\n\nhint: Build failures\n"
    problem = run.explain("Building", output)
    assert not isinstance(problem, run.OfflineError)
    assert "failed: OSError: Readme file does not exist: README.md (" in str(problem)


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (run.ProblemError("Do this."), 1),
        (PermissionError(13, "Permission denied", "/x"), 1),
        (KeyError("x"), 1),
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


# ---------------------------------------------------------------- what the processes see


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


# ---------------------------------------------------------------- every check and every test


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


# ---------------------------------------------------------------- the build


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
