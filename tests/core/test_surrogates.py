"""Half a character (a lone surrogate) wherever text comes in: the ordinary error, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from halfturn.core import Game, HalfturnError, SeededRng
from halfturn.core.data import with_cards_of
from halfturn.core.match import read_match
from halfturn.core.options import read_option_words
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import read_record
from halfturn.core.registry import load
from halfturn.server.tables.proof import report

GAMES = ("qwirkle-cards", "sellswords", "swirl", "swirling-heroes")
HALVES = ("\ud800", "\udfff")


def spoiled(text: str, part: str = r"\S+") -> Iterator[str]:
    """The text with each of its parts replaced by half a character, and followed by one."""
    for found in re.finditer(part, text):
        yield text[: found.start()] + HALVES[0] + text[found.end() :]
        yield text[: found.end()] + HALVES[1] + text[found.end() :]


def begun(game: Game) -> Playthrough:
    through = Playthrough.start(game)
    through.deal(SeededRng("surrogates"))
    while through.state.decision is not None and len(through.record.answers) < 30:
        through.play(through.state.decision.options[0])
        through.deal(SeededRng("surrogates"))
    return through


def played_again(text: str, game: Game) -> Playthrough:
    """As the terminal reads a saved game: with the cards that it was begun with."""
    record = read_record(text)
    return Playthrough.of(record, with_cards_of(game, record.data))


def check(refusal: pytest.ExceptionInfo[HalfturnError]) -> None:
    str(refusal.value).encode()  # it can be printed


@pytest.mark.parametrize("id", GAMES)
def test_records(id: str) -> None:
    game = load(id)
    for text in spoiled(begun(game).record.text):
        with pytest.raises(HalfturnError) as refused:
            played_again(text, game)
        check(refused)
        with pytest.raises(HalfturnError) as refused:
            read_match(text, game)
        check(refused)
        with pytest.raises(HalfturnError) as refused:
            list(report(text, load))
        check(refused)


@pytest.mark.parametrize("id", GAMES)
def test_positions(id: str) -> None:
    game = load(id)
    for text in spoiled(begun(game).state.text):
        with pytest.raises(HalfturnError) as refused:
            game.position(text)
        check(refused)
    for name in game.options_type.__struct_fields__:
        for half in HALVES:
            with pytest.raises(HalfturnError) as refused:
                game.position(f"seats 2; options {name}={half}")
            check(refused)


@pytest.mark.parametrize("id", GAMES)
def test_options_and_answers(id: str) -> None:
    game = load(id)
    for half in HALVES:
        for name in game.options_type.__struct_fields__:
            with pytest.raises(HalfturnError) as refused:
                game.check_options(2, read_option_words(game.options_type, [f"{name}={half}"]))
            check(refused)
        with pytest.raises(HalfturnError) as refused:
            begun(game).play(half)
        check(refused)


@pytest.mark.parametrize("id", GAMES)
def test_card_files(id: str) -> None:
    game = load(id)
    for text in spoiled(game.shipped_data(), r'(?<=")[^"\n]+(?=")'):
        for each in (text, text.encode("ascii", "backslashreplace").decode()):
            with pytest.raises(HalfturnError) as refused:
                game.with_data(each)
            check(refused)


@pytest.mark.parametrize("half", HALVES)
def test_hashes_of_cards(half: str) -> None:
    game = load("swirl")
    assert with_cards_of(game, half) is game
