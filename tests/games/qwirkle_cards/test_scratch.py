"""The scratch table, the arranger, and the drawing."""

from __future__ import annotations

import msgspec
import pytest

from benchmarks.library.positions import positions
from halfturn.core import HalfturnError, IllegalOption
from halfturn.games.qwirkle_cards.arrange import arrange, moves
from halfturn.games.qwirkle_cards.bots.advice import best_turn, table_after
from halfturn.games.qwirkle_cards.scratch import Scratch, judge
from tests.games.qwirkle_cards.given import (
    GAME,
    cards_of,
    dealt,
    given,
    play,
    scratch,
    seen,
)

CHRIS = "table bci bst bdi bsq; hand A rsq gsq oci; turn A"


@pytest.mark.clause("QC-EX-1", "QC-SWITCH-1", "QC-SWITCH-4", "QC-AMB-5")
def test_chris_at_the_scratch_table() -> None:
    state = given(CHRIS)
    desk = scratch(state)
    desk.command("rsq gsq")
    status = desk.status
    assert status.groups == ("set", "too small")
    assert status.loose == ("rsq", "gsq")
    assert not status.confirmable
    assert status.arrangeable
    assert "arrange would lay these cards" in refusal(desk)
    desk.command("move bsq 1 2")
    status = desk.status
    assert status.groups == ("set", "set")
    assert status.confirmable
    assert desk.answers() == ["gsq", "rsq", "end"]
    play(state, " ".join(desk.answers()))
    assert len(seen(state, None).table) == 6


def refusal(desk: Scratch) -> str:
    with pytest.raises(IllegalOption) as caught:
        desk.answers()
    return str(caught.value)


def test_it_tells_what_is_missing() -> None:
    desk = scratch(given("table rci rsq rdi; hand A rci bsq gcl; turn A"))
    assert list(desk.status.missing) == ["Lay at least one card of your hand."]
    desk.command("rci 1")
    desk.command("bsq gcl")
    assert list(desk.status.missing) == [
        "Group 1: rci is there twice.",
        "Group 2: bsq and gcl share neither a colour nor a shape.",
    ]
    desk.command("back gcl")
    assert desk.status.missing[1] == ("Group 2: bsq is too small, a set has at least three cards.")
    desk.command("reset")
    assert (desk.groups, desk.laid) == ([["rci", "rsq", "rdi"]], [])


@pytest.mark.clause("QC-AMB-5", "QC-AMB-6")
def test_everything_can_be_laid_at_once() -> None:
    state = given(CHRIS)
    desk = scratch(state)
    desk.lay([["bci", "bst", "bdi"], [], ["bsq", "rsq", "gsq"]])
    assert (desk.hand, desk.laid) == (["oci"], ["rsq", "gsq"])
    assert desk.groups == [["bci", "bst", "bdi"], ["bsq", "rsq", "gsq"]]
    assert desk.status.lines == ("b", "sq")
    assert desk.answers() == ["gsq", "rsq", "end"]
    before = msgspec.json.encode(desk)
    for wrong in ([["bci", "bst", "bdi"]], [["bci", "bst", "bdi", "bsq", "bsq"]], [["no"]]):
        with pytest.raises(HalfturnError):
            desk.lay(wrong)
        assert msgspec.json.encode(desk) == before


@pytest.mark.parametrize(
    "line",
    [
        "pbu",
        "rst 9",
        "rst rst",
        "move rci 2",
        "move rst 1",
        "back rci",
        "castle",
        "",
        "rst x",
        "back",
    ],
)
def test_what_cannot_be_done_changes_nothing(line: str) -> None:
    desk = scratch(given("table rci rsq rdi; hand A rst; turn A"))
    before = msgspec.json.encode(desk)
    with pytest.raises(HalfturnError):
        desk.command(line)
    assert msgspec.json.encode(desk) == before


def test_it_travels_as_json() -> None:
    desk = scratch(given(CHRIS))
    desk.command("rsq")
    again = msgspec.json.decode(msgspec.json.encode(desk), type=Scratch)
    assert again == desk
    assert msgspec.json.encode(again.status)


def test_it_knows_only_what_the_seat_sees() -> None:
    state = given(CHRIS)
    for viewer in (1, None):
        with pytest.raises(IllegalOption, match="whose turn is about to begin"):
            Scratch.of(seen(state, viewer))


def test_whatever_is_confirmed_is_legal_in_the_game() -> None:
    state = dealt(2, seed=3)
    best = state.solver().best()
    assert best is not None
    desk = scratch(state)
    for card in cards_of(list(best.played)):
        desk.command(card)
    desk.arrange()
    assert desk.status.confirmable
    play(state, " ".join(desk.answers()))


def test_a_qwirkle_on_the_scratch_table_is_taken() -> None:
    state = given("table rci rsq rdi rcl rst; hand A rbu; turn A")
    desk = scratch(state)
    desk.command("rbu 1")
    assert desk.answers() == ["rbu", "take:r", "end"]
    desk.arrange()
    assert desk.answers() == ["rbu", "take:r", "end"]
    play(state, " ".join(desk.answers()))
    assert state.scores == (1, 0)


def test_arranging_puts_together_the_qwirkles_that_the_cards_make() -> None:
    desk = scratch(given("table rci rsq rdi oci yci gci; hand A rcl rst rbu bci; turn A"))
    for card in ("rcl", "rst", "rbu", "bci"):
        desk.command(card)
    desk.arrange()
    assert desk.status.qwirkles == ("r",)
    assert desk.answers() == ["bci", "rbu", "rcl", "rst", "take:r", "end"]
    # One that lies there already stays, where another would not make more.
    desk = scratch(given("table rci rsq rdi oci yci gci rst rcl; hand A pci bci rbu rci; turn A"))
    desk.lay([["rci", "oci", "yci", "gci", "pci", "bci"], ["rsq", "rdi", "rst", "rcl"], ["rbu"]])
    desk.arrange()
    assert desk.status.qwirkles == ("ci",)
    desk.lay(
        [["rci", "oci", "yci", "gci", "pci", "bci"], ["rsq", "rdi", "rst", "rcl"], ["rbu", "rci"]]
    )
    desk.arrange()
    assert list(desk.status.qwirkles) == ["r", "ci"]


def test_arranging_takes_all_that_can_be_taken() -> None:
    for table, hand in positions(60, "arrange-qwirkles"):
        turn = best_turn(table, hand)
        assert turn is not None
        state = given(
            f"table {' '.join(cards_of(table))}; hand A {' '.join(cards_of(hand))}; turn A"
        )
        desk = scratch(state)
        desk.lay([*desk.groups, *([card] for card in cards_of(list(turn.played)))])
        desk.arrange()
        assert len(desk.status.qwirkles) == turn.qwirkles
        play(state, " ".join(desk.answers()))


# ---- the arranger ----


@pytest.mark.clause("QC-TH-1", "QC-TH-5")
def test_every_feasible_table_is_arranged_without_a_set_of_six() -> None:
    for table, hand in positions(150, "arrange"):
        turn = best_turn(table, hand)
        assert turn is not None
        for cards in (table, table_after(table, turn)):
            found = arrange(cards_of(cards))
            assert found.loose == ()
            assert {judge(group) for group in found.groups} <= {"set"}
            assert sorted(card for group in found.groups for card in group) == sorted(
                cards_of(cards)
            )


def test_what_lies_in_sets_stays_as_it_is() -> None:
    for table, _ in positions(40, "stay"):
        cards = cards_of(table)
        now = arrange(cards)
        again = arrange(cards, now.groups)
        assert moves(now.groups, again.groups) == 0


def test_a_card_that_finds_a_set_moves_nothing_else() -> None:
    now = [["rci", "rsq", "rdi"], ["osq", "ysq", "gsq"]]
    found = arrange([*now[0], *now[1], "rst"], now)
    assert set(map(frozenset, found.groups)) == {
        frozenset(("rci", "rsq", "rdi", "rst")),
        frozenset(("osq", "ysq", "gsq")),
    }
    # Chris: one card changes sides.
    now = [["bci", "bst", "bdi", "bsq"]]
    found = arrange([*now[0], "rsq", "gsq"], now)
    assert moves(now, found.groups) == 1


def test_few_cards_move_over_whole_turns() -> None:
    near = far = 0
    for table, hand in positions(120, "near"):
        turn = best_turn(table, hand, "fewest")
        assert turn is not None
        if turn.qwirkles or not sum(table):
            continue
        now = arrange(cards_of(table)).groups
        after = cards_of(table_after(table, turn))
        near += moves(now, arrange(after, now).groups)
        far += moves(now, arrange(after).groups)
    assert near * 3 < far


def test_cards_that_cannot_lie_in_sets_are_loose() -> None:
    found = arrange("rci rsq rdi bst gbu".split())
    assert found.colour_sets == (("rci", "rsq", "rdi"),)
    assert found.loose == ("gbu", "bst")


# ---- the drawing ----


@pytest.mark.clause("QC-UI-1")
def test_colour_sets_and_shape_sets_have_rows_of_their_own() -> None:
    state = given(
        "table rci rsq rdi osq ysq gsq; hand A bst; qwirkles A r ci; hand B bcl bdi; turn A"
    )
    drawing = GAME.draw(state.view(0)).plain.splitlines()
    assert drawing[0] == "Colours [●rci ■rsq ◆rdi]"
    assert drawing[1] == "Shapes  [■osq ■ysq ■gsq]"
    assert any("2 Qwirkles (red, circle)" in line for line in drawing)
    assert any("2 hidden cards" in line for line in drawing)
    assert any("✦bst" in line for line in drawing)


@pytest.mark.clause("QC-UI-1", "QC-DATA-1")
def test_shapes_and_colours_are_told_apart_without_colour() -> None:
    state = given("hand A rci rsq rdi rcl rst rbu oci yci gci; turn A")
    signs = {word for word in GAME.draw(state.view(0)).plain.split() if len(word) == 4}
    assert len({word[0] for word in signs if word[1:] != "Deck"[1:]}) >= 6
    assert {"●rci", "●oci", "●yci", "●gci"} <= signs


def test_a_long_row_goes_on_in_the_next_line() -> None:
    from halfturn.core.paper import paper

    for table, _ in positions(80, "draw")[-3:]:
        state = given(f"table {' '.join(cards_of(table))}; hand A rci; turn A")
        with paper(60):
            drawing = GAME.draw(state.view(0)).plain
        assert max(map(len, drawing.splitlines())) <= 60


def test_the_scratch_table_is_drawn_with_numbers() -> None:
    desk = scratch(given(CHRIS))
    desk.command("rsq gsq")
    drawing = desk.draw().plain
    assert "  2 [■rsq ■gsq]  too small" in drawing
    assert "arrange shows how" in drawing
    desk.arrange()
    assert "Ready: confirm ends the turn." in desk.draw().plain
