"""The description of the HTTP API, and that it describes what is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfturn.server.openapi import MEANINGS, describe
from halfturn.server.routes import ENDPOINTS, PREFIX
from tests.server.browser import Browser


def refs(part: Any) -> set[str]:
    """Every schema that a part of the document points to."""
    if isinstance(part, dict):
        found = {part["$ref"]} if "$ref" in part else set()
        return found.union(*(refs(each) for each in part.values()))
    return set().union(*(refs(each) for each in part)) if isinstance(part, list) else set()


def test_the_description_is_whole() -> None:
    document = describe(ENDPOINTS)
    assert {"/api/v1/me", "/api/v1/tables/{table}/join"} <= set(document["paths"])
    schemas = document["components"]["schemas"]
    assert refs(document) <= {f"#/components/schemas/{name}" for name in schemas}
    operations = [each for path in document["paths"].values() for each in path.values()]
    assert len(operations) == len(ENDPOINTS)
    assert len({each["operationId"] for each in operations}) == len(ENDPOINTS)
    assert all(each["summary"].endswith(".") for each in operations)
    assert {int(status) for each in operations for status in each["responses"]} <= set(MEANINGS)


def test_it_is_served_and_addresses_know_their_methods(browser: Callable[[], Browser]) -> None:
    one = browser()
    assert one.get(f"{PREFIX}/openapi.json") == describe(ENDPOINTS)
    answer = one.ask("PUT", f"{PREFIX}/me")
    assert answer.status == 405
    allowed = {method.strip() for method in answer.headers["Allow"].split(",")}
    assert allowed >= {"GET", "POST"}
    assert one.ask("HEAD", f"{PREFIX}/me").status == 200
    assert one.ask("GET", "/api/me").status == 404  # it has moved
