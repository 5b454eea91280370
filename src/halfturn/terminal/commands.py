"""The words that can be typed at every prompt of a game."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Final

from halfturn.core import Game, HalfturnError
from halfturn.core.secrecy import hides_something
from halfturn.terminal import command
from halfturn.terminal.files import free_path, save
from halfturn.terminal.sitting import Leave, Sitting

EXPLAIN: Final = ("explain NAME", "what a card or tile does")
HELP: Final = (
    ("undo", "take back your last choice and all that came after it"),
    ("save [FILE]", "write the game to a file; `play --from FILE` goes on with it"),
    ("log", "everything that has happened"),
    ("board", "draw the board again"),
    EXPLAIN,
    ("rules", "the rules of the game, and how moves are written"),
    ("help", "this list; also ?"),
    ("quit", "leave the game"),
)
TURN_HELP: Final = (
    ("NUMBER", "the choice with that number"),
    ("NOTATION", "the choice itself, or a part of it that fits no other; several go on one line"),
    ("list [TEXT]", "all choices, or those with that text in them"),
    ("hint", "the best few choices, what they come to, and why"),
)

SCRATCH_HELP: Final = (("scratch", "a table to lay and move cards on before you play anything"),)


def run_command(sitting: Sitting, line: str) -> bool:
    """Carry out a command that works at every prompt; False for any other line.

    Undo is not among them: it changes whose turn it is, so each prompt sees to it.
    """
    word, _, rest = line.partition(" ")
    match word.lower():
        case "save":
            save_game(sitting, rest.strip())
        case "quit" | "exit" | "q":
            leave(sitting)
        case "log" | "history":
            for text in sitting.story(sitting.viewer) or ["Nothing has happened yet."]:
                sitting.screen.show(text)
        case "board":
            sitting.show_board(sitting.viewer)
        case "explain" | "what":
            explain(sitting, rest.strip())
        case "rules":
            sitting.screen.markdown(sitting.through.game.rules())
        case _:
            return False
    return True


def explain(sitting: Sitting, word: str) -> None:
    """Tell what something of this game means."""
    game = sitting.through.game
    if not word:
        sitting.screen.show("Explain what? Type the name behind it: explain NAME.")
        return
    found = game.explain(sitting.through.state.view(sitting.viewer), word)
    if not found:
        found = f"There is nothing to explain about {word!r} here; rules has the whole page."
    sitting.screen.show(found)


def show_help(sitting: Sitting, entries: tuple[tuple[str, str], ...] = HELP) -> None:
    """List what can be typed, without what this game has no use for."""
    if type(sitting.through.game).explain is Game.explain:
        entries = tuple(entry for entry in entries if entry != EXPLAIN)
    width = max(len(word) for word, _ in entries)
    for word, meaning in entries:
        sitting.screen.entry(word, meaning, width)


def save_game(sitting: Sitting, name: str) -> bool:
    """Save to a file of that name, or to a new one; whether it was done."""
    screen = sitting.screen
    game = sitting.through.game
    try:
        path = Path(os.path.expanduser(name)) if name else free_path(game.id, Path.cwd())
        if path.is_dir():
            path = free_path(game.id, path)
        if path.exists() and not screen.agree(f"{path} exists already. Overwrite it?"):
            screen.show("Not saved. Give another name: save FILE")
            return False
        save(path, sitting.text)
    except (HalfturnError, OSError, ValueError) as error:
        screen.complain(error)
        return False
    sitting.mark_saved()
    then = "To see it again: {} replay" if sitting.match.over else "To go on: {} play --from"
    screen.show(f"Saved to {path}. {then.format(command())} {shlex.quote(str(path))}")
    if hides_something(sitting.through.state, range(len(sitting.players))):
        screen.show("The file holds every card, hidden ones too: no peeking.", "dim")
    return True


def leave(sitting: Sitting) -> None:
    """Leave the game, after asking whether to save what would be lost."""
    if not sitting.match.over and sitting.unsaved:
        answer = sitting.screen.ask("Save the game first? [y/N, or c to go on playing] ").lower()
        if answer in ("c", "cancel"):
            return
        if answer in ("y", "yes") and not save_game(sitting, ""):
            return
    raise Leave
