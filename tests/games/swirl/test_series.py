"""Where captured cards go: series and piles."""

from __future__ import annotations

import pytest

from tests.games.swirl.given import answers, asked, dealt, duel, part, play, random_game, seen, told


@pytest.mark.clause("SW-PILE-1", "SW-PILE-2")
def test_the_first_card_of_the_own_creature_in_a_colour_goes_to_the_series() -> None:
    state = duel("hand A Fy10; hand B Cr1; middle Cr3 Hp7; series A Hg4")
    events = play(state, "Fy10")
    assert part(state, "series A") == "Hg4 Hp7"
    assert part(state, "pile A") == "Cr3 Fy10"
    assert told(events)[-1] == "Purple sea horse 7 went to the series (A: 2 of 4)."


@pytest.mark.clause("SW-PILE-1")
def test_anothers_creature_goes_to_the_pile() -> None:
    state = duel("hand A Sr7; hand B Cr1; middle Cr7")
    play(state, "Sr7")
    assert (part(state, "series A"), part(state, "pile A")) == ("", "Cr7 Sr7")


@pytest.mark.clause("SW-PILE-3", "SW-T11")
def test_a_further_card_of_a_colour_goes_to_the_pile() -> None:
    state = duel("hand A Fy6; hand B Cr1; middle Hr6; series A Hr2")
    play(state, "Fy6")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hr2", "Fy6 Hr6")


@pytest.mark.clause("SW-AMB-4", "SW-T12", "SW-PILE-3")
def test_of_two_cards_of_a_colour_the_lower_one_is_for_the_series() -> None:
    state = duel("hand A Fy10; hand B Cr1; middle Hr2 Hr8")
    play(state, "Fy10")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hr2", "Fy10 Hr8")


@pytest.mark.clause("SW-PILE-4", "SW-AMB-4")
def test_the_played_card_counts_as_captured() -> None:
    state = duel("hand A Hr8; hand B Cr1; middle Hr6 Cy2")
    play(state, "Hr8")
    assert (part(state, "series A"), part(state, "pile A")) == ("Hr6", "Cy2 Hr8")


@pytest.mark.clause("SW-PILE-4")
def test_a_card_that_captures_nothing_is_in_no_series() -> None:
    state = duel("hand A Hr8; hand B Cr1; middle Cr9")
    play(state, "Hr8")
    assert part(state, "series A") == ""


@pytest.mark.clause("SW-AMB-22")
def test_piles_are_listed_or_with_memory_mode_counted() -> None:
    position = "hand A Hr8; hand B Cr1; middle Cr9; pile A Cr3 SN; pile B Fr2"
    for viewer in (0, 1, None):
        view = duel(position).view(viewer)
        assert "pile A Cr3 SN; " in view.text
        assert "pile B Fr2; " in view.text
    state = duel(f"options memory_mode=true; {position}")
    for viewer in (0, 1, None):
        assert "pile A ? ?; " in state.view(viewer).text
        assert seen(state, viewer).piles[0].cards is None
        assert seen(state, viewer).piles[0].count == 2
    assert "pile A Cr3 SN; " in state.text


@pytest.mark.clause("SW-AMB-22")
def test_whoever_watched_can_tell_piles_apart_even_when_they_are_not_listed() -> None:
    one = duel("options memory_mode=true; hand A Hr8; hand B Cr1; pile A A1; pile B AA")
    other = duel("options memory_mode=true; hand A Hr8; hand B Cr1; pile A AA; pile B A1")
    for viewer in (0, 1, None):
        assert one.view(viewer).text == other.view(viewer).text
        assert one.key(viewer) != other.key(viewer)
        assert one.view(viewer) != other.view(viewer)


@pytest.mark.clause("SW-PILE-2", "SW-PILE-3", "SW-OBJ-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_series_is_the_own_creature_in_different_colours(seats: int) -> None:
    letters = dict(zip(("crab", "fish", "sea-horse", "star-fish"), "CFHS", strict=True))
    state = dealt(seats, seed=seats)
    for now, _ in random_game(state, seats):
        view = seen(now, None)
        for seat in range(seats):
            series = view.series[seat]
            assert len({card[1] for card in series}) == len(series) <= 4
            assert {card[0] for card in series} <= {letters[view.creatures[seat] or ""]}


@pytest.mark.clause("SW-PILE-1", "SW-TURN-2")
def test_a_turn_plays_one_card_and_passes_on() -> None:
    state = dealt(3, seed=1, dealer="C")
    for turn in range(12):
        seat = turn % 3
        assert asked(state) == (seat, "play")
        before = seen(state, None).hands[seat].count
        creature = next((each for each in answers(state) if each[-1].isdigit()), answers(state)[0])
        play(state, creature)
        while asked(state)[1] not in ("play", "deal"):
            play(state, answers(state)[0])
        assert seen(state, None).hands[seat].count == before - 1
        if state.table.hands == [[], [], []]:
            break
