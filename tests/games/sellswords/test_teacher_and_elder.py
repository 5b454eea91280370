"""Teacher, who sends another, and Elder, who copies a discarded tile."""

from __future__ import annotations

import pytest

from tests.games.sellswords.given import given, halfway, placed


def sent(hero: str, enemies: str, line: str = "") -> str:
    """The colour of v2 after Teacher sent a red hero from 1,0."""
    key = hero.partition("=")[0]
    position = f"red {hero}@1,0 {enemies}"
    return placed(position, "teacher=1", "-1,0", f"choose:{key} {line}").colour("v2")


@pytest.mark.clause("SO-T40", "SO-H47")
def test_teacher_sends_an_ally_into_battle() -> None:
    assert sent("v1=9", "; blue v2=1-1-1-5@2,0") == "R"


@pytest.mark.clause("I-111", "SO-T41", "SO-AMB-39")
@pytest.mark.parametrize(
    ("hero", "enemies", "colour"),
    [
        ("harpy=5", "; blue v2=1-1-1-9@2,0", "B"),
        ("harpy=5", "; blue v2=1-9-1-1@2,0", "R"),
        ("socrates=5", "; blue v2=1@2,0", "R"),
        ("socrates=5", "; blue v2=9@2,0", "B"),
        ("kraken=5", "v4=1@2,0; blue v2=1@3,0", "B"),
        ("artemis=5", "; blue v2=1@2,0 v3=9@3,0", "R"),
        ("lamia=6", "; blue v2=5@2,0", "R"),
        ("cyclops=3", "; blue v2=4@2,0", "B"),
    ],
)
def test_whom_teacher_sends_battles_plainly(hero: str, enemies: str, colour: str) -> None:
    assert sent(hero, enemies) == colour


@pytest.mark.clause("I-112")
def test_ares_sent_by_teacher_costs_nothing() -> None:
    table = placed("red ares=9@1,0; blue v2=1@2,0", "teacher=1", "-1,0", "choose:ares")
    assert (table.colour("v2"), table.scores) == ("R", (0, 0))


@pytest.mark.clause("I-113", "SO-X55")
@pytest.mark.parametrize("hero", ["colossus", "gryphon", "hades", "hermes"])
def test_those_who_do_not_battle_when_placed_battle_when_sent(hero: str) -> None:
    table = placed(f"red {hero}=9@1,0; blue v2=1@2,0", "teacher=1", "-1,0", f"choose:{hero}")
    assert table.colour("v2", hero) == "RR"


@pytest.mark.clause("SO-X55")
def test_colossus_beside_a_weak_enemy_is_sent() -> None:
    position = "blue v1=1@1,0; red colossus=9@1,1"
    assert placed(position, "teacher=1", "-1,0", "choose:colossus").colour("v1") == "R"


@pytest.mark.clause("I-114")
def test_cerberus_sent_with_three_neighbours_battles_plainly() -> None:
    position = "red cerberus=1@1,0; blue v2=9@2,0 v3=9@1,1"
    table = placed(position, "teacher=1", "-1,0", "choose:cerberus")
    assert table.colour("v2", "v3") == "BB"


@pytest.mark.clause("I-115")
@pytest.mark.parametrize(
    ("hero", "enemies", "colour"),
    [
        ("apollo=3", "; blue v2=3@2,0", "R"),
        ("muse=1", "; blue v2=4@2,0", "R"),
        ("muse=1", "; blue v2=5@2,0", "B"),
        ("spartan=2", "; blue v2=2@2,0", "R"),
        ("hera=3", "; blue v2=3@2,0", "R"),
        ("icarus=9", "; blue v2=0@2,0", "B"),
    ],
)
def test_continuous_abilities_work_for_whom_teacher_sends(
    hero: str, enemies: str, colour: str
) -> None:
    assert sent(hero, enemies) == colour


@pytest.mark.clause("I-115")
def test_athlete_sent_by_teacher_knows_only_print() -> None:
    position = "red athlete=3@1,0; blue apollo=3@2,0; round 2"
    assert placed(position, "teacher=1", "-1,0", "choose:athlete").colour("apollo") == "B"


@pytest.mark.clause("I-116")
def test_elder_copies_the_extra_turn_of_centaur() -> None:
    table = placed("discard centaur", "elder=1", "1,0", "copy:centaur yes")
    assert table.asked == (0, "turn")


@pytest.mark.clause("I-117", "SO-X57")
def test_elder_copying_hades_flips_his_neighbours_and_himself() -> None:
    table = placed("blue v1=9@1,0; discard hades", "elder=1", "2,0", "copy:hades")
    assert table.colour("v1", "elder") == "RB"


@pytest.mark.clause("I-117")
@pytest.mark.parametrize("copied", ["hades", "hermes row"])
def test_elder_copying_one_who_does_not_battle_does_not_either(copied: str) -> None:
    hero = copied.partition(" ")[0]  # a battle would bring v1 back
    table = placed(f"blue v1=1@1,0; discard {hero}", "elder=9", "2,0", f"copy:{copied}")
    assert table.colour("v1", "elder") == "RB"


@pytest.mark.clause("I-117")
def test_elder_copying_hermes_flips_his_line_and_himself() -> None:
    position = "blue v1=9@1,0 v2=9@1,1; discard hermes"
    table = placed(position, "elder=1", "2,0", "copy:hermes row")
    assert table.colour("v1", "v2", "elder") == "RBB"


@pytest.mark.clause("I-118", "SO-T66")
@pytest.mark.parametrize(
    ("hero", "number", "enemies", "colour"),
    [
        ("socrates", 1, "blue v2=9@1,0", "R"),
        ("harpy", 5, "blue v2=9-9-9-1@1,0", "R"),
        ("kraken", 5, "red v1=1@1,0; blue v2=1@-1,0", "R"),
        ("artemis", 5, "red v1=1@1,0; blue v2=1@-1,0", "R"),
        ("artemis", 5, "blue v2=1@1,0", "B"),
        ("lamia", 6, "blue v2=5@1,0", "B"),
    ],
)
def test_elder_battles_in_the_copied_manner(
    hero: str, number: int, enemies: str, colour: str
) -> None:
    position = f"{enemies}; discard {hero}"
    table = placed(position, f"elder={number}", "2,0", f"copy:{hero}")
    assert table.colour("v2") == colour


@pytest.mark.clause("I-119")
def test_elder_copying_athena_or_priestess_silences() -> None:
    assert (
        placed("discard athena", "elder=1", "1,0", "copy:athena").state.board.silenced_anybody == 2
    )
    table = placed("discard priestess", "elder=1", "1,0", "copy:priestess")
    assert table.state.board.silenced == [0, 1]


@pytest.mark.clause("I-120")
def test_what_chimera_discarded_can_be_copied() -> None:
    table = given("hand A chimera=1 poseidon v3; hand B elder=1 v4; deck hercules")
    table.plays("place:chimera at:1,0 discard:poseidon draw:hercules")
    table.answers("place:elder at:2,0")
    assert table.options == ["copy:poseidon", "no"]


@pytest.mark.clause("I-120")
def test_what_theseus_discarded_can_be_copied_in_the_same_turn() -> None:
    table = given(
        "red theseus=1@1,0; blue v1=9@1,1; hand A elder=1 gryphon v3; hand B v4; deck hercules"
    )
    table.plays("discard:gryphon draw:hercules place:elder at:-1,0 copy:gryphon")
    assert table.colour("v1") == "R"


@pytest.mark.clause("I-121")
def test_elder_copying_cerberus_counts_his_own_neighbours() -> None:
    position = "blue v1=9@1,1 v2=9@2,0; discard cerberus"
    assert placed(position, "elder=1", "1,0", "copy:cerberus").colour("v1", "v2") == "RR"


@pytest.mark.clause("I-121")
def test_elder_copying_cerberus_with_two_neighbours_battles() -> None:
    position = "blue v1=1@1,1 v2=9@2,1; discard cerberus"
    assert placed(position, "elder=5", "1,0", "copy:cerberus").colour("v1", "v2") == "RB"


@pytest.mark.clause("I-122")
@pytest.mark.parametrize(
    ("hero", "line", "colours"),
    [
        ("cyclops", "choose:v1", "RBR"),
        ("cyclops", "no", "BBR"),
        ("manticore", "choose:v2", "BRR"),
        ("three-fates", "choose:elder choose:v2", "BRB"),
        ("teacher", "choose:v3", "RBR"),
        ("teacher", "no", "BBR"),
    ],
)
def test_elder_copies_what_takes_the_place_of_battle(hero: str, line: str, colours: str) -> None:
    position = f"blue v1=4-4-4-4@1,0 v2=9@2,1; red v3=9@1,1; discard {hero}"
    table = placed(position, "elder=3", "2,0", f"copy:{hero} {line}")
    assert table.colour("v1", "v2", "elder") == colours


@pytest.mark.clause("SO-T67", "SO-AMB-38")
def test_elder_finds_nothing_to_copy_among_continuous_tiles() -> None:
    position = "blue v1=1@1,0; discard hera zeus hercules minotaur v9"
    assert placed(position, "elder=5", "2,0").colour("v1") == "R"


@pytest.mark.clause("SO-AMB-38")
def test_elder_may_decline_and_battles_plainly() -> None:
    assert placed("blue v1=1@1,0; discard hades", "elder=5", "2,0", "no").colour("v1") == "R"


def test_elder_is_asked_about_every_tile_that_works_when_placed() -> None:
    table = halfway("discard hades zeus centaur hera", "elder=1", "1,0")
    assert table.options == ["copy:hades", "copy:centaur", "no"]
