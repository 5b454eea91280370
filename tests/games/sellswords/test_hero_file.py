"""The owner's file: what it may say, and every way in which it can be wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from halfturn.core import BadData, BadOptions, HalfturnError, SeededRng
from halfturn.core.data import load_with_owner_data
from halfturn.core.playthrough import Playthrough
from halfturn.games.sellswords import Sellswords
from halfturn.games.sellswords.state import SellswordsState
from tests.games.sellswords.given import GAME, Table, played_at_random

SLOT = {"ref": 1, "enabled": True, "name": "Atlas", "ability": "poseidon", "numbers": [5, 4, 5, 4]}


def file(*heroes: dict[str, Any], **more: object) -> str:
    return json.dumps({"version": 1, "heroes": heroes, **more})


def with_heroes(*heroes: dict[str, Any]) -> Sellswords:
    return GAME.with_data(file(*heroes))


def hero(game: Sellswords, ref: int) -> Any:
    return next((tile for tile in game.heroes if tile.number == ref), None)


def refuses(text: str, *reasons: str) -> None:
    """The file is refused for these reasons, and the game is what it was."""
    before = GAME.data_hash, GAME.heroes
    with pytest.raises(BadData) as caught:
        GAME.with_data(text)
    told = str(caught.value)
    assert told.startswith("card file: ")
    assert told.endswith("; nothing of it was used")
    for reason in reasons:
        assert reason in told
    assert (GAME.data_hash, GAME.heroes) == before


# ---- what it may say ----


@pytest.mark.clause("SO-DATA-1", "DEF-7")
def test_numbers_are_overridden_by_reference_and_all_else_stays() -> None:
    game = with_heroes({"ref": 23, "numbers": [6, 6, 6, 6]})
    assert hero(game, 23).numbers == (6, 6, 6, 6)
    assert (hero(game, 23).name, hero(game, 23).ability) == ("Hercules", "hercules")
    assert [tile for tile in game.heroes if tile.number != 23] == [
        tile for tile in GAME.heroes if tile.number != 23
    ]


@pytest.mark.clause("SO-DATA-1", "DEF-7")
def test_numbers_are_called_house_numbers_until_an_owner_gives_them() -> None:
    game = with_heroes({"ref": 23, "numbers": [8, 7, 5, 4]}, {"ref": 24, "name": "Hermes!"})
    assert all(tile.is_house for tile in GAME.heroes)
    assert (hero(game, 23).is_house, hero(game, 24).is_house) == (False, True)


@pytest.mark.clause("SO-DATA-1")
def test_the_badge_goes_when_every_tile_has_its_own_numbers() -> None:
    game = with_heroes(*({"ref": ref, "numbers": [1, 2, 3, 4]} for ref in range(5, 51)))
    view = game.start(2).view(None)
    assert view.has_house_numbers is False  # type: ignore[attr-defined]
    assert GAME.start(2).view(None).has_house_numbers is True  # type: ignore[attr-defined]


@pytest.mark.clause("SO-DATA-2")
def test_a_slot_may_be_filled_with_an_ability_there_is() -> None:
    game = with_heroes(SLOT)
    assert (len(game.heroes), hero(game, 1).key, hero(game, 1).type) == (47, "atlas", "O")
    table = Table(game.position("blue v1=9@1,0; hand A atlas=0 v2; hand B v3; turn A"))
    assert table.plays("atlas 0,1 v1 to:-1,0").cell("v1") == (-1, 0)


@pytest.mark.clause("SO-DATA-2")
@pytest.mark.parametrize("letter", ["O", "M", "C", "E"])
def test_a_slot_may_be_filled_without_an_ability(letter: str) -> None:
    game = with_heroes({**SLOT, "ability": "none", "type": letter})
    assert (hero(game, 1).ability, hero(game, 1).type) == ("none", letter)
    state = game.start(2, {"hands": "dealt"})
    assert isinstance(state, SellswordsState)
    assert played_at_random(state, 1).over


@pytest.mark.clause("SO-DATA-2")
def test_all_four_slots_make_a_deck_of_fifty() -> None:
    slots = [{**SLOT, "ref": ref, "name": f"Titan {ref}"} for ref in (1, 2, 3, 4)]
    game = with_heroes(*slots)
    assert [tile.number for tile in game.heroes] == list(range(1, 51))
    state = game.start(2, {"first_player": "A", "red": "A"})
    assert state.decision is not None
    assert len(state.decision.options) == 50


def test_several_tiles_may_have_one_ability_and_nothing_loops() -> None:
    doubles = [
        {"ref": 5, "ability": "hydra"},
        {"ref": 6, "ability": "hydra"},
        {"ref": 7, "ability": "perseus"},
        {"ref": 8, "ability": "minotaur"},
        {"ref": 9, "ability": "hera"},
        {"ref": 10, "ability": "king-midas"},
        {"ref": 11, "ability": "elder"},
        {"ref": 12, "ability": "theseus"},
        {"ref": 13, "ability": "pegasus"},
    ]
    game = with_heroes(*doubles)
    for seed in range(6):
        state = game.start(2, {"terrain": "styx"})
        assert isinstance(state, SellswordsState)
        assert played_at_random(state, seed).over


def test_each_hydra_answers_once_where_there_are_two() -> None:
    game = with_heroes({"ref": 5, "ability": "hydra", "name": "Lerna"})
    position = "blue hydra=0@1,0 lerna=0@1,1; hand A v1=9 v2; hand B v3; turn A"
    table = Table(game.position(position)).plays("v1 2,0 choose:lerna")
    # Hydra flips Lerna, Lerna flips Hydra back, and Hydra has had its turn.
    assert table.colour("hydra", "lerna") == "BR"


def test_two_heras_add_up() -> None:
    game = with_heroes({"ref": 5, "ability": "hera", "name": "Juno"})
    table = Table(game.position("red hera@1,0 juno@0,1; blue v1=5@1,1; hand A v2"))
    assert table.fights("v1") == (3, 3, 3, 3)


def test_a_hero_may_be_taken_out() -> None:
    game = with_heroes({"ref": 50, "enabled": False})
    assert hero(game, 50) is None
    with pytest.raises(BadOptions, match=r"heroes=starter: expected all of .*has no zeus"):
        game.start(2, {"heroes": "starter", "hands": "dealt", "rounds": 1})


def test_an_ability_brings_its_type() -> None:
    game = with_heroes({"ref": 23, "ability": "gryphon"})
    assert hero(game, 23).type == "M"


def test_a_byte_order_mark_does_no_harm() -> None:
    assert GAME.with_data("\ufeff" + file(SLOT)).data_hash == with_heroes(SLOT).data_hash


def test_an_empty_list_changes_nothing() -> None:
    assert GAME.with_data(file()).data_hash == GAME.data_hash


@pytest.mark.parametrize("name", ["Ægir & Söhne", "  Zeus II ", "O'Brien", "23 skidoo"])
def test_names_may_be_odd_and_notation_stays_plain(name: str) -> None:
    game = with_heroes({**SLOT, "name": name})
    key = hero(game, 1).key
    assert key
    assert all(letter in "abcdefghijklmnopqrstuvwxyz0123456789-" for letter in key)
    assert game.position(f"hand A {key} v1").decision is not None


@pytest.mark.parametrize("name", ["Midas", "Fates", "River Styx", "No", "Row", "Place"])
def test_a_name_that_means_something_elsewhere_reads_back(name: str) -> None:
    game = with_heroes({"ref": 28, "name": name})
    key = hero(game, 28).key
    state = game.position(f"red {key}@1,0; hand A zeus hydra; hand B ares; turn A")
    assert f"red {key}@1,0" in state.text
    assert game.position(state.text).text == state.text
    table = Table(game.position(f"hand A {key}=1 zeus; hand B ares; turn A"))
    assert table.plays(f"place:{key} 1,0").cell(key) == (1, 0)


# ---- what is wrong with it ----


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"numbers": [1, 2, 3]}, "ref 1 (Atlas): numbers: expected a list of 4"),
        (
            {"numbers": [1, 2, 3, 100]},
            "ref 1 (Atlas): expected four numbers from 0 to 99, got [1, 2, 3, 1",
        ),
        (
            {"numbers": [1, 2, 3, -1]},
            "ref 1 (Atlas): expected four numbers from 0 to 99, got [1, 2, 3, -1",
        ),
        (
            {"numbers": [1, 2, 3, 1.5]},
            "numbers, entry 4: expected a whole number, got a number with a point",
        ),
        (
            {"numbers": [1, 2, 3, True]},
            "numbers, entry 4: expected a whole number, got true or false",
        ),
        ({"numbers": "1234"}, "numbers: expected a list in square brackets, got text"),
        ({"numbers": None}, "ref 1 (Atlas): expected four numbers, clockwise from the top"),
        ({"ability": "fly"}, "ref 1 (Atlas): expected an ability among apollo, architect"),
        ({"ability": None}, "got None"),
        ({"ability": "olympus"}, "ref 1 (Atlas): expected an ability among"),
        ({"type": "X"}, "ref 1 (Atlas): expected a type among O, M, C, E, got 'X'"),
        ({"type": "M"}, "ref 1 (Atlas): poseidon is of the type O (optional), got 'M'"),
        ({"name": ""}, "ref 1: expected a name"),
        ({"name": "   "}, "ref 1: expected a name"),
        ({"name": None}, "ref 1: expected a name"),
        ({"name": "x" * 41}, "ref 1: expected a name of at most 40 printable characters"),
        ({"name": "Bell\u0007"}, "ref 1: expected a name of at most 40 printable characters"),
        ({"name": "\u202eTitan"}, "ref 1: expected a name of at most 40 printable characters"),
        ({"name": "Ωμέγα"}, "ref 1: expected a name with letters a to z, got 'Ωμέγα'"),
        ({"name": "Zeus"}, "ref 1: expected a name of its own, 'Zeus' comes again"),
        ({"name": "zEUS!"}, "ref 1: expected a name of its own, 'zEUS!' comes again"),
        ({"name": "Styx"}, "ref 1: expected another name, 'styx' means something else"),
        ({"name": "V7"}, "ref 1: expected another name, 'v7' means something else"),
        ({"ref": 0}, "hero 1: expected a ref from 1 to 50, got 0"),
        ({"ref": 51}, "hero 1: expected a ref from 1 to 50, got 51"),
        ({"ref": "1"}, "hero 1: ref: expected a whole number, got text"),
        ({"ref": True}, "hero 1: ref: expected a whole number, got true or false"),
        (
            {"colour": "red"},
            "expected no field but ref, name, type, ability, numbers, enabled, got",
        ),
        ({"name": 7}, "ref 1: name: expected text, got a whole number"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, Any], reason: str) -> None:
    refuses(file({**SLOT, **change}), reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("{", "line 1, column 2"),
        ("[]", "expected an entry in curly brackets, got a list in square brackets"),
        ('{"version": 1}', "expected a field 'heroes', got none"),
        ('{"heroes": []}', "expected a field 'version', got none"),
        ('{"version": 2, "heroes": []}', "version: expected 1, got 2"),
        (
            '{"version": 1, "heroes": {}}',
            "heroes: expected a list in square brackets, got an entry",
        ),
        ('{"version": 1, "heroes": [], "x": 1}', "expected no field but version, heroes, got 'x'"),
        (
            '{"version": 1, "heroes": [1]}',
            "hero 1: expected an entry in curly brackets, got a whole number",
        ),
        ('{"version": 1, "heroes": [], "heroes": []}', "expected one 'heroes', got 2"),
        ('{"version": 1, "heroes": [{"ref": 5, "ref": 6}]}', "expected one 'ref', got 2"),
        (file({"ref": 5}, {"ref": 5}), "ref 5: expected it once, got it twice"),
    ],
)
def test_a_text_that_is_no_hero_file_is_refused(text: str, reason: str) -> None:
    refuses(text, reason)


def test_all_that_is_wrong_is_named_at_once() -> None:
    refuses(
        file({**SLOT, "ability": "fly"}, {"ref": 23, "numbers": [1, 1, 1, 100]}, {"ref": 2}),
        "ref 1 (Atlas): expected an ability",
        "ref 23 (Hercules): expected four numbers from 0 to 99",
    )
    refuses(
        file({"ref": 0}, {"ref": 5, "x": 1}, version=2),
        "hero 1",
        "ref 5 (Apollo): exp",
        "version: exp",
    )


def test_a_slot_that_is_switched_on_needs_everything() -> None:
    refuses(
        file({"ref": 2, "enabled": True}),
        *("ref 2: expected a name", "ref 2: expected four numbers", "ref 2: expected an ability"),
    )


@pytest.mark.clause("SO-DATA-2")
def test_too_few_heroes_are_refused() -> None:
    out = [{"ref": ref, "enabled": False} for ref in range(5, 24)]
    refuses(file(*out), "expected at least 28 heroes for four drafts of seven, got 27")
    assert len(with_heroes(*out[1:]).heroes) == 28


# ---- the hash, and records ----


@pytest.mark.parametrize(
    ("change", "is_other"),
    [
        ({"ref": 23, "numbers": [8, 7, 5, 4]}, False),
        ({"ref": 23, "numbers": [8, 7, 5, 3]}, True),
        ({"ref": 23, "numbers": [7, 5, 4, 8]}, True),
        ({"ref": 23, "ability": "none"}, True),
        ({"ref": 23, "name": "HERCULES"}, False),
        ({"ref": 23, "name": "Herakles"}, True),
        ({"ref": 23, "enabled": False}, True),
        ({"ref": 1}, False),
    ],
)
def test_the_hash_is_of_what_the_rules_and_records_see(
    change: dict[str, Any], is_other: bool
) -> None:
    assert (with_heroes(change).data_hash != GAME.data_hash) == is_other


def test_a_record_does_not_replay_on_other_numbers() -> None:
    through = Playthrough.start(GAME, 2, {"hands": "dealt", "rounds": 1})
    through.deal(SeededRng(1))
    record = through.record
    assert Playthrough.of(record, GAME).state.text == through.state.text
    changed = with_heroes({"ref": 23, "numbers": [0, 0, 0, 0]})
    with pytest.raises(HalfturnError, match="data"):
        Playthrough.of(record, changed)


def test_the_owners_file_is_found_and_a_broken_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALFTURN_HOME", str(tmp_path))
    path = tmp_path / "sellswords" / "heroes.user.json"
    path.parent.mkdir()
    path.write_text(file(SLOT), "utf-8")
    assert load_with_owner_data("sellswords").data_hash == with_heroes(SLOT).data_hash
    path.write_text("{", "utf-8")
    with pytest.raises(BadData, match=r"heroes\.user\.json: card file: .*nothing of it was used"):
        load_with_owner_data("sellswords")


def test_a_game_with_its_own_heroes_says_so() -> None:
    assert repr(GAME) == "Sellswords()"
    assert repr(with_heroes(SLOT)) != "Sellswords()"
