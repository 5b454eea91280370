"""Numbers that fit some games best, and how sure they are.

The last round is fitted to how games ended. The rounds before it are fitted to what the table was
then worth at the start of the last one, which leaves out the luck of its draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from lab.worths.samples import Position, Sample

PLAIN: Final = 9
"""Tiles, lines, weakness, then extras, tiles more and the turn: each late, and on top early."""
TRUST: Final = 300.0
"""So much a hero's number is held back to zero: as by so many positions that say nothing."""
PARTS: Final = 5
NOTEWORTHY: Final = 0.4
"""A hero on the field that is worth less than this is not named."""
SURENESS: Final = "In hand, in points, and how far that may be off (one in three is more):"

Array = Any


class Fit:
    """The numbers that fit some games best."""

    def __init__(self, games: Sequence[Sample], heroes: list[str]) -> None:
        self.heroes = heroes
        self._place = {key: at for at, key in enumerate(heroes)}
        last, before, ends = [], [], []
        starts: dict[int, Position] = {}
        for game in games:
            for position in game.positions:
                if position.is_last_round:
                    starts.setdefault(game.number, position)
                    last.append(position)
                    ends.append(game.lead - position.lead)
        rows = np.array([self._row(each) for each in last])
        self.once: Array = _ridge(rows, np.array(ends))
        """Plain numbers, heroes in hand, heroes on the field: in the last round."""
        ends = []
        for game in games:
            for position in game.positions:
                if not position.is_last_round and game.number in starts:
                    before.append(position)
                    ends.append(self._worth_at(starts[game.number]) - position.lead)
        rows = np.array([self._row(each) for each in before])
        size = PLAIN + len(heroes)
        ends = np.array(ends) - rows[:, size:] @ self.once[size:]
        self.twice: Array = _ridge(rows[:, :size], ends)
        """Plain numbers and heroes in hand, before it."""

    def in_hand(self) -> Array:
        """What each hero is worth in hand: before the last round, and in it."""
        return np.stack([self.twice[PLAIN:], self.once[PLAIN : PLAIN + len(self.heroes)]], axis=1)

    def on_field(self) -> Array:
        """What each hero is worth on the field."""
        return self.once[PLAIN + len(self.heroes) :]

    def told(self, games: Sequence[Sample]) -> float:
        """How much of what was still open in the last round these numbers tell of other games."""
        pairs = [
            (self._row(each), game.lead - each.lead)
            for game in games
            for each in game.positions
            if each.is_last_round
        ]
        rows, ends = np.array([row for row, _ in pairs]), np.array([end for _, end in pairs])
        return float(1.0 - ((ends - rows @ self.once) ** 2).mean() / (ends**2).mean())

    def _worth_at(self, start: Position) -> float:
        """What the table is worth at the start of a round, whatever the hands will be."""
        row = self._row(start)
        row[PLAIN : PLAIN + len(self.heroes)] = 0.0
        return float(start.lead + row @ self.once)

    def _row(self, at: Position) -> Array:
        later = [at.extras, at.more, at.turn]
        plain = [at.tiles, at.lines, -at.weakness]
        for each in later:
            plain += [each, each * at.share]
        heroes = np.zeros((2, len(self.heroes)))
        for where, (first, second) in enumerate((at.hands, at.field)):
            for key in first:
                heroes[where, self._place[key]] += 1.0
            for key in second:
                heroes[where, self._place[key]] -= 1.0
        return np.concatenate([plain, heroes[0], heroes[1]])


def _ridge(rows: Array, ends: Array) -> Array:
    """The best numbers, those of heroes held back where little speaks for them."""
    held = np.full(rows.shape[1], TRUST)
    held[:PLAIN] = 0.001 * TRUST
    return np.linalg.solve(rows.T @ rows + np.diag(held), rows.T @ ends)


def printed(fit: Fit) -> str:
    """The numbers as they stand in `games/sellswords/bots/weights.py`."""
    lines = []
    for name, plain in (("ONCE", fit.once), ("TWICE", fit.twice)):
        lines.append(f"FIELD_{name} = {_numbers(plain[:3])}")
        lines.append(f"LATE_{name} = {_numbers(_order(plain[3:PLAIN:2]))}")
        lines.append(f"EARLY_{name} = {_numbers(_order(plain[3:PLAIN:2] + plain[4:PLAIN:2]))}")
    worths = fit.in_hand()
    lines.append("IN_HAND = {")
    for at in np.argsort(-worths.sum(axis=1), kind="stable"):
        lines.append(f'    "{fit.heroes[at]}": ({_tenth(worths[at, 0])}, {_tenth(worths[at, 1])}),')
    lines += ["}", "ON_FIELD = {"]
    field = fit.on_field()
    for at in np.argsort(-field, kind="stable"):
        if abs(field[at]) >= NOTEWORTHY:
            lines.append(f'    "{fit.heroes[at]}": {_tenth(field[at])},')
    return "\n".join([*lines, "}"])


def _order(extras_more_turn: Array) -> Array:
    """As the judgement has them: a tile more, a point of an ability, the turn."""
    return extras_more_turn[[1, 0, 2]]


def _numbers(values: Array) -> str:
    return "[" + ", ".join(_rounded(value, 2) for value in values) + "]"


def _tenth(value: float) -> str:
    return _rounded(value, 1)


def _rounded(value: float, digits: int) -> str:
    """Without the minus of a zero."""
    return f"{round(float(value), digits) + 0.0:.{digits}f}"


def report(games: Sequence[Sample], heroes: list[str]) -> str:
    """All numbers, how sure they are, and how much they tell."""
    whole = Fit(games, heroes)
    parts, told = [], []
    for part in range(PARTS):
        others = [game for at, game in enumerate(games) if at % PARTS != part]
        fit = Fit(others, heroes)
        parts.append(fit.in_hand())
        told.append(fit.told(games[part::PARTS]))
    # The jackknife: how much the numbers move when a part of the games is left out.
    moved = np.sqrt(
        (PARTS - 1) / PARTS * ((np.stack(parts) - np.mean(parts, axis=0)) ** 2).sum(axis=0)
    )
    worths = whole.in_hand()
    lines = [printed(whole), "", SURENESS]
    for at in np.argsort(-worths.sum(axis=1), kind="stable"):
        before, last = (f"{worths[at, when]:5.1f} ±{moved[at, when]:.1f}" for when in (0, 1))
        lines.append(f"{heroes[at]:14} {before} before the last round, {last} in it")
    share = round(100 * float(np.mean(told)))
    lines.append(f"{len(games)} games; these numbers tell {share} % of what a last round decides.")
    return "\n".join(lines)
