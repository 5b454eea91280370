"""Notation: positions and answers, round trips, the three errors, the integers."""

from __future__ import annotations

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings, strategies

from halfturn.core import (
    AmbiguousText,
    BadOptions,
    HalfturnError,
    IllegalOption,
    Option,
    SeededRng,
    UnreadableText,
)
from halfturn.games.sellswords import answers
from halfturn.games.sellswords.cards import TERRAINS
from halfturn.games.sellswords.state import SellswordsState
from tests.games.sellswords.given import GAME, begun, given
from tests.support.lines import check_line

EXAMPLE = "blue v1@1,0 v2@2,0; hand A hydra zeus; hand B ares; turn A"
KINDS = {
    "terrain": "lots; options terrain=random",
    "first": "lots",
    "red": "lots; first A",
    "deal": "draft 1; turn B",
    "pick": "draft 2; hand A ares; centre hydra zeus hades; turn A",
    "turn": EXAMPLE,
    "cell": f"{EXAMPLE}; answered place:hydra",
    "orientation": f"{EXAMPLE}; answered place:hydra at:0,1",
    "target": "blue v1@1,0 v2@2,0; hand A gryphon zeus; turn A; answered gryphon 0,1 0",
    "to": "red pegasus@1,0; hand A zeus; turn A",
    "line": "hand A hermes=1 zeus; turn A; answered hermes 0,1",
    "use": "hand A centaur=1 zeus; turn A; answered centaur 0,1",
    "lock": "hand A basilisk=1 zeus; hand B ares hades; turn A; answered basilisk 0,1",
    "copy": "discard ares; hand A elder=1 zeus; turn A; answered elder 0,1",
    "discard": "red theseus@1,0; hand A zeus; turn A",
    "draw": "red theseus@1,0; hand A zeus; turn A; answered zeus",
    "give": "hand A aristotle zeus hades; hand B hydra; turn A; answered aristotle 0,1",
}
"""A position that waits for each kind of question."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_position_reads_back_in_the_middle_of_every_kind_of_question(kind: str) -> None:
    state = given(KINDS[kind]).state
    assert state.decision is not None
    assert state.decision.kind == kind
    other = GAME.position(state.text)
    assert other.text == state.text
    assert other.decision == state.decision
    assert (other.key(), other.codes()) == (state.key(), state.codes())
    assert all(str(GAME.parse_option(str(each))) == str(each) for each in state.decision.options)


def test_those_are_all_kinds_of_questions_that_random_games_ask() -> None:
    asked = set()
    for seed in range(12):
        rng = SeededRng(seed)
        state = begun(terrain="random", hands="draft").state
        while (decision := state.decision) is not None:
            asked.add(decision.kind)
            state.play(decision.options[rng.below(len(decision.options))])
    assert asked == set(KINDS)


def test_a_whole_game_reads_back_at_every_step() -> None:
    rng = SeededRng(8)
    state = begun(terrain="styx", bounds="lock", move_keeps_orientation=False).state
    while (decision := state.decision) is not None:
        assert GAME.position(state.text).decision == decision
        state.play(decision.options[rng.below(len(decision.options))])
    assert GAME.position(state.text).winners == state.winners


def test_what_a_position_says_is_what_lies_there() -> None:
    text = (
        "terrain styx@1,1; red hydra=3-5-4-4@0,1 v1=3@1,2; blue zeus=4-2-9-2@2,1; reds B; "
        "hand A hades=9 king-midas; hand B medusa; discard elder ares; lock hades=9; deck -; "
        "round 2; score 3 -1; athena 1; priestess A B; first B; turn A"
    )
    assert given(text).state.text == text
    short = text.replace("king-midas", "MIDAS").replace("lock hades=9", "lock hades")
    assert given(short).state.text == text


def test_heroes_on_the_field_have_a_colour_even_before_lots_are_drawn() -> None:
    table = given("lots; round 2; red v1@1,0; blue v2@0,1")
    assert (table.colour("v1", "v2"), table.seen.colours) == ("RB", ("red", "blue"))
    assert [line.points for line in table.seen.lines if line.at is None] == [(1, 1)]
    assert given("lots").seen.colours == (None, None)


def test_sections_may_be_left_out() -> None:
    state = given("hand A hydra").state
    deck = " ".join(hero.key for hero in GAME.heroes if hero.key != "hydra")
    assert state.text == (
        f"terrain olympus@0,0; reds A; hand A hydra; deck {deck}; round 1; first A; turn A"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("castle", "expected a section among options, terrain, red, .*hand, got 'castle'"),
        ("round 1; round 2", "expected one section 'round', got two"),
        ("seats 3", "seats: expected a number from 2 to 2, got '3'"),
        ("hand", "expected a seat after 'hand'"),
        ("hand C zeus", "hand: expected a seat from A to B, got 'C'"),
        ("hand A zoos", "hand A: expected a hero like hydra, or v1 to v25 .*, got 'zoos'"),
        ("hand A v26", "expected a hero like hydra, or v1 to v25"),
        ("hand A v0", "expected a hero like hydra, or v1 to v25"),
        ("hand A styx", "expected a hero like hydra"),
        ("hand A zeus@1,0", "hand A: expected no cell, got 'zeus@1,0'"),
        ("hand A zeus=1-2-3", "hand A: expected a tile like hydra, v1=3 or hydra=5-4-2-9@1,0"),
        ("hand A zeus=100", "expected a tile like hydra"),
        ("hand A zeus; hand B zeus", "hand B: zeus is there twice"),
        ("hand A zeus zeus", "hand A: zeus is there twice"),
        ("red hydra", "red: expected the cell too, like hydra@1,0, got 'hydra'"),
        ("red hydra@1", "red: expected a tile like hydra"),
        ("red hydra@01,0", "red: expected a tile like hydra"),
        ("red hydra@0,0", "expected one tile a cell, got another with 'hydra@0,0'"),
        ("red v1@1,0; blue v2@1,0", "expected one tile a cell, got another with 'v2@1,0'"),
        ("red v1@61,0", "red: expected cells within 60 of 0,0, got 'v1@61,0'"),
        ("red v1@5,0", "expected a field within 5 by 5 cells, got one of 6 by 1"),
        ("terrain zeus@0,0", "terrain: expected one of olympus, parthenon, styx, tartarus, got"),
        ("terrain styx olympus", "terrain: expected one, got 'styx olympus'"),
        ("options terrain=random; hand A zeus", "terrain: expected which it is, like terrain st"),
        ("reds C", "expected a seat from A to B, got 'C'"),
        ("round 3", "round: expected a number from 1 to 2, got '3'"),
        ("athena 3", "athena: expected a number from 0 to 2, got '3'"),
        ("priestess C", "priestess: expected A or B, got 'C'"),
        ("score 3", "score: expected the points of A and B, like 3 -1, got '3'"),
        ("score a b", "score: expected the points of A and B"),
        ("lock zeus", "lock: expected tiles in hands, got 'zeus'"),
        ("margins 0,0", "margins: expected only together with options bounds=lock"),
        ("options bounds=lock; margins 0", "margins: expected like -2,0 or -,1, got '0'"),
        ("options bounds=lock; margins 3,0", "margins: expected all tiles within them"),
        ("draft 3", "draft: expected a number from 1 to 2, got '3'"),
        ("draft 1; over", "expected one of lots, draft and over, got draft and over"),
        ("lots; turn A", "lots: expected no turn before the first draft"),
        ("centre zeus; hand A ares", "centre: expected only in a draft, like draft 1"),
        ("hand A zeus; answered place:ares", "answered: ares is not in the hand of A"),
        ("hand A zeus; answered fly", "answered: expected a tile, a cell or a way round"),
        ("turn Q", "expected a seat from A to B, got 'Q'"),
        ("first A B", "first: expected one seat, got 'A B'"),
    ],
)
def test_a_position_that_is_wrong_says_what_was_expected(text: str, reason: str) -> None:
    with pytest.raises(UnreadableText, match=reason):
        GAME.position(text)


def test_more_tiles_than_the_field_has_cells_are_refused() -> None:
    tiles = " ".join(f"v{number}" for number in range(1, 26))
    with pytest.raises(UnreadableText, match="expected at most 25 tiles on the field and in hands"):
        GAME.position(f"hand A {tiles}")


def test_options_of_a_position_are_checked() -> None:
    with pytest.raises(BadOptions, match="option 'hermes': expected one of both, choose, got 'x'"):
        GAME.position("options hermes=x; hand A zeus")
    with pytest.raises(BadOptions, match="heroes=starter"):
        GAME.position("options heroes=starter; hand A zeus")


WORDS = """
    options terrain red blue reds hand discard deck centre round score first turn athena priestess
    lock margins draft lots over answered A B a C 0 1 2 3 -1 99 - -,- 0,0 -2,1 hydra zeus@1,0 v1 v2
    v1=3@0,1 theseus@1,0 pegasus@-1,0 hades=9 styx styx@0,0 olympus@2,2 terrain=random bounds=lock
    aristotle=secret hands=dealt rounds=1 place:hydra at:1,0 turn:90 yes no ; ; ; ; ; ; ; ; ; ;
""".split()


@settings(max_examples=300, deadline=None, derandomize=True)
@hypothesis_given(words=strategies.lists(strategies.sampled_from(WORDS), max_size=24))
def test_any_text_is_a_position_that_reads_back_or_a_named_error(words: list[str]) -> None:
    try:
        state = GAME.position(" ".join(words))
    except HalfturnError:  # and no other error
        return
    assert GAME.position(state.text).text == state.text
    for viewer in (0, 1, None):
        GAME.draw(state.view(viewer))
    if state.decision is not None:
        for option in list(state.decision.options)[:2]:
            state.preview(option)


# ---- answers ----


@pytest.mark.parametrize(
    ("line", "error", "why"),
    [
        ("", UnreadableText, "expected a tile, a cell or a way round"),
        ("castle", UnreadableText, "expected a tile, a cell or a way round.*got 'castle'"),
        ("place:castle", UnreadableText, "expected a tile by its name, like king-midas"),
        ("at:1", UnreadableText, "expected a cell as x,y, like at:1,-2, got 'at:1'"),
        ("to:x,y", UnreadableText, "expected a cell as x,y, like to:1,-2"),
        ("turn:45", UnreadableText, "expected turn:0, turn:90, turn:180 or turn:270"),
        ("first:C", UnreadableText, "expected a seat from A to B, got 'C'"),
        ("red:C", UnreadableText, "expected a seat from A to B, got 'C'"),
        ("terrain:zeus", UnreadableText, "expected a terrain among olympus, parthenon, styx"),
        ("hades", UnreadableText, "expected what to do with hades, like place:hades or choose:ha"),
        ("place", AmbiguousText, "'place' fits 2 options: say which of place:hydra, place:zeus"),
        ("place:ares", IllegalOption, "ares is not in the hand of A; expected one of place:hydra"),
        ("at:1,1", IllegalOption, "at:1,1: no tile is being placed now"),
        ("to:1,1", IllegalOption, "to:1,1: no tile is being moved now"),
        ("choose:v1", IllegalOption, "choose:v1: no tile on the field is to be chosen now"),
        ("yes", IllegalOption, "yes does not answer this question; expected one of place:hydra"),
        ("hydra", None, "place:hydra"),
        (" zeus ", None, "place:zeus"),
    ],
)
def test_a_line_is_read_or_refused_for_the_right_reason(
    line: str, error: type[HalfturnError] | None, why: str
) -> None:
    check_line(given(EXAMPLE).state, line, error, why)


@pytest.mark.parametrize(
    ("position", "answer", "why"),
    [
        (f"{EXAMPLE}; answered hydra", "at:1,0", "at:1,0: V1 lies there"),
        (f"{EXAMPLE}; answered hydra", "at:3,1", "it touches no tile; diagonal contact is not"),
        (f"{EXAMPLE}; answered hydra", "place:zeus", "no tile from the hand is to be chosen now"),
        ("red v1@4,0 v2@3,0 v3@2,0 v4@1,0; hand A zeus; answered zeus", "at:5,0", "no longer fit"),
        (KINDS["to"], "to:1,0", "to:1,0: Pegasus lies there"),
        (KINDS["to"], "to:2,0", "to:2,0: it touches no other tile"),
        (KINDS["to"], "to:4,4", "it touches no other tile"),
        (KINDS["target"], "choose:ares", "ares is not on the field"),
        (KINDS["target"], "choose:gryphon", "gryphon is no tile that Gryphon can choose; exp"),
        (
            KINDS["target"],
            "choose:olympus",
            "olympus is the terrain, which Gryphon does not",
        ),
        (KINDS["use"], "row", "row does not answer this question; expected one of yes, no"),
    ],
)
def test_why_an_answer_is_not_legal(position: str, answer: str, why: str) -> None:
    state = given(position).state
    with pytest.raises(IllegalOption, match=why):
        state.read(answer)


@pytest.mark.clause("SO-H32", "SO-AMB-21")
def test_why_not_says_what_is_known_of_a_tile() -> None:
    position = "blue medusa@1,0 midas@2,1; red v1@1,1; hand A poseidon=1 v2; answered poseidon 0,1"
    with pytest.raises(IllegalOption) as caught:
        given(position).state.read("choose:v1")
    assert str(caught.value).startswith(
        "v1 lies next to Medusa and cannot be moved or swapped; expected one of "
    )


def test_a_finished_game_takes_no_answer() -> None:
    state = given("round 2; over").state
    with pytest.raises(IllegalOption, match="the game is over"):
        state.read("hydra")
    with pytest.raises(IllegalOption, match="the game is over, so yes answers nothing"):
        state.play(answers.YES)


# ---- integers ----


def test_the_layout_of_the_integers() -> None:
    tiles = ("deal", "draw", "pick", "place", "choose", "discard", "give", "lock", "copy")
    for at, kind in enumerate(tiles):
        assert GAME.code(GAME.parse_option(f"{kind}:apollo")) == 80 * at + 5
        assert GAME.code(GAME.parse_option(f"{kind}:v25")) == 80 * at + 79
    rest = "turn:0 turn:90 turn:180 turn:270 yes no row column first:A first:B red:A red:B".split()
    rest += [f"terrain:{key}" for key in TERRAINS]
    assert [GAME.code(GAME.parse_option(text)) for text in rest] == list(range(882, 898))
    assert GAME.code(GAME.parse_option("at:0,0")) == 720
    assert GAME.code(GAME.parse_option("at:-1,-1")) == 800
    assert GAME.code(GAME.parse_option("to:1,2")) == 801 + 18 + 1
    assert GAME.code_count == 898


def test_integers_are_different_within_every_question_and_lead_to_the_same() -> None:
    for seed in range(4):
        rng = SeededRng(seed)
        state = begun(terrain="styx", hermes="both", move_keeps_orientation=False).state
        while (decision := state.decision) is not None:
            codes = state.codes()
            assert len(set(codes)) == len(codes) == len(decision.options)
            assert all(0 <= code < GAME.code_count for code in codes)
            at = rng.below(len(codes))
            assert state.option(codes[at]) == decision.options[at]
            state.play_code(codes[at])


def test_what_has_no_integer_is_refused() -> None:
    class Castle(Option, frozen=True, tag="castle"):
        def __str__(self) -> str:
            return "castle"

    with pytest.raises(IllegalOption, match="expected an answer of Sellswords: Olympus"):
        GAME.code(Castle())
    with pytest.raises(IllegalOption, match="expected an answer of Sellswords: Olympus"):
        GAME.code(answers.Place("castle"))


def test_answers_travel_as_json() -> None:
    for position in KINDS.values():
        state: SellswordsState = given(position).state
        assert state.decision is not None
        for option in state.decision.options:
            assert GAME.read_option_json(GAME.option_json(option)) == option
