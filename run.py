"""Set Halfturn up and start it. It needs Python 3.11 or newer, and nothing else.

    python3 run.py                        play in the browser
    python3 run.py play swirling-heroes   any other command; --help lists them
    python3 run.py test                   every check and every test, with a summary
    python3 run.py test --fast            format, lint, types and the rules
    python3 run.py test PATH -k WORD      pytest with these arguments
    python3 run.py compile                make the compiled build now, and wait for it

The first start runs the rules as plain Python. A compiled build, several times faster, is made in
the background for the next start (src/halfturn/installation.py); HALFTURN_PURE=1 does without.
Everything goes into the folder .halfturn beside this file; delete that folder to start over.
"""

import contextlib
import hashlib
import json
import os
import re
import sys
import time

# An old Python has to understand everything above this line.
if sys.version_info < (3, 11):  # noqa: UP036
    version = "{}.{}".format(*sys.version_info)
    sys.exit("halfturn: This is Python " + version + ". Start run.py with Python 3.11 or newer.")

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
BASE = ROOT / ".halfturn"
LOG = BASE / "setup.log"
BIN, EXE = ("Scripts", ".exe") if sys.platform == "win32" else ("bin", "")
UV_VERSION = "0.13.7"

PARTS = {"test": {"dev", "nodes", "research"}, "bench": {"bench", "research"}}
DATABASES = ("--database", "--redis", "postgres://", "postgresql://", "--to=postgres")
COMPILED_FIRST = ("arena", "bench")  # what they measure should not depend on the build
NOT_SOURCES = {"__pycache__", "dist", "node_modules"}
FOREIGN = re.compile(  # settings for another Python or project; those for the network are kept
    r"CONDA_PREFIX|MYPYPATH|PYTHON(EXECUTABLE|HOME|PATH|PLATLIBDIR|STARTUP)|VIRTUAL_ENV"
    r"|(PIP|UV)_(BREAK|CONFIG|CONSTRAINT|FROZEN|LOCKED|NO_SYNC|PREFIX|PROJECT|PYTHON|REQUIRE|ROOT"
    r"|SYSTEM_PYTHON|TARGET|USER)"
)
NO_NETWORK = re.compile(
    r"connection (refused|reset)|dns error|sending request|getaddrinfo failed|new connection"
    r"|name (or service not known|resolution)|network is unreachable|nodename nor servname"
    r"|proxyerror|timed out|tunnel connection failed",
    re.IGNORECASE,
)

Stamp = dict[str, Any]


class SetUpError(Exception):
    """Something that the user has to know, in one sentence."""


class NoNetworkError(SetUpError):
    """A download failed, so nothing that is installed was touched."""


def main(words: list[str]) -> int:
    """Do what the command line asks for; report every failure in one sentence."""
    try:
        return start(words)
    except KeyboardInterrupt:
        say("Interrupted. Nothing half-finished is kept.")
        return 130
    except SetUpError as problem:
        say(str(problem))
    except OSError as error:
        say(f"Cannot go on: {error}.")
    return 1


def start(words: list[str]) -> int:
    """Install what is missing, then become the program."""
    command = words[0] if words else ""
    parts = set(PARTS.get(command, ()))
    if os.environ.get("HALFTURN_DATABASE") or any(word.startswith(DATABASES) for word in words):
        parts.add("nodes")
    BASE.mkdir(exist_ok=True)
    with lock(BASE / "lock"):
        parts = set_up(parts)
    sources = fingerprint("src", "pyproject.toml", "hatch_build.py", "uv.lock")
    build = {"python": sys.version, "sources": sources}
    checkout = {"folder": str(ROOT), "uv": str(uv_path()), "parts": sorted(parts), "build": build}
    environment = {
        **clean_environment(),
        "HALFTURN_COMMAND": f"python3 {sys.argv[0]}",
        "HALFTURN_WEB": str(BASE / "web-app"),
        "HALFTURN_CHECKOUT": json.dumps(checkout),
    }
    if command == "test":
        os.chdir(ROOT)
        return become([python_of("env"), "-m", "tests", *words[1:]], environment)
    if command in COMPILED_FIRST:
        subprocess.call([python_of("env"), "-m", "halfturn", "compile"], env=environment)
    done = read_stamp("compiled")
    is_compiled = {**done, **build} == done and not done["why"] and parts.issubset(done["parts"])
    python = python_of("compiled" if is_compiled and command != "compile" else "env")
    # -P: what lies in the user's folder must not be imported instead of the program.
    return become([python, "-P", "-m", "halfturn", *words], environment)


def become(command: list[str], environment: dict[str, str]) -> int:
    """Replace this process by the command."""
    if sys.platform == "win32":  # where the shell would not wait for the replacement
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


def say(sentence: str) -> None:
    """Print something for the user, apart from what the program prints."""
    print(f"halfturn: {sentence}", file=sys.stderr, flush=True)


def set_up(parts: set[str]) -> set[str]:
    """Install libraries and build the web app where they are not current; return all parts."""
    old, libraries = read_stamp("env"), fingerprint("pyproject.toml", "uv.lock")
    parts = parts.union(old.get("parts", []))
    wanted = {"python": sys.version, "sources": libraries, "parts": sorted(parts)}
    web = {"sources": fingerprint("web")}
    if old == wanted and read_stamp("web-app") == web:
        return parts
    say(f"Setting up in {BASE}. The next start will be quick.")
    get_uv()
    app = None
    if read_stamp("web-app") != web:  # it is built beside the libraries
        words = [str(ROOT / "web/build.py"), "app", str(BASE / "web-app"), json.dumps(web)]
        app = subprocess.Popen([sys.executable, *words, str(uv_path())], env=set_up_environment())
    try:
        if old != wanted:
            install_libraries(wanted, old)
    finally:
        if app is not None:
            app.wait()
    return set(read_stamp("env")["parts"])


def install_libraries(wanted: Stamp, old: Stamp) -> None:
    """Bring the environment up to date; Halfturn itself is the sources as they lie here."""
    begin = time.monotonic()
    extras = [f"--{'group' if part == 'dev' else 'extra'}={part}" for part in wanted["parts"]]
    (BASE / "env" / "halfturn.json").unlink(missing_ok=True)  # it vouches for a whole environment
    command = [str(uv_path()), "sync", "--frozen", "--no-default-groups", *extras]
    try:
        run(command, "Installing the libraries")
    except NoNetworkError:
        if old:
            write_stamp("env", old)
        raise
    except SetUpError as problem:
        if "research" not in wanted["parts"]:
            raise
        say(f"Leaving out the research libraries, which this machine cannot have. {problem}")
        others = [part for part in wanted["parts"] if part != "research"]
        return install_libraries({**wanted, "parts": others}, old)
    write_stamp("env", wanted)
    say(f"Libraries: {time.monotonic() - begin:.1f} s")


def uv_path() -> Path:
    """Return where uv is, once it is installed."""
    return BASE / f"uv-{UV_VERSION}" / BIN / f"uv{EXE}"


def get_uv() -> None:
    """Install uv where it is missing, into a folder that gets its name only when complete."""
    if uv_path().exists():
        return
    draft = BASE / "uv.new"
    shutil.rmtree(draft, ignore_errors=True)
    pip = ["-m", "pip", "install", "--no-input", "--only-binary=:all:", "--retries=2"]
    try:
        run([sys.executable, *pip, f"--target={draft}", f"uv=={UV_VERSION}"], "Fetching uv")
    except NoNetworkError:
        raise
    except SetUpError:  # this Python may have no pip, and venv all the same
        run([sys.executable, "-m", "venv", str(draft)], "Making an environment for uv")
        run([str(draft / BIN / f"python{EXE}"), *pip, f"uv=={UV_VERSION}"], "Fetching uv")
    draft.rename(uv_path().parents[1])


def run(command: list[str], title: str) -> None:
    """Run a command of the set-up; what it prints goes to the log."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=set_up_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace")
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(command)}\n{output}")
    if done.returncode == 0:
        return
    if NO_NETWORK.search(output):
        raise NoNetworkError(
            f"{title} failed because the package index cannot be reached: connect this machine to"
            f" the network and start again (details: {LOG})."
        )
    lines = [line.strip().rstrip(".") for line in output.splitlines() if line.strip()]
    last = [line for line in lines if not line.startswith("hint:")][-1:] or ["it printed nothing"]
    raise SetUpError(f"{title} failed: {last[0]} (details: {LOG}).")


def set_up_environment() -> dict[str, str]:
    """Return the environment for pip, uv and the build of the web app."""
    temporary = BASE / "tmp"  # /tmp may be small, or forbid running what it holds
    temporary.mkdir(exist_ok=True)
    return {
        **clean_environment(),
        **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary)),
        "HALFTURN_PURE": "1",  # the sources run as they lie here
        "UV_PROJECT_ENVIRONMENT": str(BASE / "env"),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
    }


def clean_environment() -> dict[str, str]:
    """Leave out what belongs to other projects."""
    return {name: value for name, value in os.environ.items() if not FOREIGN.match(name)}


def read_stamp(name: str) -> Stamp:
    """Return what a folder of .halfturn was made from; nothing if that is not known."""
    try:
        stamp = json.loads((BASE / name / "halfturn.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(name: str, stamp: Stamp) -> None:
    """Say what a folder was made from, now that it is complete."""
    (BASE / name / "halfturn.json").write_text(json.dumps(stamp, indent=2), encoding="utf-8")


def fingerprint(*names: str) -> str:
    """Hash the names and contents of files, and of all files in folders."""
    total = hashlib.sha256()
    for name in names:
        for path in sorted((ROOT / name).rglob("*")) or [ROOT / name]:
            parts = path.relative_to(ROOT).parts
            if path.is_file() and NOT_SOURCES.isdisjoint(parts) and path.name[0] != ".":
                total.update("/".join(parts).encode("utf-8", "surrogateescape"))
                total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def python_of(name: str) -> str:
    """Return the path of an environment's Python."""
    return str(BASE / name / BIN / f"python{EXE}")


@contextlib.contextmanager
def lock(path: Path) -> Iterator[None]:
    """Let one process at a time set things up; the system unlocks when it ends."""
    with open(path, "a") as file:
        if not try_lock(file.fileno()):
            say("Another set-up is running here; waiting for it to end.")
            while not try_lock(file.fileno()):
                time.sleep(0.1)
        yield


def try_lock(file: int) -> bool:
    """Take the lock if it is free, or if this file system knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
