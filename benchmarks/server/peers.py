"""The servers to be measured, each as a process of its own that is always ended."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def halfturn(folder: Path, database: str = "") -> Iterator[tuple[int, int]]:
    """Halfturn, every move durable, in a file or on PostgreSQL; its port and its process."""
    port = free_port()
    words = [sys.executable, "-m", "benchmarks.server.quick", str(folder), str(port)]
    with _process([*words, *([database] if database else [])], "Halfturn is at") as pid:
        yield port, pid


@contextlib.contextmanager
def boardgame_io(modules: Path, database: str = "") -> Iterator[tuple[int, int]]:
    """boardgame.io, in memory or with its PostgreSQL store."""
    port = free_port()
    shutil.copy(HERE / "boardgame_io" / "server.js", modules / "server.js")
    words = ["node", str(modules / "server.js"), str(port), *([database] if database else [])]
    with _process(words, "ready") as pid:
        yield port, pid


def node_modules(folder: Path) -> Path:
    """boardgame.io, installed as its lock says; the folder is used again if it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules").exists():
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / "boardgame_io" / name, folder / name)
        words = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(words, cwd=folder, check=True)
    return folder


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own with its usual settings, durable; its address."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    found = shutil.which("initdb") or (programs and str(programs[-1] / "initdb"))
    if not found:
        raise SystemExit("expected PostgreSQL to be installed, or --without-postgres")
    programs_at = Path(found).parent
    data = folder / "postgres"
    # PostgreSQL does not run as root.
    other = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    data.mkdir(parents=True)
    if other:
        shutil.chown(data, "postgres")
        for each in (folder, *folder.parents):
            if each.stat().st_uid == 0 and each != Path("/"):
                each.chmod(each.stat().st_mode | 0o011)
    port = free_port()
    auth = ["--auth=trust", "--username=postgres", "-D", str(data)]
    subprocess.run([*other, str(programs_at / "initdb"), *auth], check=True, capture_output=True)
    words = [*other, str(programs_at / "postgres"), "-D", str(data), "-p", str(port)]
    words += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={data}"]
    with _process(words, "ready to accept connections"):
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


@contextlib.contextmanager
def _process(words: list[str], ready: str) -> Iterator[int]:
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
    )
    assert process.stdout is not None
    out, said = process.stdout, deque[bytes](maxlen=20)

    def read_on() -> None:
        # A server that nobody listens to would stop when the pipe is full.
        said.extend(out)

    reading = threading.Thread(target=read_on, daemon=True)
    try:
        for line in out:
            said.append(line)
            if ready.encode() in line:
                break
        else:
            raise SystemExit(f"{words[0]} ended: {_text(said)}")
        reading.start()
        yield process.pid
        if process.poll() is not None:
            raise SystemExit(f"{words[0]} ended: {_text(said)}")
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if reading.is_alive():
            reading.join()
        out.close()


def _text(said: deque[bytes]) -> str:
    return b"".join(said).decode(errors="replace")


def memory_of(pid: int) -> int:
    """Bytes that a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) * 1024


def idle() -> float:
    """Seconds that all cores of the machine together had nothing to do."""
    fields = Path("/proc/stat").read_text("ascii").splitlines()[0].split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def used_by_all() -> dict[int, float]:
    """Seconds of a processor, of every process that was started from here."""
    found = {}
    for pid in _descendants(os.getpid()):
        with contextlib.suppress(OSError):  # it has just ended
            found[pid] = processor_of(pid)
    return found


def _descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):  # it has just ended
                stat = (entry / "stat").read_text("utf-8", "replace")
                parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found[1:]


def processor_of(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
