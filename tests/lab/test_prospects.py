"""What the table of SWIRL promises: the fit finds what wins were made of, and tells how much."""

from __future__ import annotations

import pytest

from halfturn import SeededRng

pytest.importorskip("numpy")

import numpy as np

from halfturn.games.swirl.bots.evaluation import FIRST, PILE, SERIES, TRAITS, WEIGHTS
from lab.prospects import Games, Moment, Sample, fit, main, play, report


def made_up(number: int, seats: int) -> Moment:
    """Odds are three times as good with each card of a series, and nothing else counts."""
    rng = SeededRng(f"{seats} {number}")
    traits = [[0.0] * TRAITS for _ in range(seats)]
    odds = []
    for own in traits:
        own[SERIES], own[PILE] = float(rng.below(4)), float(rng.below(20))
        odds.append(3 ** int(own[SERIES]))
    lot = rng.below(sum(odds))
    winner = next(seat for seat in range(seats) if lot < sum(odds[: seat + 1]))
    return Moment(number, traits, [float(seat == winner) for seat in range(seats)])


@pytest.fixture(scope="module")
def moments() -> list[Moment]:
    return [made_up(number, seats) for number in range(1500) for seats in (2, 3, 4)]


def test_the_fit_finds_what_wins_were_made_of(moments: list[Moment]) -> None:
    worths = fit([Sample([each for each in moments if len(each.wins) == n]) for n in (2, 3, 4)])
    assert worths[SERIES] == pytest.approx(np.log(3), abs=0.1)
    assert worths[PILE] == pytest.approx(0.0, abs=0.02)
    assert worths[FIRST] == 0.0


def test_what_is_known_surprises_less(moments: list[Moment]) -> None:
    two = Sample([each for each in moments if len(each.wins) == 2])
    assert two.surprise(np.zeros(TRAITS)) == pytest.approx(1.0)
    assert two.surprise(fit([two])) < 0.8


def test_it_is_printed_as_the_bots_read_it(moments: list[Moment]) -> None:
    text = report(moments)
    names: dict[str, list[float]] = {}
    exec(text.partition("\n\n")[0], names)
    assert len(names["WEIGHTS"]) == len(WEIGHTS) == TRAITS
    assert names["WEIGHTS"][SERIES] == pytest.approx(90, abs=8), "odds of three to one"
    assert [line[:9] for line in text.splitlines()[-3:]] == ["2 players", "3 players", "4 players"]


def test_games_are_the_same_each_time_and_every_round_counts_once() -> None:
    played = play(Games(2, range(3)))
    assert played == play(Games(2, range(3)))
    assert {moment.game for moment in played} == {0, 1, 2}
    for moment in played:
        assert sum(moment.wins) == 1.0
        assert sum(own[FIRST] for own in moment.traits) == 1.0


def test_the_command_plays_and_tells(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "10", "--jobs", "1"])
    assert "WEIGHTS = [" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--games", "2"])
    assert "expected 5 games or more, got 2" in capsys.readouterr().err
