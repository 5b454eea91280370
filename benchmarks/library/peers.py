"""Whom we measure beside: random playouts of well-known libraries."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from benchmarks.library.playouts import Picks, Playouts

CHESS_PLIES: Final = 200
"""Where a random game of chess is broken off; asking for draws would only slow it down."""


def open_spiel(name: str) -> Playouts:
    """Random games of one of OpenSpiel's, which are written in C++."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seconds: float) -> tuple[float, float]:
        pick = Picks().index
        moves = games = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            state = game.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[pick(len(actions))])
                moves += 1
            games += 1
        return moves / spent, games / spent

    return play


def python_chess() -> Playouts:
    """Random games of python-chess."""
    import chess

    def play(seconds: float) -> tuple[float, float]:
        pick = Picks().index
        moves = games = 0
        begin = time.perf_counter()
        while (spent := time.perf_counter() - begin) < seconds:
            board = chess.Board()
            while len(board.move_stack) < CHESS_PLIES and (legal := list(board.legal_moves)):
                board.push(legal[pick(len(legal))])
                moves += 1
            games += 1
        return moves / spent, games / spent

    return play


PEERS: Final[dict[str, Callable[[], Playouts]]] = {
    "OpenSpiel connect_four (C++)": lambda: open_spiel("connect_four"),
    "OpenSpiel gin_rummy (C++)": lambda: open_spiel("gin_rummy"),
    "python-chess": python_chess,
}
"""Each by the name that the table of results shows."""
