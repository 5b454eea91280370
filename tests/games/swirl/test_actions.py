"""COLLECT ONE, COLLECT ALL and SNATCH."""

from __future__ import annotations

import pytest

from tests.games.swirl.given import answers, asked, duel, given, part, play, refuse, told

# ---- COLLECT ----


@pytest.mark.clause("SW-ACTION-1", "SW-ACTION-3", "SW-T13", "SW-CAPTURE-3", "SW-PILE-2")
def test_collect_one_takes_any_one_card() -> None:
    state = duel("hand A A1; hand B Cr1; middle Cr3 Hy9")
    play(state, "A1")
    assert asked(state) == (0, "collect")
    assert answers(state) == ["collect:Cr3", "collect:Hy9"]
    refuse(state, "collect:Cr5", "Cr5 is not in the middle, where Cr3 and Hy9 lie")
    assert told(play(state, "Hy9"))[0] == "COLLECT ONE took yellow sea horse 9."
    assert (part(state, "series A"), part(state, "pile A")) == ("Hy9", "A1")
    assert part(state, "middle") == "Cr3"
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-ACTION-1", "SW-AMB-16")
def test_collect_one_has_to_take_a_card_and_is_not_asked_about_a_single_one() -> None:
    state = duel("hand A A1; hand B Cr1; middle Cr3")
    play(state, "A1")
    assert part(state, "pile A") == "Cr3 A1"
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-ACTION-2", "SW-ACTION-3", "SW-T14", "SW-AMB-6", "SW-CAPTURE-3")
def test_collect_all_takes_action_cards_without_carrying_them_out() -> None:
    state = duel("hand A AA; hand B Cr1; middle Cr3 SN Hy9; series B Cg4 Cp2")
    events = play(state, "AA")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hy9", "Cr3 AA SN")
    assert part(state, "series B") == "Cg4 Cp2"
    assert part(state, "middle") == ""
    assert told(events)[:2] == [
        "A played COLLECT ALL.",
        "COLLECT ALL took red crab 3, yellow sea horse 9 and SNATCH.",
    ]
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-17", "SW-AMB-6")
def test_collect_one_may_take_an_action_card() -> None:
    state = duel("hand A A1; hand B Cr1; middle Cr3 SW")
    play(state, "A1", "collect:SW")
    assert part(state, "pile A") == "A1 SW"
    assert part(state, "hand A") == ""
    assert part(state, "hand B") == "Cr1"


@pytest.mark.clause("SW-EMPTY-1", "SW-EMPTY-2", "SW-T15", "SW-AMB-16")
@pytest.mark.parametrize(
    ("card", "middle", "pile"), [("AA", "", "AA"), ("A1", "", "A1"), ("Hy9", "Hy9", "")]
)
def test_on_an_empty_middle(card: str, middle: str, pile: str) -> None:
    state = duel(f"hand A {card}; hand B Cr1")
    events = play(state, card)
    assert (part(state, "middle"), part(state, "pile A")) == (middle, pile)
    assert part(state, "series A") == ""
    assert asked(state) == (1, "play")
    if pile:
        assert told(events)[-1] in ("COLLECT ALL had no effect.", "COLLECT ONE had no effect.")


@pytest.mark.clause("SW-EMPTY-1", "SW-EMPTY-2")
def test_after_somebody_emptied_the_middle() -> None:
    state = duel("hand A AA Hy9; hand B A1; middle Cr3")
    play(state, "AA", "A1")
    assert part(state, "pile B") == "A1"
    play(state, "Hy9")
    assert part(state, "middle") == "Hy9"


# ---- SNATCH ----


@pytest.mark.clause("SW-SNATCH-2", "SW-T16", "SW-ACTION-3")
def test_snatch_when_nobody_has_a_series() -> None:
    state = duel("hand A SN; hand B Cr1; middle Cr3")
    events = play(state, "SN")
    assert told(events) == ["A played SNATCH.", "SNATCH had no effect."]
    assert part(state, "pile A") == "SN"
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-9", "SW-T17", "DEF-11")
def test_snatch_when_only_the_snatcher_has_a_series() -> None:
    state = duel("hand A SN; hand B Cr1; series A Hg4 Hy9")
    play(state, "SN")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hg4 Hy9", "SN")
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-SNATCH-1", "SW-T18", "SW-AMB-10")
def test_snatch_takes_a_card_of_anothers_series() -> None:
    state = duel("hand A SN; hand B Cr1; series A Hg4; series B Cr3 Cg4; pile B Fr2")
    play(state, "SN")
    assert asked(state) == (0, "snatch")
    assert answers(state) == ["snatch:Cr3", "snatch:Cg4"]
    refuse(state, "snatch:Hg4", "Hg4 is in your own series")
    refuse(state, "snatch:Fr2", "Fr2 is in nobody's series")
    events = play(state, "Cr3")
    assert told(events) == ["A snatched red crab 3 from B."]
    assert part(state, "series B") == "Cg4"
    assert part(state, "pile A") == "Cr3 SN"
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-SNATCH-1")
def test_a_single_card_is_snatched_without_asking() -> None:
    state = duel("hand A SN; hand B Cr1; series B Cr3")
    play(state, "SN")
    assert (part(state, "series B"), part(state, "pile A")) == ("", "Cr3 SN")


@pytest.mark.clause("SW-T20", "SW-AMB-11")
def test_a_later_capture_fills_the_gap() -> None:
    state = duel("hand A SN Fr2; hand B Cr7; middle Sr7; series B Cr3 Cg4")
    play(state, "SN", "snatch:Cr3", "play:Cr7")
    assert part(state, "series B") == "Cr7 Cg4"


@pytest.mark.clause("SW-T21", "SW-SNATCH-1")
def test_with_three_players_every_card_of_both_series() -> None:
    state = given(
        "seats 3; creatures crab fish star-fish; hand A SN; hand B Cr1; hand C Cr5; series A Cr3; "
        "series B Fr2 Fp3; series C Sy2; turn A"
    )
    play(state, "SN")
    assert answers(state) == ["snatch:Fr2", "snatch:Fp3", "snatch:Sy2"]


@pytest.mark.clause("SW-SNATCH-3", "SW-AMB-11")
def test_the_robbed_player_is_asked_about_a_replacement() -> None:
    state = duel("hand A SN; hand B Cr1; series B Cr3; pile B Cr9 Cr7 Cg4 Fr2")
    play(state, "SN")
    assert asked(state) == (1, "replace")
    assert answers(state) == ["replace:yes", "replace:no"]
    assert part(state, "robbed") == "B red"
    events = play(state, "yes")
    assert told(events) == ["B replaced it with red crab 7 from the capture pile."]
    assert (part(state, "series B"), part(state, "pile B")) == ("Cr7", "Cr9 Cg4 Fr2")
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-SNATCH-3", "SW-AMB-11")
def test_the_robbed_player_may_decline() -> None:
    state = duel("hand A SN; hand B Cr1; series B Cr3; pile B Cr7")
    events = play(state, "SN", "no")
    assert told(events)[-1] == "B left the gap open."
    assert (part(state, "series B"), part(state, "pile B")) == ("", "Cr7")


@pytest.mark.clause("SW-SNATCH-3", "SW-AMB-11")
@pytest.mark.parametrize("pile", ["Cg4", "Hr3", "Fr2 Sr1", "SN"])
def test_only_the_same_creature_and_colour_replaces(pile: str) -> None:
    state = duel(f"hand A SN; hand B Cr1; series B Cr3; pile B {pile}; pile A Cr7")
    play(state, "SN")
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-11")
def test_replacement_may_be_automatic() -> None:
    state = duel("options replacement=automatic; hand A SN; hand B Cr1; series B Cr3; pile B Cr7")
    events = play(state, "SN")
    assert told(events)[-1] == "B replaced it with red crab 7 from the capture pile."
    assert part(state, "series B") == "Cr7"
    assert asked(state) == (1, "play")


@pytest.mark.clause("SW-AMB-11", "SW-SNATCH-1")
def test_the_robbed_player_answers_out_of_turn() -> None:
    state = given(
        "seats 3; creatures crab fish star-fish; hand A SN Cr5; hand B Cr1; hand C Cr9; "
        "series C Sr1; pile C Sr4; turn A"
    )
    play(state, "SN")
    assert asked(state) == (2, "replace")
    play(state, "yes")
    assert asked(state) == (1, "play")
