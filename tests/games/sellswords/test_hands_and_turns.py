"""Hands, locks, extra turns, what begins and ends a turn, and the terrains."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, placed


@pytest.mark.clause("I-123", "SO-AMB-36")
def test_a_locked_tile_may_be_given_and_is_free_in_the_other_hand() -> None:
    table = given("hand A basilisk=1 v1; hand B aristotle=1 v2 v3")
    table.plays("place:basilisk at:1,0 lock:v2").plays("place:aristotle at:0,1 give:v2")
    assert (table.hand("A"), table.hand("B")) == (["v2"], ["v1", "v3"])
    assert table.options == ["place:v2"]
    assert "lock" not in table.state.text


@pytest.mark.clause("I-124")
def test_a_lock_binds_one_turn_and_not_the_extra_turn_after_it() -> None:
    table = given("hand A basilisk=1 v1; hand B centaur=1 v2 v3")
    table.plays("place:basilisk at:1,0 lock:v2")
    assert table.options == ["place:centaur", "place:v3"]
    assert table.plays("place:centaur at:0,1 yes").options == ["place:v2", "place:v3"]


@pytest.mark.clause("I-124")
def test_a_lock_waits_while_the_one_who_laid_it_takes_an_extra_turn() -> None:
    table = given("hand A centaur=1 v1 v4; hand B v2 v3; lock v2")
    table.plays("place:centaur at:1,0 yes").plays("place:v1 at:0,1")
    assert table.options == ["place:v3"]


@pytest.mark.clause("I-125")
def test_chimera_may_discard_the_locked_tile() -> None:
    table = given("hand A basilisk=1 v1; hand B chimera=1 v2 v3; deck hercules")
    table.plays("place:basilisk at:1,0 lock:v2").answers("place:chimera at:0,1")
    assert table.options == ["discard:v2", "discard:v3", "no"]
    table.plays("discard:v2 draw:hercules")
    assert (table.hand("B"), table.discard) == (["hercules", "v3"], ["v2"])


@pytest.mark.clause("I-126")
def test_theseus_flipped_binds_his_new_controller_from_the_next_own_turn_on() -> None:
    table = given("blue theseus=1@1,0; hand A v3=5 v4 v6; hand B v5 v7; deck hercules")
    assert table.plays("place:v3 at:2,0").asked == (1, "turn")
    assert table.plays("place:v5 at:-1,0").asked == (0, "discard")


@pytest.mark.clause("I-127")
def test_theseus_works_again_before_an_extra_turn() -> None:
    table = given("red theseus=1@1,0; hand A v3 centaur=1 v4; hand B v5; deck hercules zeus")
    table.plays("discard:v3 draw:zeus place:centaur at:2,0 yes")
    assert (table.asked, table.asking) == ((0, "discard"), "theseus")


@pytest.mark.clause("I-128")
def test_tartarus_does_not_send_over_what_theseus_draws() -> None:
    table = given("terrain tartarus@0,0; red theseus=1@1,0; hand A v3 v4; hand B v5; deck zeus")
    table.answers("discard:v3 draw:zeus")
    assert (table.hand("A"), table.hand("B")) == (["zeus", "v4"], ["v5"])


@pytest.mark.clause("I-129")
def test_pegasus_may_fly_again_before_an_extra_turn() -> None:
    table = given("red pegasus=1@1,0; hand A centaur=1 v4; hand B v5")
    table.plays("no place:centaur at:0,1 yes")
    assert (table.asked, table.asking) == ((0, "to"), "pegasus")


@pytest.mark.clause("I-130")
def test_pegasus_flipped_is_moved_by_its_new_controller() -> None:
    table = given("red pegasus=1@1,0 v8@0,1; hand A v4 v6; hand B v5=9 v7; turn B")
    table.plays("place:v5 at:1,1")
    assert (table.colour("pegasus"), table.asked) == ("B", (0, "turn"))
    assert table.plays("place:v4 at:-1,0").asked == (1, "to")


@pytest.mark.clause("I-131")
def test_the_styx_moves_after_both_turns_of_centaur() -> None:
    table = given("terrain styx@0,0; red v9@1,0; hand A centaur=1 v4; hand B v5")
    table.plays("place:centaur at:0,1 yes choose:v9 to:-1,0")
    table.plays("place:v4 at:0,-1 choose:v9 to:1,0")
    assert table.cell("v9") == (1, 0)


@pytest.mark.clause("I-131", "SO-STYX-2", "SO-AMB-45")
def test_the_styx_does_not_move_after_the_last_turn_of_a_round() -> None:
    table = given("terrain styx@0,0; red v9@1,0; hand A centaur=1 v4")
    table.plays("place:centaur at:0,1 yes no").plays("place:v4 at:0,-1")
    assert table.state.view(None).stage == "draft"  # type: ignore[attr-defined]


@pytest.mark.clause("I-132")
@pytest.mark.parametrize(
    ("field", "tile", "goal"),
    [
        ("blue icarus=9@-1,0; red v1=5@0,1 v2=1@1,1", "icarus", "to:1,0"),
        ("blue muse=9@-1,0; red v1=5@0,1 v2=1@1,1", "muse", "to:1,0"),
        ("blue v1=1@1,0 midas=9@1,1; red v2=9@2,0 v3=1@2,1", "king-midas", "to:0,1"),
    ],
)
def test_a_move_on_the_styx_flips_nobody(field: str, tile: str, goal: str) -> None:
    table = placed(f"terrain styx@0,0; {field}", "v4=1", "0,-1", f"choose:{tile} {goal}")
    assert table.colour("v1", "v2") == ("BR" if tile == "king-midas" else "RR")
    assert table.colour(tile) == "B"


@pytest.mark.clause("I-133")
def test_silence_does_not_touch_parthenon() -> None:
    table = given("terrain parthenon@0,0; red v1@1,0; hand A colossus=1; hand B v2; athena 2")
    assert table.answers("place:colossus").options == ["at:0,-1", "at:-1,0", "at:0,1"]


@pytest.mark.clause("I-134", "SO-AMB-43")
def test_pegasus_leaving_parthenon_opens_a_space_that_binds_the_same_turn() -> None:
    table = given(
        "terrain parthenon@0,0; red pegasus=1@1,0 v1@0,1 v2@0,-1 v3@-1,0 v4@1,1; "
        "hand A v5 v7; hand B v6"
    )
    table.answers("to:-1,1 place:v5")
    # The single space beside Parthenon leaves nothing to choose.
    assert (table.cell("v5"), table.asked) == ((1, 0), (1, "turn"))


@pytest.mark.clause("I-134")
def test_pegasus_staying_leaves_the_placement_free() -> None:
    table = given(
        "terrain parthenon@0,0; red pegasus=1@1,0 v1@0,1 v2@0,-1 v3@-1,0; hand A v5 v7; hand B v6"
    )
    assert len(table.answers("no place:v5").options) == 8


@pytest.mark.clause("I-135")
def test_olympus_and_zeus_both_count_the_same_neighbour() -> None:
    table = given("red v1@1,0; blue v2@-1,0; hand A zeus=1")
    table.plays("place:zeus at:2,0")
    assert (table.gained("Mount Olympus"), table.gained("Zeus")) == ((1, 1), (1, 0))


@pytest.mark.clause("I-136")
def test_zeus_flipped_scores_for_his_new_controller() -> None:
    table = given("red v1@0,1; blue v2@0,-1 zeus=1@1,0; hand A v3=9")
    assert table.plays("place:v3 at:2,0").gained("Zeus") == (2, 0)


@pytest.mark.clause("I-137", "SO-AMB-17", "SO-AMB-18")
@pytest.mark.parametrize("hero", ["kraken", "artemis"])
def test_terrain_does_not_block_a_line(hero: str) -> None:
    table = placed("red v9@0,1; blue v1=1@1,0", f"{hero}=5", "-1,0")
    assert table.colour("v1") == "R"


@pytest.mark.clause("I-138")
def test_cerberus_with_three_neighbours_minds_no_numbers() -> None:
    table = placed("blue muse=9@2,0 spartan=9@1,1 v3=9@2,1", "cerberus=0", "1,0")
    assert table.colour("muse", "spartan", "v3") == "RRB"


@pytest.mark.clause("I-139")
def test_gryphon_without_enemies_does_nothing() -> None:
    table = placed("red v1=1@1,0", "gryphon=9", "2,0")
    assert table.colour("v1", "gryphon") == "RR"


@pytest.mark.clause("I-140", "SO-X59")
def test_hermes_alone_flips_himself() -> None:
    assert placed("", "hermes=1", "0,1", "row").colour("hermes") == "B"


@pytest.mark.clause("SO-T55", "SO-AMB-34")
def test_after_centaur_the_opponent_plays_the_last_tiles_in_a_row() -> None:
    table = given("hand A centaur=1 v1 v2; hand B v3 v4 v5")
    table.plays("place:centaur at:1,0 yes")
    order = []
    while table.asked[1] == "turn":
        order.append(table.asked[0])
        table.answers(table.options[0]).answers(table.options[0])
    assert order == [0, 1, 0, 1, 1]
    assert table.state.view(None).round == 2  # type: ignore[attr-defined]


@pytest.mark.clause("SO-T57", "SO-H12")
def test_basilisk_locks_a_tile_for_one_turn() -> None:
    table = given("hand A basilisk=1 v1 v2; hand B v3 v4 v5")
    table.plays("place:basilisk at:1,0 lock:v3")
    assert table.options == ["place:v4", "place:v5"]
    table.plays("place:v4 at:0,1").plays("place:v1 at:0,-1")
    assert table.options == ["place:v3", "place:v5"]


@pytest.mark.clause("SO-T57")
def test_basilisk_with_two_tiles_opposite_leaves_the_other_one() -> None:
    table = given("hand A basilisk=1 v1; hand B v3 v4").plays("place:basilisk at:1,0 lock:v3")
    assert table.options == ["place:v4"]


@pytest.mark.clause("SO-T57")
def test_basilisk_with_one_tile_opposite_has_no_option() -> None:
    table = given("hand A basilisk=1 v1; hand B v3").plays("place:basilisk at:1,0")
    assert table.options == ["place:v3"]


@pytest.mark.clause("SO-T58", "SO-H48")
def test_theseus_makes_his_controller_discard_and_draw() -> None:
    table = given("red theseus=1@1,0; hand A v1 v2; hand B v3; deck hercules")
    assert table.options == ["discard:v1", "discard:v2"]
    table.answers("discard:v1 draw:hercules")
    assert (table.discard, table.options) == (["v1"], ["place:hercules", "place:v2"])


@pytest.mark.clause("SO-T59", "SO-AMB-31")
def test_theseus_with_an_empty_deck_does_nothing() -> None:
    table = given("red theseus=1@1,0; hand A v1 v2; hand B v3; deck -; discard zeus")
    assert table.options == ["place:v1", "place:v2"]


@pytest.mark.clause("SO-T60", "SO-H08", "SO-AMB-37")
def test_aristotle_exchanges_a_tile_each() -> None:
    table = given("hand A aristotle=1 v1 v2; hand B v3 v4").answers("place:aristotle at:1,0")
    assert (table.asked, table.options) == ((0, "give"), ["give:v1", "give:v2"])
    assert table.answers("give:v1").asked == (1, "give")
    table.plays("give:v3")
    assert (table.hand("A"), table.hand("B")) == (["v2", "v3"], ["v1", "v4"])


@pytest.mark.clause("SO-T60")
@pytest.mark.parametrize("hands", ["hand A aristotle=1 v1", "hand A aristotle=1; hand B v3"])
def test_aristotle_with_an_empty_hand_does_nothing(hands: str) -> None:
    table = given(hands).plays("place:aristotle at:1,0")
    assert table.hand("A") + table.hand("B") == [hands.rsplit(maxsplit=1)[-1]]


@pytest.mark.clause("SO-T61", "SO-PAR-1")
def test_parthenon_draws_all_tiles_beside_it() -> None:
    table = given("terrain parthenon@0,0; red v1@1,0; hand A v2; hand B v3").answers("place:v2")
    assert table.options == ["at:0,-1", "at:-1,0", "at:0,1"]


@pytest.mark.clause("SO-T61")
def test_a_parthenon_surrounded_binds_nobody() -> None:
    field = "terrain parthenon@0,0; red v1@1,0 v2@-1,0 v3@0,1 v4@0,-1"
    assert len(given(f"{field}; hand A v5; hand B v6").answers("place:v5").options) == 8
