"""The turns, and what can be seen, guessed and counted between them."""

from __future__ import annotations

from collections import Counter
from typing import Self

from halfturn.core import CHANCE, Decision, Option, Rng
from halfturn.core.turns import Turn, TurnState, ask
from halfturn.template.magpies.answers import Deal, Play, Rob
from halfturn.template.magpies.board import MagpiesBoard
from halfturn.template.magpies.view import MagpiesView

MAGPIE = 1


class MagpiesState(TurnState[MagpiesBoard]):
    """Where a game stands: the board at the start of the turn, and the answers since."""

    def turn(self, board: MagpiesBoard) -> Turn:
        """Draw for a hand that is not full; else the next seat plays a trinket."""
        seat = board.to_refill
        if seat is not None:
            # A turn of its own, so that no turn goes on after something hidden was answered.
            kinds: list[Option] = [Deal(value) for value in sorted(set(board.deck))]
            copies = [board.deck.count(value) for value in sorted(set(board.deck))]
            dealt = yield Decision(CHANCE, "deal", kinds, copies, secret=True)
            assert isinstance(dealt, Deal)
            board.draw(seat, dealt.value)
            return
        seat = board.to_play
        hand: list[Option] = [Play(value) for value in sorted(set(board.hands[seat]))]
        if hand:  # else the turn asks nothing and is passed over
            played = yield Decision(seat, "play", hand, opens_turn=True, secret=True)
            assert isinstance(played, Play)
            board.play(played.value)
            if played.value == MAGPIE and board.options.robbing and board.victims:
                # Everybody sees the nests: with one victim there is nothing to ask.
                robbed = yield from ask(seat, "rob", [Rob(victim) for victim in board.victims])
                assert isinstance(robbed, Rob)
                board.rob(robbed.seat)
        board.end_turn()

    def is_over(self, board: MagpiesBoard) -> bool:
        """When there is nothing left to draw or to play."""
        return not board.deck and not any(board.hands)

    def view(self, seat: int | None) -> MagpiesView:
        """The own hand and all nests; hands of others and the deck as numbers."""
        self.check_viewer(seat)
        board, decision = self.board, self.decision
        return MagpiesView(
            viewer=seat,
            seats=self.seats,
            to_decide=None if decision is None else decision.seat,
            kind="" if decision is None else decision.kind,
            scores=self.scores,
            winners=self.winners,
            options=board.options,
            hands=tuple(
                tuple(hand) if owner == seat else len(hand)
                for owner, hand in enumerate(board.hands)
            ),
            nests=tuple(map(tuple, board.nests)),
            deck=len(board.deck),
            turn=board.to_play,
        )

    def redeal(self, seat: int | None, rng: Rng) -> Self:
        """Hands of others drawn anew from all that this seat has not seen.

        The turn is run again from its start, where the trinket that has been played
        since was still in a hand: everybody knows that it was there.
        """
        self.check_viewer(seat)
        board = self.start_of_turn.copy()
        shown = [answer.value for answer in self.answers if isinstance(answer, Play)]
        others = [owner for owner in range(self.seats) if owner != seat]
        sizes = [len(hand) for hand in board.hands]
        for owner in others:
            known = shown if owner == board.to_play else []
            unknown = Counter(board.hands[owner]) - Counter(known)
            board.deck += unknown.elements()
            board.hands[owner] = list(known)
        board.deck.sort()
        for owner in others:
            for _ in range(sizes[owner] - len(board.hands[owner])):
                board.hands[owner].append(board.deck.pop(rng.below(len(board.deck))))
            board.hands[owner].sort()
        return type(self)(self.game, self.seats, self.options, board, self.answers)

    @property
    def scores(self) -> tuple[int, ...]:
        """The values in each nest."""
        return tuple(sum(nest) for nest in self.board.nests)

    @property
    def winners(self) -> tuple[int, ...]:
        """The most points; equal points share the win."""
        if not self.over:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def inventory(self) -> dict[str, int]:
        """Every trinket, wherever it lies."""
        board = self.board
        piles = [*board.hands, *board.nests, board.deck]
        return dict(sorted(Counter(str(value) for pile in piles for value in pile).items()))
