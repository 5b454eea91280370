"""The deal, and who begins."""

from __future__ import annotations

import pytest

from halfturn.core import CHANCE, BadOptions
from halfturn.games.qwirkle_cards.cards import CARDS, largest_set
from halfturn.games.qwirkle_cards.events import DealtAgain, FirstFound, SetsCompared
from halfturn.games.qwirkle_cards.options import QwirkleCardsOptions
from tests.games.qwirkle_cards.given import (
    GAME,
    answers,
    begun,
    counts,
    deal_hands,
    dealt,
    draw_all,
    hand_with,
    heap,
    play,
    seen,
)


@pytest.mark.clause("QC-DECK-1", "QC-T28")
def test_the_box_has_three_of_each_of_thirty_six_cards() -> None:
    state = begun()
    assert len(CARDS) == len(set(CARDS)) == 36
    assert state.inventory() == dict.fromkeys(sorted(CARDS), 3)
    assert sum(state.decision.weights if state.decision else ()) == 108


@pytest.mark.clause("QC-SETUP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_gets_nine_cards_and_the_rest_is_the_deck(seats: int) -> None:
    state = begun(seats)
    for _ in range(9 * seats):
        assert state.decision is not None
        assert state.decision.seat == CHANCE
        state.play(state.decision.options[0])
    state = dealt(seats)
    view = seen(state, None)
    assert [hand.count for hand in view.hands] == [9] * seats
    assert view.deck.count == 108 - 9 * seats
    assert view.table == ()


@pytest.mark.clause("QC-SETUP-2")
@pytest.mark.parametrize(("first", "second", "begins"), [(4, 3, 0), (3, 4, 1), (5, 6, 1)])
def test_the_largest_set_begins(first: int, second: int, begins: int) -> None:
    state = begun()
    events = deal_hands(state, hand_with(first), hand_with(second, 1))
    assert events[-2:] == [SetsCompared((first, second)), FirstFound(begins, False)]
    assert state.decision is not None
    assert state.decision.seat == begins


@pytest.mark.clause("QC-SETUP-3", "QC-T02")
@pytest.mark.parametrize(("ages", "begins"), [("AB", 0), ("BA", 1)])
def test_the_oldest_of_the_tied_begins(ages: str, begins: int) -> None:
    state = begun(age_order=tuple(ages))
    events = deal_hands(state, hand_with(4), hand_with(4, 1))
    assert events[-1] == FirstFound(begins, True)
    assert state.decision is not None
    assert state.decision.seat == begins


@pytest.mark.clause("QC-SETUP-3")
def test_somebody_older_with_a_smaller_set_does_not_begin() -> None:
    state = begun(3, age_order=("C", "B", "A"))
    deal_hands(state, hand_with(4), hand_with(4, 1), hand_with(3, 2))
    assert state.decision is not None
    assert state.decision.seat == 1


@pytest.mark.clause("QC-DATA-3")
def test_by_default_a_lot_finds_who_is_oldest_among_the_tied() -> None:
    assert QwirkleCardsOptions().age_order == ("random",)
    state = begun(3)
    deal_hands(state, hand_with(4), hand_with(3, 1), hand_with(4, 2))
    assert state.decision is not None
    assert (state.decision.seat, state.decision.kind) == (CHANCE, "oldest")
    assert answers(state) == ["oldest:A", "oldest:C"]
    assert list(state.decision.weights) == [1, 1]
    play(state, "oldest:C")
    assert state.decision is not None
    assert state.decision.seat == 2


@pytest.mark.clause("QC-AMB-21")
def test_of_equally_old_players_the_first_seat_begins() -> None:
    state = begun(3, age_order="equal")
    deal_hands(state, hand_with(3), hand_with(4, 1), hand_with(4, 2))
    assert state.to_play == 1
    # Those left out are younger than those named, and equally old.
    state = begun(3, age_order=("A",))
    deal_hands(state, hand_with(3), hand_with(4, 1), hand_with(4, 2))
    assert state.to_play == 1


@pytest.mark.clause("QC-SETUP-4", "QC-T05", "QC-AMB-3", "QC-PLAY-4")
def test_the_first_player_plays_any_set_of_three() -> None:
    state = begun()
    deal_hands(state, "rci rsq rdi rcl bsq gsq obu ocl ydi", hand_with(3, 3))
    assert state.to_play == 0
    assert "end" not in play_and_list(state, "rci")
    assert "end" not in play_and_list(state, "rci rsq")
    assert "end" in play_and_list(state, "rci rsq rdi")
    assert "end" in play_and_list(state, "rsq bsq gsq")
    assert "pass" not in answers(state)


def play_and_list(state: object, line: str) -> list[str]:
    from halfturn.games.qwirkle_cards.state import QwirkleCardsState

    assert isinstance(state, QwirkleCardsState)
    copy = state.clone()
    play(copy, line)
    return answers(copy)


@pytest.mark.clause("QC-SETUP-5", "QC-T03", "QC-AMB-20")
def test_without_a_set_of_three_everything_is_dealt_again_and_again() -> None:
    state = begun()
    for _ in range(3):
        events = deal_hands(state, hand_with(2), hand_with(2, 2))
        assert events[-1] == DealtAgain()
        assert (state.deck_size, list(state.sizes)) == (108, [0, 0])
        assert state.decision is not None
        assert sum(state.decision.weights) == 108
    deal_hands(state, hand_with(2), hand_with(3, 3))
    assert state.to_play == 1


@pytest.mark.clause("QC-AMB-1", "QC-T04")
def test_duplicates_count_once_in_the_largest_set() -> None:
    for size in (2, 3, 4, 5, 6):
        assert largest_set(heap(counts(hand_with(size)))) == size
    assert largest_set(heap(counts("rci rci rsq rsq bci"))) == 2
    assert largest_set(heap(counts("rci oci yci gci bci pci rsq"))) == 6


@pytest.mark.clause("QC-AMB-2")
def test_the_deal_shows_the_sizes_of_the_largest_sets_and_nothing_else() -> None:
    state = begun()
    events = deal_hands(state, hand_with(4), hand_with(3, 1))
    told = [event.seen_by(None) for event in events if type(event).__name__ == "CardDealt"]
    assert {getattr(event, "card", "?") for event in told} == {None}
    assert SetsCompared((4, 3)) in events
    view = seen(state, None)
    assert view.shown == (("4:9:",), ("3:9:",))
    assert all(hand.cards is None for hand in view.hands)


@pytest.mark.clause("QC-DATA-2")
def test_two_to_four_play_and_the_rules_would_do_for_eleven() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 4)
    for seats in (1, 5):
        with pytest.raises(BadOptions, match="2 to 4 players"):
            GAME.start(seats)
    state = GAME.new_state(11, QwirkleCardsOptions(age_order=("equal",)))
    draw_all(state)
    assert (list(state.sizes), state.deck_size) == ([9] * 11, 9)


@pytest.mark.clause("QC-DATA-5")
def test_no_option_limits_the_time() -> None:
    assert set(QwirkleCardsOptions.__struct_fields__) == {"no_play", "age_order"}


@pytest.mark.parametrize(
    ("ages", "message"),
    [
        (("C",), "expected seats among A, B, or random, or equal, got 'C'"),
        (("A", "A"), "each seat at most once, got 'A,A'"),
        ((), "each seat at most once"),
        (("random", "A"), "got 'random'"),
    ],
)
def test_ages_that_cannot_be_are_refused(ages: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        begun(age_order=ages)
