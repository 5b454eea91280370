"""Setting up: what is asked for, what is kept, and what is said. Nothing is installed here."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import hatch_build
import run
from tests.starting.project import Installer, stamp_now, write


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
