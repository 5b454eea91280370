"""Writing positions of Sellswords: Olympus, in the notation that `notation` documents."""

from __future__ import annotations

from halfturn.core.seats import seat_letter
from halfturn.games.sellswords.board import DRAFT, LOTS, OVER, SellswordsBoard
from halfturn.games.sellswords.cells import column, row
from halfturn.games.sellswords.field import NOBODY, OFF
from halfturn.games.sellswords.roster import as_it_lies


def board_text(board: SellswordsBoard) -> str:
    """The board in notation, without the options."""
    return "; ".join([*_field_text(board), *_piles_text(board), *_counters_text(board)])


def _field_text(board: SellswordsBoard) -> list[str]:
    parts = []
    if board.terrain != OFF:
        spot = board.spot[board.terrain]
        cell = "" if spot == OFF else f"@{column(spot)},{row(spot)}"
        parts.append(f"terrain {board.roster.tiles[board.terrain].key}{cell}")
    if board.red == NOBODY:
        return parts
    for colour, seat in (("red", board.red), ("blue", 1 - board.red)):
        lying = [
            f"{_tile_text(board, tile)}@{column(cell)},{row(cell)}"
            for cell, tile in sorted(board.at.items())
            if board.owner[tile] == seat
        ]
        if lying:
            parts.append(f"{colour} {' '.join(lying)}")
    return [*parts, f"reds {seat_letter(board.red)}"]


def _piles_text(board: SellswordsBoard) -> list[str]:
    piles = {
        "hand A": board.hands[0],
        "hand B": board.hands[1],
        "centre": board.centre,
        "discard": board.discard,
        "lock": sorted(board.locks),
    }
    parts = [f"{name} {_pile(board, pile)}" for name, pile in piles.items() if pile]
    return [*parts, f"deck {_pile(board, board.deck) or '-'}"]


def _counters_text(board: SellswordsBoard) -> list[str]:
    parts = [f"round {board.round}"]
    if board.points != [0, 0]:
        parts.append(f"score {board.points[0]} {board.points[1]}")
    if board.athena:
        parts.append(f"athena {board.athena}")
    if any(board.priestess):
        letters = [seat_letter(seat) for seat in range(2) if board.priestess[seat]]
        parts.append(f"priestess {' '.join(letters)}")
    if board.locked_left != OFF or board.locked_top != OFF:
        fixed = [board.locked_left, board.locked_top]
        parts.append("margins " + ",".join("-" if at == OFF else str(at - 128) for at in fixed))
    if board.first != NOBODY:
        parts.append(f"first {seat_letter(board.first)}")
    if board.stage == LOTS:
        return [*parts, "lots"]
    if board.stage == OVER:
        return [*parts, "over"]
    if board.stage == DRAFT:
        parts.append(f"draft {board.draft}")
    return [*parts, f"turn {seat_letter(board.active)}"]


def _pile(board: SellswordsBoard, pile: list[int]) -> str:
    return " ".join(_tile_text(board, tile) for tile in pile)


def _tile_text(board: SellswordsBoard, tile: int) -> str:
    """A tile with its numbers as they lie, where they are not its own and upright."""
    about = board.roster.tiles[tile]
    own = board.roster.own[tile]
    lying = as_it_lies(about.numbers, board.turned[tile] if board.spot[tile] != OFF else 0)
    if lying == own:
        return about.key
    if len(set(lying)) == 1:
        return f"{about.key}={lying[0]}"
    return f"{about.key}={'-'.join(map(str, lying))}"
