"""Heroes that work on hands, on the discard and on turns, and those that silence others."""

from __future__ import annotations

from halfturn.core.decision import Decision
from halfturn.core.turns import Turn
from halfturn.games.sellswords import events
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.answers import NO
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.placing import Placing


class Aristotle(Ability):
    number = 8
    type = "M"
    text = "Each player chooses a tile from their hand and gives it to the other."

    def when_placed(self, p: Placing) -> Turn:
        board, give = p.board, p.board.roster.give
        if not board.hands[p.player] or not board.hands[p.opponent]:
            return
        chosen: list[int] = []
        for seat in (p.player, p.opponent):
            options = [give[tile] for tile in board.hands[seat]]
            if board.rulings.gifts_are_secret:  # SO-AMB-37
                answer = yield Decision(seat, "give", options, secret=True, simultaneous=True)
                chosen.append(board.roster.named(answer))
            else:
                chosen.append((yield from p.choose_in_hand(seat, "give", options)))
        board.exchange(chosen[0], p.player, chosen[1])


class Athena(Ability):
    number = 10
    type = "M"
    text = "Optional and mandatory abilities of the next two tiles placed are ignored."

    def when_placed(self, p: Placing) -> Turn | None:
        p.board.silence_anybody(2, p.tile)
        return None


class Basilisk(Ability):
    number = 12
    type = "O"
    text = (
        "If your opponent holds two tiles or more, you may choose one: "
        "it cannot be placed in their next turn."
    )

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        free = [tile for tile in board.hands[p.opponent] if tile not in board.locks]
        # SO-AMB-36: one tile must stay free to be placed.
        if len(free) < 2:
            return
        options = [board.roster.lock[tile] for tile in free]
        chosen = yield from p.choose_in_hand(p.player, "lock", [*options, NO])
        if chosen != OFF:
            board.lock(chosen, p.opponent)


class Centaur(Ability):
    number = 13
    type = "O"
    text = "When this turn is over you may take one more."

    def when_placed(self, p: Placing) -> Turn:
        if p.board.hands[p.player]:
            p.another_turn = yield from p.agree()
            if p.another_turn:
                p.board.tell(events.AnotherTurn(p.player))


class Chimera(Ability):
    number = 15
    type = "O"
    text = "You may exchange a tile of your hand: discard it and draw another."

    def when_placed(self, p: Placing) -> Turn:
        board = p.board
        if not board.hands[p.player] or not can_draw(board):
            return
        options = [board.roster.discard[tile] for tile in board.hands[p.player]]
        chosen = yield from p.choose_in_hand(p.player, "discard", [*options, NO])
        if chosen != OFF:
            yield from discard_and_draw(p, chosen)


class Elder(Ability):
    number = 18
    type = "O"
    text = "You may copy the optional or mandatory ability of a discarded tile."

    def when_placed(self, p: Placing) -> Turn:
        roster = p.board.roster
        tiles = [
            tile
            for tile in p.board.discard
            if roster.acts_when_placed[tile] and not isinstance(roster.abilities[tile], Elder)
        ]
        if not tiles:
            return
        options = [roster.copy[tile] for tile in tiles]
        chosen = yield from p.choose_in_hand(p.player, "copy", [*options, NO])
        if chosen == OFF:
            return
        p.board.tell(events.copied(p.board, p.tile, chosen))
        p.ability = roster.abilities[chosen]
        p.board.copied[p.tile] = chosen
        steps = p.ability.when_placed(p)
        if steps is not None:
            yield from steps


class Priestess(Ability):
    number = 42
    type = "M"
    text = "Optional and mandatory abilities of the next tile your opponent places are ignored."

    def when_placed(self, p: Placing) -> Turn | None:
        p.board.silence_seat(p.opponent, p.tile)
        return None


class Theseus(Ability):
    number = 48
    text = "When their turn begins, whoever controls him discards a tile and draws another."

    def start_of_turn(self, p: Placing, bearer: int) -> Turn:
        board = p.board
        if not can_draw(board):
            return
        options = [board.roster.discard[tile] for tile in board.hands[p.player]]
        chosen = yield from p.choose_in_hand(p.player, "discard", options)
        yield from discard_and_draw(p, chosen)

    def may_decline_start(self) -> bool:
        return False


def can_draw(board: SellswordsBoard) -> bool:
    """SO-AMB-31: whether the deck holds a tile, or may be filled again."""
    return bool(board.deck) or (board.rulings.discard_refills_deck and bool(board.discard))


def discard_and_draw(p: Placing, tile: int) -> Turn:
    """A tile goes from hand to discard, and a new one comes from the deck."""
    if not p.board.deck:
        p.board.refill_deck()  # before discarding: the new tile is another one
    p.board.discard_from_hand(tile, p.player)
    yield from p.draw(p.player)
