"""Positions that no rulebook speaks of: hands, turns, silences and scores at their edges."""

from __future__ import annotations

import pytest

from halfturn.games.sellswords.view import SellswordsView
from tests.games.sellswords.given import Table, given, halfway, placed
from tests.games.sellswords.test_medusa_and_moves import full_field


def view(table: Table) -> SellswordsView:
    """What a spectator sees."""
    seen = table.state.view(None)
    assert isinstance(seen, SellswordsView)
    return seen


# ---- start of a turn ----


@pytest.mark.clause("SO-DATA-7")
@pytest.mark.parametrize(("first", "asked"), [(True, "discard"), (False, "to")])
def test_theseus_and_pegasus_in_either_order(first: bool, asked: str) -> None:
    position = "red theseus=1@1,0 pegasus=1@0,1; hand A v1 v2; hand B v3; deck zeus"
    assert given(position, theseus_first=first).asked == (0, asked)


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (True, "discard:v1 draw:zeus to:-1,0 place:v2 at:0,-1"),
        (False, "to:-1,0 discard:v1 draw:zeus place:v2 at:0,-1"),
    ],
)
def test_theseus_and_pegasus_both_work_in_one_turn(first: bool, line: str) -> None:
    position = "red theseus=1@1,0 pegasus=1@0,1; hand A v1 v2; hand B v3; deck zeus"
    table = given(position, theseus_first=first).plays(line)
    assert (table.cell("pegasus"), table.hand("A")) == ((-1, 0), ["zeus"])


@pytest.mark.clause("SO-AMB-56")
@pytest.mark.parametrize("hero", ["theseus", "pegasus"])
def test_they_do_not_work_in_the_turn_they_are_placed(hero: str) -> None:
    table = given(f"hand A {hero}=1 v1 v2; hand B v3 v4; deck zeus")
    table.plays(f"place:{hero} at:1,0").plays("place:v3 at:0,1")
    assert table.asking == hero


def test_with_a_single_tile_theseus_exchanges_just_that() -> None:
    table = given("red theseus=1@1,0; hand A v1; hand B v3; deck zeus").answers("discard:v1")
    assert table.options == ["draw:zeus"]
    table.answers("draw:zeus")
    assert table.hand("A") == ["zeus"]
    assert table.asked == (0, "cell")  # there is nothing else to place


@pytest.mark.clause("SO-AMB-36")
def test_theseus_may_discard_the_locked_tile() -> None:
    position = "blue theseus=1@1,0; hand A basilisk=1 v9; hand B v1 v2; deck zeus"
    table = given(position).plays("place:basilisk at:0,1 lock:v1").answers("discard:v1 draw:zeus")
    assert table.options == ["place:zeus", "place:v2"]


@pytest.mark.clause("SO-AMB-36")
def test_theseus_discarding_the_free_tile_leaves_the_drawn_one() -> None:
    position = "blue theseus=1@1,0; hand A basilisk=1 v9; hand B v1 v2; deck zeus"
    table = given(position).plays("place:basilisk at:0,1 lock:v1").answers("discard:v2 draw:zeus")
    assert table.asked == (1, "cell")
    assert table.hand("B") == ["zeus", "v1"]


@pytest.mark.clause("SO-AMB-31")
def test_theseus_with_a_deck_filled_from_the_discard_never_draws_what_he_discarded() -> None:
    position = "red theseus=1@1,0; hand A v1 v2; hand B v3; deck -; discard zeus"
    table = given(position, empty_deck="reshuffle_discard").answers("discard:v1")
    assert table.options == ["draw:zeus"]
    table.answers("draw:zeus")
    assert table.discard == ["v1"]


@pytest.mark.clause("SO-AMB-31")
@pytest.mark.parametrize(
    ("empty_deck", "asked"), [("skip", (1, "turn")), ("reshuffle_discard", (0, "discard"))]
)
def test_chimera_with_an_empty_deck(empty_deck: str, asked: tuple[int, str]) -> None:
    table = halfway("deck -; discard zeus", "chimera=1", "1,0", empty_deck=empty_deck)
    assert table.asked == asked


def test_chimera_with_deck_and_discard_empty_is_not_asked() -> None:
    table = halfway("deck -", "chimera=1", "1,0", empty_deck="reshuffle_discard")
    assert table.asked == (1, "turn")


def test_chimera_as_the_last_tile_is_not_asked() -> None:
    table = given("hand A chimera=1; hand B v1").plays("place:chimera at:1,0")
    assert table.asked == (1, "turn")


# ---- extra turns and whose turn it is ----


@pytest.mark.clause("SO-AMB-34")
def test_centaur_as_the_last_tile_is_not_asked() -> None:
    table = given("hand A centaur=1; hand B v1").plays("place:centaur at:1,0")
    assert table.asked == (1, "turn")


def test_centaur_as_the_very_last_tile_ends_the_round() -> None:
    table = given("hand A centaur=1").plays("place:centaur at:1,0")
    assert view(table).round == 2


def test_centaur_declined_is_no_extra_turn() -> None:
    assert placed("", "centaur=1", "1,0", "no").asked == (1, "turn")


def test_centaur_offers_a_turn_even_to_whom_it_makes_no_difference() -> None:
    table = given("hand A centaur=1 v1").answers("place:centaur at:1,0")
    assert table.options == ["yes", "no"]


def test_a_player_without_tiles_has_no_start_of_turn() -> None:
    table = given("red pegasus=1@1,0; hand A v1; hand B v2 v3").plays("no at:0,1")
    table.plays("place:v2 at:-1,0")
    assert table.asked == (1, "turn")


def test_a_position_at_an_empty_hand_goes_on_with_the_other() -> None:
    table = given("red v9@1,0; hand B v1; turn A")
    assert table.asked == (1, "turn")
    table.reads_back()


def test_priestess_waits_through_the_own_extra_turn() -> None:
    table = given("blue v9=9@1,0; hand A centaur=1 priestess=1 v1; hand B colossus=9 v2")
    table.plays("place:centaur at:0,1 yes").plays("place:priestess at:0,-1")
    assert table.state.board.silenced == [0, 1]
    table.plays("place:colossus at:-1,0")
    assert table.colour("priestess", "centaur") == "RR"  # it touches the terrain alone
    assert table.state.board.silenced == [0, 0]


def test_priestess_placed_against_an_extra_turn_strikes_its_first_tile() -> None:
    table = given("red v9=1@1,0; priestess B; turn B; hand A v1; hand B centaur=1 colossus=9 v2")
    table.plays("place:centaur at:0,1")
    assert table.asked == (0, "turn")  # silenced: no extra turn


# ---- into round 2 ----


@pytest.mark.clause("SO-AMB-32")
def test_what_is_left_of_athena_goes_into_round_2() -> None:
    table = given("hand A athena=1; hand B v1")
    table.plays("place:athena at:1,0").plays("place:v1 at:0,1")
    assert (view(table).round, view(table).silenced_anybody) == (2, 1)


@pytest.mark.clause("SO-AMB-32")
def test_all_of_athena_goes_into_round_2_when_she_is_the_last_tile() -> None:
    table = given("hand A athena=1").plays("place:athena at:1,0")
    assert view(table).silenced_anybody == 2


def test_priestess_waits_for_round_2() -> None:
    table = given("hand A priestess=1").plays("place:priestess at:1,0")
    assert (view(table).round, view(table).silenced) == (2, (0, 1))


def test_ares_as_the_last_tile_pays_before_the_score() -> None:
    table = given("blue v1=1@1,0; hand A ares=9").plays("place:ares at:2,0")
    assert table.scores == (1, 0)  # -1, a row of two, Olympus
    assert view(table).first == 1


def test_losses_decide_who_begins_round_2() -> None:
    table = given("score -3 -1")
    assert view(table).first == 0


@pytest.mark.clause("SO-WIN-1")
def test_the_less_negative_score_wins() -> None:
    assert given("score -3 -1; round 2; first A").state.winners == (1,)


def test_a_single_round_that_ends_level_has_two_winners() -> None:
    assert given("score 4 4", rounds=1).state.winners == (0, 1)


# ---- Oracle, Zeus, Olympus ----


def test_nymph_swaps_oracle_into_the_centre_with_the_last_tile() -> None:
    table = given(f"{full_field((4, 4), (2, 1))}; hand A nymph=1")
    centre = next(each.key for each in view(table).field if (each.x, each.y) == (2, 2))
    table.plays(f"place:nymph choose:oracle choose:{centre}")
    assert table.gained("Oracle") == (5, 0)


def test_oracle_flipped_in_the_centre_scores_for_her_new_controller() -> None:
    table = given(f"{full_field((4, 4), (2, 2))}; hand B gryphon=1".replace("turn A", "turn B"))
    assert table.plays("place:gryphon choose:oracle").gained("Oracle") == (0, 5)


def test_oracle_in_the_centre_of_the_field_and_not_of_the_coordinates() -> None:
    field = full_field((0, 4), (2, 2))
    moved = given(f"{field}; hand A v25").plays("place:v25")
    assert moved.gained("Oracle") == (5, 0)


def test_zeus_counts_himself_beside_the_terrain() -> None:
    table = given("hand A zeus=1").plays("place:zeus at:1,0")
    assert (table.gained("Zeus"), table.scores) == ((1, 0), (2, 0))


def test_zeus_does_not_count_enemies_beside_the_terrain() -> None:
    table = given("blue v1=9@0,1 v2=9@-1,0; red v3=9@0,-1; hand A zeus=1")
    assert table.plays("place:zeus at:1,0").gained("Zeus") == (2, 0)


@pytest.mark.parametrize("terrain", ["parthenon", "styx", "tartarus"])
def test_zeus_counts_beside_any_terrain_but_only_olympus_scores(terrain: str) -> None:
    table = given(f"terrain {terrain}@0,0; hand A zeus=1").plays("place:zeus at:1,0")
    assert table.scores == (1, 0)


def test_a_silenced_zeus_scores() -> None:
    table = given("athena 1; hand A zeus=1").plays("place:zeus at:1,0")
    assert table.gained("Zeus") == (1, 0)


def test_a_round_that_ends_at_once_is_scored_as_it_lies() -> None:
    table = given("red v1@1,0 v2@2,0 v3@3,0; blue v4@1,1 v5@2,1")
    # Red: three in a row 2, Olympus 1. Blue: two in a row 1. No column counts.
    assert table.scores == (3, 1)


# ---- Aristotle, Tartarus ----


@pytest.mark.clause("SO-AMB-37")
def test_in_secret_both_are_asked_even_with_a_single_tile() -> None:
    table = halfway("", "aristotle=1", "1,0", aristotle="secret")
    assert (table.asked, table.options) == ((0, "give"), ["give:v24"])
    assert table.answers("give:v24").asked == (1, "give")
    assert "give:?" in view(table).position
    table.plays("give:v25")
    assert (table.hand("A"), table.hand("B")) == (["v25"], ["v24"])


def test_with_single_tiles_aristotle_asks_nothing_in_the_open() -> None:
    table = placed("", "aristotle=1", "1,0")
    assert (table.hand("A"), table.hand("B")) == (["v25"], ["v24"])


def test_elder_copying_aristotle_gives_from_his_own_hand() -> None:
    table = placed("discard aristotle", "elder=1", "1,0", "copy:aristotle")
    assert (table.hand("A"), table.hand("B")) == (["v25"], ["v24"])


@pytest.mark.clause("SO-AMB-46")
@pytest.mark.parametrize(("reading", "hand"), [("each_draft", "B"), ("each_round", "A")])
def test_tartarus_in_the_second_draft(reading: str, hand: str) -> None:
    centre = "centre v1 v2 v3 v4 v5 v6 v7; draft 2; turn A"
    table = given(f"terrain tartarus; {centre}", tartarus=reading).answers("pick:v1")
    assert table.hand(hand) == ["v1"]


def test_tartarus_works_in_round_2_as_well() -> None:
    field = "terrain tartarus@0,0; red v8@1,0; round 2; first B"
    table = given(f"{field}; centre v1 v2 v3 v4 v5 v6 v7; draft 1; turn B").answers("pick:v1")
    assert table.hand("A") == ["v1"]


# ---- several effects in one turn ----


def test_a_turn_with_everything_in_it() -> None:
    position = (
        "terrain styx@0,0; red theseus=1@1,0 pegasus=1@0,1; blue hydra=1@1,1 v5=9@2,1 v8=9@2,0; "
        "hand A v1 v2 elder=9; hand B v3; deck zeus; discard cyclops"
    )
    table = given(position).plays(
        "discard:v1 draw:zeus to:-1,0 place:elder at:1,2 copy:cyclops choose:hydra "
        "choose:v5 choose:v8 to:-1,1"
    )
    assert table.colour("hydra", "v5", "v8") == "RRB"
    assert (table.cell("pegasus"), table.cell("v8")) == ((-1, 0), (-1, 1))
    assert (table.discard, table.hand("A")) == (["cyclops", "v1"], ["zeus", "v2"])


def test_silenced_elder_and_copied_silence_do_not_add_up() -> None:
    table = given("discard athena; hand A elder=1 v1; hand B priestess=1 v2 v3")
    table.plays("place:elder at:1,0 copy:athena").plays("place:priestess at:0,1")
    assert (table.state.board.silenced_anybody, table.state.board.silenced) == (1, [0, 0])


def test_chimera_may_discard_what_elder_copies_next_turn() -> None:
    table = given("hand A chimera=1 centaur elder=1; hand B v1 v2; deck zeus")
    table.plays("place:chimera at:1,0 discard:centaur draw:zeus").plays("place:v1 at:0,1")
    assert table.plays("place:elder at:-1,0 copy:centaur yes").asked == (0, "turn")
