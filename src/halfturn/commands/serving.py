"""Playing in the browser: `serve`, and `verify` for what was played there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from halfturn.commands import admin, working

app = typer.Typer()


@app.command()
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The next free one if it is taken.")
    ] = 8321,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones in the home network join, too.")
    ] = False,
    data: admin.Data = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open it in the browser.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front that may say who asks."),
    ] = None,
    host_name: working.HostNames = None,
    log: Annotated[
        Literal["text", "json"], typer.Option(help="How what goes wrong is written down.")
    ] = "text",
    webhook_host: working.Hosts = None,
    thinkers: working.Thinkers = 2,
    secret_file: working.SecretFile = None,
    metrics_from: working.Networks = None,
    keep_unstarted: admin.Unstarted = 30,
    keep_abandoned: admin.Abandoned = 180,
    keep_finished: admin.Finished = 365,
    database: admin.Database = "",
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
        proxies=working.proxies(proxy),
        host_names=working.host_names(host_name),
        webhook_hosts=working.hosts(webhook_host),
        thinkers=thinkers,
        worker_secret=working.secret_in(secret_file),
        metrics_from=working.networks(metrics_from),
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


app.command()(working.worker)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.")],
) -> None:
    """Check that the deals of a table's game follow from the secret that was fixed before it."""
    from halfturn.core.data import load_with_owner_data
    from halfturn.core.errors import BadRecord
    from halfturn.server.tables.proof import report
    from halfturn.terminal.files import read_text

    text = read_text(file)
    try:
        lines = list(report(text, load_with_owner_data))
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
    print("\n".join(lines))
