"""Where a game of Sellswords: Olympus stands, and which turn comes next."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from halfturn.core.decision import Decision
from halfturn.core.option import Option
from halfturn.core.options import GameOptions
from halfturn.core.preview import Preview
from halfturn.core.rng import Rng
from halfturn.core.seats import CHANCE, EVERYTHING, NOBODY
from halfturn.core.turns import Turn, TurnState
from halfturn.core.view import View
from halfturn.games.sellswords.board import DRAFT, LOTS, OVER, PLACING, SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.placing import Placing
from halfturn.games.sellswords.scoring import end_round, round_is_over, score_lines, totals, winners
from halfturn.games.sellswords.setup import draft, lots

if TYPE_CHECKING:
    from halfturn.core.game import Game


class SellswordsState(TurnState[SellswordsBoard]):
    """Lots, drafts and placing turns, on one board."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: GameOptions,
        board: SellswordsBoard,
        answers: Sequence[Option] = (),
    ) -> None:
        super().__init__(game, seats, options, board, answers)
        self._codes: list[int] = []
        self._numbered: Decision | None = None
        """The question that these integers belong to."""

    def turn(self, board: SellswordsBoard) -> Turn:
        """The turn that this board is at."""
        if board.stage == LOTS:
            return lots(board)
        if board.stage == DRAFT:
            return draft(board)
        if round_is_over(board):
            return _end(board)
        if not board.hands[board.active]:
            board.active = 1 - board.active  # only where a position names such a seat
        return Placing(board, board.active).run()

    def begins_by_asking(self, board: SellswordsBoard) -> bool:
        """In the placing phase a turn opens with a tile from the hand, unless a hero acts first."""
        if board.stage != PLACING or round_is_over(board) or not board.hands[board.active]:
            return False
        for bearer in board.roster.start_turns:
            if board.spot[bearer] != OFF and board.owner[bearer] == board.active:
                return False
        return True

    @property
    def field(self) -> SellswordsBoard:
        """The board as it lies, for whoever does not care what is asked; leave it as it is."""
        if self.is_between_turns and self.begins_by_asking(self.start_of_turn):
            return self.start_of_turn
        return self.board

    @property
    def seat_asked(self) -> int:
        """Whom the open question is put to, CHANCE included; NOBODY when the game is over."""
        if self.is_between_turns and self.begins_by_asking(self.start_of_turn):
            return self.start_of_turn.active
        question = self.decision
        return NOBODY if question is None else question.seat

    def is_over(self, board: SellswordsBoard) -> bool:
        """Whether the last round has been scored."""
        return board.stage == OVER

    def clone(self) -> SellswordsState:
        """An independent copy; it runs the turn again when somebody asks it something."""
        return SellswordsState(
            self.game, self.seats, self.options, self.start_of_turn, self.answers
        )

    def codes(self) -> list[int]:
        """The open question's options as integers, in the same order; none when over."""
        question = self.decision
        return [] if question is None else self._codes_of(question)[:]

    def _codes_of(self, question: Decision) -> list[int]:
        if self._numbered is not question:
            self._codes = [self.code_of(option) for option in question.options]
            self._numbered = question
        return self._codes

    def option(self, code: int) -> Option:
        """The option that has this integer here."""
        question = self.decision
        if question is not None:
            codes = self._codes_of(question)
            for at in range(len(codes)):
                if codes[at] == code:
                    return question.options[at]
        return super().option(code)

    def draw_code(self, rng: Rng) -> int:
        """An answer of CHANCE to the open question: every tile is there once."""
        question = self.decision
        if question is None or question.seat != CHANCE:
            return super().draw_code(rng)
        return self.code_of(question.options[rng.below(len(question.options))])

    def code_of(self, option: Option) -> int:
        """The integer of an option, worked out once."""
        known = self.start_of_turn.roster.codes
        code = known.get(option, -1)
        if code < 0:
            code = self.game.code(option)
            known[option] = code
        return code

    @property
    def scores(self) -> tuple[int, ...]:
        """SO-AMB-52: the points that have been counted, running losses included."""
        points = self.field.points
        return (points[0], points[1])

    @property
    def outlook(self) -> tuple[int, ...]:
        """The points of both seats if the round were scored as the field lies now."""
        board = self.field
        # Between rounds nothing is counted twice: a field that has just been scored counts
        # again from the next draft on.
        in_draft = board.stage == DRAFT and (board.draft == 2 or board.centre)
        if not (board.stage == PLACING or in_draft):
            return self.scores
        more = totals(score_lines(board))
        return (board.points[0] + more[0], board.points[1] + more[1])

    @property
    def winners(self) -> tuple[int, ...]:
        """The winner, once the game is over."""
        return winners(self.field)

    def inventory(self) -> dict[str, int]:
        """Every tile, wherever it lies."""
        from halfturn.games.sellswords.redeal import inventory

        return inventory(self)

    def view(self, seat: int | None) -> View:
        """What that seat sees; None for a spectator."""
        from halfturn.games.sellswords.redeal import view

        self.check_viewer(seat)
        return view(self, seat)

    def redeal(self, seat: int | None, rng: Rng) -> SellswordsState:
        """A clone: nothing is hidden but the deck's order, which there is none of.

        The one exception is a gift that was chosen in secret and not yet given.
        """
        from halfturn.games.sellswords.redeal import redeal

        self.check_viewer(seat)
        return redeal(self, seat, rng)

    def key(self, seat: int | None = EVERYTHING) -> Hashable:
        """Equal for equal positions; with a seat, for positions it cannot tell apart."""
        from halfturn.games.sellswords.redeal import known_answers

        self._resume()
        return (self.start_of_turn.key(seat), known_answers(self, seat))

    @property
    def text(self) -> str:
        """The position in notation."""
        from halfturn.games.sellswords.redeal import position

        self._resume()
        return position(self, EVERYTHING)

    def preview(self, option: Option) -> Preview:
        """What an answer would do; a gift chosen in secret is not told beforehand."""
        from halfturn.games.sellswords.redeal import hidden_gift

        decision = self.decision
        if decision is not None and hidden_gift(self, decision.seat):
            if option not in decision.options:
                raise self.refusal(option)
            return Preview(option, self.scores, (0, 0), (), self.outlook)
        return super().preview(option)

    def why_not(self, option: Option) -> str:
        """Why an answer is not legal here."""
        from halfturn.games.sellswords.illegal import why_not

        return why_not(self, option)


def _end(board: SellswordsBoard) -> Turn:
    """A round's end asks nothing."""
    end_round(board)
    yield from ()
