"""What others have played since a seat was asked last: as it was, or not told at all."""

from __future__ import annotations

import pytest

from halfturn.bots.levels import CasualBot
from halfturn.core import CHANCE, SeededRng, draw
from halfturn.core.heuristics import Answered
from halfturn.games.swirl.bots.belief import answered_since, with_hidden
from halfturn.games.swirl.cards import FACE_OF
from halfturn.games.swirl.codes import DEAL_CODES, REPLACE_CODE, SNATCH, SWIRL, TAKE_CODES
from halfturn.games.swirl.state import SwirlState
from tests.games.swirl.given import answers, begun, duel, given, part, play

DEAL = (CHANCE, 0)


def told(found: list[Answered] | None) -> list[tuple[int, int]] | None:
    """Who answered what, one after the other."""
    if found is None:
        return None
    return [(turn.known.seat_asked, code) for turn in found for code in turn.codes]


def seen_by_a(before: SwirlState, *lines: str) -> list[Answered] | None:
    """What A makes of what others do from here on, knowing nothing of their hands."""
    after = before.redeal(0, SeededRng("before"))
    play(before, *lines)
    assert before.seat_asked == 0
    return answered_since(after, before.redeal(0, SeededRng("now")))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("is_casual", [True, False])
def test_what_is_told_is_what_was_played(seats: int, is_casual: bool) -> None:
    asked = known = 0
    for number in range(6):
        rng = SeededRng(f"hindsight {seats} {number}")
        state = begun(seats)
        after: list[SwirlState | None] = [None] * seats
        since: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        while (decision := state.decision) is not None:
            seat = decision.seat
            if seat == CHANCE:
                state.play(draw(decision, rng))
                since = [[*each, DEAL] for each in since]
                continue
            world = state.redeal(seat, rng)
            before = after[seat]
            if before is not None:
                found = told(answered_since(before, world))
                others = [each for each in since[seat] if each != DEAL]
                assert found is None or found == others
                if DEAL not in since[seat]:
                    asked += 1
                    known += found is not None
                    is_after_swirl = state.swirling or any(code == SWIRL for _, code in others)
                    assert found is not None or seats > 2 or is_after_swirl
            options = decision.options
            option = (
                CasualBot().choose(world, rng) if is_casual else options[rng.below(len(options))]
            )
            code = state.code(option)
            world.play_code(code)
            after[seat] = world
            since = [[*each, (seat, code)] for each in since]
            since[seat] = []
            state.play(option)
    assert known > asked * 0.3


def test_who_played_what_and_what_they_have_shown() -> None:
    state = duel("middle Cr9; hand A Hy1 Fg2; hand B Fr8 Sp7; turn B")
    found = seen_by_a(state, "Fr8")
    assert found is not None
    assert told(found) == [(1, FACE_OF["Fr8"])]
    known = found[0].known
    assert part(known, "hand B") == "Fr8", "nothing of what was drawn for B in either world"
    assert part(known, "hand A") == "Fg2 Hy1"
    assert part(known, "middle") == "Cr9"


def test_what_was_hidden_comes_from_a_world() -> None:
    state = duel("middle Cr9; hand A Hy1 Fg2; hand B Fr8 Sp7; turn B; deck Cp2")
    before = state.text
    found = seen_by_a(state, "Fr8")
    assert found is not None
    known = found[0].known
    assert isinstance(known, SwirlState)
    assert with_hidden(known, state, 0).text == before
    assert part(known, "hand B") == "Fr8", "what is known stays as it is"


def test_a_set_of_cards_that_was_chosen() -> None:
    """SW-AMB-2: the 7 takes the 3 and either 4."""
    state = duel("middle Cr3 Cg4 Fr4; hand A Hy1 Fg2; hand B Fg7 Sp1; turn B")
    asked = state.clone()
    play(asked, "Fg7")
    assert len(answers(asked)) == 2
    for at, take in enumerate(answers(asked)):
        found = seen_by_a(state.clone(), "Fg7", take)
        assert told(found) == [(1, FACE_OF["Fg7"]), (1, TAKE_CODES + at)]


def test_a_snatch_and_what_the_robbed_seat_is_asked() -> None:
    """SW-SNATCH-3, SW-AMB-11: A is asked in the midst of B's turn, or B in the midst of A's."""
    state = duel("series A Hg2; pile A Hg4; middle Cr9; hand A Hy1 Fg2; hand B SN Sp7; turn B")
    found = seen_by_a(state, "SN")
    assert told(found) == [(1, SNATCH)]
    world = state.redeal(0, SeededRng("asked"))
    play(state, "replace:yes")
    play(world, "replace:yes")
    assert told(answered_since(world, state.redeal(0, SeededRng("now")))) == []
    robbing = duel("series B Cg1; pile B Cg4; middle Cr9; hand A SN Fg2; hand B Fr8 Sp7")
    play(robbing, "SN")
    assert robbing.seat_asked == 1
    found = seen_by_a(robbing, "replace:yes", "Fr8")
    assert told(found) == [(1, REPLACE_CODE), (1, FACE_OF["Fr8"])]
    assert found is not None
    assert len(found) == 2, "a replacement is no part of the turn after it"


def test_the_first_card_after_a_deal_is_known_to_who_played_last() -> None:
    state = given(
        "creatures sea-horse crab; middle Cr9; hand A Hy1; dealer A; turn A; "
        "deck Fr8 Sp7 Sp1 Sr1 Cp2 Cp4 Fg3 Fg5"
    )
    play(state, "Hy1")
    assert state.seat_asked == CHANCE
    after = state.clone()
    for face in ("Fr8", "Cp2", "Sp7", "Cp4", "Sp1", "Fg3", "Sr1", "Fg5"):
        state.play_code(DEAL_CODES + FACE_OF[face])
    assert state.seat_asked == 1
    play(state, "Fr8")
    found = answered_since(after, state.redeal(0, SeededRng("now")))
    assert told(found) == [(1, FACE_OF["Fr8"])]
    assert found is not None
    assert part(found[0].known, "hand A") == "Cp2 Cp4 Fg3 Fg5"


def test_it_is_not_told_what_may_have_come_about_in_several_ways() -> None:
    """Both have laid a card: A saw who laid which, but the table does not show it."""
    three = "seats 3; creatures sea-horse crab fish; middle Cr9; hand A Hy1 Fg2"
    laid = given(f"{three}; hand B Fr8 Sp7; hand C Sr1 Sy5; turn B")
    assert seen_by_a(laid, "Fr8", "Sy5") is None
    found = seen_by_a(given(f"{three}; hand B Sr1 Sp7; hand C Sp9 Sy5; turn B"), "Sr1", "Sp9")
    assert told(found) == [(1, FACE_OF["Sr1"]), (2, FACE_OF["Sp9"])], "only a 9 takes the 9"


def test_equal_cards_are_no_two_ways() -> None:
    state = given(
        "seats 3; creatures sea-horse crab fish; series A Hg2 Hr2; series B Cg1; middle Cr9; "
        "hand A Hy1 Fg2; hand B SN Sp7; hand C SN Sy5; turn B"
    )
    found = seen_by_a(state, "SN", "snatch:Hg2", "SN", "snatch:Hr2")
    assert [seat for seat, _ in told(found) or []] == [1, 1, 2, 2]


def test_nothing_is_told_after_a_swirl_or_of_a_turn_that_was_taken_back() -> None:
    state = duel("middle Cr9; hand A SW Fg2; hand B Fr8 Sp7; deck Cp2 Cp4")
    after = state.redeal(0, SeededRng("before"))
    play(state, "SW")
    play(after, "SW")
    assert answered_since(after, state) is None, "B's hand lies open, and was not that of after"
    state = duel("middle Cr9; hand A Hy1 Fg2; hand B Fr8 Sp7")
    after = state.clone()
    play(after, "Fg2")
    assert answered_since(after, state) is None


def test_another_game_tells_nothing() -> None:
    """A bot that answers another program may be asked about anything next."""
    two = duel("middle Cr9; hand A Hy1; hand B Fr8; turn B")
    four = given("seats 4; middle Cr9; hand A Hy1; hand D Fr8; turn D")
    for before, now in ((two, four), (four, two)):
        assert answered_since(before, now) is None
