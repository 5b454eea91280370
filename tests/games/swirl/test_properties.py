"""Laws that hold in every game, with every number of players and every flag."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from halfturn.core import CHANCE, Event, SeededRng, draw
from halfturn.games.swirl.cards import ACTIONS
from halfturn.games.swirl.events import Dropped, GameOver
from halfturn.games.swirl.options import CHOOSE, RANDOM
from halfturn.games.swirl.state import SwirlState
from tests.games.swirl.given import FOUR, GAME, begun, cards, seen


@st.composite
def starts(draw: st.DrawFn) -> SwirlState:
    """The beginning of any game there is."""
    seats = draw(st.sampled_from([2, 3, 4]))
    named = tuple(draw(st.permutations(FOUR))[:seats])
    return begun(
        seats,
        teams=seats == 4 and draw(st.booleans()),
        creatures=draw(st.sampled_from([CHOOSE, RANDOM, named])),
        dealer=draw(st.sampled_from(["random", *"ABCD"[:seats]])),
        capture=draw(st.sampled_from(["maximal_disjoint", "any_nonempty", "union"])),
        last_deal=draw(st.sampled_from(["equal", "strict4", "round_robin"])),
        after_swirl=draw(st.sampled_from(["clockwise", "left_of_dealer"])),
        play_out=draw(st.sampled_from(["all", "may_stop"])),
        replacement=draw(st.sampled_from(["ask", "automatic"])),
        memory_mode=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(starts(), st.integers(0, 2**32))
def test_every_game_keeps_its_cards_and_ends(state: SwirlState, seed: int) -> None:
    rng = SeededRng(seed)
    box = state.inventory()
    swirled = False
    told: list[Event] = []
    for _ in range(GAME.longest_game(state.seats) + 1):
        decision = state.decision
        if decision is None:
            break
        option = (
            draw(decision, rng)
            if decision.seat == CHANCE
            else decision.options[rng.below(len(decision.options))]
        )
        told = []
        state.play(option, told)
        swirled = swirled or any(isinstance(event, Dropped) for event in told)
        view = seen(state, None)
        assert state.inventory() == box
        assert cards(state) == 85
        assert swirled or not set(view.middle) & set(ACTIONS)
        for series in view.series:
            assert len({card[0] for card in series}) <= 1
            assert len({card[1] for card in series}) == len(series) <= 4
        whole = sum(len(series) == 4 for series in view.series)
        assert whole <= state.over
    assert state.over
    assert isinstance(told[-1], GameOver)
    assert told[-1].winners == state.winners
    _check_winners(state)


def _check_winners(state: SwirlState) -> None:
    """SW-END-2/3/4 and SW-AMB-15 once more, from what everybody sees."""
    view = seen(state, None)
    stands = {}
    for side in state.sides:
        whole = any(len(view.series[seat]) == 4 for seat in side)
        series = sum(len(view.series[seat]) for seat in side)
        stands[side] = (whole, 0 if whole else series, 0 if whole else _pile(state, side))
    best = max(stands.values())
    winners = sorted(seat for side, stand in stands.items() if stand == best for seat in side)
    assert state.winners == tuple(winners)
    assert not any(hand.count for hand in view.hands) or best[0]


def _pile(state: SwirlState, side: tuple[int, ...]) -> int:
    return sum(seen(state, None).piles[seat].count for seat in side)
