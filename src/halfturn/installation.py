"""What is installed: which build runs and why, how the compiled one is made, where the web app is.

`run.py` starts the program from the sources and says in HALFTURN_CHECKOUT where they lie. The
compiled build goes into an environment of its own beside them, and is used from the next start on.
An installed Halfturn has no checkout: its wheel is compiled or not, and stays so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from filelock import FileLock

from halfturn.core import state

WORKING: Final = "compiling.json"
"""Where the build in progress says how far it is."""


def web_app() -> Path:
    """Return the folder with the built web app; it may be missing."""
    return Path(os.environ.get("HALFTURN_WEB") or Path(__file__).parent / "web")


class Checkout(NamedTuple):
    """A checkout that `run.py` has set up."""

    folder: Path
    """.halfturn in the checkout."""
    uv: str
    parts: tuple[str, ...]
    """The dependency groups and extras that are installed."""
    build: dict[str, str]
    """What the compiled build is made from: the Python and the sources."""

    @property
    def environment(self) -> Path:
        """The environment with the compiled build."""
        return self.folder / "compiled"

    @property
    def python(self) -> str:
        """The Python of that environment."""
        windows = sys.platform == "win32"
        name = Path("Scripts", "python.exe") if windows else Path("bin", "python")
        return str(self.environment / name)

    @property
    def stamp(self) -> dict[str, Any]:
        """What the build that is there was made from, and why it is not compiled, if so."""
        return _read(self.environment / "halfturn.json")


def find_checkout() -> Checkout | None:
    """Return the checkout that this program was started from; None for an installed one."""
    try:
        found = json.loads(os.environ["HALFTURN_CHECKOUT"])
        folder = Path(found["folder"]) / ".halfturn"
        return Checkout(folder, found["uv"], tuple(found["parts"]), found["build"])
    except (KeyError, TypeError, ValueError):
        return None


def is_compiled() -> bool:
    """Return whether the rules run compiled."""
    return not (state.__file__ or "").endswith(".py")


def describe() -> str:
    """Say which build runs, and why."""
    if is_compiled():
        return "compiled"
    checkout = find_checkout()
    if checkout is None:
        return _describe_installed()
    if not is_wanted():
        return "plain Python, because HALFTURN_PURE=1 asks for it"
    stamp = checkout.stamp
    if not _is_made_from(stamp, checkout):
        working = _read(checkout.folder / WORKING)
        if working.get("step") == "compiling":
            progress = f"{working['done']} of {working['of']} files"
            return f"plain Python; a compiled build is being made ({progress})"
        return "plain Python; the compiled build is not made yet"
    if stamp["why"]:
        return f"plain Python, because {stamp['why']}"
    return "plain Python; the compiled build is ready for the next start"


def _describe_installed() -> str:
    try:
        note = json.loads(files("halfturn").joinpath("_build.json").read_text("utf-8"))
        return f"plain Python, because {note['why']}" if note["why"] else "plain Python"
    except FileNotFoundError:
        return "plain Python, run from the sources"
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"plain Python; the reason is unknown, since _build.json is damaged ({error})"


# ---- making it ----


def is_wanted() -> bool:
    """Return whether the user wants a compiled build: HALFTURN_PURE=1 asks for none."""
    return os.environ.get("HALFTURN_PURE", "") in {"", "0"}


def is_missing(checkout: Checkout) -> bool:
    """Return whether a build is to be made: it is not there, or may succeed this time."""
    stamp = checkout.stamp
    failed = bool(stamp.get("why")) and stamp.get("toolchain") != toolchain()
    return is_wanted() and (failed or not _is_made_from(stamp, checkout))


def make(checkout: Checkout) -> str:
    """Make the compiled build; return why that failed, or nothing.

    Another process that makes it is waited for. The stamp is written last, so that an interrupted
    build is never taken for a whole one.
    """
    with FileLock(checkout.folder / "compile.lock"):
        if not is_missing(checkout):
            return str(checkout.stamp.get("why", ""))
        progress = checkout.folder / WORKING
        (checkout.environment / "halfturn.json").unlink(missing_ok=True)
        begin = time.monotonic()
        try:
            why = _sync(checkout, progress)
        finally:
            progress.unlink(missing_ok=True)
        stamp = {
            **checkout.build,
            "parts": sorted(checkout.parts),
            "why": why,
            "toolchain": toolchain(),
            "seconds": round(time.monotonic() - begin, 1),
        }
        checkout.environment.mkdir(exist_ok=True)
        (checkout.environment / "halfturn.json").write_text(json.dumps(stamp, indent=2), "utf-8")
        return why


def make_in_background(quietly: bool = False) -> None:
    """Have another process make the build at the lowest priority, where one is missing."""
    checkout = find_checkout()
    if checkout is None or is_compiled() or not is_missing(checkout):
        return
    more: dict[str, Any] = {"stderr": subprocess.DEVNULL} if quietly else {}
    if sys.platform == "win32":
        more["creationflags"] = subprocess.IDLE_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        more["start_new_session"] = True  # Ctrl+C ends the program; the next one wants the build
    words = [sys.executable, "-P", "-m", "halfturn", "compile", "--in-background"]
    subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **more)


def toolchain() -> list[object]:
    """Return what decides whether this machine can compile, without starting anything."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return [shutil.which(compiler.split()[0]), headers.exists()]


def _sync(checkout: Checkout, progress: Path) -> str:
    parts = [f"--{'group' if part == 'dev' else 'extra'}={part}" for part in checkout.parts]
    done = subprocess.run(
        [
            *(checkout.uv, "sync", "--frozen", "--no-default-groups", "--no-editable"),
            *("--reinstall-package=halfturn", *parts),
        ],
        cwd=checkout.folder.parent,
        env={
            **os.environ,
            "HALFTURN_PROGRESS": str(progress),
            "UV_PROJECT_ENVIRONMENT": str(checkout.environment),
            "UV_PYTHON": sys.executable,
            "UV_PYTHON_DOWNLOADS": "never",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    log = done.stdout
    if done.returncode == 0:
        note = _read(next(checkout.environment.rglob("halfturn/_build.json"), Path()))
        log += note.get("log", "")
        why = note.get("why", "the build left no note of how it went")
    else:
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        why = (lines or ["it printed nothing"])[-1].rstrip(".")
    with open(checkout.folder / "setup.log", "a", encoding="utf-8") as file:
        file.write(log)
    return str(why)


def _is_made_from(stamp: dict[str, Any], checkout: Checkout) -> bool:
    same = {**stamp, **checkout.build} == stamp
    return same and set(checkout.parts).issubset(stamp.get("parts", ()))


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
