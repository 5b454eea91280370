"""The rules in lockstep with their second, naive reading over many thousand positions."""

from __future__ import annotations

import pytest

from halfturn.games.swirling_heroes.answers import Place, Remove
from tests.games.swirling_heroes.given import begun, dealt, random_game, seen
from tests.games.swirling_heroes.lockstep import assert_alike, oracle_of
from tests.games.swirling_heroes.oracle import card

SETTINGS: list[tuple[int, str, str]] = [
    (2, "mirror", "unlimited"),
    (2, "random", "unlimited"),
    (2, "choose", "3x4"),
    (2, "even", "2x6"),
    (2, "odd", "1x5"),
    (3, "mirror", "unlimited"),
    (3, "random", "4x4"),
    (3, "choose", "unlimited"),
    (4, "mirror", "unlimited"),
    (4, "random", "unlimited"),
    (4, "even", "6x3"),
    (4, "choose", "5x5"),
]
GAMES = 34
"""Of each setting: together some 400 games and 7,000 positions."""


@pytest.mark.clause(
    "SH-PLACE-2",
    "SH-PLACE-3",
    "SH-PLACE-9",
    "SH-PLACE-10",
    "SH-SWIRL-1",
    "SH-SCORE-1",
    "SH-AMB-9",
    "SH-T16",
    "SH-DATA-6",
    "DEF-15",
)
@pytest.mark.parametrize(("seats", "hands", "table"), SETTINGS)
def test_both_readings_agree_all_game_long(seats: int, hands: str, table: str) -> None:
    size = None if table == "unlimited" else tuple(map(int, table.split("x")))
    removals = 0
    for seed in range(GAMES):
        state = dealt(seats, seed, hands=hands, table=table)
        oracle = oracle_of(state, (size[0], size[1]) if size else None)
        assert_alike(state, oracle)
        for before, code, _ in random_game(state, seed):
            option = before.option(code)
            if isinstance(option, Place):
                oracle.place(card(option.card), (option.x, option.y))
            else:
                assert isinstance(option, Remove)
                oracle.remove(card(option.card))
                removals += 1
            assert_alike(state, oracle)
    assert removals or not size, "a small table is there to force removals"


@pytest.mark.clause("SH-FIELD-1")
def test_both_readings_agree_on_a_field_that_only_grows_to_one_side() -> None:
    for direction in ("x", "y"):
        state = begun(4, hands="mirror", six="0123 0231 0132 0213 0312 0321", first_player="A")
        oracle = oracle_of(state)
        while (decision := state.decision) is not None:
            places = [each for each in decision.options if isinstance(each, Place)]
            if not places:
                break
            place = max(places, key=lambda each: (getattr(each, direction), str(each)))
            state.play(place)
            oracle.place(card(place.card), (place.x, place.y))
            assert_alike(state, oracle)
        assert max(getattr(each, direction) for each in seen(state, None).field) > 3
