"""The pages about the game say what is true, and their examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from halfturn.core.options import choices
from halfturn.games.sellswords import Sellswords, notation
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.cards import Tile
from halfturn.games.sellswords.codes import CODE_COUNT
from halfturn.games.sellswords.heroes.catalogue import ABILITIES, TERRAIN_ABILITIES
from halfturn.games.sellswords.options import PRESETS, SellswordsOptions
from halfturn.games.sellswords.roster import Roster
from halfturn.games.sellswords.state import SellswordsState
from tests.games.sellswords.given import GAME, Table, given, played_at_random

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "games" / "sellswords.md"
HEROES = (DOCS / "adding-a-hero.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", HEROES, re.S)


def test_the_example_session_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 6) == (0, True)


def test_every_position_of_the_page_reads() -> None:
    words = "terrain|options|red|blue"
    positions = re.findall(rf"^    ((?:{words}) .*)$", PAGE.read_text("utf-8"), re.M)
    assert len(positions) == 5
    for position in positions:
        assert given(position).state.decision is not None


def test_the_hero_file_of_the_page_is_a_hero_file() -> None:
    example = PAGE.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    assert len(GAME.with_data(example).heroes) == 47


def test_the_pages_name_every_option_and_every_value() -> None:
    page, rules = PAGE.read_text("utf-8"), GAME.rules()
    for field in msgspec.structs.fields(SellswordsOptions):
        assert f"| `{field.name}` |" in page
        assert f"`{field.name}`" in rules
        for value in choices(SellswordsOptions, field.name):
            assert f"`{value}`" in page
            assert f"`{value}`" in rules
    assert all(f"`{name}`" in page for name in PRESETS)
    assert f"from 0 to {CODE_COUNT - 1}." in page


def test_the_page_names_every_section_and_every_kind_of_answer() -> None:
    page = PAGE.read_text("utf-8")
    for section in notation._WORDS:
        assert section == "seats" or f"| `{section}" in page
    for text in (notation.__doc__ or "").splitlines():
        word = text.strip().split(" ")[0]
        if word in notation._WORDS:
            assert f"`{word}" in page


def test_the_rules_page_reads_in_a_terminal() -> None:
    rules = GAME.rules()
    assert rules.startswith("# Sellswords: Olympus\n")
    for heading in ("The goal", "Setting up", "A turn", "Scoring", "Terrains", "Heroes"):
        assert f"## {heading}\n" in rules
    for heading in ("Rulings", "Ways to play", "Not in the rulebook", "Typing moves"):
        assert f"## {heading}\n" in rules


def test_the_rules_page_tells_abilities_as_the_tiles_do() -> None:
    rules = GAME.rules()
    for hero in GAME.heroes:
        assert f"| {hero.name} | {hero.type} | {ABILITIES[hero.ability].text} |" in rules


# ---- adding a hero ----


def abilities_of_the_page() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "page"}
    for block in BLOCKS:
        exec(compile(block, "adding-a-hero.md", "exec"), names)
    return names


NAMES = abilities_of_the_page()


def with_ability(name: str) -> Sellswords:
    """The game with Hercules' ability replaced by one of the page."""
    return _Bent(NAMES[name]())


class _Bent(Sellswords):
    """A game in which Hercules, or Parthenon, has another ability."""

    def __init__(self, ability: Ability) -> None:
        self._bent = ability
        super().__init__()

    def make_roster(self, tiles: Any) -> Any:
        known = dict(ABILITIES) | {"hercules": self._bent}
        terrains = dict(TERRAIN_ABILITIES)
        if self._bent.type == "":
            terrains["parthenon"] = self._bent
        typed = [
            msgspec.structs.replace(tile, type=self._bent.type)
            if isinstance(tile, Tile) and tile.key == "hercules"
            else tile
            for tile in tiles
        ]
        abilities = [(terrains if tile.is_terrain else known)[tile.ability] for tile in typed]
        return Roster(typed, abilities, [self._own.get(t.key, (1, 1, 1, 1)) for t in typed])


@pytest.mark.parametrize(
    ("name", "position", "line", "expected"),
    [
        ("Hestia", "hand A hercules=1 v2", "hercules 1,0", "score 0 -1"),
        (
            "Hephaestus",
            "red v1=1-2-3-4@1,0; hand A hercules=1 v2",
            "hercules 0,1 v1",
            "v1=3-4-1-2@1,0",
        ),
        ("Actaeon", "blue v1=5@1,0 v4@1,1; hand A hercules=5 v2", "hercules 0,1", "red v1=5@1,0"),
        (
            "Nemesis",
            "blue v1=9@1,0; hand A hercules=1 v2",
            "hercules 2,0 yes",
            "blue hercules=1@2,0",
        ),
        (
            "Dryad",
            "red v1@1,0; blue v4=3@3,0; hand A hercules=2 v2",
            "hercules 2,0",
            "hercules=2@2,0 v4=3@3,0",
        ),
        (
            "Aegis",
            "blue v1@1,0 v4@2,0 hercules=9@0,1; hand A v5=9 v2",
            "v5 1,-1",
            "blue v1@1,0",
        ),
        (
            "Alcestis",
            "blue v1@1,0 v4@1,1 hercules=9@1,2; hand A v5=9 v2",
            "v5 2,0",
            "red v5=9@2,0 hercules=9@1,2",
        ),
        ("Echo", "blue hercules=1@1,0; hand A v5=9 v2", "v5 2,0 yes", "blue hercules=1@1,0"),
        ("Atalanta", "red hercules@1,0 v1@2,0; hand A v5 v2", "v1 v5 0,1", "hercules@2,0"),
        ("LotusEater", "hand A hercules=1 v2", "hercules 1,0", "athena 1"),
        ("Labyrinth", "terrain parthenon@0,0; red v1@1,0; hand A v5 v2", "v5 2,0", "v5@2,0"),
    ],
)
def test_the_heroes_of_the_page_do_what_they_say(
    name: str, position: str, line: str, expected: str
) -> None:
    table = Table(with_ability(name).position(f"{position}; hand B v3; turn A")).plays(line)
    assert expected in table.state.text


def test_the_hero_of_the_end_of_round_brings_points() -> None:
    table = Table(with_ability("Nike").position("terrain styx; red hercules@1,0; hand A v1"))
    assert [line.points for line in table.seen.lines if line.at is None] == [(2, 0)]


def test_a_game_with_every_hero_of_the_page_comes_to_its_end() -> None:
    heroes = [each for each in NAMES.values() if isinstance(each, type)]
    own = [each for each in heroes if issubclass(each, Ability) and each is not Ability]
    assert len(own) == 12
    for each in own:
        state = _Bent(each()).start(2, {"terrain": "parthenon"})
        assert isinstance(state, SellswordsState)
        assert played_at_random(state, 3).over


def test_the_page_has_a_heading_for_every_situation() -> None:
    headings = re.findall(r"^## (.*)$", HEROES, re.M)
    assert len(headings) == 14
