"""Small hands and short decks: options of three games, for methods that need small games."""

from __future__ import annotations

from typing import Any

import pytest

from halfturn.core import BadOptions, SeededRng
from halfturn.core.chance import deal
from halfturn.core.registry import load

SMALL: list[tuple[str, dict[str, Any], int]] = [
    ("swirling-heroes", {"hands": "random", "hand_size": 2, "deck": ("0123", "0231", "1032")}, 12),
    ("swirling-heroes", {"hand_size": 3}, 48),
    ("swirl", {"hand_size": 2, "middle_size": 1, "deck": ("Cr1", "Fr1", "Cg2", "Fg1", "Cy3")}, 5),
    ("sellswords", {"hands": "dealt", "hand_size": 1, "deck": ("hydra", "zeus"), "rounds": 1}, 3),
]


@pytest.mark.parametrize(("id", "options", "cards"), SMALL)
def test_a_small_game_is_played_to_its_end(id: str, options: dict[str, Any], cards: int) -> None:
    game = load(id)
    state = game.start(2, options)
    rng = SeededRng(3)
    deal(state, rng)
    while state.decision is not None:
        codes = state.codes()
        state.play_code(codes[rng.below(len(codes))])
        deal(state, rng)
        again = game.position(state.text)
        assert again.key() == state.key()
    assert state.winners
    assert sum(state.inventory().values()) == cards


@pytest.mark.parametrize(
    ("id", "options", "expected"),
    [
        ("swirling-heroes", {"deck": ("0123", "2301")}, "deck: expected each card once"),
        ("swirling-heroes", {"deck": ("0122",)}, "deck: expected cards like 0123"),
        ("swirling-heroes", {"hands": "random", "deck": ("0123",)}, "deck: expected at least 6"),
        ("swirling-heroes", {"deck": ("0123",), "hand_size": 2}, "share fewer than 2 cards"),
        ("swirling-heroes", {"hands": "even", "hand_size": 3}, "hand_size: expected 6 with hands"),
        ("swirling-heroes", {"hand_size": 7}, "option 'hand_size': expected one of"),
        ("swirl", {"deck": ("Cr1", "Fr1")}, "deck: expected at least 12 creature cards"),
        ("swirl", {"deck": ("Xx1",)}, "deck: "),
        ("sellswords", {"deck": ("hydra",)}, "expected only together with hands=dealt"),
        ("sellswords", {"hand_size": 3}, "expected only together with hands=dealt"),
        ("sellswords", {"hands": "dealt", "deck": ("nobody",)}, "deck: expected heroes that play"),
        ("sellswords", {"hands": "dealt", "deck": ("hydra", "hydra")}, "expected each hero once"),
        ("sellswords", {"hands": "dealt", "deck": ("hydra",)}, "deck: expected at least 24"),
    ],
)
def test_what_makes_no_game_is_refused(id: str, options: dict[str, Any], expected: str) -> None:
    with pytest.raises(BadOptions, match=expected):
        load(id).start(2, options)
