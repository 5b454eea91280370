"""The one secret there can be: a gift that is chosen and not yet given."""

from __future__ import annotations

import msgspec
import pytest

from halfturn.core import Event, SeededRng
from halfturn.games.sellswords.state import SellswordsState
from tests.games.sellswords.given import Table, begun, given, played_at_random

ASKED = "hand A aristotle=1 v1 v2 v3; hand B v4 v5; turn A"
pytestmark = pytest.mark.clause("SO-AMB-37")


def world(gift: str, reading: str = "secret") -> SellswordsState:
    """A has chosen a gift, and B is asked."""
    return given(ASKED, aristotle=reading).answers(f"aristotle 1,0 give:{gift}").state


def everything(state: SellswordsState, viewer: int | None) -> bytes:
    """All that a viewer can get hold of, as bytes."""
    view = state.view(viewer)
    asked = state.decision
    assert asked is not None
    parts: list[object] = [msgspec.json.encode(view), view.text, state.key(viewer)]
    parts += [state.codes(), repr(asked), state.scores, state.outlook, state.inventory()]
    if viewer == asked.seat:
        parts += [msgspec.json.encode(state.preview(option)) for option in asked.options]
    worlds = [state.redeal(viewer, SeededRng(seed)).text for seed in range(6)]
    return repr([parts, worlds]).encode()


@pytest.mark.parametrize("viewer", [1, None])
def test_a_hidden_gift_changes_not_a_byte_for_the_other_and_for_spectators(
    viewer: int | None,
) -> None:
    assert everything(world("v1"), viewer) == everything(world("v2"), viewer)
    assert b"give:?" in everything(world("v1"), viewer)


def test_the_giver_sees_the_own_gift() -> None:
    one, other = world("v1"), world("v2")
    assert "answered place:aristotle at:1,0 give:v1" in one.view(0).text
    assert one.view(0) != other.view(0)
    assert one.key(0) != other.key(0)
    assert one.text != other.text


def test_redealing_keeps_what_the_viewer_sees_and_draws_the_rest() -> None:
    state = world("v1")
    for viewer in (0, 1, None):
        texts = {state.redeal(viewer, SeededRng(seed)).text for seed in range(20)}
        assert len(texts) == (1 if viewer == 0 else 3)
        redealt = state.redeal(viewer, SeededRng(1))
        assert redealt.view(viewer) == state.view(viewer)
        assert redealt.decision == state.decision
    assert state.text == world("v1").text


def test_nothing_is_told_before_both_have_chosen() -> None:
    table = given(ASKED, aristotle="secret").answers("aristotle 1,0")
    table.answers("give:v1")
    assert table.events == []
    table.answers("give:v4")
    told = [event.words("AB".__getitem__) for event in table.events]
    assert told == ["A gave V1 to B for V4."]
    assert (table.hand("A"), table.hand("B")) == (["v2", "v3", "v4"], ["v1", "v5"])


def test_a_gift_of_a_single_tile_is_asked_too() -> None:
    table = given("hand A aristotle=1 v1; hand B v4; turn A", aristotle="secret")
    table.answers("aristotle 1,0 give:v1 give:v4")
    assert table.hand("A") == ["v4"]


def test_elders_gift_is_as_secret_as_aristotles() -> None:
    position = "discard aristotle; hand A elder=1 v1 v2; hand B v4 v5; turn A"
    table = given(position, aristotle="secret").answers("elder 1,0 copy:aristotle give:v1")
    assert "give:?" in table.state.view(1).text
    assert "give:v1" in table.state.view(0).text


def test_by_the_usual_reading_everybody_sees_it() -> None:
    state = world("v1", "active_first")
    for viewer in (0, 1, None):
        assert "give:v1" in state.view(viewer).text
        assert state.redeal(viewer, SeededRng(1)).text == state.text


@pytest.mark.clause("SO-INFO-1")
def test_all_else_is_open_and_a_redealt_world_is_the_same_world() -> None:
    state = begun(terrain="styx").state
    rng = SeededRng(5)
    while (decision := state.decision) is not None:
        for viewer in (0, 1, None):
            assert state.redeal(viewer, rng).text == state.text == state.view(viewer).text
        events: list[Event] = []
        state.play(decision.options[rng.below(len(decision.options))], events)
        assert all(event.seen_by(viewer) == event for event in events for viewer in (0, None))


def test_a_view_is_for_a_seat_or_for_a_spectator() -> None:
    table = Table(played_at_random(begun().state, 1, "turn"))
    with pytest.raises(Exception, match="expected a seat from 0 to 1, or None for a spectator"):
        table.state.view(2)
