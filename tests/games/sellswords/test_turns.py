"""Whose turn it is, what begins and ends it, what silences and what locks."""

from __future__ import annotations

import pytest

from halfturn.core import IllegalOption
from halfturn.core.seats import CHANCE
from tests.games.sellswords.given import Table, before, given, placed


def placers(table: Table) -> str:
    """Who is at turn until the round is over, everybody placing at random, as letters."""
    seats = ""
    while (decision := table.state.decision) is not None and table.seen.round == 1:
        if decision.kind == "turn":
            seats += "AB"[decision.seat]
        table.state.play(decision.options[0])
    return seats


# ---- taking turns ----


@pytest.mark.clause("SO-TURN-1")
def test_players_alternate_until_both_hands_are_empty() -> None:
    assert placers(given("hand A v1 v2 v3; hand B v4 v5 v6; turn A")) == "ABABAB"


@pytest.mark.clause("SO-H13", "SO-AMB-34", "SO-AMB-35", "SO-T55")
def test_centaur_takes_another_turn_and_the_other_player_ends_the_round_alone() -> None:
    position = "hand A centaur=1 v2 v3; hand B v4 v5 v6; turn A"
    table = given(position).answers("centaur 1,0")
    assert (table.asked, table.options) == ((0, "use"), ["yes", "no"])
    assert placers(table.answers("yes")) == "ABABB"


@pytest.mark.clause("SO-AMB-34")
def test_a_player_without_tiles_is_skipped() -> None:
    assert placers(given("hand A v1; hand B v4 v5 v6; turn A")) == "ABBB"


@pytest.mark.clause("SO-AMB-34", "SO-AMB-58")
def test_centaur_as_the_last_tile_of_a_hand_asks_nothing() -> None:
    table = given("hand A centaur=1; hand B v4 v5; turn A").plays("centaur 1,0")
    assert table.asked == (1, "turn")


# ---- silencing ----


@pytest.mark.clause("SO-H10", "SO-AMB-30")
def test_athena_silences_the_next_two_tiles_whoever_places_them() -> None:
    table = given("hand A athena=1 ares=9 v1; hand B colossus=9 v2; turn A").plays("athena 1,0")
    table.plays("colossus 2,0")
    assert table.colour("athena") == "B"  # Colossus battled
    table.plays("ares 1,1")
    assert table.scores == (0, 0)  # Ares cost nothing
    assert table.seen.silenced_anybody == 0


@pytest.mark.clause("SO-H42", "SO-AMB-30", "SO-T39")
def test_priestess_silences_the_next_tile_of_the_opponent_only() -> None:
    table = given("hand A priestess=1 v1; hand B gryphon=9 v2; turn A").plays("priestess 1,0")
    assert table.seen.silenced == (0, 1)
    table.plays("gryphon 2,0")
    assert table.colour("priestess") == "B"  # Gryphon battled
    assert table.seen.silenced == (0, 0)


@pytest.mark.clause("SO-AMB-30")
def test_a_tile_without_a_placing_ability_uses_the_counter_up_and_keeps_its_own() -> None:
    table = placed("athena 1; blue v1=3@1,0", "hera=3", "2,0")
    assert (table.colour("v1"), table.seen.silenced_anybody) == ("R", 0)


@pytest.mark.clause("SO-AMB-30")
def test_a_silenced_athena_silences_nobody() -> None:
    assert placed("athena 1; blue v1@1,0", "athena=1", "2,0").seen.silenced_anybody == 0
    assert placed("priestess A; blue v1@1,0", "athena=1", "2,0").seen.silenced_anybody == 0


@pytest.mark.clause("SO-AMB-33")
def test_two_silences_are_used_up_by_one_tile_together() -> None:
    table = placed("athena 2; priestess A; blue v1=0@1,0", "colossus=9", "2,0")
    assert (table.seen.silenced_anybody, table.seen.silenced) == (1, (0, 0))
    assert table.colour("v1") == "R"


@pytest.mark.clause("SO-AMB-32")
def test_silence_goes_over_into_round_two() -> None:
    table = given("athena 2; hand A v1; turn A").plays("v1 1,0")
    assert (table.seen.round, table.seen.silenced_anybody) == (2, 1)
    table = given("hand A priestess=1; turn A").plays("priestess 1,0")
    assert (table.seen.round, table.seen.silenced) == (2, (0, 1))


# ---- locks ----


@pytest.mark.clause("SO-H12", "SO-H12-1", "SO-H12-2", "SO-H12-3", "SO-T57")
def test_basilisk_locks_a_tile_for_the_opponents_next_turn() -> None:
    table = given("hand A basilisk v1 v2; hand B v3 v4 v5; turn A")
    table.answers("basilisk 1,0 0")
    assert table.options == ["lock:v3", "lock:v4", "lock:v5", "no"]
    table.answers("lock:v3")
    assert table.options == ["place:v4", "place:v5"]
    with pytest.raises(IllegalOption, match="v3 is locked for this turn"):
        table.answers("place:v3")
    table.plays("v4 0,1").plays("v1 0,2")
    assert table.options == ["place:v3", "place:v5"]


@pytest.mark.clause("SO-H12-1")
def test_basilisk_leaves_a_single_tile_alone() -> None:
    assert placed("hand B v3", "basilisk", "1,0").asked == (1, "turn")


@pytest.mark.clause("SO-AMB-36")
def test_a_locked_tile_may_be_discarded_and_given_away_and_is_free_then() -> None:
    table = given("hand A chimera=1 v1 v2; hand B v3; lock v1; deck hades; turn A")
    table.plays("chimera 1,0 discard:v1 draw:hades")
    assert table.state.board.locks == []
    table = given("hand A aristotle=1 v1 v2; hand B v3; lock v1; turn A")
    table.plays("aristotle 1,0 give:v1")
    assert table.options == ["place:v1"]


@pytest.mark.clause("SO-AMB-36")
def test_a_lock_ends_with_its_turn_though_the_tile_stays() -> None:
    table = given("hand A v1 v2 centaur=1; hand B v3; lock v1; turn A").answers("centaur 1,0 yes")
    assert table.options == ["place:v1", "place:v2"]


@pytest.mark.clause("SO-AMB-36")
def test_one_tile_always_stays_free() -> None:
    table = given("hand A basilisk v9; hand B v3 v4; lock v3; turn A").plays("basilisk 1,0 0")
    assert table.options == ["place:v4"]


# ---- hands ----


@pytest.mark.clause("SO-H08", "SO-H08-1", "SO-AMB-37", "SO-T60")
def test_aristotle_makes_both_give_and_the_player_at_turn_chooses_first() -> None:
    table = given("hand A aristotle=1 v1 v2; hand B v3 v4; turn A").answers("aristotle 1,0")
    assert table.asked == (0, "give")
    table.answers("give:v1")
    assert (table.asked, table.options) == ((1, "give"), ["give:v3", "give:v4"])
    table.answers("give:v4")
    assert (table.hand("A"), table.hand("B")) == (["v2", "v4"], ["v1", "v3"])


@pytest.mark.clause("SO-H08-2")
def test_aristotle_needs_a_tile_in_both_hands() -> None:
    assert given("hand A aristotle=1; hand B v3; turn A").plays("aristotle 1,0").hand("B") == ["v3"]
    table = given("hand A aristotle=1 v1; turn A").plays("aristotle 1,0")
    assert table.hand("A") == ["v1"]


@pytest.mark.clause("SO-AMB-37")
def test_gifts_chosen_in_secret_are_marked_so() -> None:
    table = given("hand A aristotle=1 v1; hand B v3; turn A", aristotle="secret")
    decision = table.answers("aristotle 1,0").state.decision
    assert decision is not None
    assert (decision.secret, decision.simultaneous, decision.seat) == (True, True, 0)


@pytest.mark.clause("SO-H15")
def test_chimera_exchanges_a_tile_for_one_of_the_deck() -> None:
    table = given("hand A chimera=1 v1; hand B v3; deck hades zeus; turn A").answers("chimera 1,0")
    assert table.options == ["discard:v1", "no"]
    table.answers("discard:v1")
    assert (table.asked, table.options) == ((CHANCE, "draw"), ["draw:hades", "draw:zeus"])
    table.answers("draw:zeus")
    assert table.hand("A") == ["zeus"]
    assert [tile.key for tile in table.seen.discard] == ["v1"]


@pytest.mark.clause("SO-H48", "SO-T58")
def test_theseus_makes_his_controller_exchange_a_tile_each_turn() -> None:
    table = given("red theseus@1,0; hand A v1 v2; hand B v3; deck hades; turn A")
    assert table.options == ["discard:v1", "discard:v2"]
    table.answers("discard:v1 draw:hades")
    assert table.options == ["place:hades", "place:v2"]


@pytest.mark.clause("SO-AMB-56", "SO-H48")
def test_theseus_asks_nothing_of_others_and_nothing_on_his_own_turn() -> None:
    assert given("blue theseus@1,0; hand A v1; hand B v2; turn A").asked == (0, "turn")
    assert placed("red v1@1,0", "theseus", "2,0").asked == (1, "turn")


@pytest.mark.clause("SO-AMB-31", "SO-DATA-6", "SO-T59")
@pytest.mark.parametrize("discard", ["", "; discard hades"])
def test_with_an_empty_deck_nothing_is_exchanged(discard: str) -> None:
    table = given(f"red theseus@1,0; hand A chimera=1 v1; hand B v3; deck -{discard}; turn A")
    assert table.asked == (0, "turn")
    assert table.plays("chimera 0,1").hand("A") == ["v1"]


@pytest.mark.clause("SO-AMB-31")
def test_by_the_other_reading_the_discard_becomes_the_deck() -> None:
    position = "hand A chimera=1 v1; hand B v3; deck -; discard hades zeus; turn A"
    table = given(position, empty_deck="reshuffle_discard").answers("chimera 1,0 discard:v1")
    assert table.options == ["draw:hades", "draw:zeus"]  # not the tile just discarded
    table.answers("draw:zeus")
    assert [tile.key for tile in table.seen.discard] == ["v1"]


@pytest.mark.clause("SO-AMB-31")
def test_with_nothing_to_reshuffle_nothing_is_exchanged_either() -> None:
    position = "hand A chimera=1 v1; hand B v3; deck -; turn A"
    table = given(position, empty_deck="reshuffle_discard").plays("chimera 1,0")
    assert table.hand("A") == ["v1"]


@pytest.mark.clause("SO-DATA-7")
@pytest.mark.parametrize(("first", "kind"), [(True, "discard"), (False, "to")])
def test_theseus_comes_before_pegasus_or_after(first: bool, kind: str) -> None:
    position = "red theseus@1,0 pegasus@2,0; hand A v1 v2; hand B v3; turn A"
    assert given(position, theseus_first=first).asked == (0, kind)


# ---- Elder ----


@pytest.mark.clause("SO-H18", "SO-AMB-38", "SO-T66")
def test_elder_copies_a_placing_ability_from_the_discard() -> None:
    position = "discard hera socrates zeus; blue v1=9@1,0"
    table = before("A", position, "elder=1").answers("elder 2,0")
    assert table.options == ["copy:socrates", "no"]
    assert table.answers("copy:socrates").colour("v1") == "R"


@pytest.mark.clause("SO-AMB-38")
def test_elder_is_the_tile_that_a_copied_text_speaks_of() -> None:
    table = placed("discard hades; blue v1=9@1,0", "elder=1", "2,0", "copy:hades")
    assert table.colour("v1", "elder") == "RB"


@pytest.mark.clause("SO-AMB-38", "SO-AMB-58")
def test_a_copied_option_may_still_be_declined_and_a_copied_duty_not() -> None:
    table = placed("discard manticore; blue v1=9@1,0", "elder=1", "2,0", "copy:manticore no")
    assert table.colour("v1") == "B"
    table = before("A", "discard gryphon; blue v1=9@1,0 v2@2,0", "elder=1")
    assert "no" not in table.answers("elder 0,1 copy:gryphon").options


@pytest.mark.clause("SO-AMB-38", "SO-T67")
def test_elder_without_anything_to_copy_battles() -> None:
    assert placed("discard hera zeus; blue v1=1@1,0", "elder=2", "2,0").colour("v1") == "R"
