"""Every check and every test: `python3 run.py test`, or `python -m tests` in a set-up checkout.

python -m tests            all steps, and a summary
python -m tests --fast     format, lint, types, and the rules on the plain sources
python -m tests WORDS      pytest with these words, on the plain sources
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from halfturn import installation

ROOT = Path(__file__).parents[1]
WORK = ROOT / ".halfturn"
NOT_FOR_TESTS = {"PYTHONPATH", "HALFTURN_CHECKOUT", "HALFTURN_COMMAND"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

NOT_ON_POSTGRES = (
    # Rules, words and pages: nothing is kept of them.
    "drawing",
    "fair_deal",
    "lessons",
    "names",
    "openapi",
    "static",
    "relay",
    "reliability",
    "rules",
    "scratch",
    "table",
    "publish_queue",
    # What a viewer is sent and what a game may do, looked at very often: the store has no part in
    # it, and it would take minutes.
    "http_protocol",
    "guests",
    "twin_tables",
    "slow_readers",
    "twin_servers",
    # How SQLite's file is brought up to date.
    "migrations",
    # On PostgreSQL in every run.
    "notifications",
    "leases",
    "transfer",
    "nodes",
    "outages",
    "postgres",
    "lease_race",
)


class Step(NamedTuple):
    """One check: a command of the plain or the compiled environment."""

    title: str
    words: list[str]
    environment: Mapping[str, str]
    python: str = sys.executable
    why_not: str = ""
    """Why it cannot be run."""


class Result(NamedTuple):
    """How a step went."""

    title: str
    outcome: str
    remark: str
    skipped: Mapping[str, int] = MappingProxyType({})
    """Tests that were skipped, by reason."""


def main(words: list[str]) -> int:
    """Run what the words ask for; the answer is an exit code."""
    os.chdir(ROOT)
    if words == ["--fast"]:
        return run_all([*checks(), fast_tests()])
    if words:
        environment = environment_for("plain")
        return subprocess.call([sys.executable, "-m", "pytest", *words], env=environment)
    return run_all(all_steps())


def checks() -> list[Step]:
    """What is found without running anything."""
    environment = environment_for("plain")
    return [
        Step("format", ["-m", "ruff", "format", "--check"], environment),
        Step("lint", ["-m", "ruff", "check"], environment),
        Step("types", ["-m", "mypy", "--strict"], environment),
    ]


def fast_tests() -> Step:
    """The rules, the contract and the set-up, on the plain sources."""
    folders = ["tests/core", "tests/contract", "tests/games", "tests/starting"]
    return Step("rules", ["-m", "pytest", "-n", "2", *folders], environment_for("plain"))


def all_steps() -> list[Step]:
    """Every step there is, in the order in which it is run."""
    plain, compiled = environment_for("plain"), environment_for("compiled")
    why, python = compiled_build()
    tests = ["-m", "pytest", "-n", "2", "--ignore=tests/web"]
    # Of the server little is compiled: its tests run whole on the compiled build, and plain where
    # they are run again anyway, on PostgreSQL.
    once = [] if why else ["--ignore=tests/server"]
    on_postgres = [
        f"--ignore={path.relative_to(ROOT)}"
        for name in NOT_ON_POSTGRES
        for path in (ROOT / "tests" / "server").rglob(f"test_{name}.py")
    ]
    browser_tests = ["-m", "pytest", "-n", "2", "--dist", "loadfile", "tests/web"]
    return [
        *checks(),
        Step("plain tests", tests + once, plain),
        Step("compiled tests", tests, compiled, python, why),
        Step(
            "on PostgreSQL",
            ["-m", "pytest", "-n", "2", "tests/server", *on_postgres],
            {**plain, "HALFTURN_TEST_DATABASE": "postgres"},
        ),
        Step("web app", ["web/build.py", "check"], plain),
        Step("browser tests", browser_tests, with_browser(plain if why else compiled), python),
        Step("clauses", ["-m", "halfturn", "clauses"], plain),
    ]


def compiled_build() -> tuple[str, str]:
    """Make the compiled build; return why there is none, and the Python to test with."""
    checkout = installation.find_checkout()
    if checkout is None:
        return "start this with `python3 run.py test`, which makes it", sys.executable
    if not installation.is_wanted():
        return "HALFTURN_PURE=1 asked for none", sys.executable
    print("\n== compiled build", flush=True)
    why = installation.make(checkout)
    return why, sys.executable if why else checkout.python


def environment_for(build: str) -> dict[str, str]:
    """Return the environment for tests of the plain sources or of the compiled build."""
    return {
        **{name: value for name, value in os.environ.items() if name not in NOT_FOR_TESTS},
        "HALFTURN_EXPECT": build,
        "HYPOTHESIS_STORAGE_DIRECTORY": str(WORK / "hypothesis"),
    }


# ---- running steps ----


def run_all(steps: Sequence[Step]) -> int:
    """Run each step, however the one before went, and print a summary."""
    results = []
    for number, step in enumerate(steps, 1):
        print(f"\n== {number}/{len(steps)} {step.title}: {' '.join(step.words)}", flush=True)
        results.append(run_step(step))
        print(f"-- {step.title}: {results[-1].outcome}, {results[-1].remark}", flush=True)
    return sum_up(results)


def run_step(step: Step) -> Result:
    """Run a step in front of the user."""
    if step.why_not:
        return Result(step.title, "NOT RUN", step.why_not)
    report = WORK / "report.xml"
    report.unlink(missing_ok=True)
    words = [*step.words, f"--junit-xml={report}"] if "pytest" in step.words else step.words
    begin = time.monotonic()
    code = subprocess.call([step.python, *words], env=step.environment)
    seconds = f"{time.monotonic() - begin:.0f} s"
    return Result(step.title, "ok" if code == 0 else "FAILED", seconds, skipped_in(report))


def skipped_in(report: Path) -> Counter[str]:
    """Return how many tests pytest skipped, by the reason that they gave."""
    if not report.exists():
        return Counter()
    root = ElementTree.parse(report).getroot()  # pytest has just written it
    return Counter(each.get("message", "") for each in root.iter("skipped"))


def sum_up(results: Sequence[Result]) -> int:
    """Print how each step went, and return the exit code."""
    print("\n== summary")
    for result in results:
        print(f"{result.title:>14}: {result.outcome}, {result.remark}")
    skipped = sum((Counter(result.skipped) for result in results), Counter[str]())
    for reason, count in skipped.most_common():
        print(f"{count:>14} skipped: {reason}")
    outcomes = Counter(result.outcome for result in results)
    left_out = 0 if installation.is_wanted() else outcomes["NOT RUN"]  # which was asked for
    failed = len(results) - outcomes["ok"] - left_out
    more = f", {left_out} skipped" if left_out else ""
    print(f"\nsteps: {outcomes['ok']} passed, {failed} failed{more}", flush=True)
    return 1 if failed else 0


# ---- a browser ----


def with_browser(environment: dict[str, str]) -> dict[str, str]:
    """Name a browser for the browser tests, and fetch one where there is none.

    Without one those tests fail, and say what they miss.
    """
    found = environment.get("CHROMIUM") or find_browser()
    if not found:
        print("\n== fetching a browser", flush=True)
        for command in browser_installers():
            subprocess.call(command)
        found = find_browser()
    return {**environment, "CHROMIUM": found} if found else environment


def browser_installers() -> list[list[str]]:
    """Return the commands that install a browser on this machine."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        debian = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
        return [["apt-get", "update"], debian]
    return [[sys.executable, "-m", "playwright", "install", "chromium"]]


def find_browser() -> str:
    """Return the path of a Chromium on this machine, or nothing."""
    return next(filter(None, map(shutil.which, BROWSERS)), "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
