"""What every game can do, whatever it is about."""

from __future__ import annotations

import pytest

from halfturn.core import BadOptions, Event, SeededRng, UnreadableText, View, deal
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import Play, Rob
from halfturn.template.magpies.events import Drawn
from halfturn.template.magpies.options import MagpiesOptions

MAGPIES = Magpies()


def test_a_game_begins_with_the_fewest_seats_and_the_default_options() -> None:
    state = MAGPIES.start()
    assert state.seats == 2
    assert state.options == MagpiesOptions()
    assert MAGPIES.start(4, {"hand": 1}).options == MagpiesOptions(hand=1)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"Magpies is for 2 to 4 players, got {seats}"):
        MAGPIES.start(seats)


def test_the_contract_is_checked_with_the_default_and_all_presets() -> None:
    assert MAGPIES.contract_options(2) == [MagpiesOptions(), MagpiesOptions(robbing=False)]


def test_options_travel_as_json() -> None:
    assert MAGPIES.option_json(Rob(1)) == b'{"type":"rob","seat":1}'
    assert MAGPIES.read_option_json('{"type":"play","value":3}') == Play(3)


@pytest.mark.parametrize("data", [b"", b"{}", b"[", b"\xff", '{"type":"play"}', '{"type":"fly"}'])
def test_json_of_no_option_is_unreadable(data: bytes | str) -> None:
    with pytest.raises(UnreadableText, match="expected an option of Magpies as JSON"):
        MAGPIES.read_option_json(data)


def test_events_travel_as_whoever_may_see_them() -> None:
    drawn = Drawn(0, 5)
    assert MAGPIES.event_json(drawn.seen_by(0)) == b'{"type":"drawn","seat":0,"value":5}'
    for viewer in (1, None):
        masked = MAGPIES.event_json(drawn.seen_by(viewer))
        assert masked == b'{"type":"drawn","seat":0,"value":null}'


def test_the_deal_is_the_same_for_the_same_numbers_only() -> None:
    one, same, other = (MAGPIES.start() for _ in range(3))
    for state, seed in ((one, 1), (same, 1), (other, 2)):
        deal(state, SeededRng(seed))
    assert one.key() == same.key() != other.key()


def test_a_game_is_called_by_its_class() -> None:
    assert repr(MAGPIES) == "Magpies()"


def test_events_and_views_need_their_words() -> None:
    class Bare(Event, frozen=True, tag="bare"):
        pass

    with pytest.raises(NotImplementedError, match="Bare needs a sentence: write words"):
        Bare().words(str)
    assert Bare().seen_by(None) == Bare()
    view = View(viewer=None, seats=2, to_decide=None, kind="", scores=(), winners=())
    with pytest.raises(NotImplementedError, match="View needs a text form: write text"):
        view.text  # noqa: B018
