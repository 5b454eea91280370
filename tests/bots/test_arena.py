"""The arena: fair seats, results that survive, and figures that mean what they say."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from halfturn import load
from halfturn.bots.arena.command import Wishes, arena, settings
from halfturn.bots.arena.game import Job, Played, Setting, play
from halfturn.bots.arena.report import rates_of_deals, show, summary
from halfturn.bots.arena.results import Results
from halfturn.bots.arena.run import run
from halfturn.bots.arena.skill import DOUBT, MEAN, after_game
from halfturn.bots.arena.statistics import Sprt, elo, rate_of, wilson
from halfturn.core import BadOptions, BadRecord, clock
from tests.test_cli import Shell, shell

__all__ = ["shell"]

GAME = load("swirling-heroes")
TWO = Setting(GAME.id, GAME.rules_version, GAME.data_hash, (), ("greedy", "random"), 1)


def never() -> bool:
    return False


def test_every_deal_is_played_from_every_seat() -> None:
    three = Setting(GAME.id, 1, "", (), ("a", "b", "c"), 1)
    jobs = [Job(three, number) for number in range(6)]
    assert [job.deal for job in jobs] == [0, 0, 0, 1, 1, 1]
    assert sorted(job.seating for job in jobs[:3]) == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_the_same_job_gives_the_same_game() -> None:
    played = [play(Job(TWO, 3)) for _ in range(2)]
    assert played[0].points == played[1].points
    assert played[0].wins == played[1].wins


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    first = Results(TWO, file)
    for done in run(first, 10, 1, never):
        if done == 4:
            break
    with file.open("ab") as handle:
        handle.write(b'{"number": 4, "wi')  # cut off in the middle of a line
    again = Results(TWO, file)
    assert again.missing(10) == [4, 5, 6, 7, 8, 9]
    list(run(again, 10, 1, never))
    whole = Results(TWO, None)
    list(run(whole, 10, 1, never))
    kept = Results(TWO, file).played
    assert {n: p.points for n, p in kept.items()} == {n: p.points for n, p in whole.played.items()}


def test_results_of_another_setting_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    Results(TWO, file)
    other = Setting(GAME.id, GAME.rules_version, GAME.data_hash, (), ("random", "random"), 1)
    with pytest.raises(BadRecord, match="another setting"):
        Results(other, file)
    file.write_text("what is this\n")
    with pytest.raises(BadRecord, match="expected games of such a run"):
        Results(TWO, file)


def test_a_summary_tells_rates_intervals_elo_and_times() -> None:
    results = Results(TWO, None)
    list(run(results, 20, 1, never))
    found = summary(results, Sprt())
    greedy, random = found["bots"]
    assert found["games"] == 20
    assert greedy["rate"] + random["rate"] == pytest.approx(1)
    assert greedy["rate"] > 0.6
    assert greedy["interval"][0] < greedy["rate"] <= greedy["interval"][1]
    assert greedy["elo"][0] > 0
    assert found["sprt"]["verdict"] in ("stronger", "open")
    # In a usual terminal every number is whole, and the same complaint stands there once.
    found["failures"] = ["random: it crashed"] * 7
    out = io.StringIO()
    show(found, Console(file=out, width=80))
    low, high = greedy["interval"]
    assert f"{100 * low:.1f}\u2013{100 * high:.1f}" in out.getvalue()
    assert "…" not in out.getvalue()
    assert out.getvalue().count("Lost by failing: random: it crashed (7 times)") == 1


def test_three_bots_get_skills_that_follow_their_places() -> None:
    before = [(MEAN, DOUBT)] * 3
    first, second, third = after_game(before, [0, 1, 2])
    assert first[0] > second[0] > third[0]
    assert all(doubt < DOUBT for _, doubt in (first, second, third))
    tied = after_game(before, [0, 0, 0])
    assert tied[1:] == [pytest.approx(tied[0])] * 2


def test_wilson_elo_and_back() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert elo(rate_of(123)) == pytest.approx(123)
    assert elo(1.0) == float("inf")


def test_a_sequential_test_ends_when_it_is_clear() -> None:
    test = Sprt(0, 50)
    assert test.verdict([1.0, 0.5]) == ""
    assert test.verdict([1.0, 0.5] * 60) == "stronger"
    assert test.verdict([0.5, 0.0] * 60) == "not stronger"
    assert test.verdict([]) == ""


def test_among_three_a_third_of_the_wins_is_no_more_than_equal() -> None:
    test = Sprt(0, 50, others=2)
    thirds = [1 / 3, 2 / 3, 0.0, 1 / 3]
    assert test.verdict(thirds * 100) == "not stronger"
    assert test.verdict([each + 0.1 for each in thirds] * 100) == "stronger"
    assert rate_of(0, others=2) == pytest.approx(1 / 3)
    assert rate_of(100, others=2) > rate_of(100) / 2


def test_a_sequential_test_is_against_one_bot_at_all_other_seats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wishes = Wishes(games=9, workers=1, sprt=Sprt(), as_json=True)
    with pytest.raises(BadOptions, match="at all other seats the one before it, got random and"):
        arena(GAME, (), ("casual", "random", "novice"), wishes)
    bots = ("casual", "random", "random")
    arena(GAME, (), bots, wishes)
    found = json.loads(capsys.readouterr().out)
    results = Results(settings(GAME, (), bots, 1)[0], None)
    list(run(results, 9, 1, never))
    assert found["sprt"]["ratio"] == Sprt(others=2).ratio(rates_of_deals(results)) > 0


def test_deals_count_once_all_seats_have_played_them() -> None:
    results = Results(TWO, None)
    for number, win in ((0, 1.0), (1, 0.0), (2, 1.0)):
        results.add(Played(number, [win, 1 - win], [1, 0], [1, 1], [[1], [1]]))
    assert rates_of_deals(results) == [0.5]


def test_more_bots_than_seats_play_in_pairs() -> None:
    game = load("sellswords")
    pairs = [each.bots for each in settings(game, (), ("novice", "casual", "random"), 1)]
    assert pairs == [("novice", "casual"), ("novice", "random"), ("casual", "random")]
    with pytest.raises(BadOptions, match="2 bots or more"):
        settings(game, (), ("novice",), 1)
    assert Wishes().games == 200


def test_bots_can_think_by_the_processors_time(tmp_path: Path) -> None:
    by_cpu = settings(GAME, (), ("search:0.1s", "random"), 1, "cpu")[0]
    file = tmp_path / "run.jsonl"
    results = Results(by_cpu, file)
    list(run(results, 2, 1, never))
    assert summary(results, None)["clock"] == "cpu"
    assert Results(by_cpu, file).missing(2) == []
    with pytest.raises(BadRecord, match="clock cpu"):
        Results(settings(GAME, (), by_cpu.bots, 1)[0], file)
    with pytest.raises(BadOptions, match="expected the clock wall or cpu"):
        settings(GAME, (), by_cpu.bots, 1, "sun")


def test_a_search_counts_by_the_clock_that_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(1_000))
    monkeypatch.setitem(clock.CLOCKS, "cpu", lambda: float(next(seconds)))
    with clock.thinking_by("cpu"):
        assert [clock.time_now(), clock.time_now()] == [0.0, 1.0]
        play(Job(Setting(GAME.id, 1, "", (), ("search:5s", "random"), 1, "cpu"), 0))
        assert clock.time_now() > 2
    used = next(seconds)
    clock.time_now()
    assert next(seconds) == used + 1  # the one on the wall again


def test_results_from_before_there_were_clocks_are_taken_up(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    Results(TWO, file)
    file.write_text(file.read_text().replace(',"clock":"wall"', ""))
    assert "clock" not in file.read_text()
    assert Results(TWO, file).missing(2) == [0, 1]


def test_the_command_prints_a_table_and_goes_on(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "results" / "run.jsonl"
    words = ["arena", "swirling-heroes", "greedy", "random", "--jobs", "1", "--file", str(file)]
    assert "4 games" in shell(*words, "--games", "4").stdout
    assert len(file.read_text().splitlines()) == 5
    assert '"games": 6' in shell(*words, "--games", "6", "--json").stdout
    assert len(file.read_text().splitlines()) == 7


def test_what_ended_at_the_same_time_is_kept_though_the_first_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [play(Job(TWO, number)) for number in range(2)]
    monkeypatch.setattr("halfturn.bots.arena.run.on_cores", lambda *_: iter([games]))
    results = Results(TWO, None)
    assert list(run(results, 4, 2, lambda: bool(results.played))) == [2]
