"""The card file of an owner: what it may say, and every way in which it can be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from halfturn.core import CHANCE, BadData, BadOptions
from halfturn.core.data import load_with_owner_data
from tests.games.swirling_heroes.given import (
    EVEN,
    GAME,
    ODD,
    TWELVE,
    answers,
    asked,
    begun,
    dealt,
    hand,
    play,
    seen,
    to_the_end,
)


def cards(colour: str, faces: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": f"{colour}-{number}", "colour": colour, "sides": [int(side) for side in face]}
        for number, face in enumerate(faces, start=1)
    ]


def good_file() -> dict[str, Any]:
    """Two colours of six cards, with a listed hand each."""
    return {
        "version": 1,
        "cards": cards("orange", EVEN) + cards("blue", ODD),
        "hands": {
            colour: [f"{colour}-{number}" for number in range(1, 7)]
            for colour in ("orange", "blue")
        },
    }


def refuses(text: str, *reasons: str) -> None:
    """The file is refused for these reasons, and the game's cards are what they were."""
    before = GAME.data_hash, GAME.cards.copies("orange")
    with pytest.raises(BadData) as caught:
        GAME.with_data(text)
    told = str(caught.value)
    assert told.startswith("card file: ")
    assert told.endswith("; nothing of it was used")
    for reason in reasons:
        assert reason in told
    assert (GAME.data_hash, GAME.cards.copies("orange")) == before


@pytest.mark.clause("SH-DATA-1", "SH-DATA-2", "SH-DATA-7")
def test_a_game_is_played_with_the_cards_of_the_file() -> None:
    file = good_file()
    file["cards"][0] |= {"hero": "Somebody", "name": "The first"}
    game = GAME.with_data(json.dumps(file))
    assert game.data_hash != GAME.data_hash
    state = begun(2, game, hands="listed", first_player="A")
    assert hand(state, 0) == EVEN
    assert hand(state, 1) == ODD
    assert seen(state, None).colours == ("orange", "blue")
    assert to_the_end(state).over
    card = game.cards.named("orange", "2301")
    assert card is not None
    assert (card.hero, card.name) == ("Somebody", "The first")
    assert game.cards.named("pink", "0123") is None


@pytest.mark.clause("SH-DATA-1")
def test_a_card_may_be_printed_either_way_up() -> None:
    file = good_file()
    file["cards"][0]["sides"] = [2, 3, 0, 1]
    game = GAME.with_data(json.dumps(file))
    assert hand(begun(2, game, hands="listed"), 0) == EVEN


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda file: file.update(version=2), "version: expected 1, got 2"),
        (lambda file: file.update(version="1"), "version: expected a whole number, got text"),
        (lambda file: file.pop("version"), "expected a field 'version', got none"),
        (lambda file: file.pop("cards"), "expected a field 'cards', got none"),
        (
            lambda file: file.update(colours=4),
            "expected no field but version, cards, hands, got 'colours'",
        ),
        (
            lambda file: file["cards"][3].update(size=4),
            "expected no field but id, colour, sides, hero, name, got 'size'",
        ),
        (lambda file: file["cards"][3].pop("id"), "card 4: expected a field 'id', got none"),
        (
            lambda file: file["cards"][3].update(id=7),
            "card 4: id: expected text, got a whole number",
        ),
        (lambda file: file["cards"][3].update(id=""), "card 4 (''): expected an id of its own"),
        (
            lambda file: file["cards"][3].update(id="orange-1"),
            "card 4 ('orange-1'): expected an id of its own",
        ),
        (
            lambda file: file["cards"][3].update(colour="red"),
            "card 4 ('orange-4'): expected a colour among orange, green, blue, pink, got 'red'",
        ),
        (lambda file: file["cards"][3].update(colour="red"), "orange: expected at least 6 cards"),
        (lambda file: file["cards"].pop(3), "orange: expected at least 6 cards, got 5"),
        (lambda file: file["cards"].pop(3), "hand 'orange': there is no card 'orange-4'"),
        (
            lambda file: file["cards"][3].update(sides=[0, 1, 2, 2]),
            "card 4 ('orange-4'): expected sides as 0, 1, 2, 3 in some order, got [0, 1, 2, 2]",
        ),
        (lambda file: file["cards"][3].update(sides=[0, 1, 2]), "got [0, 1, 2]"),
        (lambda file: file["cards"][3].update(sides=[0, 1, 2, 3, 3]), "got [0, 1, 2, 3, 3]"),
        (lambda file: file["cards"][3].update(sides=[1, 2, 3, 4]), "got [1, 2, 3, 4]"),
        (lambda file: file["cards"][3].update(sides=[-1, 0, 1, 2]), "got [-1, 0, 1, 2]"),
        (lambda file: file["cards"][3].update(sides=[12, 3, 0]), "got [12, 3, 0]"),
        (lambda file: file["cards"][3].update(sides=[1230]), "got [1230]"),
        (lambda file: file["cards"][3].update(sides=[]), "got []"),
        (lambda file: file["cards"][3].update(sides="0123"), "sides: expected a list"),
        (lambda file: file["cards"][3].update(sides=[0, 1, 2, "3"]), "entry 4: expected a whole"),
        (lambda file: file["cards"][3].update(sides=[0, 1, 2, 3.5]), "got a number with a"),
        (lambda file: file["cards"][3].update(sides=[0, True, 2, 3]), "sides, entry 2: exp"),
        (lambda file: file["cards"][3].update(sides=None), "square brackets, got nothing"),
        (lambda file: file.update(cards={}), "cards: expected a list in square brackets, got"),
        (lambda file: file.update(cards=[]), "expected cards of at least two colours"),
        (lambda file: file.update(cards=[1]), "card 1: expected an entry in curly brackets"),
        (lambda file: file.update(cards=cards("pink", EVEN)), "cards of at least two colours"),
        (
            lambda file: file["cards"].extend(cards("pink", TWELVE * 17)),
            "pink: expected at most 200 cards, got 204",
        ),
        (lambda file: file.update(hands=[]), "hands: expected an entry in curly brackets, got"),
        (lambda file: file["hands"].update(red=[]), "hand 'red': expected a colour among orange"),
        (
            lambda file: file["hands"]["blue"].pop(),
            "hand 'blue': expected 6 different cards, got 5 of which 5 differ",
        ),
        (
            lambda file: file["hands"].update(blue=["blue-1"] * 6),
            "hand 'blue': expected 6 different cards, got 6 of which 1 differ",
        ),
        (
            lambda file: file["hands"]["blue"].append("blue-9"),
            "hand 'blue': there is no card 'blue-9'",
        ),
        (
            lambda file: file["hands"]["blue"].append("orange-1"),
            "hand 'blue': card 'orange-1' is orange",
        ),
    ],
)
def test_what_is_wrong_is_named(change: Callable[[dict[str, Any]], object], reason: str) -> None:
    file = good_file()
    change(file)
    refuses(json.dumps(file), reason)


def test_all_that_is_wrong_is_named_at_once() -> None:
    file = good_file()
    file["version"] = 3
    file["cards"][0]["sides"] = [0, 0, 0, 0]
    file["cards"][7]["colour"] = "grey"
    file["hands"]["blue"][0] = "moon-1"
    refuses(
        json.dumps(file),
        "version: expected 1, got 3",
        "card 1 ('orange-1'): expected sides",
        "card 8 ('blue-2'): expected a colour",
        "blue: expected at least 6 cards, got 5",
        "hand 'blue': there is no card 'moon-1'",
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        (" \n\t\n", "it is empty"),
        ("cards:", "line 1, column 1: expected a number, text in double quotes"),
        (
            '{"version": 1,\n "cards": [}',
            "line 2, column 12: expected a number, text in double quotes",
        ),
        (json.dumps(good_file())[:-1], "expected a comma before what follows"),
        (json.dumps(good_file()) + "}", "expected the end of the file"),
        ('{"version": NaN, "cards": []}', "expected a number, got NaN"),
        ("[]", "expected an entry in curly brackets, got a list"),
        ("null", "expected an entry in curly brackets, got nothing"),
        ("[" * 100_000, "nested too deeply"),
        ('{"version": ' + "9" * 5000 + "}", "a number beyond all measure"),
        (json.dumps(good_file())[:-1] + ', "cards": []}', "expected one 'cards', got 2"),
        ('{"version": 1, ' + json.dumps(good_file())[1:], "expected one 'version', got 2"),
        (
            json.dumps(good_file()).replace('"hands": {', '"hands": {"blue": [], '),
            "expected one 'blue', got 2",
        ),
    ],
)
def test_a_text_that_is_no_card_file_is_refused(text: str, reason: str) -> None:
    refuses(text, reason)


def test_a_huge_file_is_refused() -> None:
    many = cards("pink", TWELVE * 5_000)
    refuses(json.dumps({"version": 1, "cards": many}), "expected at most 200 cards, got 60000")


@pytest.mark.clause("SH-DATA-1", "SH-SETUP-3")
def test_a_colour_may_have_a_card_several_times() -> None:
    pool = ["0123"] * 4 + ["2301", "0132", "0213"]
    file = {"version": 1, "cards": cards("orange", pool) + cards("blue", pool)}
    game = GAME.with_data(json.dumps(file))
    state = begun(2, game, hands="random", first_player="A")
    decision = state.decision
    assert decision is not None
    assert answers(state) == ["deal:0123", "deal:0132", "deal:0213"]
    assert list(decision.weights) == [5, 1, 1]
    play(state, *["deal:0123"] * 5)
    assert hand(state, 0) == ["0123"] * 5
    assert answers(state) == ["deal:0132", "deal:0213"]
    play(state, "deal:0213")
    assert hand(state, 0) == ["0123"] * 5 + ["0213"]
    assert asked(state) == (CHANCE, "deal")
    play(state, *["deal:0123"] * 4, "deal:0132", "deal:0213")
    # Equal cards are one answer, and playing one of them leaves the others.
    assert answers(state) == ["0123@0,0", "0213@0,0"]
    play(state, "0123@0,0")
    assert hand(state, 0) == ["0123"] * 4 + ["0213"]
    assert to_the_end(state).over
    assert sum(state.inventory().values()) == 14


@pytest.mark.clause("SH-DATA-2")
def test_mirror_draws_what_the_colours_have_in_common() -> None:
    file = {
        "version": 1,
        "cards": cards("orange", ["0123"] * 3 + TWELVE) + cards("green", ["0123"] * 2 + EVEN),
    }
    game = GAME.with_data(json.dumps(file))
    state = begun(2, game)
    decision = state.decision
    assert decision is not None
    assert answers(state) == [f"deal:{face}" for face in EVEN]
    assert list(decision.weights) == [3, 1, 1, 1, 1, 1]
    play(state, *["deal:0123"] * 3)
    assert hand(state, 0) == hand(state, 1) == ["0123"] * 3
    assert answers(state) == [f"deal:{face}" for face in EVEN[1:]]


@pytest.mark.clause("SH-DATA-2")
def test_hands_that_the_file_cannot_make_are_refused() -> None:
    file = good_file()
    game = GAME.with_data(json.dumps(file))
    with pytest.raises(BadOptions, match="hands=mirror: the colours of the card file share fewer"):
        begun(2, game)
    with pytest.raises(BadOptions, match="hands=even: expected 1 x 0123 among the blue cards"):
        begun(2, game, hands="even")
    with pytest.raises(BadOptions, match="hands=odd: expected 1 x 0132 among the orange cards"):
        begun(2, game, hands="odd")
    with pytest.raises(BadOptions, match="hands=mirror: expected 1 x 0123 among the blue cards"):
        begun(2, game, six=" ".join(EVEN))
    assert dealt(2, 1, game, hands="random").decision is not None
    del file["hands"]["blue"]
    with pytest.raises(BadOptions, match="hands=listed: the card file lists no hand of blue"):
        begun(2, GAME.with_data(json.dumps(file)), hands="listed")


@pytest.mark.clause("SH-SETUP-2")
def test_only_colours_of_the_file_can_be_played() -> None:
    game = GAME.with_data(json.dumps(good_file()))
    with pytest.raises(BadOptions, match="has cards of orange, blue only: expected at most 2 pla"):
        begun(3, game, hands="random")
    with pytest.raises(BadOptions, match="colours: expected some of orange, blue, or choose, got"):
        begun(2, game, hands="random", colours="orange green")
    state = begun(2, game, hands="random", colours="choose")
    assert answers(state) == ["colour:orange", "colour:blue"]
    play(state, "colour:blue")
    assert seen(state, None).colours == ("blue", "orange")


@pytest.mark.clause("SH-DATA-3")
def test_listed_hands_lie_open() -> None:
    state = begun(2, GAME.with_data(json.dumps(good_file())), hands="listed", first_player="B")
    assert seen(state, None).hands[1].cards == tuple(ODD)


def test_the_owners_file_is_found_and_a_broken_one_is_named(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HALFTURN_HOME", str(tmp_path))
    assert load_with_owner_data("swirling-heroes").data_hash == GAME.data_hash
    path = tmp_path / "swirling-heroes" / "cards.user.json"
    path.parent.mkdir()
    path.write_text(json.dumps(good_file()), "utf-8")
    assert load_with_owner_data("swirling-heroes").data_hash != GAME.data_hash
    path.write_text("{", "utf-8")
    with pytest.raises(BadData, match=r"cards\.user\.json: card file: .*nothing of it was used"):
        load_with_owner_data("swirling-heroes")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match=r"cards\.user\.json: cannot be read"):
        load_with_owner_data("swirling-heroes")


@pytest.mark.clause("SH-DATA-1")
def test_cards_of_a_wrong_type_hide_no_other_mistake() -> None:
    file = good_file()
    file["cards"][3]["sides"] = [0, 1, 1, 3]
    file["cards"][9]["colour"] = 7
    refuses(
        json.dumps(file),
        "card 4 ('orange-4'): expected sides",
        "): colour: expected text, got a whole number",
    )


@pytest.mark.clause("SH-DATA-1")
def test_a_byte_order_mark_does_no_harm() -> None:
    assert GAME.with_data("\ufeff" + json.dumps(good_file())).data_hash


@pytest.mark.clause("SH-DATA-7")
def test_a_name_that_is_mended_leaves_old_records_good() -> None:
    file = good_file()
    before = GAME.with_data(json.dumps(file)).data_hash
    file["cards"][0]["name"] = "The Great Moth"
    assert GAME.with_data(json.dumps(file)).data_hash == before
    file["cards"][0]["sides"] = [3, 2, 1, 0]
    assert GAME.with_data(json.dumps(file)).data_hash != before
