"""Games by name, seats and options, as the three interfaces are given them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from halfturn.core import BadOptions, Game, GameOptions, State
from halfturn.core.options import make_options
from halfturn.core.registry import load
from halfturn.research.layouts import Layout, layout

JOINT: Final = "|"
"""Between the words of an option that takes several: `creatures=crab|fish`."""


@cache
def game_named(id: str) -> Game:
    """The game with Halfturn's own cards, made once."""
    return load(id)


def option_defaults(id: str) -> dict[str, str | int | bool]:
    """Every option of a game with its default, several words as one."""
    kind = game_named(id).options_type
    return {
        field.name: JOINT.join(field.default) if isinstance(field.default, tuple) else field.default
        for field in msgspec.structs.fields(kind)
    }


class Setting(msgspec.Struct, frozen=True):
    """A game, its seats, its options and its layout: all that adapters share."""

    game: Game
    seats: int
    options: GameOptions
    layout: Layout
    beginning: State
    """The very beginning, before CHANCE has answered anything; clone it."""

    def utilities(self, state: State, by_points: bool) -> tuple[float, ...]:
        """What a finished game is worth to each seat; the sum is always zero."""
        if not by_points:
            return _shares(state.winners, self.seats)
        scores = state.scores
        mean = sum(scores) / self.seats
        return tuple(score - mean for score in scores)

    def bounds(self, by_points: bool) -> tuple[float, float]:
        """The least and the most a game can be worth to a seat."""
        if by_points:
            least, most = self.game.score_bounds(self.seats)
            widest = (most - least) * (self.seats - 1) / self.seats
            return -widest, widest
        return -1.0, self.seats - 1.0


def counts_points(returns: str) -> bool:
    """Whether games are worth points: `returns` is win or points."""
    if returns not in ("win", "points"):
        raise BadOptions(f"returns: expected win or points, got {returns!r}")
    return returns == "points"


@cache
def _shares(winners: tuple[int, ...], seats: int) -> tuple[float, ...]:
    """The winners have the losers' points, one each; nobody has any when all tie."""
    if not winners or len(winners) == seats:
        return (0.0,) * seats
    share = (seats - len(winners)) / len(winners)
    return tuple(share if seat in winners else -1.0 for seat in range(seats))


def setting(id: str, seats: int | None, given: Mapping[str, Any]) -> Setting:
    """A game from what a caller gave; raises BadOptions with a sentence that helps."""
    return _setting(id, seats, tuple(sorted((name, _plain(given[name])) for name in given)))


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


@cache
def _setting(id: str, seats: int | None, given: tuple[tuple[str, object], ...]) -> Setting:
    game = game_named(id)
    defaults = {field.name: field.default for field in msgspec.structs.fields(game.options_type)}
    chosen = dict(given)
    for name, value in chosen.items():
        if isinstance(value, str) and isinstance(defaults.get(name), tuple):
            chosen[name] = tuple(word for word in value.split(JOINT) if word)
    if seats is not None and not isinstance(seats, int):
        raise BadOptions(f"seats: expected a number, got {seats!r}")
    options = make_options(game.options_type, chosen)
    beginning = game.start(seats, options)
    made = layout(game, beginning.seats, options)
    return Setting(game, beginning.seats, options, made, beginning)
