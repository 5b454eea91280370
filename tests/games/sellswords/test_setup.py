"""Components, setting up and drafting."""

from __future__ import annotations

import msgspec
import pytest

from halfturn.core import BadOptions, SeededRng
from halfturn.core.seats import CHANCE
from halfturn.games.sellswords.cards import TERRAINS, TYPES
from tests.games.sellswords.given import GAME, Table, begun, given, played_at_random

SEVEN = "apollo ares athena chimera elder hades hydra"


def drafting(centre: str = SEVEN, **options: object) -> Table:
    return given(f"draft 1; centre {centre}; turn A", **options)


def centre(table: Table) -> list[str]:
    return [tile.key for tile in table.seen.centre]


def dealt(table: Table, seed: int = 1) -> Table:
    """CHANCE has answered until a player is asked."""
    rng = SeededRng(seed)
    while (decision := table.state.decision) is not None and decision.seat == CHANCE:
        table.state.play(decision.options[rng.below(len(decision.options))])
    return table


# ---- components ----


@pytest.mark.clause("SO-COMP-1")
def test_two_play_and_no_other_number_does() -> None:
    assert (GAME.min_seats, GAME.max_seats) == (2, 2)
    with pytest.raises(BadOptions, match="is for 2 to 2 players, got 3"):
        GAME.start(3)


@pytest.mark.clause("SO-COMP-2", "SO-DATA-2", "DEF-2")
def test_there_are_fifty_slots_for_heroes_and_four_terrains() -> None:
    assert [hero.number for hero in GAME.heroes] == list(range(5, 51))
    assert list(TERRAINS) == ["olympus", "parthenon", "styx", "tartarus"]
    assert len(begun().state.inventory()) == 46 + 1


@pytest.mark.clause("SO-COMP-2", "SO-COMP-3")
def test_a_hero_is_red_or_blue_and_has_four_numbers_a_name_and_a_typed_ability() -> None:
    table = given("red hydra@1,0; blue zeus@2,0; hand A ares")
    terrain, hydra, zeus = table.seen.field
    assert (terrain.colour, hydra.colour, zeus.colour) == ("grey", "red", "blue")
    assert (hydra.name, hydra.type, len(hydra.numbers)) == ("Hydra", "C", 4)
    assert hydra.ability.startswith("Whoever gets it")


@pytest.mark.clause("SO-COMP-4", "SO-DATA-3")
def test_there_are_four_types_of_abilities() -> None:
    counts = [[hero.type for hero in GAME.heroes].count(letter) for letter in "OMCE"]
    assert list(TYPES) == ["O", "M", "C", "E"]
    assert counts == [15, 14, 15, 2]


# ---- lots ----


@pytest.mark.clause("SO-SETUP-1")
def test_the_deck_is_all_heroes_without_terrains_and_each_is_as_likely() -> None:
    table = begun(first_player="A", red="A")
    decision = table.state.decision
    assert decision is not None
    assert table.asked == (CHANCE, "deal")
    assert len(table.options) == 46
    assert set(decision.weights) == {1}
    assert not any(f"deal:{key}" in table.options for key in TERRAINS)


@pytest.mark.clause("SO-SETUP-2", "SO-DATA-5")
def test_lots_decide_who_begins_and_who_is_red() -> None:
    table = begun()
    assert (table.asked, table.options) == ((CHANCE, "first"), ["first:A", "first:B"])
    table.answers("first:B")
    assert (table.asked, table.options) == ((CHANCE, "red"), ["red:A", "red:B"])
    dealt(table.answers("red:A"))
    assert table.asked == (1, "pick")
    assert table.seen.colours == ("red", "blue")


@pytest.mark.clause("SO-DATA-5")
def test_first_player_and_colour_may_be_settled_beforehand() -> None:
    table = dealt(begun(first_player="B", red="B"))
    assert table.asked == (1, "pick")
    assert table.seen.colours == ("blue", "red")


@pytest.mark.clause("SO-AMB-1", "SO-DATA-4", "DEF-3")
def test_the_terrain_is_known_before_the_draft_and_laid_after_it() -> None:
    table = begun(terrain="random", first_player="A", red="A")
    assert table.options == [f"terrain:{key}" for key in TERRAINS]
    dealt(table.answers("terrain:tartarus"))
    view = table.seen
    assert (view.terrain, view.field) == ("tartarus", ())
    played_at_random(table.state, 1, until="turn")
    assert table.cell("tartarus") == (0, 0)


@pytest.mark.clause("SO-SETUP-3", "SO-DATA-4")
def test_the_table_chooses_the_terrain_and_olympus_is_what_it_gets_unasked() -> None:
    assert dealt(begun()).seen.terrain == "olympus"
    assert dealt(begun(terrain="styx")).seen.terrain == "styx"


@pytest.mark.clause("SO-DATA-8", "SO-TERR-1")
def test_a_terrain_has_neither_numbers_nor_colour_nor_owner() -> None:
    terrain = given("hand A hydra").seen.field[0]
    assert (terrain.seat, terrain.colour, terrain.numbers, terrain.fights) == (
        None,
        "grey",
        (),
        (),
    )


# ---- drafts ----


@pytest.mark.clause("SO-DRAFT-1")
def test_seven_tiles_come_to_the_centre() -> None:
    table = dealt(begun(first_player="A", red="A"))
    assert len(centre(table)) == 7
    assert table.options == [f"pick:{key}" for key in centre(table)]


@pytest.mark.clause("SO-DRAFT-2", "SO-DRAFT-3", "SO-DRAFT-4", "DEF-1")
def test_players_pick_in_turn_and_the_last_tile_is_discarded() -> None:
    table = drafting()
    for seat, tile in enumerate("apollo ares athena chimera elder hades".split()):
        assert table.asked == (seat % 2, "pick")
        table.answers(f"pick:{tile}")
    assert table.hand("A") == ["apollo", "athena", "elder"]
    assert table.hand("B") == ["ares", "chimera", "hades"]
    assert [tile.key for tile in table.seen.discard] == ["hydra"]


@pytest.mark.clause("SO-DRAFT-5", "SO-DRAFT-6", "SO-SETUP-6")
def test_a_second_draft_begins_with_the_first_player_too_and_makes_six_each() -> None:
    table = drafting("v1 v2 v3 v4 v5 v6 v7")
    dealt(table.answers("v1 v2 v3 v4 v5 v6"))
    view = table.seen
    assert (table.asked, view.draft, len(view.centre)) == ((0, "pick"), 2, 7)
    played_at_random(table.state, 3, until="turn")
    assert [len(table.hand(seat)) for seat in "AB"] == [6, 6]
    assert len(table.seen.discard) == 2
    assert table.asked == (0, "turn")


@pytest.mark.clause("SO-DRAFT-2")
def test_a_tile_that_is_not_in_the_centre_cannot_be_picked() -> None:
    with pytest.raises(Exception, match="zeus is not in the centre; expected one of pick:ap"):
        drafting().answers("pick:zeus")


@pytest.mark.clause("SO-TAR-1", "SO-AMB-46", "SO-T54")
def test_tartarus_sends_the_first_pick_of_each_player_over() -> None:
    table = drafting(terrain="tartarus").answers("apollo ares athena chimera elder hades")
    assert table.hand("A") == ["ares", "athena", "elder"]
    assert table.hand("B") == ["apollo", "chimera", "hades"]


@pytest.mark.clause("SO-TAR-1", "SO-AMB-46")
def test_tartarus_gives_at_once() -> None:
    table = drafting(terrain="tartarus").answers("apollo")
    assert (table.hand("A"), table.hand("B")) == ([], ["apollo"])


@pytest.mark.clause("SO-AMB-46")
@pytest.mark.parametrize(("reading", "goes_to"), [("each_draft", "B"), ("each_round", "A")])
def test_the_second_draft_is_a_phase_of_its_own_or_not(reading: str, goes_to: str) -> None:
    position = f"terrain tartarus; draft 2; centre {SEVEN}; turn A"
    table = given(position, terrain="tartarus", tartarus=reading).answers("pick:hydra")
    assert table.hand(goes_to) == ["hydra"]


@pytest.mark.parametrize("reading", ["each_draft", "each_round"])
def test_the_first_draft_of_a_round_is_a_phase_by_either_reading(reading: str) -> None:
    table = drafting(terrain="tartarus", tartarus=reading).answers("hydra")
    assert table.hand("B") == ["hydra"]


@pytest.mark.clause("SO-DATA-2")
def test_drafts_need_28_tiles_and_no_more() -> None:
    few = [hero.key for hero in GAME.heroes[:28]]
    table = given(f"draft 1; deck {' '.join(few)}; turn A")
    played_at_random(table.state, 1)
    assert table.state.over
    assert len(table.seen.field) == 25


@pytest.mark.clause("SO-DATA-6")
def test_after_two_drafts_thirty_two_tiles_are_left() -> None:
    assert Table(played_at_random(begun().state, 5, "turn")).seen.deck == 32


@pytest.mark.clause("SO-INFO-1")
def test_hands_lie_open_for_everybody() -> None:
    table = given("hand A hydra zeus; hand B ares")
    hands = [[tile.key for tile in hand] for hand in table.seen.hands]
    assert hands == [["hydra", "zeus"], ["ares"]]
    views = [table.state.view(viewer) for viewer in (0, 1)]
    assert all(msgspec.structs.replace(view, viewer=None) == table.seen for view in views)


def test_dealt_hands_are_six_each_without_a_draft() -> None:
    table = begun(hands="dealt", first_player="B", red="A")
    dealt(table)
    assert [len(table.hand(seat)) for seat in "AB"] == [6, 6]
    assert table.asked == (1, "turn")
    assert table.seen.discard == ()
