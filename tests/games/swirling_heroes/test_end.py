"""The end of a game: when it comes, who scores what, who wins."""

from __future__ import annotations

import pytest

from halfturn.core import IllegalOption
from halfturn.core.event import GameOver
from tests.games.swirling_heroes.given import (
    answers,
    begun,
    dealt,
    given,
    hand,
    play,
    random_game,
    seen,
    to_the_end,
)

DRAWN = (
    "field A:0123@-2,-2 B:2103@-1,-2 B:3021@-1,-1 B:0123@0,-1 A:3102@0,0 A:2103@1,0 A:1320@-1,1 "
    "B:3120@0,1 A:3021@1,1 A:3120@2,1 B:1320@-1,2 B:3102@2,2"
)
"""The end of a game that was played: seventeen points each."""


@pytest.mark.clause("SH-T14", "SH-END-1", "SH-TH-6")
@pytest.mark.parametrize("seed", range(5))
def test_two_players_take_twelve_turns_and_the_end_comes_once(seed: int) -> None:
    state = dealt(2, seed)
    happened = []
    turns = 0
    for before, _, events in random_game(state, seed):
        assert not before.over
        assert before.winners == ()
        turns += 1
        happened += events
    assert turns == 12
    assert [hand(state, seat) for seat in (0, 1)] == [[], []]
    assert state.over
    assert answers(state) == []
    assert state.codes() == []
    ends = [event for event in happened if isinstance(event, GameOver)]
    assert ends == [GameOver(state.scores, state.winners)]
    assert happened[-1] is ends[0]


@pytest.mark.clause("SH-END-1")
def test_nothing_can_be_answered_after_the_end() -> None:
    state = given(DRAWN)
    for line in ("0123@0,1", "remove:0123", "pass"):
        with pytest.raises(IllegalOption, match="the game is over"):
            state.read(line)
    with pytest.raises(IllegalOption):
        state.play_code(0)


@pytest.mark.clause("SH-END-1")
def test_the_game_goes_on_while_anybody_has_a_card() -> None:
    state = given("field A:0123@0,0; hand B 0123 0321; turn B")
    play(state, "2301@1,0")
    assert not state.over
    play(state, answers(state)[0])
    assert state.over


@pytest.mark.clause("SH-T15", "SH-AMB-4", "SH-AMB-11", "SH-PLACE-10")
def test_a_card_that_was_given_up_scores_nothing_and_the_game_still_ends() -> None:
    state = begun(2, six="0123 0312 1320 2130 0132 0321", first_player="B")
    lines = (
        "0132@0,0 2301@0,-1 0312@1,0 3021@0,1 2103@1,-1 0321@1,-2 "
        "0123@2,-1 1203@2,-2 2130@-1,0 2013@3,-1 2013@0,2"
    )
    play(state, *lines.split())
    assert answers(state) == ["remove:0132"]
    scores = state.scores
    play(state, "remove:0132")
    assert state.over
    assert len(seen(state, None).field) == 11
    assert state.scores == scores == (15, 13)
    assert state.winners == (0,)


@pytest.mark.clause("SH-AMB-11")
def test_the_game_is_over_when_all_hands_are_empty_however_few_cards_lie() -> None:
    state = given("field A:0123@0,0; hand B 1032 1230; turn B")
    play(state, "remove:1032", "remove:1230")
    assert state.over
    assert state.scores == (6, 0)


@pytest.mark.clause("SH-T03", "SH-EX-3", "SH-SCORE-1", "SH-SCORE-2")
def test_the_examples_score() -> None:
    state = given("field A:0213@0,0 B:1203@1,0")
    assert state.scores == (0 + 3 + 1, 1 + 2 + 0)
    assert state.winners == (0,)


@pytest.mark.clause("SH-SCORE-1", "SH-SCORE-2")
@pytest.mark.parametrize(
    ("around", "open_sides"),
    [
        ("", 0 + 1 + 2 + 3),
        ("B:0123@0,-1", 1 + 2 + 3),
        ("B:0123@1,0", 0 + 2 + 3),
        ("B:0123@0,1", 0 + 1 + 3),
        ("B:0123@-1,0", 0 + 1 + 2),
        ("B:0123@0,-1 B:0123@1,0 B:0123@0,1 B:0123@-1,0", 0),
        ("A:0123@1,1 B:0123@-1,-1 B:0123@1,-1", 6 + 6),
    ],
)
def test_each_side_that_touches_nothing_is_worth_its_number(around: str, open_sides: int) -> None:
    # Whether the numbers that meet are equal makes no difference, nor do corners.
    assert given(f"field A:0123@0,0 {around}").scores[0] == open_sides


@pytest.mark.clause("SH-SCORE-1")
def test_a_card_scores_for_its_owner_wherever_it_lies() -> None:
    assert given("seats 4; field A:0123@0,0 C:0231@5,5 D:0213@0,1").scores == (4, 0, 6, 6)


@pytest.mark.clause("SH-SCORE-3")
@pytest.mark.parametrize(
    ("field", "winners"),
    [
        ("A:0123@0,0 A:0231@2,0 B:0123@5,5 C:0123@8,8", (0,)),
        ("A:0123@0,0 B:0231@2,0 B:0123@5,5 C:0123@8,8", (1,)),
        ("A:0123@0,0 B:0231@2,0 C:0123@5,5 C:0231@8,8", (2,)),
    ],
)
def test_the_highest_sum_wins(field: str, winners: tuple[int, ...]) -> None:
    assert given(f"seats 3; field {field}").winners == winners


@pytest.mark.clause("SH-T17", "SH-SCORE-4", "SH-AMB-12")
def test_seventeen_each_is_a_draw() -> None:
    state = given(DRAWN)
    assert state.scores == (17, 17)
    assert state.winners == (0, 1)
    words = GameOver(state.scores, state.winners).words("AB".__getitem__)
    assert words == "The game is over. A: 17, B: 17. A tie between A and B."


@pytest.mark.clause("SH-AMB-12", "SH-SCORE-4")
def test_nothing_breaks_a_tie() -> None:
    # B and C are level, although C has more cards on the field and B more on a single one.
    state = given("seats 3; field B:0123@5,5 C:0312@9,9 C:0123@10,9")
    assert state.scores == (0, 6, 6)
    assert state.winners == (1, 2)
    assert given("seats 3; field A:0123@0,0 B:0321@3,0 C:0123@5,5").winners == (0, 1, 2)


@pytest.mark.clause("SH-SCORE-1")
def test_scores_stand_all_along_but_winners_only_at_the_end() -> None:
    state = given("field A:0123@0,0; hand B 0321; turn B")
    assert state.scores == (6, 0)
    assert not state.winners
    play(state, "0321@1,0")
    assert state.scores == (3, 5)
    assert state.winners == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_point_is_accounted_for(seats: int) -> None:
    state = to_the_end(dealt(seats, 3))
    lines = state.game.breakdown(state.view(None))
    assert len(lines) == len(seen(state, None).field)
    points = [sum(line.points for line in lines if line.seat == seat) for seat in range(seats)]
    assert tuple(points) == state.scores


def test_a_line_says_what_brings_the_points() -> None:
    state = given("field A:0213@0,0 B:1203@1,0")
    lines = state.game.breakdown(state.view(None))
    assert [(line.seat, line.what, line.sum, line.points) for line in lines] == [
        (0, "0213@0,0", "0 + 1 + 3", 4),
        (1, "1203@1,0", "1 + 2 + 0", 3),
    ]
