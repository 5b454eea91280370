"""What people read: what happened, what would happen, and the drawing."""

from __future__ import annotations

import typing

import pytest

from halfturn.core import Event, IllegalOption
from halfturn.core.paper import paper
from halfturn.games.sellswords import events
from halfturn.games.sellswords.score import ScoreLine
from tests.games.sellswords.given import GAME, Table, before, given

NAMES = ("Ann", "Ben")
LINES = (ScoreLine("row", 0, (2, 1), (1, 0)), ScoreLine("Zeus", None, (1, 0), (1, 0)))

WORDS = [
    (events.TerrainDrawn("styx"), "The terrain is Styx."),
    (events.FirstPlayer(0, 1, True), "Ann was drawn to begin round 1."),
    (events.FirstPlayer(1, 2, False), "Ben had fewer points and began round 2."),
    (events.ColoursDrawn(1), "Ben took red, Ann took blue."),
    (events.Dealt("king-midas", None), "King Midas came to the centre."),
    (events.Dealt("zeus", 1), "Ben got Zeus."),
    (events.Picked(0, "zeus", 0), "Ann picked Zeus."),
    (events.Picked(0, "zeus", 1), "Ann picked Zeus; it went to Ben."),
    (events.LeftOver("zeus"), "Zeus was left and discarded."),
    (events.TerrainLaid("styx", 0, 0), "Styx was laid at 0,0."),
    (events.Placed(0, "zeus", "red", 1, -2, (4, 2, 4, 2)), "Ann placed Zeus (4-2-4-2) at 1,-2."),
    (events.Silenced("zeus"), "The ability of Zeus was ignored."),
    (events.Silencing("athena", 2, None), "Athena silenced the next 2 tiles placed by anybody."),
    (events.Silencing("priestess", 1, 1), "Priestess silenced the next tile placed by Ben."),
    (
        events.Flipped(("zeus", "hydra", "ares"), ("red", "blue", "red")),
        "Zeus and Ares flipped to red, Hydra flipped to blue.",
    ),
    (events.Moved("zeus", 0, 1, 2, 3, (1, 1, 1, 1)), "Zeus moved to 2,3."),
    (events.Swapped(("zeus", "hydra"), 1, 0, 2, 0), "Zeus and Hydra changed places."),
    (events.Rotated("zeus", (1, 2, 3, 4)), "Zeus was turned to 1-2-3-4."),
    (events.Discarded(0, "zeus"), "Ann discarded Zeus."),
    (events.Drew(0, "zeus"), "Ann drew Zeus."),
    (events.Refilled(), "The discard was shuffled into a new deck."),
    (events.Exchanged(0, "zeus", "hydra"), "Ann gave Zeus to Ben for Hydra."),
    (events.Locked(1, "zeus"), "Zeus cannot be placed by Ben next turn."),
    (events.Copied("elder", "zeus"), "Elder copied Zeus."),
    (events.Aimed("cyclops", "cyclops", "zeus"), "Cyclops battled Zeus alone."),
    (events.Aimed("teacher", "zeus", None), "Zeus battled instead of Teacher."),
    (events.AnotherTurn(0), "Ann will take another turn after this one."),
    (events.Kept("king-midas", ("zeus",)), "King Midas kept Zeus unflipped."),
    (events.Shielded("perseus", ("zeus", "hera")), "Perseus stood in for Zeus and Hera."),
    (events.PointsLost(0, 1, "ares"), "Ann lost 1 point by Ares."),
    (events.PointsLost(1, 2, "ares"), "Ben lost 2 points by Ares."),
    (
        events.RoundScored(1, LINES, (2, 0), (2, -1)),
        "Round 1 brought Ann: 2, Ben: 0. The score: Ann: 2, Ben: -1.",
    ),
    (events.GameOver((5, 4), (0,)), "The game is over. Ann: 5, Ben: 4. Ann won."),
    (events.GameOver((5, 5), (1,)), "The game is over. Ann: 5, Ben: 5. Ben won on the tie-break."),
    (
        events.GameOver((5, 5), (0, 1)),
        "The game is over. Ann: 5, Ben: 5. A tie between Ann and Ben.",
    ),
]


@pytest.mark.parametrize(("event", "words"), WORDS, ids=lambda each: type(each).__name__)
def test_an_event_is_told_in_words(event: Event, words: str) -> None:
    assert event.words(NAMES.__getitem__) == words


def test_every_event_is_told_above() -> None:
    assert {type(event) for event, _ in WORDS} == set(typing.get_args(events.Happening))


# ---- previews ----


def test_a_preview_tells_what_an_answer_would_do_and_does_nothing() -> None:
    table = before("A", "blue v1@1,0 v2@1,1", "v9=5").answers("v9")
    text = table.state.text
    option = table.state.read("at:2,0")
    preview = table.state.preview(option)
    told = [event.words("AB".__getitem__) for event in preview.events]
    assert told == ["A placed V9 (5-5-5-5) at 2,0.", "V1 flipped to red."]
    # A: the row, and Olympus' point; B loses column 1 and that point.
    assert preview.gains == (2, -2)
    assert table.state.text == text


def test_a_preview_of_an_answer_that_is_none_is_refused() -> None:
    table = before("A", "blue v1@1,0", "v9=5").answers("v9")
    option = GAME.parse_option("at:9,9")
    with pytest.raises(IllegalOption, match="it touches no tile"):
        table.state.preview(option)
    secret = given("hand A aristotle=1 v1; hand B v4; turn A", aristotle="secret")
    secret.answers("aristotle 1,0 give:v1")
    assert secret.state.preview(secret.state.read("give:v4")).events == ()
    with pytest.raises(IllegalOption, match="is not in the hand of"):
        secret.state.preview(GAME.parse_option("give:v1"))


# ---- views ----


def test_a_view_says_why_a_tile_fights_with_other_numbers() -> None:
    table = given("red hera@1,0; blue icarus@0,1 spartan=2@1,1; hand A v1")
    why = {tile.key: tile.why for tile in table.seen.field}
    assert why == {
        **{"olympus": (), "hera": (), "icarus": ("Icarus: 0",)},
        "spartan": ("Spartan +1", "Hera \N{MINUS SIGN}1"),
    }


def test_a_view_names_who_asks_and_what_would_be_scored() -> None:
    table = before("A", "blue v1=9@1,0", "manticore=1").answers("manticore 2,0")
    seen = table.seen
    assert (seen.asking, seen.stage, seen.kind, seen.to_decide) == (
        *("manticore", "placing", "target", 0),
    )
    assert sum(line.points[1] for line in seen.lines) == seen.outlook[1] == 1


# ---- the drawing ----


def drawn(table: Table, width: int = 100) -> str:
    with paper(width):
        return GAME.draw(table.state.view(0)).plain


FIELD = "red hydra@1,0; blue icarus=9-8-7-6@0,1; hand A ares muse; hand B zeus; score 3 -1; turn A"
DRAWING = """\
     -1      0             1        2
 -1          ·             ·
       ┌───────────┐ ╭─────5─────╮
       │  Olympus  │ │   Hydra   │
  0  · │  terrain  │ 3  ☼     ▴  4  ·
       └───────────┘ ╰─────4─────╯
       ╭─────9─────╮
       │   Icarus  │
  1  · 6  ☾  =0 ▴  8       ·
       ╰─────7─────╯
  2          ·
▸ A ☼ red  3 points, 4 if scored now
    Ares        9-8-5-4  M Each enemy that his battle flips costs you 1 point.
    Muse        1-1-1-1  C All her numbers have +2 for each tile next to her.
  B ☾ blue  -1 points, 0 if scored now
    Zeus 4-2-4-2
  Round 1 of 2, 0 tiles in the deck, house numbers (explain house)."""


def test_the_field_hands_and_score_are_drawn() -> None:
    assert drawn(given(f"{FIELD}; deck -")) == DRAWING


def test_locks_silences_and_the_discard_are_drawn() -> None:
    table = given(f"{FIELD}; discard elder hera; athena 2; priestess B; lock ares")
    text = drawn(table)
    assert "M locked Each enemy" in text
    assert "Silenced: the next 2 tiles placed." in text
    assert "Silenced: the next tile of B." in text
    assert "Discard: Elder, Hera." in text


def test_a_draft_is_drawn() -> None:
    text = drawn(given("draft 2; centre hydra zeus; hand A ares; hand B hera; turn A"))
    assert text.startswith("Draft 2 of round 1: in the centre\n    Hydra       5-4-4-3  C Whoever")


def test_the_asking_ability_is_drawn() -> None:
    text = drawn(before("A", "blue v1=9@1,0", "manticore=1").answers("manticore 2,0"))
    assert "Manticore asks: You may leave the battle out and flip one tile next to it." in text


def test_the_end_is_drawn() -> None:
    text = drawn(given("round 2; score 7 3; over"))
    assert "A ☼ red  7 points  wins" in text
    assert "house numbers" not in text


@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_a_full_field_and_its_hands_fit_the_paper_they_need(width: int) -> None:
    row = "red v1@1,0 v2@2,0 v3@3,0 v4@4,0; hand A ares muse artemis; hand B zeus; turn A"
    lines = drawn(given(row), width).splitlines()
    assert max(len(line) for line in lines) <= max(width, 4 + 5 * 14)
