"""Decisions are plain data."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, Decision
from halfturn.template.magpies.answers import Deal, Play

ASKED = Decision(0, "play", [Play(1), Play(3)], opens_turn=True, secret=True)


def test_equal_decisions_are_equal_whatever_holds_their_options() -> None:
    other = Decision(0, "play", (Play(1), Play(3)), (), True, True)
    assert other == ASKED


@pytest.mark.parametrize(
    "other",
    [
        Decision(1, "play", [Play(1), Play(3)], opens_turn=True, secret=True),
        Decision(0, "rob", [Play(1), Play(3)], opens_turn=True, secret=True),
        Decision(0, "play", [Play(3), Play(1)], opens_turn=True, secret=True),
        Decision(0, "play", [Play(1), Play(3)], [1, 1], opens_turn=True, secret=True),
        Decision(0, "play", [Play(1), Play(3)], secret=True),
        Decision(0, "play", [Play(1), Play(3)], opens_turn=True),
        Decision(0, "play", [Play(1), Play(3)], (), True, True, simultaneous=True),
        "a decision",
        None,
    ],
)
def test_any_difference_counts(other: object) -> None:
    assert other != ASKED


def test_repr_can_be_pasted_back() -> None:
    names = {"Decision": Decision, "Play": Play, "Deal": Deal}
    dealt = Decision(CHANCE, "deal", [Deal(1)], [5], secret=True)
    both = Decision(1, "play", [Play(2)], simultaneous=True)
    for decision in (ASKED, dealt, both):
        assert eval(repr(decision), names) == decision
    assert repr(dealt) == "Decision(-1, 'deal', [Deal(value=1)], weights=[5], secret=True)"
