"""The command line: `halfturn`, `python -m halfturn`. The commands are in `halfturn.commands`."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from halfturn.commands import (
    admin,
    arena,
    bench,
    bot,
    clauses,
    compile,
    contract,
    doctor,
    games,
    menu,
    new_game,
    perft,
    play,
    position,
    replay,
    rules,
    serve,
    verify,
    worker,
)
from halfturn.commands.blame import blame
from halfturn.core.errors import HalfturnError
from halfturn.terminal import command
from halfturn.terminal.characters import never_fail_on_characters

app = typer.Typer(
    name="halfturn",
    help="Modern tabletop games. Without a command: the web app in your browser.",
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for each in (
    menu,
    play,
    replay,
    serve,
    worker,
    verify,
    games,
    rules,
    position,
    perft,
    doctor,
    arena,
    bot,
    new_game,
    contract,
    clauses,
    bench,
    compile,
):
    app.add_typer(each.app)
app.add_typer(admin.app, name="admin")


def main(words: list[str] | None = None) -> NoReturn:
    """Run the command line; whatever goes wrong is told in one sentence."""
    never_fail_on_characters()
    try:
        code = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has had enough, as in `halfturn games | head -1`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0
    except SystemExit as leaving:
        # The same, as rich and typer tell it; to us nothing has failed.
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        code = 0
    sys.exit(code)


def _run(words: list[str] | None) -> int:
    try:
        code = app(words, prog_name=command(), standalone_mode=False)
        return code if isinstance(code, int) else 0
    except TyperException as error:
        context = getattr(error, "ctx", None)
        asked = command() if context is None else context.command_path
        _complain(f"{error.format_message().rstrip('.')}. Try: {asked} --help")
        return 2
    except typer.Abort:  # somebody left a question unanswered
        print()
        _complain("nothing was done")
        return 1
    except HalfturnError as error:
        _complain(str(error))
        return 1
    except BrokenPipeError:
        raise
    except Exception as error:
        _complain(blame(error))
        return 1


def _complain(sentence: str) -> None:
    if os.environ.get("HALFTURN_DEBUG", "") not in ("", "0"):
        traceback.print_exc()
    print(f"halfturn: {sentence}", file=sys.stderr)


@app.callback()
def _without_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    from halfturn import __version__, installation

    if version:
        print(f"halfturn {__version__}")
        raise typer.Exit
    if context.invoked_subcommand in (None, "menu", "play", "serve"):
        installation.make_in_background(quietly=context.invoked_subcommand in ("menu", "play"))
    if context.invoked_subcommand is None:
        if (installation.web_app() / "index.html").exists():
            serve.serve(open_browser=True)
        else:
            menu.menu()
