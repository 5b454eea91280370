"""`halfturn serve`: serve tables to browsers."""

from __future__ import annotations

import ipaddress
import re
from typing import Annotated, Final, Literal

import typer

from halfturn.commands.admin import Abandoned, Data, Database, Finished, Unstarted
from halfturn.commands.worker import SecretFile, secret_in
from halfturn.core.errors import BadOptions

app = typer.Typer()

_NAME: Final = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?")

_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d+)?")

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


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The next free one if it is taken.")
    ] = 8321,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones in the home network join, too.")
    ] = False,
    data: Data = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in the browser.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front that may say who asks."),
    ] = None,
    host_name: HostNames = None,
    log: Annotated[
        Literal["text", "json"], typer.Option(help="How what goes wrong is written down.")
    ] = "text",
    webhook_host: Hosts = None,
    thinkers: Thinkers = 2,
    secret_file: SecretFile = None,
    metrics_from: Networks = None,
    keep_unstarted: Unstarted = 30,
    keep_abandoned: Abandoned = 180,
    keep_finished: Finished = 365,
    database: Database = "",
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="HALFTURN_REDIS",
            show_envvar=True,
            help="By which several nodes on one database tell each other what is new.",
        ),
    ] = "",
    node: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="HOST[:PORT] where other nodes on the database reach this one."
        ),
    ] = "",
) -> None:
    """Serve tables to browsers, on this machine and in the home network."""
    from halfturn.server.ops import serve as serving
    from halfturn.server.ops.settings import Settings as ServerSettings

    settings = ServerSettings(
        proxies=proxies(proxy),
        host_names=host_names(host_name),
        webhook_hosts=hosts(webhook_host),
        thinkers=thinkers,
        worker_secret=secret_in(secret_file),
        metrics_from=networks(metrics_from),
        keep_unstarted=keep_unstarted,
        keep_abandoned=keep_abandoned,
        keep_finished=keep_finished,
    )
    serving.main(
        port,
        lan,
        data,
        open_browser,
        settings,
        logs=log,
        database=database,
        redis=redis,
        node=node,
    )


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
