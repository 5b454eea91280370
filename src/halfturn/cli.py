"""The command line: `halfturn`, `python -m halfturn`.

The commands load what they need when they run, so that each starts quickly.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer
from typer.exceptions import TyperException

from halfturn import admin, working
from halfturn.core.errors import BadOptions, HalfturnError
from halfturn.terminal import command
from halfturn.terminal.characters import never_fail_on_characters

if TYPE_CHECKING:
    from halfturn.core import Game, Rng
    from halfturn.terminal.screen import Screen

app = typer.Typer(
    name="halfturn",
    help="Modern tabletop games. Without a command: the web app in your browser.",
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help=f"A game's id; {command()} games lists them.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the game.")
]


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
        _complain(f"{error.format_message().rstrip('.')}. Try: {command()} --help")
        return 2
    except HalfturnError as error:
        _complain(str(error))
        return 1
    except BrokenPipeError:
        raise
    except Exception as error:
        _complain(
            f"something is wrong in Halfturn itself ({type(error).__name__}: {error}). Please "
            "report it with what you did; HALFTURN_DEBUG=1 shows where it happened."
        )
        return 1


def _complain(sentence: str) -> None:
    if os.environ.get("HALFTURN_DEBUG", "") not in ("", "0"):
        traceback.print_exc()
    print(f"halfturn: {sentence}", file=sys.stderr)


# ---- playing ----


@app.callback()
def _without_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    from halfturn import __version__

    if version:
        print(f"halfturn {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        if (Path(__file__).parent / "web" / "index.html").exists():
            serve(open_browser=True)
        else:
            menu()


@app.command()
def menu() -> None:
    """Choose a game from a menu, and play it in the terminal."""
    from halfturn import __version__
    from halfturn.terminal.menu import menu as show_menu

    show_menu(_screen(), _rng(None), __version__)


@app.command()
def play(
    game_id: Annotated[str, typer.Argument(metavar="GAME", help="Not needed with --from.")] = "",
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Who plays: you, names of people, and bots (novice, casual, strong, expert).",
        ),
    ] = "",
    settings: Settings = None,
    preset: Annotated[str, typer.Option(metavar="NAME", help="A named way of playing.")] = "",
    match: Annotated[
        bool | None, typer.Option("--match/--single", help="A fair match, or a single game.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="A match of so many games.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Deal and think the same every time, for experiments."),
    ] = None,
    saved: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    position: Annotated[
        str, typer.Option("--from-position", metavar="TEXT", help="Begin with a position.")
    ] = "",
) -> None:
    """Play a game, with anybody at the keyboard and with bots."""
    from halfturn.terminal import starting
    from halfturn.terminal.players import read_players
    from halfturn.terminal.playing import play as play_sitting
    from halfturn.terminal.sitting import Sitting

    words = players.split(",") if players else []
    wishes = starting.Wishes(tuple(words), preset, tuple(settings or ()), match, games, position)
    screen = _screen()
    if saved is not None:
        found = starting.saved_match(saved, game_id, wishes)
        begun = found.match
        if found.note and not words:
            screen.show(found.note)
        words = words or found.players
    else:
        begun = starting.new_match(_game(game_id), wishes)
    seats = begun.current.state.seats
    table = read_players(words or starting.usual_players(seats))
    if len(table) != seats:
        raise BadOptions(f"expected {seats} players, got {len(table)}: {', '.join(words)}")
    if saved is None and not position:
        sentence = starting.length_sentence(begun)
        if sentence:
            screen.show(sentence, "dim")
    sitting = Sitting(begun, table, screen, _rng(seed))
    if saved is not None:
        sitting.mark_saved()
    play_sitting(sitting)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")],
    view: Annotated[
        str, typer.Option(help="Through whose eyes: A, B … or all. Left out: a spectator's.")
    ] = "",
    everything: Annotated[bool, typer.Option("--all", help="Show all positions at once.")] = False,
) -> None:
    """Step through a saved game."""
    from halfturn.terminal.files import read_saved
    from halfturn.terminal.replay import Replay

    saved = read_saved(file)
    screen = _screen()
    if saved.note:
        screen.show(saved.note)
    shown = Replay(saved.match, saved.players, view, screen)
    if everything or not sys.stdin.isatty():
        shown.show_all()
    else:
        shown.walk()


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
    log: Annotated[
        Literal["text", "json"], typer.Option(help="How what goes wrong is written down.")
    ] = "text",
    webhook_host: working.Hosts = None,
    thinkers: working.Thinkers = 2,
    secret_file: working.SecretFile = None,
    metrics_from: working.Networks = None,
) -> None:
    """Serve tables to browsers, on this machine and in the home network."""
    from halfturn.server import serve as serving
    from halfturn.server.settings import Settings as ServerSettings

    settings = ServerSettings(
        proxies=tuple(proxy or ()),
        webhook_hosts=tuple(host.lower() for host in webhook_host or ()),
        thinkers=thinkers,
        worker_secret=working.secret_in(secret_file),
        metrics_from=working.networks(metrics_from),
    )
    serving.main(port, lan, data, open_browser, settings, logs=log)


app.command()(working.worker)
app.add_typer(admin.app, name="admin")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.")],
) -> None:
    """Check that the deals of a table's game follow from the secret that was fixed before it."""
    from halfturn.core.data import load_with_owner_data
    from halfturn.server.proof import report
    from halfturn.terminal.files import read_text

    print("\n".join(report(read_text(file), load_with_owner_data)))


# ---- looking ----


@app.command()
def games() -> None:
    """List the games with their presets and options."""
    from halfturn.core.registry import game_ids, load
    from halfturn.terminal.listing import list_game

    screen = _screen()
    for at, id in enumerate(game_ids()):
        if at:
            screen.show()
        list_game(screen, load(id))


@app.command()
def rules(game_id: GameId) -> None:
    """Show the rules of a game."""
    _screen().markdown(_game(game_id).rules())


@app.command()
def position(
    game_id: GameId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The position in notation.")],
) -> None:
    """Draw a position as the seat that is asked sees it, and list its choices."""
    from halfturn.terminal.choices import entries, in_columns

    state = _game(game_id).position(text)
    screen = _screen()
    decision = state.decision
    screen.board(state.game, state.view(None if decision is None else decision.seat))
    screen.show()
    if decision is None:
        screen.show("The game is over.")
        return
    previews = [state.preview(option) for option in decision.options]
    screen.draw(in_columns(entries(decision.options, previews, decision.seat), screen.width))


@app.command()
def perft(
    game_id: GameId,
    depth: Annotated[int, typer.Option(min=0, help="How many answers deep.")] = 3,
    position: Annotated[str, typer.Option(metavar="TEXT", help="Count from this position.")] = "",
    settings: Settings = None,
    divide: Annotated[bool, typer.Option("--divide", help="Tell the first answers apart.")] = False,
) -> None:
    """Count every line of answers, the classic check of a rules engine."""
    from halfturn.core import perft as counting
    from halfturn.terminal.starting import chosen_options

    game = _game(game_id)
    if position and settings:
        raise BadOptions("a position holds its options itself: leave --set out")
    if position:
        state = game.position(position)
    else:
        state = game.start(options=chosen_options(game, "", settings or []))
    if divide and depth > 0:
        counts = counting.divide(state, depth)
        for option, lines in counts:
            print(f"{option} {lines}")
        print(f"total {sum(lines for _, lines in counts)}")
        return
    for each in range(depth + 1):
        print(f"depth {each}: {counting.perft(state, each)}", flush=True)


@app.command()
def doctor() -> None:
    """Tell what is installed, whether it is compiled, and which card files are in force."""
    from halfturn.terminal.doctor import examine

    if not examine(_screen()):
        raise typer.Exit(1)


# ---- comparing bots ----


@app.command()
def arena(
    game_id: GameId,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT…", help="novice, casual, strong, expert, search:200, …"),
    ],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 200,
    settings: Settings = None,
    preset: Annotated[str, typer.Option(metavar="NAME", help="A named way of playing.")] = "",
    seed: Annotated[int, typer.Option(metavar="N", help="Of the deals and the bots.")] = 1,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep every game there, and go on with what it has."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, metavar="N", help="Processes; 0: all cores.")] = 0,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop once it is clear whether the first is stronger.")
    ] = False,
    elo0: Annotated[float, typer.Option(help="With --sprt: no stronger than this …")] = 0.0,
    elo1: Annotated[float, typer.Option(help="… or at least as strong as this.")] = 30.0,
    clock: Annotated[str, typer.Option(help="Think by: wall, or cpu if it is busy.")] = "wall",
    as_json: Annotated[bool, typer.Option("--json", help="The figures for a program.")] = False,
) -> None:
    """Let bots play each other, and tell how strong they are."""
    from halfturn.bots.arena import command as trial
    from halfturn.bots.arena.statistics import Sprt
    from halfturn.core.options import option_words
    from halfturn.terminal.starting import chosen_options

    if sprt and not elo0 < elo1:
        raise BadOptions(f"expected --elo0 below --elo1, got {elo0:g} and {elo1:g}")
    game = _game(game_id)
    options = option_words(chosen_options(game, preset, settings or []))
    test = Sprt(elo0, elo1) if sprt else None
    trial.arena(game, options, bots, trial.Wishes(games, seed, jobs, file, test, as_json, clock))


# ---- building ----


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The id of the new game.")],
    into: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to put it.")] = Path(),
) -> None:
    """Begin a game of your own: a small running one in a package of its own."""
    from halfturn.contract.newgame import new_game as make

    for path in make(name, into):
        print(path)
    print(f"A small game that runs. Its {into / name / 'README.md'} tells how to go on.")


@app.command()
def contract(game_id: GameId) -> None:
    """Check a game against the contract, and tell what it lacks."""
    from halfturn.contract import report

    results = report(_game(game_id))
    for result in results:
        print(f"{'holds ' if result.ok else 'LACKS '} {result.name}")
        if not result.ok:
            print(f"       {result.message}")
    lacking = sum(not result.ok for result in results)
    print(f"{len(results) - lacking} of {len(results)} hold.")
    if lacking:
        raise typer.Exit(1)


@app.command()
def clauses(root: Annotated[Path, typer.Argument(help="The project's folder.")] = Path()) -> None:
    """Print which tests cover which clause of the rules."""
    from halfturn.contract.clauses import main as print_clauses

    raise typer.Exit(print_clauses(root))


@app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": [],
    }
)
def bench(context: typer.Context) -> None:
    """Measure the speed of the rules; bench --help tells more."""
    from halfturn import bench as benching

    raise typer.Exit(benching.main(list(context.args)))


# ---- what the commands share ----


def _screen() -> Screen:
    from halfturn.terminal.screen import Screen

    return Screen()


def _rng(seed: int | None) -> Rng:
    from halfturn.core.rng import SeededRng, SystemRng

    return SystemRng() if seed is None else SeededRng(seed)


def _game(id: str) -> Game:
    """The game with the cards of its owner, where there is a file of them."""
    from halfturn.core.data import load_with_owner_data
    from halfturn.core.registry import game_ids

    if not id:
        raise BadOptions(f"which game? Expected one of {', '.join(game_ids())}")
    return load_with_owner_data(id)
