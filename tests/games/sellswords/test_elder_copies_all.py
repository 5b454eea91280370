"""SO-AMB-38: Elder copying a tile does in all things what that tile would have done."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import Table, before, turn

COPYABLE = (
    "architect ares aristotle artemis athena basilisk centaur cerberus chimera colossus cyclops "
    "gryphon hades harpy hermes jason kraken lamia manticore nymph odysseus poseidon priestess "
    "satyr sculptor socrates teacher three-fates"
).split()
FIELDS = {
    "crowd": (
        "red v1=4@1,0 v2=5-1-2-3@0,1 minotaur=2@3,1; "
        "blue v3=6-1-2-4@2,1 hydra=2@1,1 perseus=2@0,2 v4=1@-1,1"
    ),
    "line": "blue v1=1@1,0 v3=9-8-7-6@3,0 pandora=1@2,1; red v2=3@1,1 midas=3@3,1",
}


def answer_first(table: Table, at: int, swap: dict[str, str]) -> list[str]:
    """Give the answer of that number, or the first, until the turn is over; what was asked."""
    asked = []
    while (question := table.state.decision) is not None and not question.opens_turn:
        asked.append(" ".join(swap.get(option, option) for option in table.options))
        table.answers(table.options[min(at, len(table.options) - 1)])
    return asked


def outcome(table: Table, names: dict[str, str]) -> object:
    """All that a turn has come to, under these names."""
    board = table.state.board
    lying = {
        cell: (
            names.get(board.roster.tiles[tile].key, board.roster.tiles[tile].key),
            board.owner[tile],
            board.turned[tile],
        )
        for cell, tile in board.at.items()
    }
    return (
        sorted(lying.items()),
        table.scores,
        board.silenced_anybody,
        board.silenced,
        sorted(board.locks),
        board.active,
        board.hands,
    )


@pytest.mark.clause("SO-AMB-38", "SO-H18")
@pytest.mark.parametrize(
    ("terrain", "field", "at"),
    [
        ("olympus", "crowd", 0),
        ("parthenon", "crowd", 1),
        ("styx", "line", 1),
        ("tartarus", "line", 0),
    ],
)
@pytest.mark.parametrize("hero", COPYABLE)
def test_elder_does_as_the_copied_tile_would(hero: str, terrain: str, field: str, at: int) -> None:
    rest = "hand B v21 v22 v23; deck hercules"
    position = f"terrain {terrain}@0,0; {FIELDS[field]}; {rest}"
    itself = before("A", f"{position}; discard elder", f"{hero}=3")
    copy = before("A", f"{position}; discard {hero}", "elder=3")
    cell = "0,-1" if terrain == "parthenon" else "2,0"
    itself.answers(turn(itself.state, f"{hero}=3", cell))
    copy.answers(turn(copy.state, "elder=3", cell, f"copy:{hero}"))
    swap = {f"choose:{hero}": "choose:elder"}
    assert answer_first(itself, at, swap) == answer_first(copy, at, {})
    assert outcome(itself, {hero: "elder"}) == outcome(copy, {})
