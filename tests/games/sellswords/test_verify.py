"""Data file, catalogue, tests and pages name the same 46 heroes and 4 terrains."""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path

import pytest

from halfturn.contract.clauses import read_citations, read_pages
from halfturn.games.sellswords.ability import Ability
from halfturn.games.sellswords.cards import TERRAINS
from halfturn.games.sellswords.heroes.catalogue import ABILITIES, TERRAIN_ABILITIES, key_of
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
RULEBOOK = set(
    """
    0024ed8d 0220ed76 09bc576f 09dbb90e 0a861a2e 0b923791 0cff2fb9 0fcfcd17 10adaa28
    1356773f 1518192b 153dc37a 162b98e6 17534704 18a970cf 194abde2 19a60885 1a7ee614
    1b4beee5 1deedb0c 1f774f22 1f86c241 1fc9a68c 21481e4d 215fd692 21bf0b49 27fb0a69
    2a4b4b0a 2cd508d1 30201522 30de56e4 3251d043 3282618b 365de76f 3690c64e 37b8f04d
    39445363 3bef00c8 3e45f944 419f68c2 41ec0969 42edea2b 435c10d7 436f0a3f 43dbbddd
    447eea2d 48d63159 4989dbc0 4a001dab 4a7e17b8 4b205af3 4d3b304a 4f25a793 500ef845
    50ba1888 50c877fe 544d348b 5616f77a 57d5d6fc 5808ec6e 5f269d29 647462a3 655365a3
    660b9f00 69988952 6ad454e9 6b327932 6b7a2223 6cce5e1d 6fdc56e1 70787222 75f2dc48
    77dc3851 78180458 7851b7ad 79d98e66 7a69ae84 7af52192 7c75a594 7ee819e7 829b6483
    8410a363 878859f6 87ce0bf3 8826f54a 8883c8b8 8ac8b55a 8b4d7d29 8c23caef 8c707217
    8de1da05 92d66980 96aec955 9c915fcc 9d98cb2d 9e2b7bf1 9e3ed61a a04448e0 a6dcc535
    abcea818 ae88633e aebfccbd b5d2a7a8 bc2a083f bd0f51dd bf10cc22 bf7277a6 bfbd56a3
    c4c1af54 c513b71d c56bbe6f c5a932a6 c5baf09d c7010267 c84e1197 c8b32675 cb563a08
    cddc9fba cdf59449 d04e16c9 d0695582 d214efa1 d22a8836 d311b355 d49347ba d49ec699
    d5486102 d740b4f4 d7725c90 d92fe94c dbf0b66f dc433453 df584de7 e10152d9 e4a547c3
    e4ed0ca4 e56d8e85 e83023a4 e881c063 ec52e44a f3392168 f6e8d157 f76be0cb fa3e5192
    fa7fcb4d fb16a641 fdbc3220 fdd30b65 fe08f8a8 fe1e6391 ffe218c4
""".split()
)
"""The sentences of the rulebook, as hashes: they are not ours to copy."""
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


@pytest.mark.clause("SO-DATA-3")
def test_class_data_and_clauses_have_the_same_number_for_a_hero() -> None:
    text = (ROOT / "docs" / "clauses" / "sellswords.md").read_text("utf-8")
    page = dict(re.findall(r"^\| (SO-H\d\d) \| (.*?) \|", text, re.M))
    for hero in GAME.heroes:
        assert ABILITIES[hero.ability].number == hero.number
        assert hero.name.removeprefix("King ") in page[f"SO-H{hero.number:02}"]
    assert {ability.number for ability in TERRAIN_ABILITIES.values()} == {0}
    assert list(ABILITIES)[1:] == [hero.key for hero in GAME.heroes]  # in the rulebook's order


def test_no_hero_is_named_outside_its_class() -> None:
    """But where people name them: the options, positions, and what bots have learnt of each."""
    files = {"options.py", "rulings.py", "notation.py", "weights.py"}
    keys = {*HEROES, "king", "midas", "fates"}
    rules = ROOT / "src" / "halfturn" / "games" / "sellswords"
    named = []
    for path in rules.rglob("*.py"):
        if path.name in files or path.parent.name == "heroes":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words = {node.value}
            else:
                found = [getattr(node, each, None) for each in ("id", "attr", "name")]
                words = {
                    word for each in found if isinstance(each, str) for word in each.split("_")
                }
            named += [f"{path.name}: {word}" for word in words if word.lower() in keys]
    assert named == []


def test_the_key_of_an_ability_is_the_name_of_its_class() -> None:
    assert all(key_of(type(each)) == key for key, each in TERRAIN_ABILITIES.items())
    assert all(key_of(type(ABILITIES[key])) == key for key in HEROES)


def test_every_ability_has_a_class_and_words_of_its_own() -> None:
    abilities = [*ABILITIES.values(), *TERRAIN_ABILITIES.values()]
    assert len({type(each) for each in abilities}) == len({each.text for each in abilities}) == 51
    assert [each for each in abilities if type(each) is Ability] == [ABILITIES["none"]]
    for each in abilities:
        assert each.text.endswith(".")
        assert 10 <= len(each.text) <= 125
        assert "Combat Number" not in each.text  # the rulebook's word
        assert "Terrain Tile" not in each.text


def test_no_sentence_of_the_rules_is_one_of_the_rulebook() -> None:
    abilities = [*ABILITIES.values(), *TERRAIN_ABILITIES.values()]
    page = (ROOT / "docs" / "clauses" / "sellswords.md").read_text("utf-8")
    texts = [each.text for each in abilities] + GAME.rules().splitlines() + re.split(r" \| ", page)
    for text in texts:
        for sentence in re.split(r"(?<=[.!?:])\s+", text):
            plain = re.sub(r"[^a-z]+", " ", sentence.lower()).strip()
            assert hashlib.sha256(plain.encode()).hexdigest()[:8] not in RULEBOOK, sentence


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


@pytest.mark.parametrize("page", ["rules.md", "rules.de.md"])
def test_the_rules_page_tells_every_hero_and_every_terrain(page: str) -> None:
    text = (ROOT / "src/halfturn/games/sellswords/data" / page).read_text("utf-8")
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
