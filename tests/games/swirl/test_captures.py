"""What a creature card captures."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import pytest

from halfturn.core.language import speaking
from halfturn.games.swirl.captures import (
    ANY,
    MAXIMAL,
    UNION,
    explained,
    leftovers,
    numbers_of,
    sets_of_cards,
)
from halfturn.games.swirl.events import Captured
from tests.games.swirl.given import answers, asked, duel, given, part, play, refuse, told
from tests.games.swirl.oracle import naive_sets

# ---- the rulebook's examples and the scenarios ----


@pytest.mark.clause("SW-EX-1", "SW-T01", "SW-CAPTURE-1", "SW-CAPTURE-4", "SW-TURN-4", "SW-PILE-4")
def test_an_equal_number_is_captured() -> None:
    state = duel("hand A Hg4; hand B Cr1; middle Cg4 Sg8 Fr2")
    events = play(state, "play:Hg4")
    assert part(state, "series A") == "Hg4"
    assert part(state, "pile A") == "Cg4"
    assert part(state, "middle") == "Fr2 Sg8"
    assert told(events) == [
        "A played green sea horse 4.",
        "Green sea horse 4 took green crab 4.",
        "Green sea horse 4 went to the series (A: 1 of 4).",
    ]


@pytest.mark.clause("SW-EX-2", "SW-T02", "SW-CAPTURE-2", "SW-CAPTURE-4", "SW-PILE-1")
def test_a_sum_is_captured() -> None:
    state = duel("hand A Fr5; hand B Sp9; middle Cr3 Fr4 Hg5 Sg8; turn B")
    events = play(state, "play:Sp9")
    assert told(events)[1] == "Purple star fish 9 took green sea horse 5 + red fish 4."
    assert part(state, "pile B") == "Fr4 Hg5 Sp9"
    assert part(state, "middle") == "Cr3 Sg8"


@pytest.mark.clause("SW-EX-3", "SW-T03", "SW-CAPTURE-5")
def test_several_captures_with_one_play() -> None:
    state = duel("hand A Sr10; hand B Cr1; middle Cr3 Cg4 Fy6 Fg7 Fy10")
    events = play(state, "Sr10")
    assert Captured(0, "Sr10", (("Fy10",), ("Fg7", "Cr3"), ("Fy6", "Cg4"))) in events
    groups = "yellow fish 10, green fish 7 + red crab 3 and yellow fish 6 + green crab 4"
    assert told(events)[1] == f"Red star fish 10 took {groups}."
    assert part(state, "middle") == ""
    assert len(part(state, "pile A").split()) == 6
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-T06", "SW-AMB-3", "SW-CAPTURE-5")
def test_all_equal_cards_and_the_sum() -> None:
    state = duel("hand A Sr4; hand B Cr1; middle Cg4 Fr4 Cp2 Fp2")
    play(state, "Sr4")
    assert part(state, "pile A") == "Cg4 Cp2 Fr4 Fp2 Sr4"


@pytest.mark.clause("SW-T07", "SW-CAPTURE-5")
def test_two_sums() -> None:
    state = duel("hand A Hg5; hand B Cr1; middle Cg1 Cy2 Cr3 Fr4")
    play(state, "Hg5")
    assert part(state, "middle") == ""
    assert part(state, "pile A") == "Cr3 Cg1 Cy2 Fr4"
    assert part(state, "series A") == "Hg5"


@pytest.mark.clause("SW-T10", "SW-TURN-6", "SW-AMB-1")
def test_another_card_may_be_played() -> None:
    state = duel("hand A Hy9 Hg2; hand B Cr1; middle Cr9")
    assert answers(state) == ["play:Hg2", "play:Hy9"]
    events = play(state, "Hg2")
    assert part(state, "middle") == "Cr9 Hg2"
    assert told(events) == [
        "A played green sea horse 2.",
        "Green sea horse 2 took nothing and stayed in the middle.",
    ]


@pytest.mark.clause("SW-TURN-7", "SW-AMB-1")
def test_a_card_that_can_capture_does() -> None:
    state = duel("hand A Hy9 Hg2; hand B Cr1; middle Cr9")
    play(state, "Hy9")
    assert part(state, "middle") == ""
    assert part(state, "pile A") == "Cr9"


@pytest.mark.clause("SW-TURN-5", "SW-CAPTURE-4")
def test_colour_and_creature_capture_nothing() -> None:
    state = duel("hand A Cr5; hand B Cr1; middle Cr3 Cr7 Cr9")
    play(state, "Cr5")
    assert part(state, "middle") == "Cr3 Cr5 Cr7 Cr9"
    assert part(state, "pile A") == ""


@pytest.mark.clause("SW-CAPTURE-6", "SW-T32", "SW-AMB-6", "SW-AMB-5")
def test_action_cards_in_the_middle_have_no_number() -> None:
    state = duel("hand A Hr3 Sp1; hand B Cr1; middle SN Cr3 A1")
    play(state, "Hr3")
    assert part(state, "middle") == "A1 SN"
    assert part(state, "pile A") == "Cr3"
    play(state, "Cr1", "Sp1")
    assert part(state, "middle") == "A1 SN"


@pytest.mark.clause("SW-AMB-27")
def test_an_equal_card_is_no_part_of_a_sum() -> None:
    state = duel("hand A Hg5; hand B Cr1; middle Cr5 Fr5 Fy1")
    play(state, "Hg5")
    assert part(state, "middle") == "Fy1"


# ---- choices ----


@pytest.mark.clause("SW-AMB-2")
def test_where_sums_overlap_the_player_chooses() -> None:
    state = duel("hand A Sp9; hand B Cr1; middle Cr5 Cg4 Fr4 Hg2")
    play(state, "Sp9")
    assert asked(state) == (0, "take")
    assert answers(state) == ["take:Cr5+Cg4", "take:Cr5+Fr4"]
    assert part(state, "played") == "Sp9"
    assert told(play(state, "Cr5+Fr4")) == ["Purple star fish 9 took red crab 5 + red fish 4."]
    assert part(state, "middle") == "Cg4 Hg2"
    assert part(state, "pile A") == "Cr5 Fr4 Sp9"


@pytest.mark.clause("SW-AMB-2")
def test_families_that_take_the_same_cards_are_one_option() -> None:
    # 3 + 7 and 4 + 6 twice: which 3 goes with which 7 makes no difference.
    state = duel("hand A Sr10; hand B Cr1; middle Cr3 Cy3 Cr7 Cg7")
    play(state, "Sr10")
    assert asked(state) == (1, "play")
    assert part(state, "middle") == ""


@pytest.mark.clause("SW-AMB-2")
def test_no_group_may_be_left_that_could_be_taken() -> None:
    state = duel("hand A Sp9; hand B Cr1; middle Cr1 Cr3 Fg5 Sr6 Cy8 Fp3; turn A")
    play(state, "Sp9")
    # 8+1 and 6+3 (either 3), or 5+3+1 and 6+3: never 8+1 alone.
    assert answers(state) == [
        "take:Cr1+Cr3+Fg5+Fp3+Sr6",
        "take:Cr1+Cr3+Cy8+Sr6",
        "take:Cr1+Cy8+Fp3+Sr6",
    ]
    refuse(state, "take:Cr1+Cy8", "leaves cards that sum to 9 as well, and Sp9 takes all it can")
    refuse(state, "take:Cr1+Fg5", "expected groups that sum to 9, got Cr1 \\+ Fg5")
    refuse(state, "take:Cr9", "Cr9 is not in the middle")


@pytest.mark.clause("SW-AMB-3", "SW-AMB-2")
def test_equal_cards_come_along_with_every_choice() -> None:
    state = duel("hand A Sp9; hand B Cr1; middle Cr9 Fg9 Cr5 Cg4 Fr4 SN")
    play(state, "Sp9")
    assert answers(state) == ["take:Cr5+Cr9+Cg4+Fg9", "take:Cr5+Cr9+Fr4+Fg9"]
    refuse(state, "take:Cr5+Cg4", "Sp9 takes every 9: Cr9 and Fg9 too")
    refuse(state, "take:Cr5+Cr9+Cg4+Fg9+SN", "SN has no number, so Sp9 cannot take it")


@pytest.mark.clause("SW-AMB-2", "SW-AMB-3")
def test_any_groups_at_all() -> None:
    position = "options capture=any_nonempty; hand A Sp9; hand B Cr1; middle Cr1 Cy8 Sr6 Cr3"
    state = duel(position)
    play(state, "Sp9")
    assert answers(state) == ["take:Cr1+Cr3+Cy8+Sr6", "take:Cr1+Cy8", "take:Cr3+Sr6"]
    state = duel(f"{position} Fg9")
    play(state, "Sp9")
    # The equal card is taken anyway, so no sum at all is a choice too.
    assert answers(state) == [
        "take:Cr1+Cr3+Cy8+Fg9+Sr6",
        "take:Cr1+Cy8+Fg9",
        "take:Cr3+Fg9+Sr6",
        "take:Fg9",
    ]


@pytest.mark.clause("SW-AMB-2", "SW-AMB-3")
def test_every_card_that_is_in_some_group() -> None:
    state = duel("options capture=union; hand A Sp9; hand B Cr1; middle Cr5 Cg4 Fr4 Hg2 Fg9 Cy8")
    events = play(state, "Sp9")
    assert part(state, "middle") == "Cy8 Hg2"
    assert part(state, "pile A") == "Cr5 Cg4 Fr4 Fg9 Sp9"
    assert (
        told(events)[1]
        == "Purple star fish 9 took green fish 9, red crab 5, green crab 4 and red fish 4."
    )
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-2")
def test_equal_cards_of_an_odd_deck_are_the_same_choice() -> None:
    state = given("hand A Sp9; hand B Cr1; middle Cr5 Cg4 Cg4; turn A")
    play(state, "Sp9")
    assert part(state, "middle") == "Cg4"
    assert asked(state) == (1, "play")


# ---- brute force ----

NAMES = {MAXIMAL: "maximal_disjoint", ANY: "any_nonempty", UNION: "union"}


def sets_by_rules(number: int, middle: list[int], reading: int) -> set[frozenset[int]]:
    """The same by the rules, each place a card of its own."""
    # Copies of a number get different colours and creatures, so that all cards differ.
    faces = [10 * middle[:at].count(numeral) + numeral - 1 for at, numeral in enumerate(middle)]
    left = leftovers(number, numbers_of(faces), reading)
    sets = sets_of_cards(faces, left)
    assert len(set(sets)) == len(sets)
    return {frozenset(faces.index(face) for face in taken) for taken in sets}


def compare(number: int, numbers: range, most: int, reading: int) -> int:
    """Compare all middles of up to so many of these numbers; returns how many there were."""
    compared = 0
    for size in range(most + 1):
        for middle in combinations_with_replacement(numbers, size):
            wanted = naive_sets(number, list(middle), NAMES[reading])
            assert sets_by_rules(number, list(middle), reading) == wanted
            compared += 1
    return compared


@pytest.mark.clause("SW-AMB-2", "SW-CAPTURE-2", "SW-CAPTURE-5")
@pytest.mark.parametrize("number", range(1, 11))
def test_sums_are_those_of_brute_force_in_all_middles_of_up_to_eight_numbers(number: int) -> None:
    compared = compare(number, range(1, number), 8, MAXIMAL)
    assert compared == comb(number + 7, 8)


@pytest.mark.clause("SW-AMB-2", "SW-AMB-3", "SW-AMB-27", "SW-CAPTURE-1")
@pytest.mark.parametrize("reading", [MAXIMAL, ANY, UNION])
def test_equal_and_larger_numbers_agree_with_brute_force_too(reading: int) -> None:
    compared = sum(compare(number, range(1, 11), 4, reading) for number in range(1, 11))
    compared += compare(10, range(1, 11), 5, reading)
    assert compared == 10 * comb(14, 4) + comb(15, 5)


@pytest.mark.clause("SW-AMB-2")
@pytest.mark.parametrize(
    ("number", "middle"),
    [
        (10, [1, 1, 2, 3, 4, 5, 6, 7]),
        (10, [1, 2, 2, 3, 3, 4, 5, 8]),
        (9, [1, 1, 1, 2, 3, 4, 5, 8]),
        (10, [1, 1, 2, 2, 3, 3, 4, 4, 5]),
        (9, [1, 1, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5]),
    ],
)
def test_some_larger_middles_by_brute_force(number: int, middle: list[int]) -> None:
    for reading in (MAXIMAL, ANY, UNION):
        wanted = naive_sets(number, middle, NAMES[reading])
        assert sets_by_rules(number, middle, reading) == wanted


@pytest.mark.clause("SW-AMB-2")
def test_a_very_hard_middle() -> None:
    """Met in a random game: 3,120 families, but 248 different sets."""
    state = duel(
        "hand A Hy9; hand B Cr1; middle Cr1 Cr5 Cg4 Cy3 Fr4 Fg5 Fg7 Fp2 Hr3 Hg8 Hy3 Hy7 Sr4 Sg3 "
        "Sg8 Sy8 Sp1"
    )
    play(state, "Hy9")
    assert len(answers(state)) == 248


@pytest.mark.clause("SW-CAPTURE-2", "SW-CAPTURE-5")
@pytest.mark.parametrize("number", range(2, 11))
def test_captures_are_explained_by_groups_with_the_right_sum(number: int) -> None:
    for size in range(2, 7):
        for middle in combinations_with_replacement(range(1, number), size):
            if len(set(middle)) < size - 2:
                continue
            for taken in naive_sets(number, list(middle), "maximal_disjoint"):
                faces = [10 * at + middle[at] - 1 for at in sorted(taken)]
                groups = explained(number, faces)
                assert sorted(face for group in groups for face in group) == sorted(faces)
                assert all(sum(face % 10 + 1 for face in group) == number for group in groups)


def test_german_says_what_was_taken_in_its_own_order() -> None:
    state = duel("hand A Sp9; hand B Cr1; middle Cr3 Fr4 Hg5 Sg8")
    with speaking("de"):
        said = told(play(state, "Sp9"))
    assert said[:2] == [
        "A spielte Seestern 9 in Lila.",
        "Seestern 9 in Lila nahm Seepferdchen 5 in Grün + Fisch 4 in Rot.",
    ]
