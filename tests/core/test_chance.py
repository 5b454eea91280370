"""Answering for CHANCE."""

from __future__ import annotations

from collections import Counter

import pytest

from halfturn.core import CHANCE, Decision, Event, SeededRng, deal, draw
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import Deal, Play

ASKED = Decision(CHANCE, "deal", [Deal(1), Deal(2), Deal(5)], [3, 1, 4])


class Counting:
    """Every number of a range, one after another."""

    def __init__(self) -> None:
        self.next = 0
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        self.next += 1
        return (self.next - 1) % n


def test_each_option_comes_as_often_as_its_weight_says() -> None:
    rng = Counting()
    drawn = [draw(ASKED, rng) for _ in range(8)]
    assert drawn == [Deal(1)] * 3 + [Deal(2)] + [Deal(5)] * 4
    assert rng.asked == [8] * 8


def test_a_single_option_is_drawn_too() -> None:
    assert draw(Decision(CHANCE, "deal", [Deal(4)], [1]), Counting()) == Deal(4)


def test_weights_and_options_must_match() -> None:
    wrong = Decision(CHANCE, "deal", [Deal(1), Deal(2)], [1, 1, 1])
    with pytest.raises(ValueError, match="zip"):
        [draw(wrong, rng) for rng in [Counting()] for _ in range(3)]


def test_deal_goes_on_until_a_seat_is_asked() -> None:
    state = Magpies().start(2)
    events: list[Event] = []
    answers = deal(state, SeededRng(1), events)
    assert len(answers) == len(events) == 6
    asked = state.decision
    assert asked is not None
    assert asked.seat == 0
    assert deal(state, SeededRng(1)) == []


def test_deal_stops_at_the_end() -> None:
    state = Magpies().position("hand A 5; deck; turn A")
    state.play(Play(5))
    assert state.over
    assert deal(state, SeededRng(1)) == []


def test_draws_follow_the_weights() -> None:
    rng = SeededRng("weights")
    counts = Counter(str(draw(ASKED, rng)) for _ in range(8_000))
    assert 2_850 < counts["deal:1"] < 3_150
    assert 880 < counts["deal:2"] < 1_120
