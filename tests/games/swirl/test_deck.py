"""The deck: Halfturn's own, and an owner's file."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest

from halfturn.core import BadData, BadRecord
from halfturn.core.playthrough import Playthrough
from halfturn.games.swirl import Swirl
from halfturn.games.swirl.cards import ACTIONS, CARDS, Deck, card_name, read_deck, standard_deck
from tests.games.swirl.given import GAME, begun, cards, dealt, to_the_end

TABLE = {
    "CRAB": ("1 3 5 7 9", "1 4 6 7 10", "2 3 6 8", "2 4 5 8"),
    "FISH": ("2 4 5 8", "1 3 5 7 9", "1 4 6 7 10", "2 3 6 8"),
    "SEA HORSE": ("2 3 6 8", "2 4 5 8", "1 3 5 7 9", "1 4 6 7 10"),
    "STAR FISH": ("1 4 6 7 10", "2 3 6 8", "2 4 5 8", "1 3 5 7 9"),
}
COLOURS = ("red", "green", "yellow", "purple")
ENTRIES = [
    [creature, colour, int(number)]
    for creature, rows in TABLE.items()
    for colour, row in zip(COLOURS, rows, strict=True)
    for number in row.split()
]


def file(**changes: object) -> str:
    return json.dumps({"version": 1, "cards": ENTRIES, **changes})


def creature_cards(deck: Deck) -> list[str]:
    return [CARDS[face] for face in range(160) for _ in range(deck.counts[face])]


@pytest.mark.clause("SW-DECK-1", "SW-DECK-2", "SW-DECK-3", "SW-DATA-1", "SW-T35", "DEF-8")
def test_the_default_deck_is_the_balanced_table() -> None:
    found = creature_cards(standard_deck())
    assert len(found) == len(set(found)) == 72
    assert Counter(card[0] for card in found) == dict.fromkeys("CFHS", 18)
    assert Counter(card[1] for card in found) == dict.fromkeys("rgyp", 18)
    numbers = Counter(int(card[2:]) for card in found)
    assert numbers == {**dict.fromkeys(range(1, 9), 8), 9: 4, 10: 4}
    assert read_deck(file()).counts == standard_deck().counts


@pytest.mark.clause("SW-DATA-1")
def test_every_creature_is_the_image_of_another() -> None:
    found = set(creature_cards(standard_deck()))
    turned = {
        f"{'FHSC'['CFHS'.index(card[0])]}{'gypr'['rgyp'.index(card[1])]}{card[2:]}"
        for card in found
    }
    assert turned == found
    for creature, number in product("CFHS", range(1, 11)):
        copies = [card for card in found if card[0] == creature and int(card[2:]) == number]
        assert len({card[1] for card in copies}) == len(copies) == (2 if number < 9 else 1)


@pytest.mark.clause("SW-DECK-3", "SW-DECK-4")
def test_there_are_85_cards_of_which_13_are_action_cards() -> None:
    state = begun()
    assert cards(state) == 85
    inventory = state.inventory()
    assert {card: inventory[card] for card in ACTIONS} == {"A1": 4, "AA": 4, "SN": 4, "SW": 1}


@pytest.mark.clause("SW-DECK-1", "SW-DECK-4")
def test_cards_have_names() -> None:
    assert card_name("Hp10") == "purple sea horse 10"
    assert [card_name(card) for card in ACTIONS] == [
        "COLLECT ONE",
        "COLLECT ALL",
        "SNATCH",
        "SWIRL",
    ]


# ---- an owner's file ----


def own_deck() -> str:
    """A deck in which every creature has the same 18 cards, some of them twice."""
    rows = ("1 2 3 4 5", "1 2 3 4 5", "6 7 8 9", "6 7 10 10")
    return file(
        cards=[
            [creature, colour, int(number)]
            for creature in TABLE
            for colour, row in zip(COLOURS, rows, strict=True)
            for number in row.split()
        ]
    )


@pytest.mark.clause("SW-DATA-1", "SW-DECK-3")
def test_an_owner_plays_with_the_own_deck() -> None:
    game = GAME.with_data(own_deck())
    assert game.data_hash != GAME.data_hash
    state = dealt(3, game=game)
    assert state.inventory()["Cp10"] == 2
    assert cards(to_the_end(state)) == 85
    assert repr(game) == f"Swirl(deck={game.data_hash[:12]})"


@pytest.mark.clause("SW-DATA-1")
def test_spelling_does_not_matter_and_neither_does_the_order() -> None:
    again = [
        [str(entry[0]).lower().replace(" ", "_"), str(entry[1]).upper(), entry[2]]
        for entry in ENTRIES
    ]
    text = file(
        cards=again[::-1],
        creatures=["star fish", "crab", "fish", "SEA-HORSE"],
        actions={"SWIRL": 1, "SNATCH": 4, "COLLECT_ALL": 4, "COLLECT_ONE": 4},
    )
    assert read_deck("\ufeff" + text).hash == standard_deck().hash


@pytest.mark.clause("SW-DATA-1")
def test_a_record_replays_with_its_own_deck_only() -> None:
    game = GAME.with_data(own_deck())
    through = Playthrough.start(game, 2, {"dealer": "A"})
    through.play("creature:crab")
    assert through.record.data == game.data_hash
    assert Playthrough.of(through.record, game).state.text == through.state.text
    with pytest.raises(BadRecord, match="played with other cards"):
        Playthrough.of(through.record, GAME)


def without(entry: list[object], *more: list[object]) -> list[list[object]]:
    return [*(each for each in ENTRIES if each != entry), *more]


@pytest.mark.clause("SW-DATA-1", "SW-DECK-1", "SW-DECK-2", "SW-DECK-3", "SW-DECK-4")
@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["it is empty"]),
        ("{", ["line 1, column 2: expected the name of a field in double quotes"]),
        ("[]", ["expected an entry in curly brackets, got a list in square brackets"]),
        ('{"version": 1}', ["expected a field 'cards', got none"]),
        (file(version=2), ["version: expected 1, got 2"]),
        (file(more=1), ["expected no field but version, cards, creatures, actions, got 'more'"]),
        (file()[:-1] + ', "version": 1}', ["expected one 'version', got 2"]),
        ('{"version": 1, "cards": NaN}', ["expected a number, got NaN"]),
        (
            file(cards=without(["CRAB", "red", 1])),
            ["CRAB: expected 18 cards, got 17"],
        ),
        (
            file(cards=without(["CRAB", "red", 1], ["FISH", "red", 1])),
            ["CRAB: expected 18 cards, got 17", "FISH: expected 18 cards, got 19"],
        ),
        (
            file(cards=without(["CRAB", "red", 1], ["CRAB", "red", 11])),
            ["card 72 (CRAB red 11): expected a number from 1 to 10, got 11"],
        ),
        (
            file(cards=[["SQUID", "red", 1], ["CRAB", "blue", 1], ["CRAB", "red"]]),
            [
                "card 1 (SQUID red 1): expected a creature among CRAB, FISH, SEA HORSE, STAR FISH, "
                "got 'SQUID'",
                "card 2 (CRAB blue 1): expected a colour among red, green, yellow, purple, "
                "got 'blue'",
                'card 3: expected creature, colour and number, like ["CRAB", "red", 4], got '
                '["CRAB", "red"]',
            ],
        ),
        (
            file(
                cards=[
                    [each[0], "green" if each[:2] == ["CRAB", "red"] else each[1], each[2]]
                    for each in ENTRIES
                ]
            ),
            ["CRAB: expected cards in all four colours, got none in red"],
        ),
        (
            file(
                cards=[
                    [each[0], each[1], 1 if each[0] in ("CRAB", "FISH") else each[2]]
                    for each in ENTRIES
                ]
            ),
            ["number 1: expected at most 31 cards, got 40"],
        ),
        (file(creatures=["CRAB"]), ["creatures: expected CRAB, FISH, SEA HORSE, STAR FISH"]),
        (file(creatures=["SQUID"]), ["creatures: expected a creature among"]),
        (file(actions={"SWIRL": 2}), ["actions: expected 1 SWIRL, as in the box, got 2"]),
        (file(actions={"DANCE": 1}), ["actions: expected some of COLLECT_ONE", "got 'DANCE'"]),
    ],
)
def test_a_file_with_anything_wrong_is_refused_as_a_whole(text: str, problems: list[str]) -> None:
    with pytest.raises(BadData) as caught:
        Swirl().with_data(text)
    for problem in problems:
        assert problem in str(caught.value)
    assert str(caught.value).startswith("card file: ")
    assert str(caught.value).endswith("; nothing of it was used")


def test_a_deep_file_is_no_trouble() -> None:
    with pytest.raises(BadData, match="nested too deeply"):
        read_deck("[" * 200_000)
