"""Data file, catalogue, tests and pages name the same 46 heroes and 4 terrains."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from halfturn.contract.clauses import read_citations, read_pages
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.heroes.catalogue import ABILITIES, TERRAIN_ABILITIES
from halfturn.games.sellswords.tiles import TERRAINS
from tests.games.sellswords.given import GAME

ROOT = Path(__file__).parents[3]
HEROES = {hero.key: hero for hero in GAME.heroes}
NAMES = """
    5 apollo C 20     6 architect O 18   7 ares M 26       8 aristotle M 20   9 artemis M 20
    10 athena M 18    11 athlete C 20    12 basilisk O 18  13 centaur O 12    14 cerberus M 18
    15 chimera O 20   16 colossus M 28   17 cyclops O 18   18 elder O 13      19 gryphon M 11
    20 hades M 16     21 harpy M 18      22 hera C 13      23 hercules C 24   24 hermes M 14
    25 hydra C 16     26 icarus C 24     27 jason O 18     28 king-midas C 12 29 kraken M 16
    30 lamia M 24     31 manticore O 11  32 medusa C 20    33 minotaur C 14   34 muse C 4
    35 nymph O 18     36 odysseus O 14   37 oracle E 14    38 pandora C 18    39 pegasus C 13
    40 perseus C 15   41 poseidon O 12   42 priestess M 18 43 satyr O 18      44 sculptor O 18
    45 socrates M 12  46 spartan C 14    47 teacher O 16   48 theseus C 18    49 three-fates O 11
    50 zeus E 12
"""
"""Number, name, type and budget (the sum of the four house numbers) of every hero."""
KNOWN = re.findall(r"(\d+) ([a-z-]+) ([OMCE]) (\d+)", NAMES)


@pytest.mark.clause("SO-COMP-2", "SO-DATA-2", "SO-DATA-3", "SO-COMP-4")
def test_the_data_file_has_every_hero_of_the_rulebook_and_no_other() -> None:
    found = [(str(hero.number), hero.key, hero.type) for hero in GAME.heroes]
    assert found == [(ref, key, letter) for ref, key, letter, _ in KNOWN]
    assert len(found) == 46


@pytest.mark.clause("SO-DATA-1")
def test_every_hero_has_the_budget_that_pays_for_its_ability() -> None:
    assert [str(sum(hero.numbers)) for hero in GAME.heroes] == [budget for *_, budget in KNOWN]


def test_the_catalogue_has_every_heros_ability_and_no_other() -> None:
    assert set(ABILITIES) - {"none"} == set(HEROES)
    assert set(TERRAIN_ABILITIES) == set(TERRAINS)
    assert all(hero.ability == hero.key for hero in GAME.heroes)
    assert all(ABILITIES[key].type == hero.type for key, hero in HEROES.items())


def test_every_ability_has_a_class_and_words_of_its_own() -> None:
    abilities = [*ABILITIES.values(), *TERRAIN_ABILITIES.values()]
    assert len({type(each) for each in abilities}) == len({each.text for each in abilities}) == 51
    assert [each for each in abilities if type(each) is Ability] == [ABILITIES["none"]]
    for each in abilities:
        assert each.text.endswith(".")
        assert 10 <= len(each.text) <= 125
        assert "Combat Number" not in each.text  # the rulebook's word
        assert "Terrain Tile" not in each.text


@pytest.mark.clause("SO-COMP-3")
def test_every_hero_has_its_clause_and_its_clause_a_test() -> None:
    problems: list[str] = []
    pages = read_pages(ROOT, problems)
    cited = {citation.id for citation in read_citations(ROOT, problems)}
    listed = {clause.id for clause in pages["Sellswords: Olympus"]}
    wanted = {f"SO-H{hero.number:02}" for hero in GAME.heroes}
    assert wanted <= listed & cited
    assert {each for each in listed if re.fullmatch(r"SO-H\d\d", each)} == wanted
    assert problems == []


@pytest.mark.parametrize("page", ["src/halfturn/games/sellswords/rules.md"])
def test_the_rules_page_tells_every_hero_and_every_terrain(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    rows = dict(re.findall(r"^\| (.+?) \| ([OMCE]) \|", text, re.M))
    assert rows == {hero.name: hero.type for hero in GAME.heroes}
    assert all(f"**{name}**" in text for name in TERRAINS.values())


# ---- house numbers ----


@pytest.mark.clause("SO-DATA-1")
def test_no_two_heroes_have_the_same_four_numbers() -> None:
    assert len({tuple(sorted(hero.numbers)) for hero in GAME.heroes}) == 46


@pytest.mark.clause("SO-DATA-1")
def test_numbers_are_single_digits() -> None:
    assert all(0 <= number <= 9 for hero in GAME.heroes for number in hero.numbers)


@pytest.mark.clause("SO-DATA-1", "SO-H30")
def test_lamia_finds_somebody_to_flip() -> None:
    gentle = [hero.key for hero in GAME.heroes if max(hero.numbers) <= 4]
    assert len(gentle) * 3 >= 46


@pytest.mark.clause("SO-DATA-1")
def test_strong_abilities_have_weaker_numbers() -> None:
    budget = {hero.key: sum(hero.numbers) for hero in GAME.heroes}
    strong = "centaur gryphon manticore three-fates king-midas socrates poseidon zeus".split()
    drawback = "ares colossus hercules icarus lamia".split()
    utility = "apollo architect aristotle basilisk chimera jason nymph satyr sculptor".split()
    average = {
        name: sum(budget[key] for key in keys) / len(keys)
        for name, keys in {"strong": strong, "drawback": drawback, "utility": utility}.items()
    }
    assert average["strong"] < 14 < 16 < average["utility"] < 21 < 23 < average["drawback"]
    assert max(budget, key=budget.__getitem__) == "colossus"  # who cannot attack
    assert min(budget, key=budget.__getitem__) == "muse"  # who has +2 for each neighbour
