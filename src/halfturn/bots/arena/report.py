"""What a run of the arena comes to, for people and for programs."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from halfturn.bots.arena.results import Results, describe
from halfturn.bots.arena.skill import ratings
from halfturn.bots.arena.statistics import Sprt, elo, wilson
from halfturn.bots.registry import make_bot
from halfturn.core.clock import CPU, WALL

CLOCK_WORDS: Final = {WALL: "", CPU: " of the processor's time"}
OVERTIME: Final = 1.2
"""A turn that takes up to so many times its limit has kept it."""


def summary(results: Results, sprt: Sprt | None) -> dict[str, Any]:
    """Win rates with 95 % intervals, Elo or OpenSkill, points, and times."""
    games = list(results.played.values())
    count, seats = len(games), len(results.setting.bots)
    skills = ratings(results) if seats > 2 else []
    rows: list[dict[str, Any]] = []
    for bot, name in enumerate(results.setting.bots):
        wins = sum(each.wins[bot] for each in games)
        low, high = wilson(wins, count)
        times = sorted(time for each in games for time in each.turn_times[bot])
        answers = sum(each.answers[bot] for each in games)
        rate = wins / count if count else 0.0
        row: dict[str, Any] = {
            "bot": name,
            "wins": wins,
            "rate": rate,
            "interval": [low, high],
            "points": sum(each.points[bot] for each in games) / count if count else 0.0,
            "ms_per_answer": sum(times) / answers if answers else 0.0,
            "ms_per_turn": sum(times) / len(times) if times else 0.0,
            "ms_per_turn_99": times[math.ceil(0.99 * len(times)) - 1] if times else 0,
        }
        limit = getattr(make_bot(name), "seconds", 0.0)
        if limit and times:
            kept = sum(time <= 1000 * OVERTIME * limit for time in times)
            row["limit"] = limit
            row["within_limit"] = kept / len(times)
        if seats == 2:
            row["elo"] = [elo(rate), elo(low), elo(high)]
        else:
            row["skill"] = list(skills[bot])
        rows.append(row)
    found: dict[str, Any] = {
        "setting": describe(results.setting),
        "clock": results.setting.clock,
        "games": count,
        "bots": rows,
        "failures": [each.failed for each in games if each.failed],
    }
    if sprt is not None:
        found["sprt"] = _tested(results, sprt)
    return found


def rates_of_deals(results: Results) -> list[float]:
    """The first bot's win rate in each deal that was played from every seat."""
    return [sum(each.wins[0] for each in deal) / len(deal) for deal in results.deals()]


def _tested(results: Results, sprt: Sprt) -> dict[str, Any]:
    rates = rates_of_deals(results)
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": sprt.ratio(rates),
        "bound": sprt.bound,
        "verdict": sprt.verdict(rates) or "open",
    }


def show(found: dict[str, Any], console: Console) -> None:
    """Print a summary."""
    table = Table(title=f"{found['setting']}: {found['games']} games")
    two = all("elo" in row for row in found["bots"])
    headings = ["wins", "95 %", "Elo" if two else "OpenSkill", "points"]
    table.add_column("bot", overflow="fold")
    for heading in (*headings, "ms an answer", "ms a turn", "99 % of turns"):
        # Half a number would be wrong; where there is little room, strength takes two lines.
        table.add_column(heading, justify="right", no_wrap=heading in ("wins", "95 %", "points"))
    for row in found["bots"]:
        low, high = row["interval"]
        table.add_row(
            row["bot"],
            f"{100 * row['rate']:.1f} %",
            f"{100 * low:.1f}\u2013{100 * high:.1f}",
            _strength(row),
            f"{row['points']:.1f}",
            f"{row['ms_per_answer']:.0f}",
            f"{row['ms_per_turn']:.0f}",
            f"\u2264 {row['ms_per_turn_99']}",
        )
    console.print(table)
    for row in found["bots"]:
        if "limit" in row:
            share = f"{100 * row['within_limit']:.2f} % of its turns"
            limit = f"{OVERTIME} times {row['limit']:g} s"
            console.print(f"{row['bot']}: {share} within {limit}{CLOCK_WORDS[found['clock']]}")
    failures = Counter(found["failures"]).most_common()
    for failure, times in failures[:5]:
        again = f" ({times} times)" if times > 1 else ""
        console.print(f"Lost by failing: {failure}{again}", markup=False)
    if len(failures) > 5:
        console.print(f"… and {sum(times for _, times in failures[5:])} more.")
    if "sprt" in found:
        test = found["sprt"]
        console.print(
            f"Sequential test, Elo {test['elo0']:g} against {test['elo1']:g}: {test['verdict']} "
            f"(log-likelihood ratio {test['ratio']:.2f}, settled at \u00b1{test['bound']:.2f})."
        )


def _strength(row: dict[str, Any]) -> str:
    if "skill" in row:
        mean, doubt = row["skill"]
        return f"{mean:.1f} \u00b1 {2 * doubt:.1f}"
    rating, low, high = row["elo"]
    return f"{_signed(rating)} ({_signed(low)} to {_signed(high)})"


def _signed(number: float) -> str:
    if math.isinf(number):
        return "\u221e" if number > 0 else "\u2212\u221e"
    return f"{number:+.0f}".replace("-", "\u2212")
