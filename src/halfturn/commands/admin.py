"""The commands below `halfturn admin`, for whoever looks after a server."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from halfturn.core.data import data_home
from halfturn.core.errors import HalfturnError
from halfturn.terminal import command

app = typer.Typer(help="Look after a server's data: copies, numbers, one person's part.")

Data = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Where the tables are kept.")
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="HALFTURN_DATABASE",
        show_envvar=True,
        help="A PostgreSQL that keeps the tables instead: postgresql://user:password@host/name.",
    ),
]
Unstarted = Annotated[
    int,
    typer.Option(
        min=0,
        metavar="DAYS",
        envvar="HALFTURN_KEEP_UNSTARTED",
        show_envvar=True,
        help="Delete tables whose first game never began so long after the last change; 0: never.",
    ),
]
Abandoned = Annotated[
    int,
    typer.Option(
        min=0,
        metavar="DAYS",
        envvar="HALFTURN_KEEP_ABANDONED",
        show_envvar=True,
        help="The same for games that were broken off, where nobody has set a name.",
    ),
]
Finished = Annotated[
    int,
    typer.Option(
        min=0,
        metavar="DAYS",
        envvar="HALFTURN_KEEP_FINISHED",
        show_envvar=True,
        help="The same for games that are over, where nobody has set a name.",
    ),
]
Sure = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Name = Annotated[str, typer.Argument(metavar="PERSON", help="A name, or the number behind it.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data: Data = None,
    database: Database = "",
) -> None:
    """Copy all data, whole and checked, while the server may go on."""
    from halfturn.server.ops import admin

    size = admin.backup(data or data_home(), file, database)
    print(f"{file}: {size / 1e6:.1f} MB, checked")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy made by backup.")],
    data: Data = None,
    database: Database = "",
) -> None:
    """Put a copy in the place of the data; the server has to be stopped."""
    from halfturn.server.ops import admin

    before = admin.restore(data or data_home(), file, database)
    print("the copy is in place" + (f"; what was there before is {before}" if before else ""))


@app.command()
def salvage(
    source: Annotated[
        Path, typer.Argument(metavar="SOURCE", help="The data folder, or a database file.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="RECOVERED", help="A new file for what can be read.")
    ],
) -> None:
    """Recover what can be read of a damaged database, and say what is lost; SOURCE is only read.

    Exits with 2 if something is lost. RECOVERED is put into a data folder with restore.
    """
    from halfturn.server.ops import admin

    report = admin.recover(source, target, lambda line: print(line, flush=True))
    print("\n".join(report.lines()))
    print(f"recovered into {target}; put it in place with: {command()} admin restore {target}")
    if not report.complete:
        raise typer.Exit(2)


@app.command()
def prune(
    dry: Annotated[bool, typer.Option("--dry-run", help="Delete nothing, only list.")] = False,
    older_than: Annotated[
        int | None,
        typer.Option(min=1, metavar="DAYS", help="The same number of days for all three kinds."),
    ] = None,
    keep_unstarted: Unstarted = 30,
    keep_abandoned: Abandoned = 180,
    keep_finished: Finished = 365,
    data: Data = None,
    database: Database = "",
) -> None:
    """Delete tables that nobody needs any more, as a running server does once a day.

    Tables where a game has begun and anybody has set a name are never deleted. The server has to
    be stopped, but not for --dry-run.
    """
    from halfturn.server.ops import admin
    from halfturn.server.storage.retention import Expired, Retention

    def show(each: Expired) -> None:
        day = time.strftime("%Y-%m-%d", time.gmtime(each.changed_at))
        print(f"{each.id}  last change {day}  {each.words}", flush=True)

    retention = Retention(keep_unstarted, keep_abandoned, keep_finished)
    if older_than is not None:
        retention = Retention(older_than, older_than, older_than)
    count = admin.expired(data or data_home(), database, retention, not dry, show)
    print(f"{count} tables " + ("would be deleted" if dry else "deleted"))


@app.command("delete-table")
def delete_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's part of its address.")],
    data: Data = None,
    database: Database = "",
    sure: Sure = False,
) -> None:
    """Delete one table with everything that belongs to it. The server has to be stopped."""
    from halfturn.server.ops import admin

    folder = data or data_home()
    found = admin.table_called(folder, table, database)
    if not sure and not typer.confirm(f"Delete table {found} for good?"):
        raise typer.Exit(1)
    admin.delete_table(folder, table, database)
    print("deleted; copies made by backup still have it until they are gone")


@app.command()
def move(
    to: Annotated[str, typer.Option("--to", metavar="URL", help="An empty PostgreSQL.")],
    data: Data = None,
) -> None:
    """Take everything over into a PostgreSQL, checked; the server has to be stopped."""
    from halfturn.server.ops import admin

    tables = admin.move(data or data_home(), to, lambda line: print(line, flush=True))
    print(f"{tables} tables are there now, too: serve them with --database; the file is kept")


@app.command()
def stats(
    data: Data = None,
    database: Database = "",
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Tell in numbers what there is, and whether every table can be opened."""
    from halfturn.server.ops import admin

    found = admin.stats(data or data_home(), database)
    if as_json:
        print(json.dumps(found))
    else:
        print(_numbers(found))
    if found["tables that cannot be opened"]:
        raise typer.Exit(1)


def _numbers(found: Mapping[str, Any]) -> str:
    """What there is, as a host reads it."""
    games = ", ".join(f"{count} of {game}" for game, count in found["games"].items())
    lines = [
        f"people: {found['people']}",
        f"tables: {found['tables']}" + (f" ({games})" if games else ""),
        f"  whose game is not over, or has not begun: {found['tables whose game is not over']}",
        f"  where a bot is to answer: {found['tables where a bot is asked']}",
        f"seats that people have taken: {found['seats taken']}",
        f"games begun so far: {found['games begun']}",
        f"moves, deals and the like that are kept: {found['rows of logs']}",
        f"size of the database: {found['bytes'] / 1e6:.1f} MB",
    ]
    broken = found["tables that cannot be opened"]
    if not broken:
        return "\n".join([*lines, "every table can be opened"])
    return "\n".join(
        [
            *lines,
            f"tables that cannot be opened: {', '.join(broken)}",
            f"  one whose game failed and is mended goes on after: {command()} admin release TABLE",
        ]
    )


@app.command()
def release(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's part of its address.")],
    data: Data = None,
    database: Database = "",
) -> None:
    """Let a table go on that was stopped because its game failed; the server has to be stopped."""
    from halfturn.server.ops import admin

    admin.release(data or data_home(), table, database)
    print(f"{table} goes on with the next start; if its game fails again, it is stopped again")


@app.command()
def export(
    person: Name,
    file: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Else it is printed.")
    ] = None,
    data: Data = None,
    database: Database = "",
) -> None:
    """Write all that is kept about one person, as JSON."""
    from halfturn.server.ops import admin

    found = admin.export_person(data or data_home(), person, database)
    text = json.dumps(found, indent=2)
    if file is None:
        sys.stdout.write(text + "\n")
        return
    try:
        # Nobody else's business: the file is for its owner from the beginning.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", encoding="utf-8") as opened:
            opened.write(text + "\n")
    except OSError as error:
        raise HalfturnError(f"{file} cannot be written: {error.strerror}") from None
    print(f"{file}: {len(text)} characters")


@app.command()
def delete(
    person: Name,
    data: Data = None,
    database: Database = "",
    sure: Sure = False,
) -> None:
    """Forget one person for good; their games stay. The server has to be stopped."""
    from halfturn.server.ops import admin

    folder = data or data_home()
    found = admin.person_called(folder, person, database)
    if not sure and not typer.confirm(f"Forget {found.name} ({found.id}) for good?"):
        raise typer.Exit(1)
    admin.delete_person(folder, str(found.id), database)
    print("forgotten; copies made by backup still know them until they are gone")
