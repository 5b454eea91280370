"""Athena and Priestess: tiles placed without their abilities."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import before, given, halfway, placed, turn


@pytest.mark.clause("I-086", "SO-AMB-30")
@pytest.mark.parametrize("hero", ["colossus", "gryphon", "hades", "hermes"])
def test_silenced_those_who_do_not_battle_do(hero: str) -> None:
    table = placed("blue v1=1@1,0 v2=9@1,1; red v3=9@2,1; athena 1", f"{hero}=5", "2,0")
    assert table.colour("v1", "v2", "v3", hero) == "RBRR"


@pytest.mark.clause("I-087")
@pytest.mark.parametrize(
    ("position", "hero", "cell", "plain", "own"),
    [
        ("blue v1=1@1,0", "artemis=5", "2,0", "R", "B"),
        ("blue v1=1@-1,0", "kraken=5", "1,0", "B", "R"),
        ("blue v1=1-1-1-9@1,0", "harpy=5", "2,0", "R", "B"),
        ("blue v1=1@1,0", "socrates=5", "2,0", "R", "B"),
        ("blue v1=5@1,0", "lamia=6", "2,0", "R", "B"),
        ("blue v1=9@2,0 v2=9@2,1 v3=9@1,1", "cerberus=1", "1,0", "B", "R"),
    ],
)
def test_silenced_they_battle_plainly(
    position: str, hero: str, cell: str, plain: str, own: str
) -> None:
    assert placed(f"{position}; athena 1", hero, cell).colour("v1") == plain
    assert placed(position, hero, cell).colour("v1") == own


@pytest.mark.clause("I-088", "SO-X49")
def test_a_silenced_ares_pays_nothing() -> None:
    table = given("red v1=1@1,0; hand A athena=1 v2; hand B ares=5 v3")
    table.plays("place:athena at:0,1").plays("place:ares at:2,0")
    assert (table.colour("v1"), table.scores) == ("B", (0, 0))


OPTIONAL = (
    "architect basilisk centaur chimera cyclops elder jason manticore nymph odysseus poseidon "
    "satyr sculptor teacher three-fates aristotle gryphon hermes"
).split()


@pytest.mark.clause("I-089")
@pytest.mark.parametrize("hero", OPTIONAL)
def test_silenced_no_ability_asks_anything(hero: str) -> None:
    field = "blue v1=9-8-7-6@1,0 v2=9@1,1; red v3=9@0,1 v4=9@2,1; discard hades"
    hands = "hand B v25 v23"
    table = before("A", f"{field}; {hands}", f"{hero}=1")
    line = turn(table.state, f"{hero}=1", "2,0")
    asked = before("A", f"{field}; {hands}", f"{hero}=1").answers(line)
    assert asked.state.decision is not None
    assert not asked.state.decision.opens_turn
    silent = before("A", f"{field}; {hands}; priestess A", f"{hero}=1").plays(line)
    assert silent.asked == (1, "turn")


@pytest.mark.clause("I-090")
def test_a_silenced_priestess_silences_nobody() -> None:
    table = placed("athena 1", "priestess=1", "1,0")
    assert table.state.board.silenced == [0, 0]


@pytest.mark.clause("I-090")
def test_a_silenced_athena_silences_nobody() -> None:
    assert placed("priestess A", "athena=1", "1,0").state.board.silenced_anybody == 0


@pytest.mark.clause("I-090")
def test_a_silenced_elder_does_not_copy_athena() -> None:
    table = placed("athena 2; discard athena", "elder=1", "1,0")
    assert table.state.board.silenced_anybody == 1


@pytest.mark.clause("I-091")
@pytest.mark.parametrize(("hero", "colour"), [("hera=3", "R"), ("apollo=4", "R"), ("zeus=3", "B")])
def test_continuous_abilities_work_and_use_the_silence_up(hero: str, colour: str) -> None:
    table = placed("blue v1=3@1,0; athena 2", hero, "2,0")
    assert (table.colour("v1"), table.state.board.silenced_anybody) == (colour, 1)


@pytest.mark.clause("I-092")
def test_the_silence_of_athena_meets_the_own_tiles_too() -> None:
    table = given("red v9=1@1,0; hand A centaur=1 athena=1 colossus=9 v2; hand B v3=1 v4=1")
    table.plays("place:centaur at:0,1 yes").plays("place:athena at:0,-1")
    assert table.state.board.silenced_anybody == 2
    table.plays("place:v3 at:2,0").plays("place:colossus at:3,0")
    assert (table.colour("v3"), table.state.board.silenced_anybody) == ("R", 0)


@pytest.mark.clause("I-092")
def test_alone_with_tiles_one_uses_up_the_own_silence() -> None:
    table = given("blue v9=1@1,0; hand A athena=1 colossus=9 gryphon=1 hades=1")
    table.plays("place:athena at:0,1").plays("place:colossus at:2,0")
    assert (table.colour("v9"), table.state.board.silenced_anybody) == ("R", 1)


@pytest.mark.clause("I-093")
def test_priestess_does_not_touch_the_own_tiles() -> None:
    table = placed("blue v1=1@1,0; priestess B", "colossus=9", "2,0")
    assert (table.colour("v1"), table.state.board.silenced) == ("B", [0, 1])


@pytest.mark.clause("I-094", "SO-T39")
def test_a_tile_without_such_an_ability_uses_up_the_silence_of_priestess() -> None:
    table = given("red v1=3@1,0; hand A priestess=1 v2=1 v3; hand B v5=1 colossus=9")
    table.plays("place:priestess at:0,1").plays("place:v5 at:2,0")
    table.plays("place:v2 at:-1,0").plays("place:colossus at:1,1")
    assert table.colour("v1") == "R"


@pytest.mark.clause("I-094")
def test_a_continuous_tile_uses_up_the_silence_of_priestess() -> None:
    assert placed("priestess A", "hera=1", "1,0").state.board.silenced == [0, 0]


@pytest.mark.clause("I-095", "SO-X51", "SO-AMB-33")
def test_one_tile_uses_up_both_silences() -> None:
    table = placed("blue v1=1@1,0; athena 2; priestess A", "colossus=9", "2,0")
    assert table.colour("v1") == "R"
    assert (table.state.board.silenced_anybody, table.state.board.silenced) == (1, [0, 0])


@pytest.mark.clause("I-096")
def test_a_tile_that_was_silenced_battles_for_teacher_like_any_other() -> None:
    table = given("athena 1; hand A colossus=9 teacher=1 v2; hand B v5=1 v6")
    table.plays("place:colossus at:1,0").plays("place:v5 at:2,0")
    table.plays("place:teacher at:-1,0 choose:colossus")
    assert table.colour("v5") == "R"


@pytest.mark.clause("SO-AMB-30")
def test_what_is_silenced_is_told() -> None:
    table = placed("blue v1=1@1,0; athena 1", "colossus=9", "2,0")
    assert "The ability of Colossus was ignored." in table.words
    assert "ignored" not in placed("athena 1", "hera=1", "1,0").words


@pytest.mark.clause("SO-AMB-30")
def test_athena_and_priestess_tell_whom_they_silence() -> None:
    assert "next 2 tiles placed by anybody" in placed("", "athena=1", "1,0").words
    assert "next tile placed by B" in placed("", "priestess=1", "1,0").words


def test_a_silenced_teacher_is_not_asked_even_with_allies() -> None:
    assert halfway("red v1=9@1,0; athena 1", "teacher=1", "-1,0").asked == (1, "turn")
