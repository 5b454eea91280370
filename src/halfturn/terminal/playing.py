"""Playing a sitting from its first question to its last result."""

from __future__ import annotations

import shlex
from typing import Final

from halfturn.core import HalfturnError, seat_letter
from halfturn.core.data import data_home
from halfturn.terminal import command
from halfturn.terminal.asking import Asking
from halfturn.terminal.commands import HELP, run_command, show_help
from halfturn.terminal.files import free_path, save
from halfturn.terminal.screen import EndOfInput
from halfturn.terminal.sitting import Leave, Sitting
from halfturn.terminal.telling import result_words, standing, verdict

UNFINISHED: Final = "unfinished"
"""The folder, beside the owner's files, for games that were interrupted."""


def play(sitting: Sitting) -> None:
    """Play until the match is over and nobody wants another, or until somebody leaves."""
    screen = sitting.screen
    try:
        _introduce(sitting)
        going_on = True
        while going_on:
            seat = sitting.go_on()
            if seat is None:
                going_on = _finish_game(sitting)
            else:
                Asking(sitting, seat).ask()
    except Leave:
        screen.show("Bye.")
    except EndOfInput:
        screen.show()
        screen.show(f"The input ended. {_what_is_lost(sitting)}")
    except KeyboardInterrupt:
        screen.show()
        screen.show(f"Bye. {_keep(sitting)}")
        raise


def _introduce(sitting: Sitting) -> None:
    title = sitting.through.game.title
    seats = range(len(sitting.players))
    players = ", ".join(f"{seat_letter(seat)} {sitting.name(seat)}" for seat in seats)
    sitting.screen.show(f"{title}: {players}.", "bold")
    if sitting.people:
        sitting.screen.show(
            "Type a choice or its number. help tells how choices are written and what else there "
            "is, rules how to play.",
            "dim",
        )


def _what_is_lost(sitting: Sitting) -> str:
    if sitting.match.over or not sitting.unsaved:
        return "Nothing is lost."
    return "The game was not saved; next time, save FILE keeps it."


def _keep(sitting: Sitting) -> str:
    """Keep what nobody could be asked about any more; says where it is."""
    if sitting.match.over or not sitting.unsaved:
        return "Nothing is lost."
    folder = data_home() / UNFINISHED
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = free_path(sitting.through.game.id, folder)
        save(path, sitting.text)
    except (HalfturnError, OSError):
        return _what_is_lost(sitting)
    return f"The game is kept. To go on: {command()} play --from {shlex.quote(str(path))}"


# ---- the end of a game ----


def _finish_game(sitting: Sitting) -> bool:
    """Show how a game ended; whether there is more to play."""
    sitting.curtain.open()
    _show_result(sitting)
    if not sitting.people:
        if sitting.match.over:
            return False
        sitting.next_game()
        return True
    while True:
        line = sitting.screen.ask(_prompt(sitting))
        word = line.lower()
        if word == "undo":
            if sitting.take_back(sitting.viewer):
                sitting.screen.show("Taken back.")
                return True
            sitting.screen.show("There is nothing to take back.")
        elif word in ("help", "?"):
            show_help(sitting, HELP)
        elif not word or word in ("again", "next", "y", "yes", "n", "no"):
            return _next(sitting, word)
        elif not run_command(sitting, line):
            sitting.screen.complain(f"expected one of the words above, got {line!r}")


def _next(sitting: Sitting, word: str) -> bool:
    if not sitting.match.over:
        sitting.next_game()
        return True
    tie = _is_tie(sitting)
    if word in ("n", "no") or (not word and not tie):
        sitting.screen.show("Bye.")
        return False
    sitting.again()
    return True


def _is_tie(sitting: Sitting) -> bool:
    winners = sitting.match.winners
    return len(winners) > 1 and winners not in sitting.through.state.sides


def _prompt(sitting: Sitting) -> str:
    match = sitting.match
    if not match.over:
        following = len(match.games) + 1
        return f"Enter begins game {following} of {match.length} (or undo, save, log, quit): "
    if _is_tie(sitting):
        return "A tie: play again? (Enter or again; undo, save, log, quit): "
    return "again, undo, save, log or quit? [quit] "


def _show_result(sitting: Sitting) -> None:
    match, state = sitting.match, sitting.through.state
    viewer = sitting.viewer
    if not sitting.people:
        for line in sitting.story(None, result=False):
            sitting.screen.show(line)
    sitting.show_board(viewer)
    if sitting.people:
        sitting.tell_news(viewer)
    through = sitting.through
    *_, (_, _, _, events) = through.steps()
    result = result_words(through.game, state, events, sitting.name)
    if match.length > 1:
        number = f"Game {len(match.games)} of {match.length}: "
        result = number + result.removeprefix("The game is over. ")
    sitting.screen.rule(result)
    if match.over and match.length > 1:
        result = verdict(match.winners, sitting.name, state.sides)
        result = f"{result} {standing(match, sitting.name)}."
        sitting.screen.show(f"The match is over after {match.length} games. {result}", "bold")
    elif len(match.games) > 1:
        totals = standing(match, sitting.name)
        sitting.screen.show(f"After {len(match.games)} games. {totals}.", "bold")
