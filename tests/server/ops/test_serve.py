"""The program: ports, folders, signals, being killed."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.server_process import Running


def test_it_starts_says_where_and_stops_in_order(tmp_path: Path) -> None:
    for by in (signal.SIGTERM, signal.SIGINT):
        with Running(tmp_path) as server:
            assert Browser(server.port).get("/api/v1/me") == {"name": ""}
            assert server.stop(by) == 0
            assert server.said[-1] == "Halfturn has stopped; all tables are kept."
            assert server.complaints == ""


def test_the_next_free_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = Running(tmp_path)
        try:
            server.start(port)
            assert port < server.port <= port + 20
            assert server.said[0].strip() == f"Port {port} is taken, so it is another one."
        finally:
            server.__exit__(None, None, None)
        # A proxy would not look for it elsewhere.
        behind = "--proxy", "127.0.0.1", "--host-name", "play.example.org"
        told = refused("--port", str(port), *behind, "--data", str(tmp_path))
        assert told == f"halfturn: port {port} is taken: choose another with --port\n"


def test_addresses_that_nobody_has_are_refused(tmp_path: Path) -> None:
    folder = ("--data", str(tmp_path))
    assert "expected --proxy with an address" in refused("--proxy", "localhost", *folder)
    assert "with a host like ntfy.sh, got" in refused("--webhook-host", "https://x/", *folder)


def refused(*words: str) -> str:
    """What a server says that does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "halfturn", "serve", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    return done.stderr


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Running(tmp_path):
        second = subprocess.run(
            [sys.executable, "-m", "halfturn", "serve", "--data", str(tmp_path), "--port", "0"],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert second.returncode == 1
    assert second.stderr.startswith("halfturn: another Halfturn server is using")
    assert second.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    done = subprocess.run(
        [sys.executable, "-m", "halfturn", "serve", "--data", str(file / "sub")],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert "cannot be used for the tables" in done.stderr


def test_killed_and_started_again_everything_goes_on(tmp_path: Path) -> None:
    """People find their tables, bots go on thinking, and what was sent is known again."""

    async def go() -> None:
        with Running(tmp_path, module="tests.support.quick_server") as server:
            one = Browser(server.port)
            one.post("/api/v1/me", {"name": "Ada"})
            table, _ = one.new_table(["me", "bot:greedy"], preset="random")
            tab = await one.open(table)
            await tab.until(lambda update: update["question"])
            token = tab.now["question"]["token"]
            choice = tab.now["question"]["choices"][0]["text"]
            reply = await tab.move(choice, key="before")
            assert reply["result"] == "ok"
            server.kill()
            assert await tab.closed() == 1006
            server.start(server.port)
            assert one.get("/api/v1/me") == {"name": "Ada"}
            assert len(one.get("/api/v1/tables")) == 1
            again = await one.open(table, seen=tab.now["version"])
            assert not again.now["whole"]
            same = await again.move(choice, key="before", token=token)
            assert (same["result"], same["version"]) == ("dup", reply["version"])
            while again.now["status"] == "playing" and not again.now["view"]["winners"]:
                if again.now["question"]:
                    await again.move_first()
                await again.update()

    run(go)


def test_a_bot_goes_on_by_itself_after_a_restart(tmp_path: Path) -> None:
    """It was about to answer when the server was killed; nobody has to open the table."""
    with Running(tmp_path) as server:  # where bots pause before they answer
        one = Browser(server.port)
        options = ["first_player=B"]
        table, _ = one.new_table(["me", "bot:greedy"], options=options)
        server.kill()
        server.start(server.port)
        for _ in range(100):
            (listed,) = one.get("/api/v1/tables")
            if listed["your_turn"]:
                break
        else:

            async def look() -> None:
                tab = await one.open(table)
                await tab.until(lambda update: update["question"])

            run(look)


def test_phones_are_let_in_from_the_start(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from halfturn.server.ops import serve;"
        f"serve.main(0, True, Path({str(tmp_path)!r}), addresses=lambda: ['127.0.0.3'])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(6)]
        found = re.search(r"For phones in this network: http://127\.0\.0\.3:(\d+)$", lines[1])
        assert found
        assert "█" in lines[3]
        assert Browser(int(found[1]), "127.0.0.3").get("/api/v1/lan")["open"]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


@pytest.mark.parametrize(
    "module", ["alembic", "fastapi", "pydantic", "rich.markdown", "sqlalchemy"]
)
def test_it_loads_nothing_that_it_does_not_need(module: str) -> None:
    code = f"import sys, halfturn.server.ops.serve; sys.exit({module!r} in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE).returncode == 0
    )
