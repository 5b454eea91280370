"""Every turn of the placing phase, carried out at once, for whoever looks at very many.

The rules are those of `placing`. What is spared are the questions that every turn begins
with: a tile, a cell and a way round are simply tried. Only where a hero asks something before
or after that are its answers gone through, one after the other.
"""

from __future__ import annotations

from typing import Final, final

from halfturn.core.clock import time_now
from halfturn.core.decision import Decision
from halfturn.core.heuristics import Turns
from halfturn.core.option import Option
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.turns import Turn
from halfturn.games.sellswords.answers import TURNS
from halfturn.games.sellswords.board import OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.bots.evaluation import STRONGEST, value_of
from halfturn.games.sellswords.cells import STEPS
from halfturn.games.sellswords.field import NOBODY as NO_SEAT
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.placing import Placing
from halfturn.games.sellswords.scoring import end_round, round_is_over
from halfturn.games.sellswords.setup import DRAFT_SIZE, DRAFTS
from halfturn.games.sellswords.state import SellswordsState

SWING: Final = 2.0
DANGER: Final = 0.5
"""For a first look at a placement: what a flip brings, and how likely an open side is beaten."""
FURTHER_NARROW: Final = 200
FURTHER: Final = 2000
"""So many turns at most that go on after the placement are tried, those of the best placements."""
MOST_BEGINNINGS: Final = 3
"""With a narrow look so many ways to begin a turn are followed, where a hero has a word in it."""
FREE: Final = -1
NO_ENEMY: Final = -2
"""What lies beside a cell, other than the number that an enemy shows to it."""


@final
class Beginning:
    """A table on which all is done that comes before a tile is placed."""

    def __init__(self, board: SellswordsBoard, codes: list[int]) -> None:
        self.board: SellswordsBoard = board
        self.codes: list[int] = codes
        self.value: float = 0.0


@final
class Start:
    """A placement, and where its tile asks something what else could be answered."""

    def __init__(
        self, board: SellswordsBoard, tile: int, cell: int, way: int, codes: list[int]
    ) -> None:
        self.board: SellswordsBoard = board
        self.tile: int = tile
        self.cell: int = cell
        self.way: int = way
        self.codes: list[int] = codes
        self.value: float = 0.0
        """How good it is with the last answer to each question: mostly that is to decline."""
        self.to_try: list[list[Option]] = []


def turns_from(state: SellswordsState, is_narrow: bool, deadline: float) -> Turns | None:
    """All turns from here, or the better half of them.

    None where no tile is to be placed, or the turn is further than the choice of one.
    """
    board = state.start_of_turn
    if board.stage != PLACING or round_is_over(board) or not board.hands[board.active]:
        return None
    if state.answers:
        decision = state.decision
        if decision is None or decision.kind != "turn":
            return None
    return Explorer(state, board, is_narrow, deadline).explore()


@final
class Explorer:
    """Tries placements from one table."""

    def __init__(
        self, state: SellswordsState, board: SellswordsBoard, is_narrow: bool, deadline: float
    ) -> None:
        self.state: SellswordsState = state
        self.board: SellswordsBoard = board
        self.player: int = board.active
        self.is_narrow: bool = is_narrow
        self.deadline: float = deadline
        self.found = Turns()
        self.starts: list[Start] = []

    def explore(self) -> Turns:
        """Try everything, as long as there is time; at least one turn."""
        self.found.is_complete = not self.is_narrow
        for beginning in self._beginnings():
            if not self._place(beginning.board, beginning.codes):
                self.found.is_complete = False
                return self.found
        self._go_further()
        return self.found

    # ---- before the placement ----

    def _beginnings(self) -> list[Beginning]:
        """What heroes may do at the start of the turn; with a narrow look the best of it."""
        given = self.state.answers
        if not given and self.state.begins_by_asking(self.board):
            return [Beginning(self.board, [])]
        found: list[Beginning] = []
        to_try: list[list[Option]] = [given[:]]
        while to_try:
            answers = to_try.pop()
            board = self.board.copy()
            question = self._begun(board, answers)
            codes = [self.state.code_of(answer) for answer in answers[len(given) :]]
            if question is None:
                beginning = Beginning(board, codes)
                beginning.value = value_of(board, self.player)
                found.append(beginning)
            elif question.seat == self.player:
                for at in range(len(question.options) - 1, -1, -1):
                    to_try.append([*answers, question.options[at]])
            else:  # a tile is drawn, and nobody knows which
                drawing = self.player if question.kind == "draw" else NO_SEAT
                self.found.codes.append(codes)
                self.found.values.append(value_of(board, self.player, False, drawing))
                self.found.seats.append(question.seat)
        if self.is_narrow and len(found) > MOST_BEGINNINGS:
            order = sorted(range(len(found)), key=lambda at: -found[at].value)
            found = [found[at] for at in order[:MOST_BEGINNINGS]]
        return found

    def _begun(self, board: SellswordsBoard, answers: list[Option]) -> Decision | None:
        """The question after these answers; None when a tile is to be placed."""
        steps = Placing(board, self.player).begin()
        try:
            question = next(steps)
            for answer in answers:
                question = steps.send(answer)
        except StopIteration:
            return None
        return question

    # ---- the placement ----

    def _place(self, board: SellswordsBoard, before: list[int]) -> bool:
        """Try every placement on a table; False where time runs out, with one turn at least."""
        state, player = self.state, self.player
        roster = board.roster
        hand = board.hands[player]
        cells = board.cells_to_place()
        cell_codes = [state.code_of(option) for option in roster.at_cells(cells)]
        way_codes = [state.code_of(option) for option in TURNS]
        beside = [_beside(board, player, cell) for cell in cells]
        free = [tile for tile in hand if tile not in board.locks] or hand
        # The only tile is not asked for where the turn has been opened by another question.
        is_asked = len(free) > 1 or not (before or state.answers)
        for tile in free:
            ways = roster.ways[tile]
            first = [*before, state.code_of(roster.place[tile])] if is_asked else before
            gains: list[list[float]] = []
            if self.is_narrow:
                gains = [_gains(board, tile, around, ways) for around in beside]
            for at in _better_half([max(each) for each in gains], len(cells)):
                codes = [*first, cell_codes[at]] if len(cells) > 1 else first
                for which in _better_half(gains[at] if gains else [], len(ways)):
                    way = ways[which]
                    turn = [*codes, way_codes[way]] if len(ways) > 1 else codes
                    self._try(Start(board, tile, cells[at], way, turn))
                if self._is_late():
                    return False
        return True

    def _go_further(self) -> None:
        """Try the other answers to what the placed tiles ask, the best placements first."""
        starts = self.starts
        most = FURTHER_NARROW if self.is_narrow else FURTHER
        done = 0
        for at in sorted(range(len(starts)), key=lambda at: -starts[at].value):
            start = starts[at]
            while start.to_try:
                if done >= most or self._is_late():
                    self.found.is_complete = False
                    return
                self._try_again(start, start.to_try.pop())
                done += 1

    def _is_late(self) -> bool:
        return self.deadline > 0.0 and time_now() >= self.deadline

    # ---- one turn ----

    def _try(self, start: Start) -> None:
        placing = self._placed(start)
        steps = placing.finish()
        try:
            question = next(steps)
        except StopIteration:
            self._end(start, placing, None, [])
            return
        self._answer_last(start, placing, steps, question, [])
        start.value = self.found.values[-1]
        if start.to_try:
            self.starts.append(start)

    def _try_again(self, start: Start, answers: list[Option]) -> None:
        placing = self._placed(start)
        steps = placing.finish()
        question = next(steps)
        try:
            for answer in answers:
                question = steps.send(answer)
        except StopIteration:
            self._end(start, placing, None, answers)
            return
        self._answer_last(start, placing, steps, question, answers)

    def _placed(self, start: Start) -> Placing:
        placing = Placing(start.board.copy(), self.player)
        placing.put(start.tile, start.cell, start.way)
        return placing

    def _answer_last(
        self, start: Start, placing: Placing, steps: Turn, question: Decision, given: list[Option]
    ) -> None:
        """Answer everything with the last option, and remember the others."""
        answers = given
        while question.seat == self.player:
            options = question.options
            for at in range(len(options) - 1):
                start.to_try.append([*answers, options[at]])
            last = options[len(options) - 1]
            answers = [*answers, last]
            try:
                question = steps.send(last)
            except StopIteration:
                self._end(start, placing, None, answers)
                return
        self._end(start, placing, question, answers)

    def _end(
        self, start: Start, placing: Placing, question: Decision | None, answers: list[Option]
    ) -> None:
        """The turn is over, or somebody else is asked."""
        board = placing.board
        codes = start.codes
        if answers:
            codes = codes + [self.state.code_of(answer) for answer in answers]
        found = self.found
        found.codes.append(codes)
        if question is not None:
            drawing = self.player if question.kind == "draw" else NO_SEAT
            found.values.append(value_of(board, self.player, True, drawing))
            found.seats.append(question.seat)
        elif not round_is_over(board):
            found.values.append(value_of(board, self.player))
            found.seats.append(board.active)
        elif board.round == board.rulings.rounds or _can_go_on(board):
            end_round(board)
            found.values.append(value_of(board, self.player))
            found.seats.append(NOBODY if board.stage == OVER else CHANCE)
        else:  # a deck that an owner has made small: only the rules know what comes next
            state = self.state
            after = SellswordsState(state.game, state.seats, state.options, board)
            found.seats.append(after.seat_asked)
            found.values.append(value_of(after.field, self.player))


def _can_go_on(board: SellswordsBoard) -> bool:
    """Whether there are tiles enough for the drafts, or hands, of another round."""
    return len(board.deck) + len(board.discard) >= DRAFTS * DRAFT_SIZE


# ---- a first look ----


def quick_gains(board: SellswordsBoard, seat: int, tile: int, cell: int) -> list[float]:
    """What a tile may gain on a cell at once, for each way round that it can lie."""
    return _gains(board, tile, _beside(board, seat, cell), board.roster.ways[tile])


def _beside(board: SellswordsBoard, seat: int, cell: int) -> list[int]:
    """What lies around a cell, clockwise from the north: for enemies the printed number."""
    at, owner, turned, printed = board.at, board.owner, board.turned, board.roster.printed
    found: list[int] = []
    for side in range(4):
        other = at.get(cell + STEPS[side], OFF)
        if other == OFF:
            found.append(FREE)
        elif owner[other] == 1 - seat:
            found.append(printed[4 * other + ((side + 2 - turned[other]) & 3)])
        else:
            found.append(NO_ENEMY)
    return found


def _gains(board: SellswordsBoard, tile: int, around: list[int], ways: list[int]) -> list[float]:
    """Enemies that a plain battle would flip, less the danger to the tile that is laid."""
    printed = board.roster.printed
    found: list[float] = []
    for way in ways:
        gain = 0.0
        for side in range(4):
            shown = printed[4 * tile + ((side - way) & 3)]
            other = around[side]
            if other == FREE:
                gain -= DANGER * SWING * float(STRONGEST - shown) / float(STRONGEST)
            elif other >= 0 and shown > other:
                gain += 2.0 * SWING
        found.append(gain)
    return found


def _better_half(gains: list[float], count: int) -> list[int]:
    """Which to try of so many: all, or where there are gains the half with the best."""
    if not gains or count <= 2:
        return list(range(count))
    order = sorted(range(count), key=lambda at: -gains[at])
    return sorted(order[: (count + 1) // 2])
