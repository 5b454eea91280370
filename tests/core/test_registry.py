"""Games are found by entry point, and a broken one harms no other."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from halfturn.core import BadData, UnknownGame
from halfturn.core import registry as registry_module
from halfturn.core.registry import GROUP, game_ids, load
from halfturn.template.magpies import Magpies


def not_a_game() -> str:
    return "a string"


def fails() -> None:
    raise ZeroDivisionError("no cards")


def bad_data() -> None:
    raise BadData("card file: card 3 has no sides")


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        point("magpies", "halfturn.template.magpies:Magpies"),
        point("absent", "no_such_package.at_all:Game"),
        point("nameless", "halfturn.template.magpies:NoSuchGame"),
        point("failing", f"{__name__}:fails"),
        point("stringy", f"{__name__}:not_a_game"),
        point("dataless", f"{__name__}:bad_data"),
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "halfturn.games"
        return points

    monkeypatch.setattr(registry_module, "entry_points", entry_points)


def test_ids_come_in_order_whether_the_games_work_or_not() -> None:
    assert game_ids() == ["absent", "dataless", "failing", "magpies", "nameless", "stringy"]


def test_a_game_loads_though_others_are_broken() -> None:
    assert isinstance(load("magpies"), Magpies)


@pytest.mark.parametrize(
    ("id", "message"),
    [
        ("absent", "absent from no_such_package.at_all:Game cannot be loaded: ModuleNotFound"),
        ("nameless", "nameless from .*:NoSuchGame cannot be loaded: AttributeError"),
        ("failing", "failing from .*:fails cannot be loaded: ZeroDivisionError: no cards"),
        ("stringy", "expected .*:not_a_game to make a Game, got str"),
        ("chess", "expected a game among absent, .*, stringy, got 'chess'"),
        ("", "expected a game among"),
    ],
)
def test_what_is_wrong_is_named(id: str, message: str) -> None:
    with pytest.raises(UnknownGame, match=message):
        load(id)


def test_errors_meant_for_people_come_through() -> None:
    with pytest.raises(BadData, match="card 3 has no sides"):
        load("dataless")
