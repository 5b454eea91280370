"""Set Halfturn up and start it. It needs Python 3.11 or newer, and nothing else.

    python3 run.py                        the menu of games
    python3 run.py play swirling-heroes   any other words of the command line
    python3 run.py bench                  measure it beside the libraries it is compared with
    python3 run.py test                   every check and every test, and a summary
    python3 run.py test PATH -k WORD      pytest alone, on the plain sources, with these words

All that it installs goes into the folder .halfturn beside this file; remove that folder to
begin again. A start that finds everything in place checks just that, and goes on.

Without a C compiler the rules run as plain Python: slower, and otherwise equal.
HALFTURN_PURE=1 asks for that on purpose.
"""

import contextlib
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

# Whatever stands above this has to be understood by an old Python, to be turned away kindly.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "halfturn: This is Python {}.{}; start run.py with Python 3.11 or newer.".format(
            *sys.version_info
        )
    )

UV_VERSION = "0.13.7"

ROOT = os.path.dirname(os.path.realpath(__file__))
BASE = os.path.join(ROOT, ".halfturn")
ENV = os.path.join(BASE, "env")  # the one environment, for playing and for testing
TOOLS = os.path.join(BASE, f"uv-{UV_VERSION}")
STAMP = os.path.join(BASE, "stamp.json")  # is there only while ENV is whole
LOG = os.path.join(BASE, "setup.log")

BIN, EXE = ("Scripts", ".exe") if sys.platform == "win32" else ("bin", "")
PYTHON = os.path.join(ENV, BIN, "python" + EXE)
UV = os.path.join(TOOLS, BIN, "uv" + EXE)

# What the first word needs besides the game, and how uv is asked for it.
PARTS = {"test": {"dev", "nodes", "research"}, "bench": {"bench", "research"}}
PART_FLAGS = {
    "dev": ["--group", "dev"],
    "bench": ["--extra", "bench"],
    "nodes": ["--extra", "nodes"],
    "research": ["--extra", "research"],
}
ELSEWHERE = ("--database", "--redis", "postgres://", "postgresql://", "--to=postgres")
OPTIONAL = {"research"}  # has libraries that are not built for every machine

BUILT_FROM = ["pyproject.toml", "hatch_build.py"]
NOT_SOURCES = {"__pycache__", "dist", "node_modules"}

Stamp = dict[str, Any]
STAMP_KEYS = {"python", "packages", "build", "parts", "toolchain", "compiled", "why", "web"}


class ProblemError(Exception):
    """Something that the user has to know, in a sentence."""


class OfflineError(ProblemError):
    """A download failed, and so nothing that was installed has been touched."""


def main(words: Sequence[str]) -> int:
    """Do what the words ask for; every failure comes out as a sentence."""
    try:
        return start(words)
    except KeyboardInterrupt:
        say("Interrupted; nothing half-made is kept.")
        return 130
    except ProblemError as problem:
        say(str(problem))
    except OSError as error:
        say(f"Could not go on: {error}.")
    except Exception as error:
        say(f"Could not go on because of a mistake in run.py: {error!r}.")
    return 1


def start(words: Sequence[str]) -> int:
    """Make everything ready, then become the game, or run the tests."""
    parts = PARTS.get(words[0], set()) if words else set()
    if os.environ.get("HALFTURN_DATABASE") or any(word.startswith(ELSEWHERE) for word in words):
        parts = parts | {"nodes"}
    if words[:1] != ["test"]:
        make_ready(parts)
        environment = {**clean(os.environ), "HALFTURN_COMMAND": f"python3 {sys.argv[0]}"}
        # -P: whatever lies in the user's folder must not be imported instead of the game.
        return become([PYTHON, "-P", "-m", "halfturn", *words], environment)
    os.chdir(ROOT)
    if words[1:]:
        make_ready(parts, any_build=True)
        return become([PYTHON, "-m", "pytest", *words[1:]], test_environment("plain"))
    return run_steps(make_ready(parts))


def say(sentence: str) -> None:
    """Tell the user something, apart from what the game prints."""
    print(f"halfturn: {sentence}", file=sys.stderr, flush=True)


def become(command: list[str], environment: Mapping[str, str]) -> int:
    """Replace this process by the command."""
    if sys.platform == "win32":  # where the shell would not wait for the replacement
        import subprocess

        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)


# ---------------------------------------------------------------- is everything in place?


def make_ready(parts: set[str], any_build: bool = False) -> Stamp:
    """Set up what is missing or outdated, and return the stamp of the result."""
    wanted = wanted_stamp()
    stamp = read_stamp()
    if is_current(stamp, wanted, parts, any_build):
        return stamp
    with only_one_at_a_time():
        stamp = read_stamp()  # another start may just have done the work
        if not is_current(stamp, wanted, parts, any_build):
            stamp = set_up(stamp, wanted, parts)
    return stamp


def is_current(stamp: Stamp, wanted: Stamp, parts: set[str], any_build: bool = False) -> bool:
    """Tell whether what was set up is still what is wanted."""
    if not has_libraries(stamp, wanted, parts):
        return False
    # What could not be compiled is worth another try once the machine has something new.
    stuck = not stamp["compiled"] and not pure() and stamp["toolchain"] != toolchain()
    return any_build or (stamp["build"] == wanted["build"] and not stuck)


def has_libraries(stamp: Stamp, wanted: Stamp, parts: set[str]) -> bool:
    """Tell whether the right libraries are installed, for the right Python."""
    same = all(stamp.get(key) == wanted[key] for key in ("python", "packages"))
    return same and parts.issubset(stamp["parts"])


def wanted_stamp() -> Stamp:
    """Fingerprint all that the libraries and the build are made from."""
    return {
        "python": f"{sys.implementation.cache_tag} {sys.platform}",
        "packages": fingerprint(["pyproject.toml", "uv.lock"]),
        "build": fingerprint(BUILT_FROM + source_files("src") + source_files("web"), pure()),
    }


def source_files(top: str) -> list[str]:
    """List the files that the wheel is made from, in an order that every machine agrees on."""
    found = []
    for folder, folders, names in os.walk(os.path.join(ROOT, top)):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        inside = os.path.relpath(folder, ROOT)
        # Hidden files are those that editors drop and remove.
        found += [os.path.join(inside, name) for name in names if not name.startswith(".")]
    return sorted(found)


def fingerprint(files: Iterable[str], *facts: object) -> str:
    """Hash the facts, and the names and contents of the files."""
    total = hashlib.sha256(repr(facts).encode())
    for name in files:
        with open(os.path.join(ROOT, name), "rb") as file:
            content = hashlib.sha256(file.read()).hexdigest()
        total.update(f"\n{content} {name}".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def pure() -> bool:
    """Whether the user wants the rules uncompiled."""
    return os.environ.get("HALFTURN_PURE", "") not in {"", "0"}


def toolchain() -> list[object]:
    """Look at what decides whether this machine can compile, without starting anything."""
    import shutil
    import sysconfig

    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl"
    headers = os.path.join(sysconfig.get_path("include"), "Python.h")
    return [shutil.which(compiler.split()[0]), os.path.exists(headers)]


def read_stamp() -> Stamp:
    """Return what the last complete set-up noted, or nothing if it cannot be relied on."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = json.load(file)
    except (OSError, ValueError):
        return {}
    # Another version of run.py may have written it, and the Python that the environment was
    # made from may be gone.
    whole = isinstance(stamp, dict) and set(stamp) == STAMP_KEYS and os.path.exists(PYTHON)
    return stamp if whole else {}


def write_stamp(stamp: Stamp) -> None:
    """Note a complete set-up, all at once or not at all."""
    draft = STAMP + ".new"
    with open(draft, "w", encoding="utf-8") as file:
        json.dump(stamp, file, indent=2)
    os.replace(draft, STAMP)


# ---------------------------------------------------------------- setting up


def set_up(old: Stamp, wanted: Stamp, parts: set[str]) -> Stamp:
    """Bring the environment up to date; until it is, there is no stamp to be trusted."""
    say(f"Setting up in {BASE}; the next start will be quick.")
    parts = parts.union(old.get("parts", []))
    open(LOG, "w").close()
    remove(STAMP, os.path.join(BASE, "tmp"))
    if old.get("python") != wanted["python"]:  # for another Python, or left by an interruption
        old = {}
        remove(ENV)
    try:
        get_uv()
        if not has_libraries(old, wanted, parts):
            parts = get_libraries(parts)
        # A plain build is not taken from uv's cache: what kept it plain may be gone.
        rebuild = old.get("build") != wanted["build"] or not old["compiled"]
        title = "Building the game" if rebuild else "Installing the game"
        uv_sync(title, parts, ["--reinstall-package", "halfturn"] if rebuild else [])
    except OfflineError:
        if old:
            write_stamp(old)
        raise
    stamp = {**wanted, "parts": sorted(parts), "toolchain": toolchain(), **build_record()}
    if not stamp["compiled"] and not pure():
        say(f"The rules run as plain Python, slower and otherwise equal: {stamp['why']}.")
    write_stamp(stamp)
    return stamp


def get_libraries(parts: set[str]) -> set[str]:
    """Install what the parts need; return them without those that this machine cannot have."""
    title, flags = "Fetching the libraries", ["--no-install-project"]
    try:
        uv_sync(title, parts, flags)
    except OfflineError:
        raise
    except ProblemError as problem:
        if not parts & OPTIONAL:
            raise
        say(f"What research needs cannot be installed here, and is left out: {problem}")
        parts = parts - OPTIONAL
        uv_sync(title, parts, flags)
    return parts


def get_uv() -> None:
    """Install uv into a folder of its own, which gets its name only when it is complete."""
    if os.path.exists(UV):
        return
    draft = os.path.join(BASE, "uv.new")
    remove(draft)
    title = "Fetching uv"
    with step(title):
        try:
            run_logged([sys.executable, "-m", "venv", draft], title)
        except ProblemError as problem:
            raise ProblemError(
                "This Python cannot make virtual environments: install what it lacks (Debian and"
                f" Ubuntu: apt install python3-venv) and start again (details: {LOG})."
            ) from problem
        pip = [os.path.join(draft, BIN, "python" + EXE), "-m", "pip", "--no-input", "install"]
        run_logged([*pip, "--only-binary=:all:", "--retries=2", f"uv=={UV_VERSION}"], title)
    remove(*(os.path.join(BASE, name) for name in os.listdir(BASE) if name.startswith("uv-")))
    os.rename(draft, TOOLS)


def uv_sync(title: str, parts: set[str], flags: list[str]) -> None:
    """Have uv install what the lock file says, from its cache alone if that has everything."""
    for part in sorted(parts):
        flags = [*PART_FLAGS[part], *flags]
    command = [UV, "sync", "--frozen", "--no-default-groups", "--no-editable", *flags]
    with step(title):
        try:
            run_logged([*command, "--offline"], title)
        except ProblemError:
            run_logged(command, title)


def build_record() -> Stamp:
    """Read the note that hatch_build.py left in the installed build on how it went."""
    import sysconfig

    packages = sysconfig.get_path("purelib", "venv", {"base": ENV, "platbase": ENV})
    try:
        with open(os.path.join(packages, "halfturn", "_build.json"), encoding="utf-8") as file:
            note = json.load(file)
    except (OSError, ValueError):
        return {"compiled": False, "why": "the build left no note of how it went", "web": False}
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(note["log"])
    if not note["web"]:
        say(
            f"There is no web app, only the terminal: {note['why_no_web']} (details: {LOG};"
            f" to try again, remove {STAMP})."
        )
    return {"compiled": note["compiled"], "why": note["why"], "web": note["web"]}


def run_logged(command: Sequence[str], title: str) -> None:
    """Run a command of the set-up; what it prints goes to the log."""
    import subprocess

    with open(LOG, "ab") as log:
        log.write(f"\n$ {' '.join(command)}\n".encode("utf-8", "surrogateescape"))
        log.flush()
        before = log.tell()
        # close_fds: the lock is handed down, so that it stays locked for as long as any of
        # this is still running, even if run.py itself is killed.
        code = subprocess.call(
            command,
            cwd=ROOT,
            env=setup_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            close_fds=False,
        )
    if code < 0:
        raise InterruptedError(f"{title} was ended by signal {-code}")
    if code > 0:
        with open(LOG, "rb") as log:
            log.seek(before)
            raise explain(title, log.read().decode("utf-8", "replace"))


SIGNS_OF_NO_NETWORK = (
    "connection refused",
    "connection reset",
    "dns error",
    "error sending request",
    "failed to establish a new connection",
    "getaddrinfo failed",
    "name or service not known",
    "name resolution",
    "network is unreachable",
    "nodename nor servname",
    "proxyerror",
    "timed out",
    "tunnel connection failed",
)


def explain(title: str, output: str) -> ProblemError:
    """Turn what a failed command printed into a sentence that helps."""
    if any(sign in output.lower() for sign in SIGNS_OF_NO_NETWORK):
        return OfflineError(
            f"{title} failed, because the package index could not be reached:"
            f" connect this machine to the network and start again (details: {LOG})."
        )
    lines = [line.strip() for line in output.splitlines()]
    telling = [line for line in lines if line and not line.startswith("hint:")]
    last = (telling or ["it printed nothing"])[-1].rstrip(".")
    return ProblemError(f"{title} failed: {last} (details: {LOG}).")


@contextlib.contextmanager
def step(title: str) -> Iterator[None]:
    """Say what is going on, and when it is over, how long it took."""
    begin = time.monotonic()
    print(f"halfturn: {title} ... ", end="", file=sys.stderr, flush=True)
    outcome = "failed"
    try:
        yield
        outcome = f"{time.monotonic() - begin:.1f} s"
    finally:
        print(outcome, file=sys.stderr, flush=True)


def remove(*paths: str) -> None:
    """Remove files and folders, whether they are there or not."""
    import shutil

    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            else:
                os.remove(path)


@contextlib.contextmanager
def only_one_at_a_time() -> Iterator[None]:
    """Hold the lock of the set-up, after waiting for whoever has it."""
    os.makedirs(BASE, exist_ok=True)
    with open(os.path.join(BASE, "lock"), "a") as file:
        if not try_lock(file.fileno()):
            say("Another set-up is running here; waiting for it to end.")
            while not try_lock(file.fileno()):
                time.sleep(0.1)
        os.set_inheritable(file.fileno(), True)
        yield


if sys.platform == "win32":
    import msvcrt

    def try_lock(file: int) -> bool:
        """Take the lock if it is free."""
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(file: int) -> bool:
        """Take the lock if it is free, or if this file system knows no locks."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True


# ---------------------------------------------------------------- what the processes see


FOREIGN = {
    "CONDA_PREFIX",
    "MYPYPATH",
    "PYTHONEXECUTABLE",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONPLATLIBDIR",
    "PYTHONSTARTUP",
    "VIRTUAL_ENV",
    "__PYVENV_LAUNCHER__",
}

# How this machine reaches the package index is the user's to say, and is kept.
NETWORK_SETTINGS = (
    "CACHE_DIR",
    "CERT",
    "CLIENT_CERT",
    "DEFAULT_INDEX",
    "DEFAULT_TIMEOUT",
    "EXTRA_INDEX_URL",
    "FIND_LINKS",
    "HTTP",
    "INDEX",
    "INSECURE_HOST",
    "KEYRING",
    "NATIVE_TLS",
    "OFFLINE",
    "PROXY",
    "SYSTEM_CERTS",
    "TIMEOUT",
    "TRUSTED_HOST",
)


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """Leave out what would mix another Python, or another project, into this one."""
    return {name: value for name, value in environment.items() if not is_foreign(name)}


def is_foreign(name: str) -> bool:
    """Whether a variable belongs to somebody else's environment or project."""
    tool, _, setting = name.partition("_")
    if tool in {"PIP", "UV"}:
        return not setting.startswith(NETWORK_SETTINGS)
    return name in FOREIGN


def setup_environment() -> dict[str, str]:
    """Return the environment for pip and uv."""
    temporary = os.path.join(BASE, "tmp")  # /tmp may be small, or forbid running what it holds
    os.makedirs(temporary, exist_ok=True)
    result = clean(os.environ)
    result.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary))
    result.update(
        PIP_DISABLE_PIP_VERSION_CHECK="1",
        UV_PROJECT_ENVIRONMENT=ENV,
        UV_PYTHON=sys.executable,
        UV_PYTHON_DOWNLOADS="never",
        UV_NO_PROGRESS="1",
        UV_COMPILE_BYTECODE="1",
    )
    if "UV_CACHE_DIR" not in result and not can_cache(result):
        result["UV_CACHE_DIR"] = os.path.join(BASE, "cache")
    return result


def can_cache(environment: Mapping[str, str]) -> bool:
    """Whether uv can keep its cache where it does by default, shared between projects."""
    if sys.platform == "win32":
        return "LOCALAPPDATA" in environment
    base = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    cache = os.path.join(base, "uv")
    try:
        for folder in (base, cache):
            if not os.path.isdir(folder):
                os.mkdir(folder)
    except OSError:
        return False
    return os.access(cache, os.R_OK | os.W_OK | os.X_OK)


def test_environment(expected: str) -> dict[str, str]:
    """Return the environment for tests of the plain sources or of the compiled build."""
    result = clean(os.environ)
    result["HALFTURN_EXPECT"] = expected
    result["HYPOTHESIS_STORAGE_DIRECTORY"] = os.path.join(BASE, "hypothesis")
    if expected == "plain":
        result["PYTHONPATH"] = os.path.join(ROOT, "src")
    return result


# ---------------------------------------------------------------- every check and every test


NOT_ON_POSTGRES = (
    # Rules, words and pages: nothing is kept of them.
    "drawn",
    "fair",
    "lessons",
    "names",
    "openapi",
    "pages",
    "relay",
    "reliability",
    "rules",
    "scratch",
    "table",
    "turns",
    # What a viewer is sent and what a game may do, looked at very often: the store has no part in
    # it, and it would take minutes.
    "door",
    "guests",
    "masks",
    "slow_readers",
    "twins",
    # How SQLite's file is brought up to date.
    "migrations",
    # On PostgreSQL in every run.
    "bus",
    "leases",
    "moving",
    "nodes",
    "outages",
    "postgres",
    "race",
)


def run_steps(stamp: Stamp) -> int:
    """Run each step, whatever became of the one before, and sum up."""
    plain, compiled = test_environment("plain"), test_environment("compiled")
    installed = compiled if stamp["compiled"] else plain
    tests = ["-m", "pytest", "-n", "2", "--ignore=tests/web"]
    # Of the server little is compiled: its tests run whole on the compiled build, and plain where
    # they are run again anyway, on PostgreSQL.
    once = ["--ignore=tests/server"] if stamp["compiled"] else []
    on_postgres = [f"--ignore=tests/server/test_{name}.py" for name in NOT_ON_POSTGRES]
    browser_tests = ["-m", "pytest", "-n", "2", "--dist", "loadfile", "tests/web"]
    steps = [
        ("format", ["-m", "ruff", "format", "--check"], compiled),
        ("lint", ["-m", "ruff", "check"], compiled),
        ("types", ["-m", "mypy", "--strict"], compiled),
        ("plain tests", tests + once, plain),
        ("compiled tests", tests, compiled),
        (
            "on PostgreSQL",
            ["-m", "pytest", "-n", "2", "tests/server", *on_postgres],
            with_postgres(plain),
        ),
        ("web app", ["web/build.py", "check"], compiled),
        ("browser tests", browser_tests, with_browser(installed)),
        ("clauses", ["-m", "halfturn", "clauses"], compiled),
    ]
    results = []
    for number, (title, words, environment) in enumerate(steps, 1):
        print(f"\n== {number}/{len(steps)} {title}: {' '.join(words)}", flush=True)
        if title == "compiled tests" and not stamp["compiled"]:
            results.append((title, "NOT RUN", stamp["why"]))
        else:
            results.append((title, *run_step(words, environment)))
        print(f"-- {title}: {', '.join(results[-1][1:])}", flush=True)
    if "research" not in stamp["parts"]:
        results.append(("research", "SKIPPED", "its libraries cannot be installed here"))
    return sum_up(results)


def with_postgres(environment: dict[str, str]) -> dict[str, str]:
    """Have the server's tests keep their tables in a PostgreSQL, which they start themselves."""
    return {**environment, "HALFTURN_TEST_DATABASE": "postgres"}


def with_browser(environment: dict[str, str]) -> dict[str, str]:
    """Name a browser in the environment of the browser tests, and fetch one where there is none.

    Without one those tests fail, and say what they miss.
    """
    found = environment.get("CHROMIUM") or find_browser()
    if not found:
        playwright = [PYTHON, "-m", "playwright", "install", "chromium"]
        debian = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
        with contextlib.suppress(ProblemError), step("Fetching a browser"):
            if hasattr(os, "geteuid") and os.geteuid() == 0 and os.path.exists("/usr/bin/apt-get"):
                run_logged(["apt-get", "update"], "Fetching a browser")
                run_logged(debian, "Fetching a browser")
            else:
                run_logged(playwright, "Fetching a browser")
        found = find_browser()
    return {**environment, "CHROMIUM": found} if found else environment


def find_browser() -> str:
    """Return the path of a Chromium on this machine, or nothing."""
    import shutil

    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), "")


def run_step(words: Sequence[str], environment: Mapping[str, str]) -> tuple[str, str]:
    """Run one step in front of the user; return how it went and how long it took."""
    import subprocess

    begin = time.monotonic()
    code = subprocess.call([PYTHON, *words], env=environment)
    return "ok" if code == 0 else "FAILED", f"{time.monotonic() - begin:.1f} s"


def sum_up(results: Sequence[tuple[str, str, str]]) -> int:
    """Print how each step went, and return the exit code."""
    print("\n== summary")
    for title, outcome, remark in results:
        print(f"{title:>14}: {outcome}, {remark}")
    outcomes = [outcome for _, outcome, _ in results]
    left_out = outcomes.count("SKIPPED")
    if pure():
        left_out += outcomes.count("NOT RUN")  # otherwise it was nobody's wish
    passed = outcomes.count("ok")
    failed = len(outcomes) - passed - left_out
    skipped = f", {left_out} skipped" if left_out else ""
    print(f"\nsteps: {passed} passed, {failed} failed{skipped}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main(sys.argv[1:]))
