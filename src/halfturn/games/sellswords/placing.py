"""B4.3: one turn of the placing phase, from its start to its end."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from halfturn.core.decision import Decision
from halfturn.core.option import Option
from halfturn.core.seats import CHANCE
from halfturn.core.turns import Turn
from halfturn.games.sellswords import events
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.answers import (
    NO,
    TURNS,
    YES,
    quarters,
)
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.flips import flip_batch, resolve_triggers
from halfturn.games.sellswords.numbers import fighting_number

NOTHING: Final = Ability()
"""What a tile has whose ability is silenced, or does not work when it is placed."""

Answered = Generator[Decision, Option, Option]
Chosen = Generator[Decision, Option, int]
"""A question whose answer is a tile, or OFF for none."""


class Placing:
    """A turn: the tile that is placed, and what its ability and its battle need to know."""

    def __init__(self, board: SellswordsBoard, player: int) -> None:
        self.board: SellswordsBoard = board
        self.player: int = player
        self.opponent: int = 1 - player
        self.tile: int = OFF
        """The tile that is placed; wherever an ability says "this tile"."""
        self.ability: Ability = NOTHING
        """The optional or mandatory ability in force: its own, a copied one, or none."""
        self.is_fought: bool = True
        """Whether there is a battle; abilities may put something in its place."""
        self.attacker: int = OFF
        self.manner: Ability = NOTHING
        """How the attacker fights: as the ability in force says, or plainly."""
        self.only_opponent: int = OFF
        """The single enemy to battle, where one was chosen."""
        self.boost: int = 0
        self.another_turn: bool = False
        self._has_asked: bool = False

    # ---- asking ----

    def ask(self, seat: int, kind: str, options: list[Option]) -> Answered:
        """Ask, unless everybody sees that there is a single answer."""
        if len(options) == 1 and self._has_asked:
            return options[0]
        opens = not self._has_asked
        self._has_asked = True
        answer = yield Decision(seat, kind, options, (), opens)
        return answer

    def choose(self, tiles: list[int], may_decline: bool, purpose: str = "") -> Chosen:
        """The player at turn chooses a tile on the field; OFF for none."""
        if not tiles:
            return OFF
        self.board.purpose = purpose
        choices = self.board.roster.choose
        options = [choices[tile] for tile in tiles]
        if may_decline:
            options.append(NO)
        answer = yield from self.ask(self.player, "target", options)
        return OFF if answer is NO or answer == NO else self.board.roster.named(answer)

    def choose_in_hand(self, seat: int, kind: str, options: list[Option]) -> Chosen:
        """A seat chooses among tiles of a hand or the discard; OFF for none."""
        answer = yield from self.ask(seat, kind, options)
        return OFF if answer == NO else self.board.roster.named(answer)

    def agree(self) -> Generator[Decision, Option, bool]:
        """Whether the player at turn uses an ability that needs no target."""
        answer = yield from self.ask(self.player, "use", [YES, NO])
        return answer == YES

    def move(self, tile: int, cells: list[int], may_decline: bool) -> Turn:
        """The player at turn moves a tile to one of these cells."""
        board = self.board
        board.moving = tile
        options = board.roster.to_cells(cells)
        if may_decline:
            options.append(NO)
        goal = yield from self.ask(self.player, "to", options)
        if goal == NO:
            return
        turned = board.turned[tile]
        if board.rulings.move_turns_freely and tile != board.terrain:
            # SO-AMB-7: by the other reading a moved tile is laid down anew, any way round.
            ways = sorted([(way - turned) & 3 for way in board.roster.ways[tile]])
            answer = yield from self.ask(self.player, "orientation", [TURNS[way] for way in ways])
            turned = board.roster.way(tile, turned + quarters(answer))
        board.move(tile, cells[options.index(goal)], turned)

    def draw(self, seat: int) -> Turn:
        """CHANCE draws a tile from the deck into a hand."""
        board = self.board
        options = [board.roster.draw[tile] for tile in board.deck]
        drawn = yield Decision(CHANCE, "draw", options, board.roster.even[len(options)])
        board.draw(board.roster.named(drawn), seat)

    # ---- doing ----

    def flip(self, tiles: list[int]) -> int:
        """Flip tiles as one batch; returns how many enemies of the player at turn flipped."""
        flipped = flip_batch(self.board, tiles)
        owner, player = self.board.owner, self.player
        return len([tile for tile in flipped if owner[tile] == player])

    # ---- the turn ----

    def run(self) -> Turn:
        """The whole turn."""
        yield from self.begin()
        yield from self._place()
        yield from self.finish()

    def begin(self) -> Turn:
        """S: what comes before a tile is placed."""
        board = self.board
        for bearer in self._who_begins_turns():
            steps = board.roster.abilities[bearer].start_of_turn(self, bearer)
            if steps is not None:
                board.asking = bearer
                yield from steps
        board.asking = OFF

    def put(self, tile: int, cell: int, turned: int) -> None:
        """P, for whoever knows the answers already: nothing is asked."""
        self._has_asked = True
        self.tile = tile
        self.board.place(tile, cell, self.player, turned)

    def finish(self) -> Turn:
        """What follows once the tile lies on the field."""
        board, tile = self.board, self.tile
        newcomers_fate = self._who_flips_newcomers()
        self._silence()
        # A: the ability.
        steps = self.ability.when_placed(self)
        if steps is not None:
            board.asking = tile
            yield from steps
        if board.triggers:
            yield from resolve_triggers(board)
        # B: battle.
        flipped = 0
        self.attacker, self.manner = tile, self.ability
        self.is_fought = self.ability.battles()
        if self.is_fought:
            steps = self.ability.before_battle(self)
            if steps is not None:
                board.asking = tile
                yield from steps
        if self.is_fought:
            flipped = self._battle()
        if board.triggers:
            yield from resolve_triggers(board)
        # X: after battle.
        if self.is_fought:
            self.ability.after_battle(self, flipped)
        for _ in newcomers_fate:
            flip_batch(board, [tile])
            if board.triggers:
                yield from resolve_triggers(board)
        # E: end of turn.
        board.asking = OFF
        for bearer in self._who_ends_turns():
            steps = board.roster.abilities[bearer].end_of_turn(self, bearer)
            if steps is not None:
                board.asking = bearer
                yield from steps
        board.asking = OFF
        self._pass_on()

    def _who_begins_turns(self) -> list[int]:
        """The tiles that do something when their controller's turn begins."""
        board = self.board
        roster = board.roster
        bearers = [
            bearer
            for bearer in roster.start_turns
            if board.spot[bearer] != OFF and board.owner[bearer] == self.player
        ]
        if len(bearers) > 1:
            bearers.sort(key=self._start_order)
        return bearers

    def _start_order(self, bearer: int) -> tuple[bool, int]:
        """SO-DATA-7: what must be done comes before what may be done, or after it."""
        board = self.board
        is_duty = not board.roster.abilities[bearer].may_decline_start()
        return (is_duty != board.rulings.duties_first, board.spot[bearer])

    def _place(self) -> Turn:
        """P: tile, cell and way round, each a small question."""
        board, player = self.board, self.player
        roster, locks = board.roster, board.locks
        hand = board.hands[player]
        free = [tile for tile in hand if tile not in locks] if locks else hand
        # A hand that is all locked binds nobody: a player can always place.
        options = [roster.place[tile] for tile in free or hand]
        answer = yield from self.ask(player, "turn", options)
        tile = self.tile = roster.named(answer)
        cells = board.cells_to_place()
        if len(cells) > 1:
            options = roster.at_cells(cells)
            answer = yield Decision(player, "cell", options)
            cell = cells[options.index(answer)]
        else:
            cell = cells[0]
        ways = roster.ways[tile]
        turned = 0
        if len(ways) > 1:
            options = [TURNS[way] for way in ways]
            answer = yield Decision(player, "orientation", options)
            turned = ways[options.index(answer)]
        board.place(tile, cell, player, turned)

    def _who_flips_newcomers(self) -> list[int]:
        """SO-AMB-28: who flips the placed tile after battle is settled by where it was placed."""
        board = self.board
        roster, cell = board.roster, board.spot[self.tile]
        found = [
            bearer
            for bearer in roster.flip_newcomers
            if board.spot[bearer] != OFF
            and roster.abilities[bearer].flips_newcomer(board, bearer, cell)
        ]
        return found

    def _silence(self) -> None:
        """SO-AMB-30, SO-AMB-33: every placed tile uses up what silences it, ability or not."""
        board, player = self.board, self.player
        silenced = False
        if board.silenced_anybody > 0:
            board.silenced_anybody -= 1
            silenced = True
        if board.silenced[player] > 0:
            board.silenced[player] -= 1
            silenced = True
        if board.roster.acts_when_placed[self.tile]:
            if not silenced:
                self.ability = board.roster.abilities[self.tile]
            elif board.listeners is not None:
                board.tell(events.silenced(board, self.tile))

    def _battle(self) -> int:
        """B2, B3: all comparisons first, then all losers flip at once (SO-AMB-13)."""
        board, attacker, manner = self.board, self.attacker, self.manner
        beaten: list[int] = []
        for direction, enemy in manner.opponents(board, attacker):
            if self.only_opponent != OFF and enemy != self.only_opponent:
                continue
            if not manner.can_beat(board, enemy):
                continue
            attack = fighting_number(board, attacker, direction, enemy, self.boost)
            defence = fighting_number(board, enemy, manner.side_met(direction), attacker)
            if manner.wins(attack, defence):
                beaten.append(enemy)
        return self.flip(beaten) if beaten else 0

    def _who_ends_turns(self) -> list[int]:
        """The tiles that do something when a turn ends."""
        board = self.board
        if not (board.hands[0] or board.hands[1]):
            return []  # SO-STYX-2: not on the last turn of a round
        return [bearer for bearer in board.roster.end_turns if board.spot[bearer] != OFF]

    def _pass_on(self) -> None:
        """Locks end, and whose turn is next."""
        board, player = self.board, self.player
        board.release(player)
        # SO-AMB-34: whoever has no tiles is skipped.
        goes_on = self.another_turn and board.hands[player]
        if not goes_on and board.hands[self.opponent]:
            board.active = self.opponent
