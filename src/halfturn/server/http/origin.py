"""Where a request comes from: other web pages have no business here."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from halfturn.core.language import say
from halfturn.server.http.headers import problem
from halfturn.server.ops.home_network import Lan
from halfturn.server.transport.addresses import is_address, is_loopback

NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,100}(:[0-9]{1,5})?")
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What a proxy adds: then it is not the owner's browser that is so near."""
_PORT: Final = re.compile(r":[0-9]*$")


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


def is_this_machine(connection: HTTPConnection, proxies: Collection[str] = ()) -> bool:
    """Whether the browser runs on the server's own machine, and knows that it does.

    The name is looked at too: a foreign page can have its own name lead here. Nor is it believed
    of what a proxy hands on: of one that was not named in `proxies`, or says not for whom.
    """
    if not proxies and any(name in connection.headers for name in FORWARDED):
        return False
    if is_for_nobody_known(connection, proxies):
        return False
    name = host_name(connection.headers.get("host", ""))
    client = connection.client.host if connection.client else ""
    return is_loopback(client) and (name == "localhost" or is_address(name))


def is_for_nobody_known(connection: HTTPConnection, proxies: Collection[str]) -> bool:
    """Whether it comes from a proxy that does not say for whom.

    Of those that do, the server below has put the client into the proxy's place.
    """
    if "x-forwarded-for" in connection.headers or connection.client is None:
        return False
    try:
        client = ipaddress.ip_address(connection.client.host)
    except ValueError:
        return False
    return any(client in ipaddress.ip_network(each) for each in proxies)


def host_name(host: str) -> str:
    """A Host header without its port, in small letters."""
    return _PORT.sub("", host.lower()).strip("[]").removesuffix(".")


class HostNames:
    """The names by which this server may be asked for.

    A page of somebody else's can have its own name lead here (DNS rebinding), and would then be a
    page of this server to the browser. An IP address nobody can lead elsewhere.
    """

    def __init__(self, names: Iterable[str], origins: Iterable[str], lan: Lan) -> None:
        hosts = (origin.partition("://")[2] for origin in origins)
        self._names = {host_name(each) for each in (*names, *hosts)} | {""}
        self._lan = lan

    def refused(self, scope: Scope) -> Response | None:
        """The answer to a request for another name; None where there is nothing against it."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) <= 1 and all(self._is_own(host_name(each)) for each in hosts):
            return None
        if len(hosts) > 1 or not NAME.fullmatch(hosts[0]):
            return problem(421, "misdirected", say("expected one Host header with a plain name"))
        name = host_name(hosts[0])
        text = say("this server does not answer to the name {name}", name=name)
        how = say("if it is one of its own, start it with --host-name {name}", name=name)
        return problem(421, "misdirected", f"{text}: {how}")

    def _is_own(self, name: str) -> bool:
        return (
            name in self._names
            or name == "localhost"
            or name.endswith(".localhost")
            or is_address(name)
            or name in self._lan.names
        )
