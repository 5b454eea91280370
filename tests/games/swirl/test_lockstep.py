"""Random games, played by the rules and by a second reading of them side by side."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, SeededRng, draw
from halfturn.core.option import Option
from halfturn.games.swirl.state import SwirlState
from tests.games.swirl.given import FOUR, answers, asked, dealt, seen
from tests.games.swirl.oracle import Oracle

WAYS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (4, {"teams": "true", "replacement": "automatic"}),
    (4, {"capture": "union", "after_swirl": "left_of_dealer", "last_deal": "round_robin"}),
    (3, {"capture": "any_nonempty", "play_out": "may_stop", "last_deal": "strict4"}),
    (2, {"play_out": "may_stop", "last_deal": "round_robin"}),
]
MOST_TO_TRY = {"any_nonempty": 9}
"""From so many cards in the middle on, trying everything would take too long."""


def oracle_of(state: SwirlState, options: dict[str, str]) -> Oracle:
    """The second reading at a first turn."""
    oracle = Oracle(state.seats, list(FOUR[: state.seats]), state.dealer, options)
    for seat in range(state.seats):
        oracle.hands[seat] = list(seen(state, seat).hands[seat].cards or ())
    oracle.middle = list(seen(state, None).middle)
    oracle.deck = seen(state, None).deck.count
    return oracle


def words_after(option: Option) -> str:
    """An answer without the word before it."""
    return str(option).partition(":")[2] or str(option)


def assert_equal(state: SwirlState, oracle: Oracle) -> None:
    view = seen(state, None)
    for seat in range(state.seats):
        assert sorted(seen(state, seat).hands[seat].cards or ()) == sorted(oracle.hands[seat])
        assert sorted(view.series[seat]) == sorted(oracle.series[seat])
        assert sorted(view.piles[seat].cards or ()) == sorted(oracle.piles[seat])
    assert sorted(view.middle) == sorted(oracle.middle)
    assert view.deck.count == oracle.deck
    if oracle.question == "over":
        assert state.over
        assert list(state.winners) == oracle.winners()
        return
    seat, kind = asked(state)
    assert kind == oracle.question
    if kind != "deal":
        assert seat == oracle.asked
        assert {words_after(option) for option in _options(state)} == oracle.answers()
        assert len(answers(state)) == len(oracle.answers())


def _options(state: SwirlState) -> list[Option]:
    decision = state.decision
    assert decision is not None
    return list(decision.options)


@pytest.mark.clause("SW-TURN-1", "SW-TURN-2", "SW-TURN-4", "SW-TURN-5", "SW-DEAL-1", "SW-END-3")
@pytest.mark.clause("SW-AMB-2", "SW-AMB-13", "SW-AMB-14", "SW-AMB-15", "SW-SWIRL-2")
@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_both_readings_agree(seats: int, options: dict[str, str]) -> None:
    ended = 0
    for seed in range(15):
        flags: dict[str, object] = {**options, "teams": options.get("teams") == "true"}
        state = dealt(seats, seed, flags)
        oracle = oracle_of(state, options)
        rng = SeededRng(f"lockstep {seed}")
        most = MOST_TO_TRY.get(options.get("capture", ""), 13)
        assert_equal(state, oracle)
        while (decision := state.decision) is not None and len(seen(state, None).middle) <= most:
            if decision.seat == CHANCE:
                option = draw(decision, rng)
                oracle.get(words_after(option))
            else:
                option = decision.options[rng.below(len(decision.options))]
                oracle.answer(words_after(option))
            state.play(option)
            if len(seen(state, None).middle) <= most:
                assert_equal(state, oracle)
        ended += state.over
    assert ended >= 5
