"""B4.4: flips come in batches, and this is the only place where colours change."""

from __future__ import annotations

from halfturn.core.turns import Turn
from halfturn.games.sellswords import events
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF


def flip_batch(board: SellswordsBoard, batch: list[int]) -> list[int]:
    """Flip tiles at once, each at most once; returns those that did flip.

    Forbid, replace, commit, then what happens as it happens. After-effects wait in
    `board.triggers` until the effect that is running is complete (SO-AMB-54).
    """
    roster = board.roster
    flipping = [tile for tile in batch if not board.is_protected(tile)]
    if board.listeners is not None and len(flipping) < len(batch):
        _tell_kept(board, batch)
    if not flipping:
        return flipping
    for bearer in roster.stand_in:
        if board.spot[bearer] != OFF:
            flipping = _stand_in(board, flipping)
            break
    for tile in flipping:
        board.flip(tile)
    if board.listeners is not None and flipping:
        board.tell(events.flipped(board, flipping))
    for tile in flipping:
        if roster.minds_flip[tile]:
            ability = roster.abilities[tile]
            ability.when_flipped(board, tile)
            board.triggers.append((tile, board.owner[tile]))
    return flipping


def _stand_in(board: SellswordsBoard, flipping: list[int]) -> list[int]:
    """SO-AMB-26: who stands in for others is flipped once, instead of all of them."""
    roster = board.roster
    for bearer in board.on_field(roster.stand_in):
        ability = roster.abilities[bearer]
        saved = [tile for tile in flipping if ability.stands_in_for(board, bearer, tile)]
        if not saved:
            continue
        flipping = [tile for tile in flipping if tile not in saved]
        if board.listeners is not None:
            board.tell(events.shielded(board, bearer, saved))
        # SO-AMB-27: one who cannot be flipped still stands in; then nothing flips.
        if bearer not in flipping and not board.is_protected(bearer):
            flipping.append(bearer)
    return flipping


def _tell_kept(board: SellswordsBoard, batch: list[int]) -> None:
    """Say who keeps which tiles from flipping: a battle that was won shows nothing else."""
    for bearer in board.on_field(board.roster.forbid_flip):
        kept = [tile for tile in batch if board.protector(tile) == bearer]
        if kept:
            board.tell(events.kept(board, bearer, kept))


def resolve_triggers(board: SellswordsBoard) -> Turn:
    """After-effects in the order they arose, each tile's at most once."""
    done: list[int] = []
    while board.triggers:
        tile, controller = board.triggers.pop(0)
        if tile in done:
            continue
        done.append(tile)
        steps = board.roster.abilities[tile].after_flip(board, tile, controller)
        if steps is not None:
            yield from steps
