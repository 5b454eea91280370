"""Positions read back in the middle of every kind of question that there is."""

from __future__ import annotations

from halfturn.core.rng import SeededRng
from halfturn.core.seats import CHANCE
from halfturn.games.sellswords.options import SellswordsOptions
from tests.games.sellswords.given import GAME, Table

KINDS = {
    *("terrain first red deal pick".split()),
    *("turn cell orientation target to use line".split()),
    *("discard draw give lock copy".split()),
}
GAMES = {
    "by the book": SellswordsOptions(),
    "another": SellswordsOptions(terrain="random", theseus_first=False),
    "otherwise": SellswordsOptions(
        terrain="styx", move_keeps_orientation=False, bounds="lock", aristotle="secret"
    ),
    "and so on": SellswordsOptions(terrain="parthenon", parthenon_moves=True),
}


def test_every_kind_of_question_reads_back() -> None:
    met = set()
    for name, options in GAMES.items():
        rng = SeededRng(name)
        table = Table(GAME.new_state(2, options))
        while (question := table.state.decision) is not None:
            met.add(question.kind)
            if question.seat != CHANCE:
                assert question.options
                assert len(set(question.options)) == len(question.options)
            table.answers(table.options[rng.below(len(table.options))])
        assert table.state.winners
    assert met == KINDS
