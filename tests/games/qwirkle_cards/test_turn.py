"""Playing, adding, switching, and Qwirkles."""

from __future__ import annotations

from itertools import permutations

import pytest

from halfturn.core.language import speaking
from halfturn.games.qwirkle_cards.arrange import line_of
from halfturn.games.qwirkle_cards.events import Claimed, Laid, TurnEnded
from halfturn.games.qwirkle_cards.scratch import judge
from tests.games.qwirkle_cards.given import answers, given, legal, play, refused, scratch, seen

GEORGE = "table yci ysq ydi yst ycl rcl gcl; hand A ybu bcl oci psq; hand B rci; turn A"


@pytest.mark.clause("QC-T01", "QC-SET-1", "QC-SET-2", "QC-SET-3", "QC-OBJ-2", "QC-AMB-13")
@pytest.mark.parametrize(
    ("group", "verdict"),
    [
        ("rci rsq rdi", "set"),
        ("rsq bsq gsq", "set"),
        ("rci bci", "too small"),
        ("rci", "too small"),
        ("rci rsq bsq", "no common attribute"),
        ("rsq rsq bsq", "duplicate"),
        ("rci rsq rdi rcl", "set"),
        ("rci rsq rdi rcl rst", "set"),
        ("rci rsq rdi rcl rst rbu", "Qwirkle"),
        ("rci oci yci gci bci pci", "Qwirkle"),
        ("rci rsq rdi rcl rst rbu rci", "duplicate"),
    ],
)
def test_what_is_a_set(group: str, verdict: str) -> None:
    assert judge(group.split()) == verdict


@pytest.mark.clause("QC-TH-4")
def test_a_set_shares_exactly_one_attribute() -> None:
    assert line_of(["rci", "rsq"]) == 0
    assert line_of(["rci", "bci"]) == 6
    assert line_of(["rci", "rci", "rci"]) is None
    assert line_of(["rci", "bsq"]) is None


@pytest.mark.clause("QC-PLAY-1", "QC-AMB-10", "QC-T20")
def test_who_can_play_must_play() -> None:
    state = given("table rci rsq rdi; hand A rst bbu; turn A")
    assert answers(state) == ["rst"]
    assert "a card can be played (rst, for one)" in refused(state, "pass")
    assert "at least one card has to be played" in refused(state, "end")


@pytest.mark.clause("QC-T30", "QC-PLAY-1", "QC-SWITCH-3")
def test_rearranging_without_playing_is_no_turn() -> None:
    state = given("table rci rsq rdi rcl bsq gsq ysq; hand A rst; turn A")
    desk = scratch(state)
    at = next(at for at, group in enumerate(desk.groups, 1) if "rcl" in group)
    desk.command(f"move rcl {at}")
    desk.arrange()
    assert not desk.status.confirmable
    assert desk.status.missing == ("Lay at least one card of your hand.",)


@pytest.mark.clause("QC-PLAY-2", "QC-PLAY-3", "QC-PLAY-5", "QC-T06")
def test_cards_are_added_to_sets() -> None:
    state = given("table rci rsq rdi osq ysq gsq; hand A rst bsq rci; turn A")
    assert legal(state, "rst end")
    assert legal(state, "bsq end")
    assert legal(state, "rst bsq end")  # two sets extended in one turn
    # A second red circle would be a duplicate, and there is no set of circles.
    assert not legal(state, "rci end")
    assert "rci" not in answers(state)


@pytest.mark.clause("QC-PLAY-2", "QC-PLAY-4", "QC-AMB-4", "QC-AMB-14")
def test_new_sets_and_additions_go_together() -> None:
    state = given("table rci rsq rdi; hand A rcl rst rbu yci ydi yst rci rsq rdi; turn A")
    assert legal(state, "yci ydi yst rcl end")
    assert legal(state, "yci ydi yst rcl rst rbu end")
    # A second red set beside the first.
    assert legal(state, "rci rsq rdi end")
    assert not legal(state, "yci ydi end")


@pytest.mark.clause("QC-SWITCH-1", "QC-SWITCH-2", "QC-T07")
def test_a_card_is_split_off_only_where_three_remain() -> None:
    assert not legal(given("table rci rsq rdi; hand A bsq gsq; turn A"), "bsq gsq end")
    assert legal(given("table rci rsq rdi rst; hand A bsq gsq; turn A"), "bsq gsq end")


@pytest.mark.clause("QC-EX-1", "QC-T08", "QC-SWITCH-1")
def test_chris_makes_a_square_set_with_the_blue_square() -> None:
    assert legal(given("table bci bst bdi bsq; hand A rsq gsq; turn A"), "rsq gsq end")
    state = given("table bci bst bsq; hand A rsq gsq; turn A")
    assert not legal(state, "rsq gsq end")
    assert answers(state) == ["pass"]


@pytest.mark.clause("QC-EX-2", "QC-T09", "QC-QW-1", "QC-QW-2", "QC-QW-4", "QC-TURN-2", "DEF-12")
def test_george_completes_the_yellow_qwirkle() -> None:
    state = given(GEORGE)
    events = play(state, "ybu bcl take:y end")
    assert events == [
        Laid(0, "ybu", "yellow burst"),
        Laid(0, "bcl", "blue clover"),
        Claimed(0, "y", "yellow"),
        TurnEnded(0, ("ybu", "bcl"), ("yellow burst", "blue clover"), ("y",), 1),
    ]
    assert events[-1].words("AB".__getitem__) == (
        "A played 2 cards: yellow burst and blue clover; and took a Qwirkle, which makes 1."
    )
    with speaking("de"):
        assert events[-1].words("AB".__getitem__) == (
            "A spielte 2 Karten: Sonne in Gelb und Kleeblatt in Blau; und nahm einen Qwirkle, "
            "zusammen 1."
        )
    view = seen(state, 1)
    assert view.table == ("rcl", "gcl", "bcl")
    assert view.qwirkles == (("y",), ())
    assert view.scores == (1, 0)
    assert view.kind == "draw"


@pytest.mark.clause("QC-T11", "QC-AMB-12")
def test_george_may_leave_the_qwirkle() -> None:
    state = given(GEORGE)
    assert legal(state, "ybu bcl end")
    play(state, "ybu bcl end")
    assert state.scores == (0, 0)


@pytest.mark.clause("QC-QW-3", "QC-SWITCH-4")
def test_qwirkles_leave_at_the_end_of_the_turn() -> None:
    state = given(GEORGE)
    play(state, "ybu")
    assert answers(state) == ["bcl", "end"]  # take:y would leave two clovers
    assert "rcl (red clover) and gcl (green clover)" in refused(state, "take:y")
    play(state, "bcl take:y")
    assert len(seen(state, None).table) == 7
    assert state.scores == (0, 0)
    play(state, "end")
    assert state.scores == (1, 0)


@pytest.mark.clause("QC-QW-2", "QC-QW-3")
def test_a_qwirkle_of_a_shape_leaves_as_one_of_a_colour_does() -> None:
    state = given("table rcl ocl ycl gcl bcl; hand A pcl; turn A")
    play(state, "pcl take:cl end")
    assert state.scores == (1, 0)
    assert seen(state, None).table == ()


@pytest.mark.clause("QC-SWITCH-4", "QC-AMB-4")
def test_cards_may_lack_a_set_during_the_turn() -> None:
    state = given("table rci rsq rdi; hand A bsq gsq ysq; turn A")
    play(state, "bsq")
    assert answers(state) == ["ysq", "gsq"]
    assert "some are left over, for example bsq (blue square)" in refused(state, "end")
    play(state, "gsq ysq")
    assert answers(state) == ["end"]


@pytest.mark.clause("QC-T18", "QC-AMB-12", "QC-AMB-13")
def test_six_cards_may_lie_as_three_and_three() -> None:
    state = given("table rci rsq rdi rcl rst; hand A rbu bci; turn A")
    play(state, "rbu")
    assert answers(state) == ["take:r", "end"]
    play(state, "end")
    assert state.scores == (0, 0)
    assert sorted(map(len, seen(state, None).colour_sets)) == [3, 3]


@pytest.mark.clause("QC-AMB-8")
def test_several_qwirkles_in_one_turn_all_count() -> None:
    table = "table rci rsq rdi rcl rst osq ysq gsq bsq psq rsq; hand A rbu bci; turn A"
    state = given(table)
    play(state, "rbu take:sq take:r end")
    assert state.scores == (2, 0)
    assert seen(state, None).table == ()


@pytest.mark.clause("QC-AMB-11", "QC-T29", "QC-QW-1")
def test_a_qwirkle_may_be_all_table_cards_if_a_card_is_played_anywhere() -> None:
    table = "table rci rsq rdi rcl bcl gcl ycl rst rbu ost yst bst obu ybu bbu"
    state = given(f"{table}; hand A gst pci; turn A")
    assert "take:r" not in answers(state)
    play(state, "gst take:r end")
    assert state.scores == (1, 0)


@pytest.mark.clause("QC-AMB-7")
def test_a_qwirkle_that_is_broken_again_does_not_count() -> None:
    state = given("table rci rsq rdi rcl rst bbu gbu; hand A rbu; turn A")
    play(state, "rbu")
    # The burst either completes the reds or keeps the other bursts company, not both.
    assert answers(state) == ["end"]
    play(state, "end")
    assert state.scores == (0, 0)


@pytest.mark.clause("QC-AMB-5", "QC-AMB-7")
def test_played_cards_may_be_taken_back_until_the_turn_is_confirmed() -> None:
    state = given("table rci rsq rdi rcl rst; hand A rbu rst; turn A")
    desk = scratch(state)
    desk.place("rbu", 1)
    assert "r" in desk.status.qwirkles
    desk.take_back("rbu")
    assert sorted(desk.hand) == ["rbu", "rst"]
    assert not desk.status.qwirkles
    assert not desk.status.confirmable
    assert state.key() == given("table rci rsq rdi rcl rst; hand A rbu rst; turn A").key()


@pytest.mark.clause("QC-AMB-6", "QC-T19")
def test_a_card_of_the_table_never_goes_to_the_hand() -> None:
    state = given("table rci rsq rdi rcl; hand A rst; turn A")
    desk = scratch(state)
    with pytest.raises(Exception, match="only cards that you laid this turn go back"):
        desk.take_back("rci")
    desk.place("rst", 1)
    with pytest.raises(Exception, match=r"\(rst\), got rci"):
        desk.take_back("rci")
    assert "lies on the table and is not in the hand" in refused(state, "rci")


@pytest.mark.clause("QC-SWITCH-3", "QC-TH-3")
def test_two_orders_of_the_same_turn_reach_the_same_state() -> None:
    state = given(
        "table rci rsq rdi rcl rst osq ysq gsq bsq psq rsq; hand A rbu bci gci yci; turn A"
    )
    keys = set()
    for cards in permutations(["rbu", "bci", "gci", "yci"]):
        for taken in permutations(["take:r", "take:sq"]):
            copy = state.clone()
            play(copy, " ".join([*cards, *taken, "end"]))
            keys.add(copy.key())
    assert len(keys) == 1


@pytest.mark.clause("QC-TH-3")
def test_cards_come_before_qwirkles() -> None:
    state = given("table rci rsq rdi rcl rst; hand A rbu bci gci yci; turn A")
    assert "a turn begins with a card" in refused(state, "take:r")
    play(state, "rbu take:r")
    assert answers(state) == ["end"]
    assert "no further card can follow" in refused(state, "bci")


@pytest.mark.clause("QC-OBJ-1")
def test_points_are_qwirkles() -> None:
    assert given("qwirkles A r ci r; qwirkles B p; hand A rci; turn A").scores == (3, 1)


@pytest.mark.clause("QC-TURN-1")
def test_play_goes_clockwise() -> None:
    state = given(
        "seats 3; table rci rsq rdi; hand A rcl rst; hand B rst; hand C rbu; deck; last 5; turn B"
    )
    order = []
    for card in ("rst", "rbu", "rcl"):
        order.append(int(state.to_play))
        play(state, f"{card} end")
    assert order == [1, 2, 0]


@pytest.mark.clause("QC-TH-3")
def test_why_a_card_cannot_be_played_is_told_in_words() -> None:
    state = given("table rci rsq rdi; hand A bbu gsq; turn A")
    why = refused(state, "bbu")
    assert "finds no set" in why
    assert "only 1 different blue cards and 1 different of the shape burst" in why
    state = given("table rci rsq rdi; hand A bsq gsq rst rst; turn A")
    play(state, "rst")
    assert "cannot be played" in refused(state, "rst")
    assert "is not in A's hand, which is" in refused(state, "pbu")


def test_a_preview_tells_the_qwirkles_that_a_card_can_take() -> None:
    state = given(GEORGE)
    gains = {str(each): state.preview(each).gains for each in state.decision.options}  # type: ignore[union-attr]
    assert gains == {"ybu": (1, 0), "bcl": (1, 0)}
    play(state, "ybu")
    gains = {str(each): state.preview(each).gains for each in state.decision.options}  # type: ignore[union-attr]
    assert gains == {"bcl": (1, 0), "end": (0, 0)}
    play(state, "bcl")
    gains = {str(each): state.preview(each).gains for each in state.decision.options}  # type: ignore[union-attr]
    assert gains == {"take:y": (1, 0), "end": (0, 0)}
