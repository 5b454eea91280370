"""Schemathesis: whatever the description of the HTTP API allows, and much that it does not."""

from __future__ import annotations

import contextlib
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from halfturn.server.openapi import describe
from halfturn.server.routes import ENDPOINTS
from tests.server.bot_client import new_bot
from tests.server.browser import Browser
from tests.server.running import Running

CASES = 9
"""For each endpoint, so many that are as described and so many that are not;
`python -m tests.server.test_schema 20000` asks so many in all."""


def test_nothing_that_can_be_asked_breaks_anything(server: Running) -> None:
    print(f"{ask_everything(server, CASES)} requests")
    assert "Traceback" not in server.complaints
    assert Browser(server.port).get("/api/v1/me") == {"name": ""}


def ask_everything(server: Running, cases: int, seed: int = 0) -> int:
    """Up to so many requests of each kind to every endpoint; returns how many there were."""
    asked = 0
    one = Browser(server.port)
    one.post("/api/v1/me", {"name": "Ada"})
    bot = new_bot(one)
    schema = schemathesis.openapi.from_dict(describe(ENDPOINTS))
    schema.config.update(base_url=one.origin)
    found = list(schema.get_all_operations())
    operations = [each.ok() for each in found if isinstance(each, Ok)]
    assert len(operations) == len(found) == len(ENDPOINTS)
    for operation, mode in itertools.product(operations, GenerationMode):
        try:
            strategy = operation.as_strategy(generation_mode=mode)
        except schemathesis.errors.InvalidSchema:
            continue  # there is nothing that could be wrong about it

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=cases,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        @hypothesis.given(case=strategy)
        def ask(case: Any) -> None:
            nonlocal asked
            asked += 1
            headers = {"Origin": one.origin, "Cookie": one.cookie}
            if case.method == "DELETE":
                headers.pop("Cookie")  # whoever is forgotten cannot ask any more
            if case.method == "POST" and "/bot/" in case.path:  # streams would not come to an end
                headers = {"Authorization": f"Bearer {bot.token}"}
            case.headers = {**(case.headers or {}), **headers}
            response = case.call()
            # Which tokens are good is for `test_authority`.
            # A name of spaces, a game that is not installed: no schema can say what is refused so.
            case.validate_response(
                response, excluded_checks=[positive_data_acceptance, ignored_auth]
            )
            assert response.status_code < 500

        with contextlib.suppress(Unsatisfiable):
            ask()
    return asked


def test_a_description_that_is_wrong_is_caught(server: Running) -> None:
    """The check above, proved: an answer that is not as described does not pass."""
    document = describe(ENDPOINTS)
    document["components"]["schemas"]["Me"]["properties"]["name"] = {"type": "integer"}
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=Browser(server.port).origin)
    case = schema["/api/v1/me"]["GET"].Case()
    with pytest.raises(BaseException, match="integer"):
        case.call_and_validate()


def main(cases: int) -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        Running(Path(folder), module="tests.server.quick") as server,
    ):
        asked, seed = 0, 0
        while asked < cases:
            asked += ask_everything(server, 200, seed)
            seed += 1
            print(f"{asked} requests", flush=True)
        return 1 if "Traceback" in server.complaints else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
