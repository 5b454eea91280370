"""Every language says everything: each English sentence has its own, with the same gaps."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

import halfturn
from halfturn import load
from halfturn.bots import bot_names
from halfturn.core import Game, SeededRng
from halfturn.core.language import (
    OWN_FOLDERS,
    SOURCE,
    best_language,
    languages,
    page,
    say,
    sentences_in,
    speaking,
    spoken,
)
from halfturn.core.options import default_texts, description
from halfturn.core.playthrough import Playthrough
from halfturn.core.words import listed
from halfturn.games.qwirkle_cards.cards import KINDS, LINES
from halfturn.games.qwirkle_cards.theme import standard_theme
from halfturn.games.sellswords import Sellswords
from halfturn.games.sellswords.cards import TYPES
from halfturn.games.sellswords.heroes.catalogue import TERRAIN_ABILITIES, all_abilities
from halfturn.games.sellswords.text.explanations import HOUSE, QUESTIONS
from halfturn.games.swirl.cards import CREATURE_WORDS
from halfturn.games.swirling_heroes.answers import COLOURS
from halfturn.games.swirling_heroes.illegal import SIDE_NAMES
from halfturn.server.people.names import NAMELESS

GAMES = ["qwirkle-cards", "sellswords", "swirl", "swirling-heroes"]
SOURCES = Path(halfturn.__file__).parent
CORE = "halfturn.core"
FOLDERS = [*OWN_FOLDERS, *(f"halfturn.games.{id.replace('-', '_')}" for id in GAMES)]
OTHERS = languages()[1:]
WORDS = ("head", "words", "done", "otherwise")
"""What is said in an exercise."""
CLOCK_PARTS = {"bank", "time for a move", "increment", "number of holidays"}


@cache
def written(folder: str) -> set[str]:
    """The sentences that stand in calls of `say`."""
    found = set()
    for path in SOURCES.joinpath(*folder.split(".")[1:]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                sentence = node.args[0]
                if isinstance(sentence, ast.Constant):
                    assert isinstance(sentence.value, str)
                    found.add(sentence.value)
    return found


def told_of(game: Game) -> set[str]:
    """What can be chosen before a game, in words."""
    options = {description(game.options_type, name) for name in default_texts(game.options_type)}
    presets = game.presets.values()
    return options | {word for each in presets for word in (each.title, each.description)}


def looked_up(folder: str) -> set[str]:
    """The words that are said by a name, from lists and data."""
    theme = standard_theme()
    abilities = [*all_abilities().values(), *TERRAIN_ABILITIES.values()]
    return {
        "halfturn.server": {name.capitalize() for name in bot_names()} | CLOCK_PARTS | {NAMELESS},
        "halfturn.games.qwirkle_cards": {
            *(theme.card_name(kind) for kind in range(KINDS)),
            *(theme.line_name(line) for line in range(LINES)),
        },
        "halfturn.games.sellswords": {
            *(ability.text for ability in abilities),
            *QUESTIONS.values(),
            *TYPES.values(),
            HOUSE,
            "red",
            "blue",
        },
        "halfturn.games.swirl": set(CREATURE_WORDS),
        "halfturn.games.swirling_heroes": {*COLOURS, *SIDE_NAMES},
    }.get(folder, set())


@cache
def sentences(folder: str) -> set[str]:
    """All that a folder says."""
    found = written(folder) | looked_up(folder)
    if folder.startswith("halfturn.games."):
        found |= told_of(load(folder.rpartition(".")[2].replace("_", "-")))
    return found - {""}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there_and_none_is_left_over(language: str, folder: str) -> None:
    own, shared = sentences_in(folder, language), sentences_in(CORE, language)
    missing = sentences(folder) - set(own) - set(shared)
    assert not missing, f"{language}.json of {folder} lacks these"
    used = set().union(*map(sentences, FOLDERS)) if folder == CORE else sentences(folder)
    assert not set(own) - used, f"{language}.json of {folder} says what nobody says"


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", OTHERS)
def test_no_gap_is_forgotten(language: str, folder: str) -> None:
    for sentence, other in sentences_in(folder, language).items():
        assert other.strip(), sentence
        assert gaps(sentence) == gaps(other), sentence


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_means_the_same_everywhere(language: str) -> None:
    known: dict[str, str] = {}
    for folder in FOLDERS:
        for sentence, other in sentences_in(folder, language).items():
            assert known.setdefault(sentence, other) == other, sentence


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("id", GAMES)
def test_the_rules_are_there(id: str, language: str) -> None:
    """With the headings and the notation of the English page, so that nothing is left out."""
    package = f"halfturn.games.{id.replace('-', '_')}"
    english = page(package, "data/rules.md")
    with speaking(language):
        other = page(package, "data/rules.md")
    assert other != english

    def heads(text: str) -> list[str]:
        return [line.split()[0] for line in text.splitlines() if line.startswith("#")]

    assert heads(other) == heads(english)
    notation = re.compile(r"`([^`]+)`")
    assert set(notation.findall(other)) == set(notation.findall(english))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("id", GAMES)
def test_a_lesson_teaches_the_same(id: str, language: str) -> None:
    """Other words about the same positions, with the same answers right."""
    english = load(id).lesson()
    with speaking(language):
        other = load(id).lesson()
    assert english is not None
    assert other is not None
    assert {english.about, english.end}.isdisjoint({other.about, other.end})
    for ours, theirs in zip(english.exercises, other.exercises, strict=True):
        for word in WORDS:
            said, told = getattr(ours, word), getattr(theirs, word)
            assert bool(said) == bool(told), ours.head
            assert not said or said != told, ours.head
        assert replace(ours, **dict.fromkeys(WORDS, "")) == replace(
            theirs, **dict.fromkeys(WORDS, "")
        )


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_tell_abilities_as_tiles_do(language: str) -> None:
    abilities = all_abilities()
    with speaking(language):
        text = page("halfturn.games.sellswords", "data/rules.md")
        for hero in Sellswords().heroes:
            assert f"| {hero.name} | {hero.type} | {say(abilities[hero.ability].text)} |" in text


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_said_depends_on_who_listens(language: str) -> None:
    assert listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    with speaking(language):
        assert spoken() == language
        assert listed(["Ann", "Bo", "Cy"]) != "Ann, Bo and Cy"
        with speaking(SOURCE):
            assert listed(["Ann", "{Bo}"]) == "Ann and {Bo}"
    assert spoken() == SOURCE


def test_what_has_no_translation_is_said_in_english() -> None:
    with speaking("de"):
        assert say("{who} sneezed.", who="{who}") == "{who} sneezed."
        assert say("a {brace") == "a {brace"
    with speaking("tlh"):
        assert spoken() == SOURCE


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("fr-FR, de;q=0.7, en;q=0.9", "en"),
        ("fr, de;q=0.7, en;q=0.5", "de"),
        ("*", "en"),
        ("../../etc/passwd", "en"),
        ("de;q=much, en", "en"),
        ("x," * 10_000 + "de", "en"),
    ],
)
def test_a_wish_of_a_browser_is_understood(wish: str, language: str) -> None:
    assert best_language(wish) == language


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_played_the_same_in_every_language(id: str, language: str) -> None:
    """Whatever is kept is not said: states, events and records know nothing of languages."""
    game, told, elsewhere = load(id), [], []
    through = Playthrough.start(game)
    with speaking(language):
        other = Playthrough.start(game)
    rng = SeededRng("languages")
    while (decision := through.state.decision) is not None:
        option = decision.options[rng.below(len(decision.options))]
        events = through.play(option)
        with speaking(language):
            assert other.play(option) == events
            elsewhere += [event.words("ABCD".__getitem__) for event in events]
        told += [event.words("ABCD".__getitem__) for event in events]
    assert through.record == other.record
    assert len(told) == len(elsewhere)
    # A number or a name is the same in all languages, a sentence is not.
    assert not set(told) & set(elsewhere)
