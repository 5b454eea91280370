"""The HTTP API described for programs: OpenAPI 3.1, made from the table of routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from halfturn import __version__
from halfturn.bots import bot_names
from halfturn.core.registry import game_ids
from halfturn.server.http.line_stream import NDJSON
from halfturn.server.http.routes import ENDPOINTS, PREFIX, Endpoint
from halfturn.server.protocol.own_bots import ID
from halfturn.server.protocol.updates import Problem

REF: Final = "#/components/schemas/{name}"
MEANINGS: Final = {
    200: "as wished",
    201: "made",
    400: "it cannot be read, or asks for what cannot be",
    401: "it comes without the token of a bot, or with one that is not good",
    403: "it does not come from a page of this server, from the right machine or from the owner "
    "of the table, or the token is for other things",
    404: "there is nothing of that name for whoever asks",
    408: "it took too long to arrive",
    409: "it does not go with how things stand",
    413: "it is too long",
    415: "it is not JSON",
    421: "it is not for this server, by the name in its Host header",
    429: "too many: wait a bit",
    503: "the server cannot do that at the moment: try again",
}
_IN_PATHS: Final = {
    "table": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"},
    "game": {"type": "integer", "minimum": 1, "maximum": 9999},
    "title": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
    "bot": {"type": "string", "pattern": ID},
    "device": {"type": "string", "pattern": ID},
}
_PARAMETERS: Final = {
    name: {"name": name, "in": "path", "required": True, "schema": schema}
    for name, schema in _IN_PATHS.items()
}
_BEARER: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a bot: see docs/bot-api.md.",
}
_NAMES: Final = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1)
def description() -> bytes:
    """The whole document as JSON."""
    return msgspec.json.encode(describe(ENDPOINTS))


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The document for some endpoints."""
    kinds = [kind for each in endpoints for kind in (each.answer, each.body) if kind is not None]
    kinds = list(dict.fromkeys([*(kind for kind in kinds if kind is not str), Problem]))
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=REF)
    schema_of = dict(zip(kinds, schemas, strict=True))
    _name_games(parts)
    paths: dict[str, Any] = {}
    for each in endpoints:
        paths.setdefault(PREFIX + each.path, {})[each.method.lower()] = _operation(each, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Halfturn",
            "version": __version__,
            "description": "People, tables and finished games. The game itself is played over "
            "the WebSocket of a table, /ws/TABLE: see docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"bot": _BEARER}},
    }


def _name_games(parts: dict[str, Any]) -> None:
    """Say in the schema of a new table what can be played here, and with which bots."""
    fields = parts.get("NewTable", {}).get("properties", {})
    if fields:
        fields["game"]["enum"] = game_ids()
        bots = "|".join(bot_names())
        fields["seats"]["items"] = {"type": "string", "pattern": f"^(me|open|bot:({bots}))$"}


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    text, status = endpoint.text, endpoint.status
    answers = {str(status): _answer(status, endpoint.answer, schema_of, text)}
    if endpoint.lines:
        (content,) = answers[str(status)]["content"].values()
        answers[str(status)]["content"] = {NDJSON: content}
    for status in sorted({*endpoint.problems, 421, 429, 503}):
        answers[str(status)] = _answer(status, Problem, schema_of)
    operation: dict[str, Any] = {
        "operationId": endpoint.handler,
        "summary": endpoint.says,
        "responses": answers,
    }
    if endpoint.scope:
        operation["security"] = [{"bot": []}]
        operation["description"] = f"For tokens with the scope `{endpoint.scope}`."
    parameters = [_PARAMETERS[name] for name in _NAMES.findall(endpoint.path)]
    parameters += [
        {"name": each.name, "in": "query", "description": each.says, "schema": each.schema}
        for each in endpoint.query
    ]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        content = {"application/json": {"schema": schema_of[endpoint.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _answer(
    status: int, kind: Any, schema_of: dict[Any, Any], text: str = "text/plain"
) -> dict[str, Any]:
    if kind is str:
        content: dict[str, Any] = {text: {"schema": {"type": "string"}}}
    else:
        content = {"application/json": {"schema": schema_of[kind]}}
    return {"description": MEANINGS[status], "content": content}
