"""Schemathesis: whatever the description of the HTTP API allows, and much that it does not."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import schemathesis

from halfturn.server.http.openapi import describe
from halfturn.server.http.routes import ENDPOINTS, PREFIX
from tests.support.bot_client import new_bot
from tests.support.http_client import Browser
from tests.support.patience import PATIENCE
from tests.support.server_process import Running

CONFIG = Path(__file__).with_name("schemathesis.toml")
EXAMPLES = int(os.environ.get("HALFTURN_SCHEMA_EXAMPLES", "3"))
"""Random requests of each kind to every endpoint, besides those that cover its description;
`python -m tests.server.http.test_schema 200` asks more."""
STREAMS = {each.handler for each in ENDPOINTS if each.lines}


def ask_everything(server: Running, who: str, examples: int) -> str:
    """Ask all operations as nobody, as a person or as a bot; returns what Schemathesis says."""
    one = Browser(server.port)
    headers: dict[str, str] = {}
    left_out: set[str] = set()
    if who != "nobody":
        one.post("/api/v1/me", {"name": "Ada"})
    if who == "person":
        headers = {"Origin": one.origin, "Cookie": one.cookie}
        left_out = {"forget_me"}  # whoever is forgotten cannot ask any more
    if who == "bot":
        headers = {"Authorization": f"Bearer {new_bot(one).token}"}
        left_out = STREAMS  # which do not come to an end; test_bot_api.py reads them
    words = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color"]
    words += ["run", f"{one.origin}{PREFIX}/openapi.json", "--max-examples", str(examples)]
    words += [word for name, value in headers.items() for word in ("--header", f"{name}: {value}")]
    words += [word for each in left_out for word in ("--exclude-operation-id", each)]
    with tempfile.TemporaryDirectory() as folder:  # where it keeps what it likes to keep
        done = subprocess.run(
            words,
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE + examples * 60,
            cwd=folder,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Tested: {len(ENDPOINTS) - len(left_out)}\n" in done.stdout, done.stdout
    return done.stdout


@pytest.mark.parametrize("who", ["nobody", "person", "bot"])
def test_nothing_that_can_be_asked_breaks_anything(server: Running, who: str) -> None:
    print(ask_everything(server, who, EXAMPLES))
    assert "Traceback" not in server.complaints
    assert Browser(server.port).get("/api/v1/me") == {"name": ""}


def test_a_description_that_is_wrong_is_caught(server: Running) -> None:
    """The check above, proved: an answer that is not as described does not pass."""
    document = describe(ENDPOINTS)
    document["components"]["schemas"]["Me"]["properties"]["name"] = {"type": "integer"}
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=Browser(server.port).origin)
    case = schema["/api/v1/me"]["GET"].Case()
    with pytest.raises(BaseException, match="integer"):
        case.call_and_validate()


def main(examples: int) -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder), module="tests.support.quick_server") as server,
    ):
        for who in ("nobody", "person", "bot"):
            print(ask_everything(server, who, examples), flush=True)
        return 1 if "Traceback" in server.complaints else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
