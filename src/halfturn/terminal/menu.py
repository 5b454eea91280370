"""The menu: a few questions, each with an answer that Enter accepts, and a game begins."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from halfturn.bots import LEVELS
from halfturn.core import BadOptions, Game, GameOptions, HalfturnError, Preset, Rng, seat_letter
from halfturn.core.data import load_with_owner_data
from halfturn.core.match import Match
from halfturn.core.registry import game_ids
from halfturn.terminal.files import Saved, read_saved
from halfturn.terminal.listing import players
from halfturn.terminal.players import Player, read_players
from halfturn.terminal.playing import play
from halfturn.terminal.screen import EndOfInput, Screen
from halfturn.terminal.sitting import Leave, Sitting
from halfturn.terminal.starting import usual_length, usual_players

Answer = TypeVar("Answer")

BOT_WORDS: Final = f"{', '.join(list(LEVELS)[:-1])} or {list(LEVELS)[-1]}"
"""The levels, for a sentence."""


def menu(screen: Screen, rng: Rng, version: str) -> None:
    """Ask what to play, and play it."""
    screen.show(f"Halfturn {version}", "bold")
    screen.show("Enter takes what stands in brackets; quit leaves.", "dim")
    try:
        sitting = _choose(screen, rng)
    except (Leave, EndOfInput):
        screen.show()
        screen.show("Bye.")
        return
    except KeyboardInterrupt:
        screen.show()
        screen.show("Bye.")
        raise
    screen.show()
    play(sitting)


def _choose(screen: Screen, rng: Rng) -> Sitting:
    games = _games(screen)
    fit = [str(at) for at, game in enumerate(games.values(), start=1) if isinstance(game, Game)]
    usual = fit[0] if fit else ""
    prompt = f"Which game, or load FILE? [{usual}] " if usual else "Load FILE, or quit? "
    chosen = _ask(screen, prompt, lambda line: _game(games, line or usual))
    if isinstance(chosen, Saved):
        if chosen.note:
            screen.show(chosen.note)
        words = chosen.players or usual_players(chosen.match.current.state.seats)
        sitting = Sitting(chosen.match, read_players(words), screen, rng)
        sitting.mark_saved()
        return sitting
    players = _ask_players(screen, chosen)
    return Sitting(_ask_way(screen, chosen, len(players)), players, screen, rng)


def _ask(screen: Screen, prompt: str, understand: Callable[[str], Answer]) -> Answer:
    """Ask until the answer is understood."""
    while True:
        line = screen.ask(prompt)
        if line.lower() in ("quit", "exit", "q"):
            raise Leave
        try:
            return understand(line)
        except HalfturnError as error:
            screen.complain(error)


# ---- which game ----


def _games(screen: Screen) -> dict[str, Game | HalfturnError]:
    """Show and return the games by their ids; one that cannot be played with what is wrong."""
    found: dict[str, Game | HalfturnError] = {}
    for number, id in enumerate(game_ids(), start=1):
        try:
            game = load_with_owner_data(id)
        except HalfturnError as error:
            found[id] = error
            screen.show(f"  {number}  {id} cannot be played now:")
            screen.complain(error)
        else:
            found[id] = game
            screen.show(f"  {number}  {game.title}, {players(game)}")
    return found


def _game(games: dict[str, Game | HalfturnError], line: str) -> Game | Saved:
    """A game by its number, id or title, or a saved one."""
    word, _, rest = line.partition(" ")
    if word.lower() == "load" and rest:
        return read_saved(Path(os.path.expanduser(rest.strip())))
    for number, (id, game) in enumerate(games.items(), start=1):
        if line in (str(number), id, getattr(game, "title", "")):
            if isinstance(game, HalfturnError):
                raise game
            return game
    raise BadOptions(f"expected a number from 1 to {len(games)} or load FILE, got {line!r}")


# ---- who plays ----


def _ask_players(screen: Screen, game: Game) -> list[Player]:
    usual = usual_players(game.min_seats)
    screen.show()
    screen.show(f"Who plays? Write names for people, {BOT_WORDS} for bots, A first;")
    screen.show(f"or a number from {game.min_seats} to {game.max_seats}, to be asked seat by seat.")
    found = _ask(
        screen,
        f"Players? [{', '.join(usual)}] ",
        lambda line: _players(game, line or ",".join(usual)),
    )
    return found if isinstance(found, list) else _ask_seats(screen, found)


def _players(game: Game, line: str) -> list[Player] | int:
    """The players by their words, or how many there are to be."""
    words = line.replace(",", " ").split()
    count = int(line) if line.isdecimal() and len(line) < 3 else len(words)
    if not game.min_seats <= count <= game.max_seats:
        wanted = f"{game.min_seats} to {game.max_seats}"
        raise BadOptions(f"{game.title} is for {wanted} players, got {count}")
    return count if line.isdecimal() else read_players(words)


def _ask_seats(screen: Screen, seats: int) -> list[Player]:
    words: list[str] = []
    for seat, usual in enumerate(usual_players(seats)):
        prompt = f"Who sits at {seat_letter(seat)}: you, a name, {BOT_WORDS}? [{usual}] "
        words = _ask(screen, prompt, partial(_joined, words, usual))
    return read_players(words)


def _joined(words: list[str], usual: str, line: str) -> list[str]:
    """The words so far and one more, once they are names that go together."""
    joined = [*words, line or usual]
    read_players(joined)
    return joined


# ---- which way ----


def _ask_way(screen: Screen, game: Game, seats: int) -> Match:
    """Ask for a preset, and for a match or a single game."""
    presets = list(_presets(game, seats).values())
    screen.show()
    width = max((len(preset.title) + 3 for preset in presets), default=0)
    for number, preset in enumerate(presets, start=1):
        screen.entry(f"{number}  {preset.title}", preset.description, width)
    length = usual_length(game, seats)
    other = 1 if length > 1 else game.match_length(seats)
    asked = "Which way? " if presets else "Ready? "
    if length > 1:
        because = game.why_match(presets[0].options if presets else game.options_type())
        why = f"A match of {length} games in which everybody begins once, since {because}"
        screen.show(f"{why}; add single for just one.")
        usual = f"[1, match of {length}]" if presets else f"[match of {length}]"
    else:
        more = f"; add match for {other}, everybody beginning once" if other > 1 else ""
        screen.show(f"It is a single game{more}.")
        usual = "[1, single game]" if presets else "[single game]"
    return _ask(screen, f"{asked}{usual} ", lambda line: _match(game, seats, line, length))


def _presets(game: Game, seats: int) -> dict[str, Preset]:
    """The presets that so many can play."""
    found = {}
    for name, preset in game.presets.items():
        try:
            game.check_options(seats, preset.options)
        except BadOptions:
            continue
        found[name] = preset
    return found


def _match(game: Game, seats: int, line: str, length: int) -> Match:
    """The match that an answer like `2 single` means."""
    fitting = _presets(game, seats).values()
    options: list[GameOptions | None] = [preset.options for preset in fitting]
    chosen = options[0] if options else None
    for word in line.replace(",", " ").lower().split():
        if word == "single":
            length = 1
        elif word == "match":
            length = game.match_length(seats)
        elif word in game.presets:
            chosen = game.presets[word].options
        elif word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(options):
            chosen = options[int(word) - 1]
        else:
            numbers = f"a number from 1 to {len(options)}, " if options else ""
            raise BadOptions(f"expected {numbers}single or match, got {word!r}")
    return Match.start(game, seats, chosen, length)
