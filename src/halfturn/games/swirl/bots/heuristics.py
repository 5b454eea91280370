"""What a good player of SWIRL knows: what to take, and what not to leave in the middle."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from halfturn.core.heuristics import Answered, Heuristics
from halfturn.core.language import say
from halfturn.core.state import State
from halfturn.games.swirl.bots import belief
from halfturn.games.swirl.bots.evaluation import expected_points, is_between_rounds
from halfturn.games.swirl.codes import COLLECT_ONE, FACES
from halfturn.games.swirl.setup import DEALING, PLAYING
from halfturn.games.swirl.state import SwirlState
from halfturn.games.swirl.table import COLOURS, NOTHING, Table

SPREAD: Final = 90.0
THOUGHT_THROUGH: Final = 60
"""Of a hundred turns of a strong player."""
NEARER: Final = 25.0
"""What each further card of a series is worth beyond its hundred: four win at once."""
SPARE: Final = 12.0
"""A card in the pile that would replace a snatched one."""
IN_REACH: Final = 22.0
"""A card in the middle that the next to play lacks in the series."""
LATER: Final = 0.6
"""The same for those after, who may find it gone."""
IN_HAND: Final = 30.0
"""A card in hand that the own series lacks: it must still capture something."""


@final
class SwirlHeuristics(Heuristics):
    """Series first, then what is within reach; on to the end of a round, for the deck is luck."""

    def spread(self, state: State) -> float:
        """A lead of so many points is won three times in four."""
        return SPREAD

    def compares_worlds(self, state: State) -> bool:
        """Always: until the next deal it is a matter of hands, and then one of luck."""
        return True

    def answered_since(self, before: State, now: State) -> list[Answered] | None:
        """Who played what since the own turn."""
        assert isinstance(before, SwirlState)
        assert isinstance(now, SwirlState)
        return belief.answered_since(before, now)

    def with_hidden(self, known: State, world: State, seat: int) -> State:
        """A position of this round, if others hold now what they hold in this world."""
        assert isinstance(known, SwirlState)
        assert isinstance(world, SwirlState)
        return belief.with_hidden(known, world, seat)

    def turns_thought_through(self) -> int:
        """Three of five, so that strong players are about midway from casual ones to experts."""
        return THOUGHT_THROUGH

    def expected(self, state: State) -> list[float]:
        """Series and piles, and what lies within reach; between rounds, what games have shown."""
        assert isinstance(state, SwirlState)
        if state.stage == DEALING and is_between_rounds(state.table):
            return expected_points(state)
        table, seats = state.table, state.seats
        found = [float(points) for points in state.scores]
        next_to_play: i64 = state.to_play
        seat: i64
        for seat in range(seats):
            if table.creatures[seat] == NOTHING:
                continue
            own = NEARER * float(table.grown[seat] * table.grown[seat])
            own += _lacking(table, seat, table.hands[seat]) * IN_HAND
            reach = IN_REACH if seat == next_to_play else IN_REACH * LATER
            own += _lacking(table, seat, table.middle) * reach
            own += _spares(table, seat) * SPARE
            found[seat] += own
            if state.rulings.teams:
                found[(seat + 2) % 4] += own
        return found

    def reason(self, state: State, turn: list[int]) -> str:
        """What it leaves to be taken."""
        return _reason(state, turn[0])


def _lacking(table: Table, seat: i64, cards: list[int]) -> float:
    """How many colours that a series lacks are among some cards."""
    first: i64 = table.creatures[seat] * 40
    seen: i64 = 0
    count = 0.0
    face: i64
    for face in cards:
        if first <= face < first + 40:
            colour = face // 10 % 4
            if table.series[seat * COLOURS + colour] == NOTHING and not seen >> colour & 1:
                seen |= 1 << colour
                count += 1.0
    return count


def _spares(table: Table, seat: i64) -> float:
    """How many colours of a series could be replaced if they were snatched."""
    count = 0.0
    colour: i64
    for colour in range(COLOURS):
        lies = table.series[seat * COLOURS + colour] != NOTHING
        if lies and table.replacement(seat, colour) != NOTHING:
            count += 1.0
    return count


def _reason(state: State, answer: int) -> str:
    """The numbers that would capture from the middle as it is left."""
    if not isinstance(state, SwirlState) or state.stage != PLAYING:
        return ""
    after = state.clone()
    after.play_code(answer)
    middle = [face for face in after.table.middle if face < COLLECT_ONE]
    if not middle:
        return say("leaves nothing in the middle")
    mine = _lacking(state.table, state.to_play, after.table.middle)
    if mine > 0 and len(middle) < FACES:
        return say("leaves a card of yours in the middle, for you or for others")
    if len(middle) == 1:
        return say("leaves 1 card in the middle")
    return say("leaves {count} cards in the middle", count=len(middle))
