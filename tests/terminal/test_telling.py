"""What happened and how it ended, in sentences."""

from halfturn.core.event import GameOver
from halfturn.games.swirling_heroes.events import CardDealt
from halfturn.terminal.telling import folded, outcome, sentences, without_result


def name(seat: int) -> str:
    return ("Ann", "Random 1", "Cy")[seat]


def test_lines_that_repeat_are_counted_where_they_stand() -> None:
    assert folded([]) == []
    lines = [["a."], ["b."], [], ["b."], ["b.", "c.", "d."], ["a."]]
    assert folded(lines) == ["a.", "b. (3 times)", "c. d.", "a."]
    assert folded([["a.", "a.", "b."]]) == ["a. (2 times) b."]


def test_a_hidden_card_is_told_without_its_numbers() -> None:
    dealt = [CardDealt(0, "0123", hidden=True)]
    assert sentences(dealt, 0, name) == ["Ann got 0123."]
    assert sentences(dealt, None, name) == ["Ann got a card."]


def test_the_result_can_be_left_to_its_own_line() -> None:
    dealt = CardDealt(0, "0123", hidden=False)
    assert without_result([dealt, GameOver((1, 2), (1,))]) == [dealt]


def test_outcomes() -> None:
    assert outcome((1,), (3, 23), name) == "Random 1 won. Ann: 3, Random 1: 23."
    assert outcome((), (0, 0), name) == "Nobody won. Ann: 0, Random 1: 0."
    tie = outcome((0, 1, 2), (5, 5, 5), name)
    assert tie == "A tie between Ann, Random 1 and Cy. Ann: 5, Random 1: 5, Cy: 5."


def test_those_of_one_side_have_won_together() -> None:
    sides = ((0, 2), (1,))
    won = outcome((0, 2), (5, 3, 5), name, sides)
    assert won == "Ann and Cy won. Ann: 5, Random 1: 3, Cy: 5."
    assert outcome((0, 1, 2), (5, 5, 5), name, sides).startswith("A tie between Ann, Random 1 and")
