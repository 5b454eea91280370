"""The command line, run as a user runs it: a process of its own."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from halfturn import load
from halfturn.cli import main
from halfturn.games.swirling_heroes.cards import standard_cards

COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*[349][0-9][;m]")
ROW = "field A:0123@0,0; hand B 1032 0132; turn B"


class Shell:
    """Runs `halfturn` in an empty folder with an empty home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()

    def environment(self, **more: str) -> dict[str, str]:
        unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "HALFTURN_DEBUG", "PYTHONIOENCODING")
        kept = {name: value for name, value in os.environ.items() if name not in unwanted}
        return {**kept, "HALFTURN_HOME": str(self.home), "PYTHONUTF8": "1", **more}

    def __call__(
        self, *words: str, typed: str = "", **more: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "halfturn", *words],
            cwd=self.folder,
            env=self.environment(**more),
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    def fails(self, *words: str, typed: str = "", **more: str) -> str:
        """The one sentence on stderr of a run that fails."""
        done = self(*words, typed=typed, **more)
        assert done.returncode in (1, 2), done
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("halfturn: ")
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def words(text: str) -> str:
    return " ".join(text.split())


# ---- playing ----


def test_a_game_to_the_end_then_saved_and_replayed_and_gone_on_with(shell: Shell) -> None:
    typed = "1\n" * 6 + "save done\n" + "quit\n"
    done = shell("play", "swirling-heroes", "--single", "--seed", "7", typed=typed)
    assert done.returncode == 0, done.stderr
    assert "A single game, though with mirrored hands whoever goes second can always win" in words(
        done.stdout
    )
    assert "The game is over" in words(done.stdout)
    assert done.stdout.rstrip().endswith("Bye.")
    replayed = shell("replay", "done", "--all")
    assert replayed.returncode == 0
    assert "position 12 of 12" in replayed.stdout
    assert "The game is over. Casual won." in replayed.stdout or "You won." in replayed.stdout
    again = shell("play", "--from", "done", typed="undo\n1\n")
    assert again.returncode == 0
    assert "Taken back." in again.stdout


def test_the_match_is_the_default_for_two_and_says_why(shell: Shell) -> None:
    done = shell("play", "swirling-heroes", "--seed", "7", typed="1\n" * 6 + "\n" + "1\n" * 6)
    assert (
        "A match of 2 games, since with mirrored hands whoever goes second can always win"
        in words(done.stdout)
    )
    assert "--single" in done.stdout
    assert "The match is over after 2 games." in words(done.stdout)


def test_the_same_seed_is_the_same_game(shell: Shell) -> None:
    runs = [
        shell("play", "swirling-heroes", "--players", "greedy,random", "--seed", "3").stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert "The match is over" in runs[0]


def test_presets_options_and_names(shell: Shell) -> None:
    done = shell(
        *("play", "swirling-heroes", "--players", "Ann,random,greedy", "--preset", "random"),
        *("--set", "first_player=A", "--set", "table=5x5"),
    )
    assert "A Ann, B Random, C Greedy." in done.stdout
    assert "Ann (A) to play" in done.stdout
    assert "hidden" in done.stdout


def test_from_a_position(shell: Shell) -> None:
    done = shell(
        *("play", "swirling-heroes", "--players", "greedy,you", "--from-position", ROW),
        typed="remove:1032\n0132\n1\n",
    )
    assert "! a card can be placed, so none may be removed" in words(done.stdout)
    assert "You (B) to play" in done.stdout


def test_without_words_a_menu_and_two_enters_start_a_match(shell: Shell) -> None:
    done = shell("menu", typed="swirling-heroes\n\n\n1\nquit\nn\n")
    assert done.returncode == 0, done.stderr
    assert "Game 1 of 2: You (A) to play" in done.stdout
    assert done.stdout.rstrip().endswith("Bye.")


def test_the_menu_by_its_name(shell: Shell) -> None:
    done = shell("menu", typed="swirling-heroes\n\n\n")
    assert done.returncode == 0, done.stderr
    assert "Game 1 of 2: You (A) to play" in done.stdout


def test_a_game_just_loaded_is_not_asked_to_be_saved(shell: Shell) -> None:
    play = ("play", "swirling-heroes", "--single", "--set", "hands=even")
    shell(*play, typed="1\nsave half\n")
    again = shell("play", "--from", "half", typed="quit\n")
    assert "Save the game first?" not in again.stdout
    assert again.stdout.rstrip().endswith("Bye.")
    further = shell("play", "--from", "half", typed="1\nquit\nn\n")
    assert "Save the game first?" in further.stdout


def test_a_record_with_players_that_cannot_be(shell: Shell) -> None:
    shell("play", "swirling-heroes", "--single", typed="1\nsave half\n")
    file = shell.folder / "half"
    file.write_text(file.read_text().replace("# players you,casual", "# players x,x"))
    for line in (("play", "--from", "half"), ("replay", "half", "--all")):
        done = shell(*line)
        assert done.returncode == 0, done.stderr
        assert "half names players that cannot be: expected a name of their own" in done.stdout
    assert "A You, B Casual." in shell("play", "--from", "half").stdout
    named = shell("play", "--from", "half", "--players", "Ann,Bob").stdout
    assert "A Ann, B Bob." in named
    assert "cannot be" not in named


def test_the_end_of_the_input_is_no_error(shell: Shell) -> None:
    for typed in ("", "\n\n", "\n\n\n1\n"):
        done = shell("menu", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")


# ---- looking ----


def test_games_lists_presets_and_options(shell: Shell) -> None:
    text = words(shell("games").stdout)
    assert "Swirling Heroes: halfturn play swirling-heroes" in text
    assert "By the book." in text
    assert "first_player" in text
    assert "shape-of-the-world*" in text


def test_doctor_tells_what_is_there(shell: Shell) -> None:
    done = shell("doctor")
    assert done.returncode == 0, done.stdout
    assert "Halfturn 0" in done.stdout
    assert "compiled" in done.stdout or "plain Python" in done.stdout
    assert load("swirling-heroes").data_hash[:12] in done.stdout
    assert str(shell.home / "swirling-heroes" / "cards.user.json") in done.stdout
    assert "All is well." in done.stdout
    for library in ("librt", "msgspec", "mypy-extensions", "rich"):
        assert f"{library} {version(library)}" in done.stdout


def test_perft_counts_and_divides(shell: Shell) -> None:
    done = shell("perft", "swirling-heroes", "--position", ROW, "--depth", "2", "--divide")
    assert done.stdout.splitlines()[-1].startswith("total ")
    done = shell("perft", "swirling-heroes", "--set", "hands=even", "--depth", "2")
    assert done.stdout == "depth 0: 1\ndepth 1: 2\ndepth 2: 12\n"


def test_a_position_is_drawn_with_its_choices(shell: Shell) -> None:
    done = shell("position", "swirling-heroes", ROW)
    assert "│3A1│" in done.stdout
    assert "1 3201@0,-1 +6 A\u22122 2 3201@1,0 +5 A\u22123" in words(done.stdout)
    done = shell("position", "sellswords", "lots")
    assert words(done.stdout).endswith("CHANCE is asked: first. first:A first:B")


def test_version_and_help(shell: Shell) -> None:
    assert shell("--version").stdout.startswith("halfturn 0")
    text = shell("--help").stdout
    assert "Usage: halfturn " in text
    for command in ("play", "games", "rules", "replay", "perft", "doctor", "new-game", "bench"):
        assert command in text


def test_help_names_the_command_that_was_typed(shell: Shell) -> None:
    done = shell("play", "--help", HALFTURN_COMMAND="python3 run.py")
    assert "Usage: python3 run.py play" in done.stdout


# ---- what can go wrong ----


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("play chess", "expected a game among"),
        ("play", "which game?"),
        ("play swirling-heroes --players Ann", "is for 2 to 4 players, got 1"),
        ("play swirling-heroes --players Ann,Ann", "got 'Ann' twice"),
        ("play swirling-heroes --set hands=large", "option 'hands': expected one of"),
        ("play swirling-heroes --set hands", "expected an option as name=value"),
        ("play swirling-heroes --preset none", "expected a preset among mirror"),
        ("play swirling-heroes --games 0", "expected a match of 1 to 1000 games, got 0"),
        ("play swirling-heroes --single --games 3", "expected --single or --games"),
        ("play swirling-heroes --from-position nonsense", "expected a section among"),
        ("play --from missing", "missing cannot be read"),
        ("play --from .", "cannot be read"),
        ("play --from missing --single", "a saved game keeps its settings"),
        ("play swirling-heroes --seed x", "Invalid value for '--seed'"),
        ("play swirling-heroes --seed x", "an integer. Try: halfturn play --help"),
        ("replay missing", "missing cannot be read"),
        ("verify missing", "missing cannot be read"),
        (f"verify {__file__}", f"{__file__}: expected a line 'halfturn record 1'"),
        ("position swirling-heroes nonsense", "expected a section among"),
        ("perft swirling-heroes --depth -1", "--depth"),
        ("rules chess", "expected a game among"),
        ("nonsense", "No such command 'nonsense'. Try: halfturn --help"),
        ("--nonsense", "No such option"),
    ],
)
def test_mistakes_are_one_sentence(
    line: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HALFTURN_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(line.split())
    shown = capsys.readouterr()
    assert caught.value.code in (1, 2)
    assert shown.out == ""
    assert shown.err.startswith("halfturn: ")
    assert shown.err.count("\n") == 1
    assert told in shown.err


def test_mistakes_look_the_same_from_outside(shell: Shell) -> None:
    assert "expected a game among" in shell.fails("play", "chess")


def until_it_waits(process: subprocess.Popen[bytes]) -> None:
    """A program that has just asked may not listen yet; here, until the system says it waits."""
    status = Path(f"/proc/{process.pid}/stat")
    for _ in range(1000):
        time.sleep(0.01)
        if status.exists() and status.read_text().rpartition(")")[2].split()[0] == "S":
            return


@contextlib.contextmanager
def heeding_interrupts() -> Iterator[None]:
    """Within which programs are started that Ctrl+C reaches, also where the tests run in the
    background of a shell, which has them ignore it and hand that on.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
def test_an_interrupted_game_is_kept(shell: Shell) -> None:
    with (
        heeding_interrupts(),
        subprocess.Popen(
            [sys.executable, "-m", "halfturn", "play", "swirling-heroes", "--set", "hands=even"],
            env=shell.environment(PYTHONUNBUFFERED="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n")
        process.stdin.flush()
        shown = b""
        while shown.count(b"You> ") < 2:
            shown += process.stdout.read(1)
        until_it_waits(process)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    [kept] = (shell.home / "unfinished").iterdir()
    assert b"Bye. The game is kept. To go on: " in out
    assert str(kept) in out.decode().replace("\n", "")
    assert error.strip() == b""
    assert "You placed" in shell("play", "--from", str(kept), typed="log\nquit\n").stdout


def test_a_broken_card_file_is_named_and_nothing_starts(shell: Shell) -> None:
    file = shell.home / "swirling-heroes" / "cards.user.json"
    file.parent.mkdir()
    card = {"id": "x", "colour": "red", "sides": [1, 1, 2, 3]}
    file.write_text(json.dumps({"version": 1, "cards": [card]}))
    told = shell.fails("play", "swirling-heroes")
    assert str(file) in told
    assert "expected a colour among orange" in told
    assert "expected sides as 0, 1, 2, 3" in told
    doctor = shell("doctor")
    assert doctor.returncode == 1
    assert "expected a colour among orange" in words(doctor.stdout)
    menu = shell("menu", typed="swirling-heroes\n")
    assert menu.returncode == 0
    assert " swirling-heroes cannot be played now:" in words(menu.stdout)
    assert words(menu.stdout).count("expected a colour among orange") == 2


def test_an_owners_cards_are_in_force(shell: Shell) -> None:
    file = shell.home / "swirling-heroes" / "cards.user.json"
    file.parent.mkdir()
    cards = [card for card in standard_cards().cards if card.colour in ("orange", "green")]
    entries = [{"id": c.id, "colour": c.colour, "sides": list(c.sides)} for c in cards]
    file.write_text(json.dumps({"version": 1, "cards": entries}))
    assert "in force" in shell("doctor").stdout
    told = shell.fails("play", "swirling-heroes", "--players", "a,b,c")
    assert "at most 2 players, got 3" in told


def test_a_bug_is_told_in_a_sentence_and_shown_on_request(shell: Shell) -> None:
    site = shell.folder / "site"
    site.mkdir()
    lines = ["import halfturn.terminal.doctor as d", "d.examine = lambda screen: 1 / 0"]
    (site / "sitecustomize.py").write_text("\n".join(lines))
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    told = shell.fails("doctor", PYTHONPATH=path)
    assert "something is wrong in Halfturn itself (ZeroDivisionError" in told
    assert "HALFTURN_DEBUG=1" in told
    assert "Traceback" in shell("doctor", PYTHONPATH=path, HALFTURN_DEBUG="1").stderr


@pytest.mark.parametrize("line", ["perft swirling-heroes --depth 3", "games", "--help"])
def test_a_reader_that_has_had_enough(shell: Shell, line: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "halfturn", *line.split()],
        env=shell.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


# ---- colours and characters ----


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252"])
def test_any_encoding_will_do(shell: Shell, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "halfturn", "play", "swirling-heroes", "--seed", "1"],
        cwd=shell.folder,
        env={**shell.environment(), "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
        input="1\nhint\n\xff\n".encode("latin-1"),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "A" in done.stdout.decode(encoding)
    if encoding == "ascii":
        assert b"+-0-+" in done.stdout or b"+-1-+" in done.stdout
    help_text = shell("--help", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert help_text.returncode == 0


def in_a_terminal(shell: Shell, typed: bytes, *words: str, **more: str) -> str:
    """Run in a pseudo-terminal and return what it showed."""
    pty = pytest.importorskip("pty")
    parent, child = pty.openpty()
    environment = {**shell.environment(), "TERM": "xterm-256color", "COLUMNS": "80", **more}
    with subprocess.Popen(
        [sys.executable, "-m", "halfturn", *words],
        cwd=shell.folder,
        env=environment,
        stdin=child,
        stdout=child,
        stderr=child,
        close_fds=True,
        start_new_session=True,
    ):
        os.close(child)
        os.write(parent, typed)
        shown = b""
        try:
            while piece := os.read(parent, 65536):
                shown += piece
        except OSError:  # how Linux tells that the other end is closed
            pass
        os.close(parent)
    return shown.decode("utf-8", errors="replace")


def test_colour_where_there_is_a_terminal_and_none_with_no_color(shell: Shell) -> None:
    play = ("play", "swirling-heroes", "--seed", "1", "--set", "hands=even")
    coloured = in_a_terminal(shell, b"quit\n", *play)
    assert COLOUR.search(coloured)
    assert "│3A1│" in re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    plain = in_a_terminal(shell, b"quit\n", *play, NO_COLOR="1")
    assert not COLOUR.search(plain)
    assert "│3A1│" in re.sub(r"\x1b\[[0-9;]*m", "", plain)


def test_a_hand_over_clears_the_terminal_and_what_lies_above(shell: Shell) -> None:
    play = ("play", "swirling-heroes", "--players", "Ann,Bob", "--preset", "random", "--single")
    shown = in_a_terminal(shell, b"\n1\n\nquit\n\n", *play)
    assert shown.count("\x1b[H\x1b[2J\x1b[3J") == 4
