"""What heroes are worth: the fit finds what games were made of, and files can be gone on with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from halfturn import SeededRng

pytest.importorskip("numpy")

from halfturn.core import HalfturnError
from lab.worths.__main__ import main
from lab.worths.fit import Fit, printed
from lab.worths.samples import Job, Position, Sample, play, samples

HEROES = ["ant", "bee", "cat", "dog"]


def made_up(number: int) -> Sample:
    """A game of one turn a round: a cat in hand is worth 3 points, 2 in the last round, and
    a bee on the field 2, a tile 1.5 and a tile more 5."""
    rng = SeededRng(number)
    positions = []
    carried = 0.0
    for is_last in (False, True):
        tiles = float(rng.below(7) - 3)
        cat, bee = rng.below(2), rng.below(2)
        hands = (["cat", "ant"], ["dog"]) if cat else (["dog"], ["ant", "cat"])
        field = (["bee"], ["ant"]) if bee else (["ant"], ["bee"])
        more = 1.0 if cat else -1.0
        worth = (2.0 if is_last else 3.0) * more
        gained = 1.5 * tiles + 5.0 * more + worth + (2.0 if bee else -2.0)
        positions.append(
            Position(is_last, 0.5, carried, tiles, 0.0, 0.0, 0.0, more, 1.0, hands, field)
        )
        carried += gained
    return Sample(number, carried, positions)


def test_the_fit_finds_what_the_last_round_was_made_of() -> None:
    fit = Fit([made_up(number) for number in range(2000)], HEROES)
    field = dict(zip(HEROES, fit.on_field(), strict=True))
    assert fit.once[0] == pytest.approx(1.5, abs=0.05), "a tile on the field"
    assert field["bee"] - field["ant"] == pytest.approx(2.0, abs=0.3), "both are there or neither"
    assert fit.told([made_up(number) for number in range(2000, 2100)]) > 0.99


def test_it_is_printed_as_the_bots_read_it() -> None:
    text = printed(Fit([made_up(number) for number in range(300)], HEROES))
    names: dict[str, object] = {}
    exec(text, names)
    assert set(names) >= {"FIELD_ONCE", "FIELD_TWICE", "LATE_ONCE", "EARLY_TWICE", "ON_FIELD"}
    in_hand = names["IN_HAND"]
    assert isinstance(in_hand, dict)
    assert set(in_hand) == set(HEROES)
    assert not re.search(r"-0\.0+[],)]", text), "no number is less than nothing by nothing"


def test_a_game_can_be_played_again() -> None:
    again = play(Job("search:2", 4))
    assert again == play(Job("search:2", 4))
    assert len(again.positions) == 24, "twelve tiles are placed in each of two rounds"
    assert [each.is_last_round for each in again.positions] == [False] * 12 + [True] * 12
    first = again.positions[0]
    assert (first.share, first.tiles, len(first.hands[0])) == (1.0, 0.0, 6)


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    two = list(samples("casual", 2, file, 1))
    with file.open("ab") as out:
        out.write(b'{"number": 2, "le')  # cut off in the midst of a line
    three = list(samples("casual", 3, file, 1))
    assert three[:2] == two
    assert [sample.number for sample in three] == [0, 1, 2]
    assert list(samples("casual", 3, file, 1)) == three
    assert list(samples("casual", 2, file, 1)) == two
    assert len(file.read_bytes().splitlines()) == 4


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("not games\n", "expected games of such a run"),
        ('{"data": "other", "bot": "casual"}\n', "give another file"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(text)
    with pytest.raises(HalfturnError, match=why):
        list(samples("casual", 2, file, 1))
    assert file.read_text() == text


def test_the_command_plays_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "10", "--bot", "casual", "--jobs", "1", "--file", str(tmp_path / "games")])
    told = capsys.readouterr().out
    assert "IN_HAND = {" in told
    assert "10 games; these numbers tell" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--games", "3"], "expected 10 games or more, got 3"),
        (["--bot", "nobody"], "expected a bot among"),
    ],
)
def test_a_wish_that_cannot_be_met_is_told(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert why in capsys.readouterr().err
