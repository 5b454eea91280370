"""Notation: reading answers and positions, the three errors, the integers."""

from __future__ import annotations

import pytest

from halfturn.core import (
    AmbiguousText,
    BadOptions,
    HalfturnError,
    IllegalOption,
    Option,
    SeededRng,
    UnreadableText,
)
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import read_record
from halfturn.games.swirling_heroes.answers import Colour, Deal, First, Pick, Place, Remove
from tests.games.swirling_heroes.given import (
    GAME,
    TWELVE,
    answers,
    begun,
    given,
    play,
    random_game,
)
from tests.support.lines import check_line

EXAMPLE = "field B:0312@1,0; hand A 1302 0123; hand B 0123; turn A"


# ---- the three errors ----


@pytest.mark.parametrize(
    ("line", "error", "why"),
    [
        ("", UnreadableText, "expected a card as it will lie and its cell, like 0123@1,0"),
        ("castle", UnreadableText, "expected a card as it will lie and its cell.*got 'castle'"),
        ("0213@0", UnreadableText, "expected a card as it will lie and its cell"),
        ("0213@0,0,0", UnreadableText, "expected a card as it will lie and its cell"),
        ("0213@01,0", UnreadableText, "expected a card as it will lie and its cell"),
        ("0213@-0,0", UnreadableText, "expected a card as it will lie and its cell"),
        ("0211@0,0", UnreadableText, "expected a card as four different numbers from 0 to 3"),
        ("0214@0,0", UnreadableText, "expected a card as four different numbers from 0 to 3"),
        ("021@0,0", UnreadableText, "expected a card as four different numbers from 0 to 3"),
        ("2130", UnreadableText, "expected the cell too, like 2130@1,0, got '2130'"),
        ("first:Z", UnreadableText, "expected a seat from A to D, got 'Z'"),
        ("colour:red", UnreadableText, "expected a colour among orange, green, blue, pink"),
        ("remove:xyz", UnreadableText, "expected a card as four different numbers"),
        ("1302@0,0", IllegalOption, "1302 shows 3 at its right, where it would touch a 2"),
        ("2130@0,0", IllegalOption, "2130 is not in A's hand, which is 0123, 0213"),
        ("0213@1,0", IllegalOption, "1,0 is taken; expected an empty cell"),
        ("0213@9,9", IllegalOption, "9,9 touches no card"),
        ("0213@999,0", IllegalOption, "expected a cell within 23 of the centre, got 999,0"),
        ("remove:0213", IllegalOption, "a card can be placed, so none may be removed"),
        ("first:A", IllegalOption, "A is asked for 'turn': expected one of .*, got first:A"),
        ("deal:0123", IllegalOption, "A is asked for 'turn'"),
        ("colour:pink", IllegalOption, "A is asked for 'turn'"),
        ("0213", AmbiguousText, "'0213' fits 4 options: say which of 1302@1,-1, 0213@0,0, 0213@2"),
        ("1302", AmbiguousText, "'1302' fits 2 options: say which of 1302@1,-1, 1302@1,1"),
        ("@0,0", None, "0213@0,0"),
        ("0,0", None, "0213@0,0"),
        ("  0213@0,0 ", None, "0213@0,0"),
    ],
)
def test_a_line_is_read_or_refused_for_the_right_reason(
    line: str, error: type[HalfturnError] | None, why: str
) -> None:
    check_line(given(EXAMPLE), line, error, why)


@pytest.mark.parametrize(
    "option",
    [
        Place("1302", 0, 0),
        Place("0213", 9, 9),
        Place("0213", 10**30, 0),
        Place("0213", 0, -24),
        Place("9999", 0, 0),
        Place("", 0, 0),
        Remove("0213"),
        Remove("1302"),
        Remove("9999"),
        Remove(""),
        Deal("0123"),
        Pick("0123"),
        Colour("mauve"),
        First(7),
    ],
)
def test_an_option_that_is_not_legal_changes_nothing(option: Option) -> None:
    state = given(EXAMPLE)
    before = state.key(), state.text, answers(state)
    with pytest.raises(IllegalOption) as caught:
        state.play(option, [])
    assert len(str(caught.value)) > 10
    assert (state.key(), state.text, answers(state)) == before


def test_an_unknown_card_is_named_even_when_one_has_to_be_removed() -> None:
    state = given("field A:0123@0,0; hand B 1032; turn B")
    with pytest.raises(IllegalOption, match="expected the card as hands show it, 1032, got 3210"):
        state.play(Remove("3210"))
    with pytest.raises(IllegalOption, match="expected a card as four different numbers"):
        state.play(Remove("abcd"))


@pytest.mark.parametrize("line", ["remove:1032", "remove:3210", "1032", "3210", "remove"])
def test_a_card_to_remove_is_read_either_way_round(line: str) -> None:
    state = given("field A:0123@0,0; hand B 1032; turn B")
    assert state.read(line) == Remove("1032")


@pytest.mark.parametrize("line", ["pick:0123", "pick:2301", "0123", "2301"])
def test_a_card_to_pick_is_read_either_way_round(line: str) -> None:
    assert begun(2, hands="choose").read(line) == Pick("0123")


def test_a_card_that_goes_to_one_cell_only_needs_no_cell() -> None:
    state = given("options table=1x2; field A:0123@0,0; hand B 0132 0123; turn B")
    assert state.read("0132") == state.read("3201") == Place("3201", 0, -1)
    with pytest.raises(AmbiguousText, match="'0123' fits 2 options"):
        state.read("0123")


# ---- positions ----


def test_the_documented_position_reads() -> None:
    state = given(
        "seats 2; options hands=even; field A:0123@0,0 B:2301@1,0; hand A 0231; hand B 1032; turn B"
    )
    assert state.text == (
        "seats 2; options hands=even; colours orange green; field A:0123@0,0 B:2301@1,0; "
        "hand A 0231; hand B 1032; turn B"
    )


def test_sections_come_in_any_order_and_on_lines() -> None:
    one = given("turn B; hand B 3210; field A:0123@0,0; seats 3; removed C 2310")
    other = given("seats 3\nfield A:0123@0,0\n\nhand B 1032\nremoved C 1023;;\nturn b\n")
    assert one.key() == other.key()
    assert one.text == other.text


@pytest.mark.clause("SH-T24")
@pytest.mark.parametrize("hands", ["mirror", "choose", "random", "even"])
@pytest.mark.parametrize("edition", ["shape-of-the-world", "second"])
def test_every_position_of_a_game_reads_back(hands: str, edition: str) -> None:
    for seed in range(3):
        state = begun(2 + seed, hands=hands, edition=edition, colours="choose", table="5x5")
        for before, _, _ in random_game(state, seed):
            again = given(before.text)
            assert again.text == before.text
            assert again.key() == before.key()
            assert again.decision == before.decision
            assert again.codes() == before.codes()
        assert given(state.text).key() == state.key()
        assert given(state.text).winners == state.winners


@pytest.mark.clause("SH-T24", "SH-DATA-4")
def test_a_position_with_a_chooser_reads_back_whether_named_or_drawn() -> None:
    named = begun(3, edition="second", chooser="C", hands="even")
    drawn = begun(3, edition="second", hands="even")
    play(drawn, "chooser:C")
    for state in (named, drawn):
        assert state.text.endswith("chooser C; setup")
        assert given(state.text).text == state.text
        assert given(state.text).decision == state.decision
    with pytest.raises(UnreadableText, match="chooser: expected only in the second edition"):
        given(named.text.replace("chooser C", "chooser B"))


@pytest.mark.clause("SH-T24")
def test_a_record_saved_half_way_replays_to_the_same_position() -> None:
    through = Playthrough.start(GAME, 3, {"hands": "random"})
    state = begun(3, hands="random")
    for turn, (before, code, _) in enumerate(random_game(state, 8)):
        through.play(before.option(code))
        if turn == 27:
            break
    again = Playthrough.of(read_record(through.record.text), GAME)
    assert again.state.key() == through.state.key()
    assert again.state.text == through.state.text
    assert again.state.decision == through.state.decision
    assert again.record == through.record


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("seats 5", "seats: expected a number from 2 to 4, got '5'"),
        ("seats two", "seats: expected a number from 2 to 4"),
        ("board A:0123@0,0", "expected a section among seats, options, .* got 'board'"),
        ("seats 2; seats 3", "expected one section 'seats', got two"),
        ("hand A 0123; hand a 0231", "expected one section 'hand A', got two"),
        ("hand", "expected a seat after 'hand'"),
        ("hand C 0123", "hand: expected a seat from A to B, got 'C'"),
        ("hand A 0122", "expected a card as four different numbers from 0 to 3"),
        ("hand A ?", "expected a card as four different numbers from 0 to 3"),
        ("hand A 0123 0231 0312 1032 1320 2130 0132", "hand A: expected at most 6 cards"),
        ("field A:0123", "expected the cell too"),
        ("field 0123@0,0", "field: expected a seat and a card"),
        ("field A:remove:0123", "field: expected a card like A:0123@1,0"),
        ("field C:0123@0,0", "expected a seat from A to B, got 'C'"),
        ("field A:0123@24,0", "field: expected cells within 23 of 0,0"),
        ("field A:0123@0,0 B:0123@0,0", "field: expected one card a cell"),
        ("hand A 0123; turn B", "turn: expected a seat with cards, got B"),
        ("hand A 0123; turn A B", "turn: expected one seat, got 'A B'"),
        ("hand A 0123; chooser A", "chooser: expected only together with setup"),
        ("chooser A; setup", "chooser: expected only in the second edition"),
        ("field A:0123@0,0; setup", "setup: expected no section 'field' before the first turn"),
        ("hand A 0123; setup", "hand: expected the same cards in all hands when they are mirrored"),
        ("colours red green", "colours: expected some of orange, green, blue, pink, got 'red'"),
        ("colours pink pink", "colours: expected a different one for each of 2 seats"),
        ("colours pink", "colours: expected 2, got 'pink'"),
        ("cannot A 0123; hand A 2301", "cannot A: the hand holds 0123"),
        (
            "options hands=choose colours=choose; hand A 0123; setup",
            "hand A: expected no cards before the seat has a colour",
        ),
        (
            "options hands=choose colours=choose; colours pink; hand A 0123; setup",
            "hand: expected no cards before every seat has a colour",
        ),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(position: str, why: str) -> None:
    with pytest.raises(UnreadableText, match=why):
        given(position)


def test_a_position_need_not_be_reachable() -> None:
    state = given("field A:0123@0,0 A:0123@5,5 A:2301@9,9; hand A 0123 0123; turn A")
    assert answers(state).count("2301@1,0") == 1
    play(state, "2301@1,0")
    assert state.text.endswith("hand A 0123; turn A")


def test_a_state_shows_itself_as_code_that_makes_it_again() -> None:
    state = given(EXAMPLE)
    assert repr(state) == f"SwirlingHeroes().position({state.text!r})"


# ---- the integers ----


def test_the_integers_have_the_documented_layout() -> None:
    assert GAME.code_count == 12 * 47 * 47 + 3 * 12 + 3 * 4 == 26556
    for layout, face in enumerate(TWELVE):
        for way in (face, face[2:] + face[:2]):
            assert GAME.code(Place(way, -23, -23)) == layout * 2209
            assert GAME.code(Place(way, 0, 0)) == layout * 2209 + 23 * 47 + 23
            assert GAME.code(Place(way, 5, -2)) == layout * 2209 + 21 * 47 + 28
            assert GAME.code(Place(way, 23, 23)) == layout * 2209 + 2208
        assert GAME.code(Remove(face)) == 26508 + layout
        assert GAME.code(Deal(face)) == 26520 + layout
        assert GAME.code(Pick(face)) == 26532 + layout
    for at, colour in enumerate(("orange", "green", "blue", "pink")):
        assert GAME.code(Colour(colour)) == 26544 + at
    assert [GAME.code(GAME.parse_option(f"chooser:{seat}")) for seat in "AD"] == [26548, 26551]
    assert [GAME.code(GAME.parse_option(f"first:{seat}")) for seat in "AD"] == [26552, 26555]


@pytest.mark.parametrize("hands", ["mirror", "choose", "random"])
def test_integers_and_options_agree_all_game_long(hands: str) -> None:
    state = begun(3, hands=hands, edition="second", colours="choose", table="4x4")
    for before, code, events in random_game(state, seed=6):
        decision = before.decision
        assert decision is not None
        assert [GAME.code(option) for option in decision.options] == before.codes()
        assert [before.option(each) for each in before.codes()] == list(decision.options)
        by_option = before.clone()
        told: list[object] = []
        by_option.play(before.option(code), told)  # type: ignore[arg-type]
        by_code = before.clone()
        by_code.play_code(code)
        assert by_option.key() == by_code.key()
        assert told == events


@pytest.mark.parametrize("code", [-1, 26556, 10**12, -(10**12), 0, 26508, 26520, 26544, 26555])
def test_an_integer_that_is_not_open_is_refused_and_changes_nothing(code: int) -> None:
    state = given(EXAMPLE)
    before = state.key(), state.text
    with pytest.raises(IllegalOption, match=f"got {code}"):
        state.play_code(code)
    assert (state.key(), state.text) == before


def test_every_other_integer_is_refused() -> None:
    state = given("field B:0312@1,0 A:0123@0,1; hand A 1302 0123; hand B 0123; turn A")
    legal = set(state.codes())
    before = state.key()
    for code in range(GAME.code_count):
        if code not in legal:
            with pytest.raises(IllegalOption):
                state.play_code(code)
    assert state.key() == before


@pytest.mark.clause("SH-SETUP-5")
@pytest.mark.parametrize("seat", [-2, -1, 2, 7])
def test_only_seats_and_spectators_are_shown_anything(seat: int) -> None:
    state = GAME.start(2, {"hands": "random"})
    for wish in (lambda: state.view(seat), lambda: state.redeal(seat, SeededRng(1))):
        with pytest.raises(HalfturnError, match="expected a seat from 0 to 1, or None"):
            wish()


@pytest.mark.clause("SH-PLACE-11")
def test_an_integer_that_is_not_legal_here_is_no_option() -> None:
    state = GAME.start(2, {"hands": "even", "first_player": "A"})
    for code in (26508, 0, 26552, -1, 26556, 2**70):
        with pytest.raises(IllegalOption, match=f"expected one of the codes .*, got {code}"):
            state.option(code)
    with pytest.raises(IllegalOption, match="expected an answer of Swirling Heroes"):
        GAME.code(Place("0123", 24, 0))


def test_text_is_told_how_to_become_an_option() -> None:
    state = GAME.start(2, {"hands": "even", "first_player": "A"})
    with pytest.raises(TypeError, match="Option"):
        state.play("0123@0,0")  # type: ignore[arg-type]


@pytest.mark.clause("SH-DATA-4")
def test_a_chooser_is_for_the_second_edition() -> None:
    with pytest.raises(BadOptions, match="chooser: expected only together with edition=second"):
        GAME.start(2, {"chooser": "A"})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hand A 0123; hand B 0231; setup", "the same cards in all hands"),
        ("removed A 0123; setup", "expected no section 'removed A' before the first turn"),
        ("options hands=random; cannot B 0123; setup", "expected no section 'cannot B'"),
        ("options table=1x1; field A:0123@0,0 B:0123@3,0", "within the table of 1x1"),
    ],
)
def test_positions_that_no_set_up_and_no_table_can_have(text: str, why: str) -> None:
    with pytest.raises(UnreadableText, match=why):
        GAME.position(text)


def test_mirrored_hands_are_read_either_way_round() -> None:
    state = GAME.position("hand A 2301; hand B 0123; setup")
    assert state.text == GAME.position("hand A 0123; hand B 0123; setup").text
