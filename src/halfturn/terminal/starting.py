"""What has to be settled before a sitting begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from halfturn.bots import USUAL
from halfturn.core import BadOptions, Game, GameOptions
from halfturn.core.match import Match
from halfturn.core.options import option_words, read_option_words
from halfturn.core.playthrough import Playthrough
from halfturn.terminal.files import Saved, read_saved


@dataclass(frozen=True)
class Wishes:
    """What somebody asked for on the command line."""

    players: Sequence[str] = ()
    preset: str = ""
    settings: Sequence[str] = ()
    match: bool | None = None
    games: int | None = None
    position: str = ""


def usual_length(game: Game, seats: int) -> int:
    """How many games are played unless somebody wants it otherwise.

    With two players who begins can decide a game: a match evens that out.
    """
    return game.match_length(seats) if seats == 2 else 1


def usual_players(seats: int) -> list[str]:
    """Who plays unless somebody wants it otherwise."""
    return ["you"] + [USUAL] * (seats - 1)


def new_match(game: Game, wishes: Wishes) -> Match:
    """The match that is wished for, before its first deal."""
    if wishes.position:
        if wishes.preset or wishes.settings:
            raise BadOptions("a position holds its options itself: leave --set and --preset out")
        at = Playthrough.at(game.position(wishes.position))
        wants_more = wishes.match or wishes.games is not None
        return Match([at], _length(game, at.state.seats, wishes) if wants_more else 1)
    seats = len(wishes.players) or game.min_seats
    options = chosen_options(game, wishes.preset, wishes.settings)
    return Match.start(game, seats, options, _length(game, seats, wishes))


def _length(game: Game, seats: int, wishes: Wishes) -> int:
    if wishes.games is not None:
        if wishes.match is False and wishes.games != 1:
            raise BadOptions(f"expected --single or --games, got --single and {wishes.games} games")
        return wishes.games
    if wishes.match is None:
        return usual_length(game, seats)
    return game.match_length(seats) if wishes.match else 1


def chosen_options(game: Game, preset: str, words: Sequence[str]) -> GameOptions:
    """The options of a preset, or the defaults, changed by words `name=value`."""
    if preset and preset not in game.presets:
        known = ", ".join(game.presets) or "none: the game has no presets"
        raise BadOptions(f"expected a preset among {known}, got {preset!r}")
    of_preset = option_words(game.presets[preset].options) if preset else []
    return read_option_words(game.options_type, [*of_preset, *words])


def saved_match(path: Path, game_id: str, wishes: Wishes) -> Saved:
    """A saved match, if it is one of the game that is wished for."""
    if wishes != Wishes(players=wishes.players):
        raise BadOptions("a saved game keeps its settings: give --from without other wishes")
    saved = read_saved(path)
    got = saved.match.current.game.id
    if game_id not in ("", got):
        raise BadOptions(f"{path}: expected a game of {game_id}, got {got}")
    return saved


def length_sentence(match: Match) -> str:
    """What is going to be played, and how to have it the other way; empty where it is usual."""
    state, length = match.current.state, match.length
    usual = usual_length(state.game, state.seats)
    why = state.game.why_match(state.options)
    if length == usual > 1:
        return f"A match of {length} games, since {why}; --single plays just one."
    if length == 1 < usual:
        return f"A single game, though {why}; --match plays {usual}."
    return ""
