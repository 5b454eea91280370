"""The description of the HTTP API, and that it describes what is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from halfturn.bots import bot_names
from halfturn.core.match import MOST_GAMES
from halfturn.core.registry import game_ids
from halfturn.server.http.openapi import MEANINGS, describe
from halfturn.server.http.routes import ENDPOINTS, PREFIX
from halfturn.server.ops.settings import LONGEST_URL
from halfturn.server.people.names import LONGEST_NAME
from tests.support.http_client import Browser


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
    for method in ("GET", "POST", "DELETE", "PUT"):
        assert one.ask(method, f"{PREFIX}/nothing").status == 404


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.mark.parametrize("path", sorted({each.path for each in ENDPOINTS}))
def test_other_methods_are_refused_and_the_right_ones_named(
    browser: Callable[[], Browser], path: str
) -> None:
    one = browser()
    known = {each.method for each in ENDPOINTS if each.path == path}
    where = re.sub(r"\{\w+\}", "1", path)
    for method in set(METHODS) - known:
        answer = one.ask(method, PREFIX + where)
        assert (answer.status, answer.json["code"]) == (405, "bad_request"), method
        allowed = {each.strip() for each in answer.headers["Allow"].split(",")}
        assert allowed - {"HEAD"} == known


def test_bounds_are_described(browser: Callable[[], Browser]) -> None:
    """Those that the server holds people to, and it does."""
    schemas = describe(ENDPOINTS)["components"]["schemas"]
    one = browser()
    for kind, path in (("SetName", "/me"), ("NewBot", "/me/bots")):
        name = schemas[kind]["properties"]["name"]
        assert (name["minLength"], name["maxLength"]) == (1, LONGEST_NAME)
        for size, ok in ((0, False), (1, True), (LONGEST_NAME, True), (LONGEST_NAME + 1, False)):
            answer = one.ask("POST", PREFIX + path, {"name": "x" * size})
            assert (answer.status < 300) is ok
            assert ok or answer.status == 400
    table = schemas["NewTable"]["properties"]
    assert table["game"]["enum"] == game_ids()
    assert (table["games"]["minimum"], table["games"]["maximum"]) == (0, MOST_GAMES)
    assert table["seats"]["minItems"] == 1
    for word in ("me", "open", *(f"bot:{name}" for name in bot_names())):
        assert re.search(table["seats"]["items"]["pattern"], word)
    assert not re.search(table["seats"]["items"]["pattern"], "bot:nobody")
    assert schemas["Webhook"]["properties"]["url"]["maxLength"] == LONGEST_URL
    assert schemas["NewBot"]["properties"]["scopes"]["minItems"] == 1
