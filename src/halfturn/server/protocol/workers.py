"""What a node and a worker on another machine say to each other, over a WebSocket of their own.

A worker is handed worlds that were redealt for a seat, and nothing else.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from halfturn import __version__
from halfturn.core.registry import game_ids, guest_ids, load

PATH: Final = "/worker"


class WorkerHello(msgspec.Struct, frozen=True, kw_only=True, tag="hello", tag_field="type"):
    """The first message of a worker: what it thinks with. A connection is one thought at a time."""

    version: str
    games: dict[str, str]
    """The rules and the card data of each game."""


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome", tag_field="type"):
    """It fits; thoughts follow."""


class WorkerRejected(msgspec.Struct, frozen=True, kw_only=True, tag="refused", tag_field="type"):
    """It does not fit, and why, in words."""

    text: str


class Think(msgspec.Struct, frozen=True, kw_only=True, tag="think", tag_field="type"):
    """Something to be thought about: see `thinkers.WORKS`."""

    id: int
    work: str
    given: list[Any]


class Thought(msgspec.Struct, frozen=True, kw_only=True, tag="thought", tag_field="type"):
    """What came of it."""

    id: int
    found: Any


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed", tag_field="type"):
    """Nothing came of it."""

    id: int
    text: str


FromNode = Welcome | WorkerRejected | Think
FromWorker = WorkerHello | Thought | Failed


def own_hello() -> WorkerHello:
    """What this installation thinks with. Games of other packages are not thought about elsewhere,
    and an owner's card file travels with every world.
    """
    games = {id: load(id) for id in game_ids() if id not in guest_ids()}
    told = {id: f"rules {game.rules_version}, cards {game.data_hash}" for id, game in games.items()}
    return WorkerHello(version=__version__, games=told)


def misfit(node: WorkerHello, worker: WorkerHello) -> str:
    """Why a worker cannot think for a node; empty where it can."""
    if node.version != worker.version:
        return f"expected a worker of Halfturn {node.version}, got one of {worker.version}"
    for id, told in node.games.items():
        found = worker.games.get(id, "nothing")
        if found != told:
            return f"expected a worker with {told} of {id}, got one with {found}"
    return ""
