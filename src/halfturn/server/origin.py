"""Where a request comes from: other web pages have no business here."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from typing import Final

from starlette.requests import HTTPConnection

_PORT: Final = re.compile(r":\d+$")


def is_own_page(connection: HTTPConnection, allowed: Collection[str]) -> bool:
    """Whether a page of this very server asks, by the address the browser knows it under.

    Browsers send Origin with every WebSocket and every POST, so a request
    without one comes from no page of ours.
    """
    origins = connection.headers.getlist("origin")
    hosts = connection.headers.getlist("host")
    if len(origins) != 1 or len(hosts) != 1:
        return False
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    scheme = "https" if is_secure(connection) else "http"
    return origins[0] == f"{scheme}://{hosts[0].lower()}" or origins[0] in allowed


def is_secure(connection: HTTPConnection) -> bool:
    """Whether it came by HTTPS."""
    return connection.scope["scheme"] in ("https", "wss")


def is_this_machine(connection: HTTPConnection) -> bool:
    """Whether the browser runs on the server's own machine, and knows that it does.

    The name is looked at too: a foreign page can have its own name lead here.
    """
    host = connection.headers.get("host", "").lower()
    name = host.rpartition(":")[0] if _PORT.search(host) else host
    client = connection.client.host if connection.client else ""
    return _is_loopback(client) and (name == "localhost" or _is_address(name.strip("[]")))


def _is_loopback(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
