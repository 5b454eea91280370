"""Abilities that another package brings, written in plain Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import ClassVar

import pytest

from halfturn.core import BadData
from halfturn.core.turns import Turn
from halfturn.games.sellswords import Sellswords
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.board import SellswordsBoard
from halfturn.games.sellswords.field import OFF
from halfturn.games.sellswords.heroes import catalogue
from halfturn.games.sellswords.placing import Placing
from tests.games.sellswords.given import Table


class Siren(Ability):
    """Asks when placed, and changes numbers ever after."""

    type: ClassVar[str] = "O"
    text: ClassVar[str] = "You may flip an enemy next to her; then she does not battle."

    def before_battle(self, p: Placing) -> Turn:
        enemies = [enemy for _, enemy in p.board.enemies_beside(p.tile)]
        chosen = yield from p.choose(p.board.unprotected(enemies), may_decline=True)
        if chosen != OFF:
            p.is_fought = False
            p.flip([chosen])


class Titan(Ability):
    """A continuous one, asked of tiles on the field."""

    text: ClassVar[str] = "All his numbers have +5. Whoever gets him loses 2 points."

    def bonus(self, board: SellswordsBoard, bearer: int) -> int:
        return 5

    def when_flipped(self, board: SellswordsBoard, bearer: int) -> None:
        board.lose(board.owner[bearer], 2, bearer)


class NoAbility:
    """Something else."""


class Bad(Ability):
    """It does not even begin."""

    def __init__(self) -> None:
        raise ValueError("out of order")


def plug_in(monkeypatch: pytest.MonkeyPatch, **abilities: type) -> None:
    """A package that brings these abilities is installed."""
    entries = [
        EntryPoint(name, f"{__name__}:{kind.__name__}", catalogue.PLUG_INS)
        for name, kind in abilities.items()
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        return [entry for entry in entries if entry.group == group]

    monkeypatch.setattr(catalogue, "entry_points", entry_points)
    catalogue.all_abilities.cache_clear()


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    catalogue.all_abilities.cache_clear()


def game_with(ability: str) -> Sellswords:
    entry = {"ref": 1, "enabled": True, "name": "Stranger", "ability": ability}
    heroes = [{**entry, "numbers": [1, 1, 1, 1]}]
    return Sellswords().with_data(json.dumps({"version": 1, "heroes": heroes}))


@pytest.mark.clause("SO-DATA-2")
def test_a_slot_may_be_filled_with_an_ability_of_another_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plug_in(monkeypatch, siren=Siren)
    game = game_with("siren")
    position = "blue v1=9@1,0; hand A stranger v2; hand B v3; turn A"
    table = Table(game.position(position)).answers("stranger 2,0")
    assert table.options == ["choose:v1", "no"]
    assert table.answers("choose:v1").colour("v1") == "R"
    assert [tile.type for tile in game.heroes if tile.number == 1] == ["O"]


@pytest.mark.clause("SO-DATA-2", "SO-AMB-30")
def test_what_another_package_brings_is_silenced_and_copied_like_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plug_in(monkeypatch, siren=Siren)
    game = game_with("siren")
    position = "athena 1; blue v1=9@1,0; hand A stranger v2; hand B v3; turn A"
    assert Table(game.position(position)).plays("stranger 2,0").colour("v1") == "B"
    position = "discard stranger; blue v1=9@1,0; hand A elder=1 v2; hand B v3; turn A"
    table = Table(game.position(position)).plays("elder 2,0 copy:stranger choose:v1")
    assert table.colour("v1") == "R"


def test_a_continuous_ability_of_another_package_works_on_the_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plug_in(monkeypatch, titan=Titan)
    game = game_with("titan")
    position = "blue stranger@1,0; hand A v1=7 v2; hand B v3; turn A"
    table = Table(game.position(position))
    assert table.fights("stranger") == (6, 6, 6, 6)
    table.plays("v1 2,0")
    assert (table.colour("stranger"), table.scores) == ("R", (-2, 0))


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("other", NoAbility, "ability 'other': expected an Ability, got"),
        ("bad", Bad, "ability 'bad' of .*:Bad does not load: out of order"),
        ("hydra", Siren, "ability 'hydra' of .*:Siren: there is one of that name"),
    ],
)
def test_a_plug_in_that_does_not_fit_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, kind: type, reason: str
) -> None:
    plug_in(monkeypatch, **{name: kind})
    with pytest.raises(BadData, match=reason):
        Sellswords()


def test_an_ability_that_no_package_brings_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch)
    with pytest.raises(BadData, match=r"ref 1 \(Stranger\): expected an ability .*, got 'siren'"):
        game_with("siren")
