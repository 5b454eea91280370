"""The command `halfturn worker`, and what a server is told about others."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from halfturn.core.errors import BadOptions

SHORTEST_SECRET: Final = 16
VARIABLE: Final = "HALFTURN_WORKER_SECRET"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?")

SecretFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help=f"The secret of workers elsewhere; else {VARIABLE}."),
]
Hosts = Annotated[
    list[str] | None,
    typer.Option(metavar="HOST", help="Let people be told of their turn there (ntfy.sh, …)."),
]
HostNames = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name",
        metavar="NAME",
        envvar="HALFTURN_HOST_NAME",
        show_envvar=True,
        help="A name browsers find it under (play.example.org); may be given several times.",
    ),
]
Thinkers = Annotated[
    int, typer.Option(min=0, max=256, help="Processes for bots; 0 where workers think elsewhere.")
]
Networks = Annotated[
    list[str] | None,
    typer.Option(metavar="NETWORK", help="Who may read /metrics besides this machine."),
]


def worker(
    join: Annotated[
        list[str],
        typer.Option(metavar="URL", help="A server to think for; may be given several times."),
    ],
    processes: Annotated[
        int, typer.Option(min=1, max=256, help="Thoughts at once, for each server.")
    ] = 1,
    secret_file: SecretFile = None,
) -> None:
    """Think for the bots of a server on another machine."""
    from halfturn.server.bots import worker as program

    secret = secret_in(secret_file)
    if not secret:
        raise BadOptions(f"expected a secret in --secret-file FILE or in {VARIABLE}, got none")
    program.main(join, secret, processes)


def secret_in(file: Path | None) -> str:
    """What workers and the server that they think for both know; empty for nothing."""
    if file is None:
        secret, where = os.environ.get(VARIABLE, "").strip(), VARIABLE
    else:
        try:
            secret, where = file.read_text("ascii").strip(), str(file)
        except (OSError, UnicodeDecodeError) as error:
            raise BadOptions(f"the secret in {file} cannot be read: {error}") from None
    wanted = secret or file is not None
    if wanted and (len(secret) < SHORTEST_SECRET or not all("!" <= each <= "~" for each in secret)):
        raise BadOptions(
            f"expected {SHORTEST_SECRET} or more letters and numbers in {where}, such as "
            f"`openssl rand -hex 32` prints, got {len(secret)}"
        )
    return secret


def proxies(words: list[str] | None) -> tuple[str, ...]:
    """The addresses of proxies: a name, or a slip, would be one that nobody ever has."""
    for word in words or ():
        try:
            ipaddress.ip_network(word)
        except ValueError:
            raise BadOptions(
                f"expected --proxy with an address like 127.0.0.1, or a network, got {word!r}"
            ) from None
    return tuple(words or ())


def hosts(words: list[str] | None) -> tuple[str, ...]:
    """Hosts as they stand in addresses."""
    for word in words or ():
        if not _HOST.fullmatch(word):
            raise BadOptions(f"expected --webhook-host with a host like ntfy.sh, got {word!r}")
    return tuple(word.lower() for word in words or ())


def host_names(words: list[str] | None) -> tuple[str, ...]:
    """Names of this server, without ports."""
    for word in words or ():
        if not _NAME.fullmatch(word):
            raise BadOptions(
                f"expected --host-name with a name like play.example.org, without https:// and "
                f"without a port, got {word!r}"
            )
    return tuple(word.lower() for word in words or ())


def networks(words: list[str] | None) -> tuple[str, ...]:
    """Networks in their usual form."""
    try:
        return tuple(str(ipaddress.ip_network(word)) for word in words or ())
    except ValueError as error:
        raise BadOptions(f"expected --metrics-from like 10.0.0.0/8: {error}") from None
