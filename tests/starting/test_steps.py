"""`python -m tests`: every check and every test, what was skipped, and the browser for them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests import __main__ as steps

PYTEST = "-m pytest -n 2 --ignore=tests/web"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HALFTURN_PURE", raising=False)
    monkeypatch.setattr(steps, "compiled_build", lambda: ("", "/compiled/python"))
    monkeypatch.setattr(steps, "find_browser", lambda: "/usr/bin/chromium")


def run_all(monkeypatch: pytest.MonkeyPatch, failing: str = "") -> tuple[int, list[str]]:
    """Run all steps with stand-ins, of which the failing one fails."""
    ran = []

    def call(command: list[str], env: dict[str, str]) -> int:
        ran.append(" ".join(word for word in command[1:] if not word.startswith("--junit")))
        return int(failing != "" and failing in command)

    monkeypatch.setattr(subprocess, "call", call)
    return steps.run_all(steps.all_steps()), ran


@pytest.mark.usefixtures("compiled")
def test_all_steps_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    code, ran = run_all(monkeypatch)
    assert code == 0
    on_postgres = [each for each in ran if each.startswith("-m pytest -n 2 tests/server")]
    assert len(on_postgres) == 1
    assert [each for each in ran if each not in on_postgres] == [
        "-m ruff format --check",
        "-m ruff check",
        "-m mypy --strict",
        f"{PYTEST} --ignore=tests/server",
        PYTEST,
        "web/build.py check",
        "-m pytest -n 2 --dist loadfile tests/web",
        "-m halfturn clauses",
    ]


@pytest.mark.usefixtures("compiled")
def test_a_failed_step_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, ran = run_all(monkeypatch, failing="mypy")
    assert code == 1
    assert len(ran) == 9
    summary = capsys.readouterr().out.partition("== summary")[2]
    assert "types: FAILED" in summary
    assert "steps: 8 passed, 1 failed" in summary


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(("pure", "code"), [("", 1), ("1", 0)])
def test_compiled_tests_that_cannot_run_fail_unless_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pure: str, code: int
) -> None:
    monkeypatch.setattr(steps, "compiled_build", lambda: ("no compiler was found", "python"))
    monkeypatch.setenv("HALFTURN_PURE", pure)
    found, ran = run_all(monkeypatch)
    assert found == code
    assert ran.count(PYTEST) == 1, "the plain tests are whole where no compiled ones follow"
    assert "compiled tests: NOT RUN, no compiler was found" in capsys.readouterr().out


def test_skipped_tests_are_counted_with_their_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.xml"
    case = '<testcase><skipped message="no Redis for this Python"/></testcase>'
    report.write_text(f"<testsuites><testsuite>{case * 3}</testsuite></testsuites>", "utf-8")
    result = steps.Result("plain tests", "ok", "5 s", steps.skipped_in(report))
    assert steps.sum_up([result, result]) == 0
    assert "6 skipped: no Redis for this Python" in capsys.readouterr().out


def test_every_file_that_is_not_run_on_postgresql_is_there() -> None:
    tests = {path.name for path in (steps.ROOT / "tests" / "server").rglob("test_*.py")}
    assert [name for name in steps.NOT_ON_POSTGRES if f"test_{name}.py" not in tests] == []


def test_tests_do_not_see_how_they_were_started(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in steps.NOT_FOR_TESTS:
        monkeypatch.setenv(name, "x")
    environment = steps.environment_for("compiled")
    assert environment["HALFTURN_EXPECT"] == "compiled"
    assert steps.NOT_FOR_TESTS.isdisjoint(environment)


# ---- a browser ----


def test_a_browser_is_fetched_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter(["", "/usr/bin/chromium"])
    ran: list[list[str]] = []
    monkeypatch.setattr(steps, "find_browser", lambda: next(found))
    monkeypatch.setattr(subprocess, "call", ran.append)
    assert steps.with_browser({})["CHROMIUM"] == "/usr/bin/chromium"
    assert "chromium" in ran[-1]


def test_without_a_browser_the_browser_tests_are_left_to_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steps, "find_browser", lambda: "")
    monkeypatch.setattr(subprocess, "call", lambda command: 1)
    assert steps.with_browser({"A": "b"}) == {"A": "b"}


def test_a_browser_that_is_named_is_taken() -> None:
    assert steps.with_browser({"CHROMIUM": "/my/own"}) == {"CHROMIUM": "/my/own"}
