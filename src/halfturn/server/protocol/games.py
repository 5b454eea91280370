"""What the server tells of the games: what can be played, and how."""

from __future__ import annotations

import msgspec


class PresetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A named way of playing a game."""

    id: str
    title: str
    description: str
    seats: list[int]
    """How many can play it."""


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One game that can be played here: GET /api/v1/games gives a list of these."""

    id: str
    title: str
    tagline: str
    min_seats: int
    max_seats: int
    presets: list[PresetInfo]
    bots: list[str]
    """Who can be played against; the first is the one to offer."""
    lesson: bool = False
    """Whether there is a lesson for newcomers."""


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that can be chosen before a game begins."""

    name: str
    default: str
    choices: list[str]
    """What it can be; empty where words, separated by commas, or a number are to be given."""
    description: str


class RulesPart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An element of a page of rules."""

    tag: str
    """What it is in HTML: `h1`, `p`, `li`, `strong` and the like; empty for text."""
    text: str
    """For a `figure`, what is to be seen on it."""
    parts: list[RulesPart]
    picture: str = ""
    """The name of a picture of the game's own, for whoever can draw it; a `figure` has one."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is played: GET /api/v1/games/GAME/rules."""

    game: str
    title: str
    page: list[RulesPart]
    options: list[OptionInfo]
