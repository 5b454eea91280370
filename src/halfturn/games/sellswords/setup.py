"""B4.2: what comes before placing: lots, drafts and dealt hands."""

from __future__ import annotations

from typing import Final

from halfturn.core.decision import Decision
from halfturn.core.seats import CHANCE
from halfturn.core.turns import Turn
from halfturn.games.sellswords import answers, events
from halfturn.games.sellswords.board import DRAFT, PLACING, SellswordsBoard
from halfturn.games.sellswords.field import NOBODY, OFF

DRAFT_SIZE: Final = 7
"""SO-DRAFT-1."""
DRAFTS: Final = 2


def lots(board: SellswordsBoard) -> Turn:
    """SO-SETUP-2: what is settled by lot: terrain, first player, colours; one lot a turn."""
    roster = board.roster
    if board.terrain == OFF:
        terrains = [tile for tile in range(roster.count) if roster.is_terrain[tile]]
        options = [answers.terrain(roster.tiles[tile].key) for tile in terrains]
        answer = yield Decision(CHANCE, "terrain", options, [1] * len(options))
        board.terrain = terrains[options.index(answer)]
        board.tell(events.TerrainDrawn(roster.tiles[board.terrain].key))
    elif board.first == NOBODY:
        answer = yield Decision(CHANCE, "first", answers.FIRSTS, [1, 1])
        board.first = answers.FIRSTS.index(answer)
        board.tell(events.FirstPlayer(board.first, board.round, True))
    elif board.red == NOBODY:
        answer = yield Decision(CHANCE, "red", answers.REDS, [1, 1])
        board.red = answers.REDS.index(answer)
        board.tell(events.ColoursDrawn(board.red))
    else:
        board.stage = DRAFT
        board.active = board.first


def draft(board: SellswordsBoard) -> Turn:
    """SO-DRAFT: seven tiles to the centre, or one pick; dealt hands have none of it."""
    if board.rulings.hands_are_dealt:
        yield from _deal_hands(board)
        begin_placing(board)
    elif not board.centre:
        yield from _deal_centre(board)
    else:
        yield from _pick(board)


def _deal_centre(board: SellswordsBoard) -> Turn:
    for _ in range(DRAFT_SIZE):
        if not board.deck and board.discard:
            board.refill_deck()  # only decks that an owner has made small run out here
        if not board.deck:
            break
        options = [board.roster.deal[tile] for tile in board.deck]
        answer = yield Decision(CHANCE, "deal", options, board.roster.even[len(options)])
        board.deal_to_centre(board.roster.named(answer))
    if len(board.centre) < 2:
        _end_draft(board)


def _deal_hands(board: SellswordsBoard) -> Turn:
    for at in range(2 * board.rulings.hand_size):
        if not board.deck and board.discard:
            board.refill_deck()
        if not board.deck:
            break
        options = [board.roster.deal[tile] for tile in board.deck]
        answer = yield Decision(CHANCE, "deal", options, board.roster.even[len(options)])
        board.deal_to_hand(board.roster.named(answer), (board.first + at) % 2)


def _pick(board: SellswordsBoard) -> Turn:
    """SO-DRAFT-2: players take turns until one tile is left."""
    player = board.active
    options = [board.roster.pick[tile] for tile in board.centre]
    answer = yield Decision(player, "pick", options, (), True)
    sends_over = board.roster.abilities[board.terrain].sends_over
    into = 1 - player if sends_over(board, DRAFT_SIZE - len(board.centre)) else player
    board.pick(board.roster.named(answer), player, into)
    board.active = 1 - player
    if len(board.centre) == 1:
        _end_draft(board)


def _end_draft(board: SellswordsBoard) -> None:
    """SO-DRAFT-3, SO-DRAFT-5: the last tile is discarded; the second draft follows the first."""
    board.discard_last()
    board.active = board.first
    if board.draft < DRAFTS:
        board.draft += 1
    else:
        begin_placing(board)


def begin_placing(board: SellswordsBoard) -> None:
    """SO-SETUP-3, SO-SETUP-6: the terrain lies on the table and the first player begins."""
    board.draft = 1
    board.stage = PLACING
    board.active = board.first
    if board.spot[board.terrain] == OFF:
        board.lay_terrain()
