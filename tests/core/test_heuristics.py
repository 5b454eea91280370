"""What a position is worth to each seat, from the points that they may expect."""

from __future__ import annotations

import pytest

from halfturn import CHANCE, SeededRng, State, load
from halfturn.core import draw
from halfturn.core.heuristics import Heuristics, chance_of


class Expecting(Heuristics):
    """Expects what it is told to."""

    def __init__(self, *points: float) -> None:
        self.points = list(points)

    def expected(self, state: State) -> list[float]:
        return self.points

    def spread(self, state: State) -> float:
        return 10.0


def some_table(id: str, seats: int, **options: object) -> State:
    state = load(id).start(seats=seats, options=options)
    chance = SeededRng("deal")
    while (decision := state.decision) is not None and decision.seat == CHANCE:
        state.play(draw(decision, chance))
    return state


def test_a_lead_of_the_spread_is_won_three_times_in_four() -> None:
    values = Expecting(20.0, 10.0).values(some_table("swirl", 2))
    assert values == pytest.approx([0.75, 0.25], abs=1e-4)
    assert values[0] == chance_of(10.0, 10.0)


@pytest.mark.parametrize("seats", [3, 4])
def test_each_of_the_others_may_win(seats: int) -> None:
    table = some_table("swirl", seats)
    even = Expecting(*[5.0] * seats).values(table)
    assert even == pytest.approx([1 / seats] * seats)
    one_ahead = Expecting(15.0, *[5.0] * (seats - 1)).values(table)
    assert one_ahead[0] == pytest.approx(3 / (3 + seats - 1), abs=1e-4), "three to one, to each"
    assert sum(one_ahead) == pytest.approx(1.0)


def test_it_matters_how_far_behind_the_third_is() -> None:
    table = some_table("swirl", 3)
    close = Expecting(15.0, 10.0, 10.0).values(table)
    far = Expecting(15.0, 10.0, -10.0).values(table)
    assert far[0] > close[0]
    assert far[2] < close[2]


def test_partners_win_together() -> None:
    values = Expecting(20.0, 10.0, 20.0, 10.0).values(some_table("swirl", 4, teams=True))
    assert values == pytest.approx([0.75, 0.25, 0.75, 0.25], abs=1e-4)


def test_what_is_far_away_is_lost_and_not_too_large_a_number() -> None:
    values = Expecting(0.0, 1e9, 0.0).values(some_table("swirl", 3))
    assert values == [0.0, 1.0, 0.0]
