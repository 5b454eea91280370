"""An owner's card file: names and signs of colours and shapes."""

from __future__ import annotations

import json

import pytest

from halfturn.core import BadData, BadOptions
from halfturn.core.data import load_with_owner_data, owner_file
from halfturn.games.qwirkle_cards.theme import standard_theme
from tests.games.qwirkle_cards.given import GAME

FRUITS = {
    "version": 1,
    "colours": ["cherry", "melon", "lemon", "lime", "plum", "grape"],
    "shapes": ["ring", "box", "kite", "leaf", "spark", "sun"],
    "copies": 3,
}


@pytest.mark.clause("QC-DATA-1")
def test_the_usual_names() -> None:
    theme = standard_theme()
    assert theme.colours == ("red", "orange", "yellow", "green", "blue", "purple")
    assert theme.shapes == ("circle", "square", "diamond", "clover", "star", "burst")
    assert len(set(theme.glyphs)) == 6


@pytest.mark.clause("QC-DATA-1")
def test_a_theme_changes_names_and_nothing_else() -> None:
    game = GAME.with_data(json.dumps(FRUITS))
    assert game.data_hash == GAME.data_hash
    state = game.position("table rci rsq rdi; hand A rst; turn A")
    events: list[object] = []
    state.play(state.read("rst"), events)  # type: ignore[arg-type]
    assert events[0].words(lambda _: "Ann") == "Ann laid the cherry spark."  # type: ignore[attr-defined]
    view = state.view(0)
    assert game.draw(view).plain


def test_fewer_copies_are_another_box() -> None:
    game = GAME.with_data(json.dumps({**FRUITS, "copies": 2}))
    assert game.data_hash != GAME.data_hash
    assert sum(game.start().inventory().values()) == 72
    single = GAME.with_data(json.dumps({**FRUITS, "copies": 1}))
    assert single.start(3).seats == 3
    with pytest.raises(BadOptions, match="36 cards: too few for 4 hands"):
        single.start(4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version: expected 1, got 2"),
        ({"copies": 4}, "copies: expected 1 to 3"),
        ({"colours": ["a", "b"]}, "colours: expected 6 names, got 2"),
        ({"shapes": [*"abcde", ""]}, "shapes, entry 6: expected a name"),
        ({"shapes": [*"abcde", "Lemon"]}, "shapes, entry 6: 'Lemon' stands at colours, entry 3"),
        ({"glyphs": ["●"] * 6}, "glyphs: expected 6 different signs"),
        ({"glyphs": [*"abcde", "あ"]}, "glyphs, entry 6: expected one sign"),
        ({"colour": []}, "got 'colour'"),
        ({"colours": 7}, "colours: expected a list in square brackets, got a whole number"),
    ],
)
def test_a_bad_theme_is_refused_as_a_whole(change: dict[str, object], message: str) -> None:
    with pytest.raises(BadData) as caught:
        GAME.with_data(json.dumps({**FRUITS, **change}))
    assert message in str(caught.value)
    assert str(caught.value).endswith("nothing of it was used")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "nonsense", '{"version":1,"version":1}', "[" * 99999]
)
def test_what_is_no_theme_is_refused(text: str) -> None:
    with pytest.raises(BadData, match=r"^card file: "):
        GAME.with_data(text)


def test_an_owners_file_is_in_force() -> None:
    path = owner_file(GAME)
    assert path is not None
    path.parent.mkdir(parents=True)
    path.write_text("\ufeff" + json.dumps(FRUITS), "utf-8")
    game = load_with_owner_data("qwirkle-cards")
    assert getattr(game, "theme").colours[0] == "cherry"  # noqa: B009
