"""Options, presets, matches; what each ruling's flag changes is told where the rule is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from halfturn.core import BadOptions
from halfturn.core.options import choices
from halfturn.games.sellswords.options import PRESETS, RULINGS, STARTERS, SellswordsOptions
from halfturn.games.sellswords.rulings import Rulings
from tests.games.sellswords.given import GAME, begun, placed, played_at_random

OTHER: dict[str, Any] = {
    **{"bounds": "lock", "move_keeps_orientation": False, "move_connectivity": "also_without"},
    **{"terrain_counts": False, "hermes": "both", "parthenon_moves": True},
    **{"aristotle": "secret", "empty_deck": "reshuffle_discard", "ares": "controller"},
    **{"tartarus": "each_round", "poseidon_self": False, "fates_self": False},
    "theseus_first": False,
}
"""Every ruling read the other way."""


def test_every_ruling_has_two_readings_and_the_default_is_the_first() -> None:
    assert list(OTHER) == list(RULINGS)
    defaults = SellswordsOptions()
    for name, other in OTHER.items():
        assert getattr(defaults, name) != other
        values = choices(SellswordsOptions, name) or ["true", "false"]
        assert len(values) == 2


@pytest.mark.parametrize("name", RULINGS)
def test_a_flag_changes_one_ruling_and_no_other(name: str) -> None:
    usual = vars_of(Rulings(SellswordsOptions()))
    changed = vars_of(Rulings(SellswordsOptions(**{name: OTHER[name]})))
    assert len([each for each in usual if usual[each] != changed[each]]) == 1


def vars_of(rulings: Rulings) -> dict[str, object]:
    names = (
        "margin_stays move_turns_freely rest_stays_connected terrain_counts both_lines_flip "
        "terrain_binds_moves gifts_are_secret discard_refills_deck controller_pays "
        "sends_over_once_a_round may_move_itself may_flip_itself duties_first "
        "hands_are_dealt rounds"
    ).split()
    return {name: getattr(rulings, name) for name in names}


@pytest.mark.parametrize("name", RULINGS)
def test_a_flag_leaves_an_ordinary_turn_as_it_is(name: str) -> None:
    table = placed("blue v1@1,0 v2=9@2,1 v3@1,1", "hercules=5", "2,0", **{name: OTHER[name]})
    assert table.colour("v1", "v2", "v3") == "RBB"


def test_every_option_tells_what_it_is_for() -> None:
    for field in msgspec.inspect.type_info(SellswordsOptions).fields:  # type: ignore[attr-defined]
        assert len(field.type.extra_json_schema["description"]) > 15


# ---- presets ----


def test_the_presets() -> None:
    assert list(PRESETS) == ["by-the-book", "starter", "parthenon", "styx", "tartarus"]
    assert PRESETS["by-the-book"].options == SellswordsOptions()
    names: list[Any] = ["parthenon", "styx", "tartarus"]
    for name in names:
        assert PRESETS[name].options == SellswordsOptions(terrain=name)


def test_the_starter_game_is_one_round_of_twelve_simple_heroes() -> None:
    state = GAME.start(2, PRESETS["starter"].options)
    table = begun(heroes="starter", hands="dealt", rounds=1)
    assert state.text == table.state.text
    played_at_random(table.state, 1, until="turn")
    assert sorted([*table.hand("A"), *table.hand("B")]) == sorted(STARTERS)
    assert len(STARTERS) == 12
    assert table.seen.deck == 0
    played_at_random(table.state, 2)
    assert table.state.over
    assert len(table.seen.field) == 13


@pytest.mark.parametrize(
    "options",
    [
        {"heroes": "starter"},
        {"heroes": "starter", "hands": "dealt"},
        {"heroes": "starter", "rounds": 1},
    ],
)
def test_a_dozen_heroes_are_enough_for_dealt_hands_and_one_round_only(
    options: dict[str, object],
) -> None:
    with pytest.raises(BadOptions, match="expected hands=dealt and rounds=1 with it"):
        GAME.start(2, options)


def test_dealt_hands_are_dealt_anew_in_round_two() -> None:
    table = begun(hands="dealt", first_player="A", red="A")
    played_at_random(table.state, 3)
    assert len(table.seen.field) == 25
    assert table.seen.deck == 46 - 24 - len(table.seen.discard)


def test_in_a_match_the_other_player_begins_the_next_game() -> None:
    assert GAME.match_length(2) == 2
    fixed = GAME.start(2, {"first_player": "A"})
    assert GAME.next_options(fixed).first_player == "B"
    assert GAME.next_options(GAME.start(2)).first_player == "random"
    assert "drafts" in GAME.why_match(SellswordsOptions())


def test_the_contract_plays_every_reading_of_every_ruling() -> None:
    played = GAME.contract_options(2)
    for name, other in OTHER.items():
        assert {getattr(options, name) for options in played} >= {other}
