"""Random undos at random moments: `python -m tests.support.random_undos --attempts 10000`.

Each is judged by a second reading of the four rules that looks at the log alone. With
`--rewinds` bots stand in, clocks run out, people return, agree, decline and play rematches
meanwhile, and every undo without everybody's consent is tried in twin worlds: see `rewind`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from typing import NamedTuple

import msgspec

from halfturn.bots import USUAL
from halfturn.core import SeededRng, State
from halfturn.core.options import option_words
from halfturn.core.registry import game_ids, load
from halfturn.server.projection import updates
from halfturn.server.projection.shared import Sitter
from halfturn.server.tables import commands
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.log import BadLog, Clock, Row
from halfturn.server.tables.table import Table
from halfturn.server.tables.undo import Undo
from tests.support.bare_table import DEALER, Seated

TWINS = 4
"""Twin worlds in which an undo without everybody's consent is tried."""
ACTIONS_AT_A_TABLE = 200
MOST_GAMES = 3
"""Games at one table, rematches included."""


def attempt(game: str, attempts: int, seed: int = 0) -> Counter[str]:
    """So many undos at tables of a game; returns what became of them."""
    found: Counter[str] = Counter()
    rng = SeededRng(f"undoing {game} {seed}")
    rules = load(game)
    while sum(found.values()) < attempts:
        seats = rules.min_seats + rng.below(rules.max_seats - rules.min_seats + 1)
        options = rules.contract_options(seats)
        words = option_words(options[rng.below(len(options))])
        seated = Seated(game, ["person"] * seats, words, seed=rng.below(1 << 30))
        play_and_undo(seated, rng, found, attempts)
    return found


def play_and_undo(seated: Seated, rng: SeededRng, found: Counter[str], attempts: int) -> None:
    table = seated.table
    keys: dict[int, Hashable] = {}
    """The position before each version."""
    before: dict[int, tuple[State, list[list[str]]]] = {}
    """The same, to be played on, and what had been answered early."""
    tokens: set[tuple[int, str]] = set()
    while table.asked and sum(found.values()) < attempts:
        if rng.below(3):
            keys[table.version + 1] = _standing(seated)
            before[table.version + 1] = table.state.clone(), [list(each) for each in table.early]
            tokens |= {(seat, table.token(seat)) for seat in table.asked}
            seated.answer()
            continue
        seat = rng.below(table.seats)
        last = _last_answer(seated, seat)
        allowed = _allowed(seated, seat)
        change = _undo(seated, seat)
        if isinstance(change, Refused):
            seen = "hidden" in change.text
            assert (change.result, seen) == ("illegal", allowed), change.text
            found["seen" if seen else "refused"] += 1
            continue
        assert allowed, "taken back though another rule forbids it"
        assert last is not None
        assert not _was_seen(*before[last.version], last), "something hidden was seen"
        seated.take(change)
        assert _standing(seated) == keys[last.version]
        assert seated.folded().state.key() == table.state.key()
        assert (seat, table.token(seat)) not in tokens, "a token that was used before"
        assert change.asked == table.asked
        found["undone"] += 1


def _was_seen(state: State, early: list[list[str]], row: Row) -> bool:
    """Whether an answer showed its seat something that it could not know: tried by playing it."""
    seat = row.seat
    assert seat is not None
    if state.seat_asked != seat:
        return False
    if any(kept for each, kept in enumerate(early) if each != seat):
        return True
    shown = set()
    for number in range(6):
        world = state if number == 0 else state.redeal(seat, SeededRng(f"seen {number}"))
        world = world.clone()
        for text in json.loads(row.body):
            world.play(world.game.parse_option(text))
        shown.add((str(world.view(seat)), str(world.view(None))))
    return len(shown) > 1


def _undo(seated: Seated, seat: int) -> Change | Refused:
    try:
        return commands.take_back(seated.table, seat, seated.key(), ask=False)
    except Refused as refused:
        return refused


def _standing(seated: Seated) -> Hashable:
    table = seated.table
    return table.state.key(), str(table.early)


def _in_force(seated: Seated) -> list[Row]:
    """The answers and draws of the log that no undo has taken back: the naive reading."""
    rows: list[Row] = []
    for row in seated.rows:
        if row.kind == "undo":
            to = int(row.body.partition(b'"to":')[2].partition(b",")[0])
            rows = [each for each in rows if each.version < to]
        elif row.kind in ("answer", "chance"):
            rows.append(row)
    return rows


def _last_answer(seated: Seated, seat: int) -> Row | None:
    own = [row for row in _in_force(seated) if row.seat == seat]
    return own[-1] if own else None


def _allowed(seated: Seated, seat: int) -> bool:
    """Three of the rules: all that happened since its last answer, in force or not, is its own."""
    last = _last_answer(seated, seat)
    return last is not None and all(
        row.seat == seat
        for row in seated.rows
        if row.version > last.version and row.kind in ("answer", "chance")
    )


# ---- undos among stand-ins ----


def rewind(game: str, actions: int, seed: int = 0) -> Counter[str]:
    """Do so many random things at tables of a game; return how often each was done.

    An undo to which not all other owners agreed may take nothing back that anybody else played,
    a stand-in included; and nobody on the side of the person who undid may have learnt anything.
    """
    found: Counter[str] = Counter()
    rng = SeededRng(f"rewinding {game} {seed}")
    rules = load(game)
    while found.total() < actions:
        seats = _some_seats(rng, rules.min_seats, rules.max_seats)
        options = rules.contract_options(len(seats))
        clock = Clock(bank=100, increment=1) if rng.below(2) else None
        seated = Seated(
            game,
            seats,
            option_words(options[rng.below(len(options))]),
            seed=rng.below(1 << 30),
            clock=clock,
            hints=rng.below(6) == 0,
        )
        _Rewinder(seated, rng, found).play(actions)
    return found


def _some_seats(rng: SeededRng, least: int, most: int) -> list[str]:
    """People, some of whom hold two seats, and now and then a bot of the server."""
    seats = ["person"]
    while len(seats) < max(2, least) + rng.below(most - max(2, least) + 1):
        people = [each for each, kind in enumerate(seats) if kind == "person"]
        holder = people[rng.below(len(people))]
        seats.append(("person", "person", "person", f"with:{holder}", "bot:random")[rng.below(5)])
    return seats


class _Undone(NamedTuple):
    """What the log says of one undo."""

    row: Row
    to: int
    missing: set[int]
    """The owners who were not asked, or did not agree."""
    foreign: bool
    """Whether anything was taken back that the seat's owner had not played."""


class _Rewinder:
    """Somebody who does random things at one table, and looks at what became of them."""

    def __init__(self, seated: Seated, rng: SeededRng, found: Counter[str]) -> None:
        self.seated = seated
        self.rng = rng
        self.found = found
        kinds = [kind.partition(":") for kind in seated.table.made.seats]
        self.owners = [
            None if kind == "bot" else int(other) if kind == "with" else seat
            for seat, (kind, _, other) in enumerate(kinds)
        ]
        self.people = [seat for seat, owner in enumerate(self.owners) if owner is not None]

    def play(self, actions: int) -> None:
        """Play some games, until enough was done."""
        actions = min(actions, self.found.total() + ACTIONS_AT_A_TABLE)
        while self.found.total() < actions:
            if self.seated.table.question is None:
                if self.seated.table.number >= MOST_GAMES:
                    return
                change = self.seated.table.next_game(self.one(), self.seated.key(), DEALER)
                self.done("begun", change)
            self.act()
            self.check_hints()

    def one(self, likely: Collection[int] = ()) -> int:
        """A seat that somebody owns, mostly one of those that make sense."""
        seats = [each for each in self.people if each in likely]
        if not seats or not self.rng.below(4):
            seats = self.people
        return seats[self.rng.below(len(seats))]

    def done(self, what: str, change: Change) -> None:
        self.seated.take(change)
        self.found[what] += 1
        if change.rows[-1].kind == "undo":
            self.check(self.last_undo())

    def act(self) -> None:
        """Do one of many things."""
        table, what = self.seated.table, self.rng.below(24)
        key = self.seated.key()
        try:
            if table.proposal is not None and what < 12:
                version, seat = table.proposal.version, self.one(table.to_agree)
                if what < 10:
                    self.done("agreed", commands.agree(table, seat, key, version))
                else:
                    self.done("declined", commands.decline(table, seat, key, version))
            elif what < 3:
                by, whose = self.one(), self.one()
                self.done("stood in", commands.stand_in(table, by, key, whose, USUAL, away=True))
            elif what < 5:
                self.done("came back", commands.come_back(table, self.one(table.stand_ins), key))
            elif what < 6:
                self.seated.now += 1000 * self.rng.below(300)
                self.done("timed out", commands.time_out(table, self.seated.now))
            elif what < 12:
                self.undo(self.one([line.seat for line in table.lines[-1:]]), key)
            elif what < 13 and self.rng.below(20) == 0:
                self.done("resigned", table.resign(self.one(), key))
            else:
                self.seated.answer()
                self.found["answered"] += 1
        except Refused:
            self.found["refused"] += 1

    def undo(self, seat: int, key: str) -> None:
        change = commands.take_back(self.seated.table, seat, key, ask=bool(self.rng.below(4)))
        self.done("undone" if change.rows[-1].kind == "undo" else "asked", change)

    def last_undo(self) -> _Undone:
        """The last undo, by a naive reading of the log."""
        rows: list[tuple[Row, bool]] = []
        """The answers and draws in force, and whether a stand-in gave them."""
        stand_ins: set[int | None] = set()
        agreed: set[int | None] = set()
        last: _Undone | None = None
        for row in self.seated.rows:
            if row.kind in ("answer", "chance"):
                rows.append((row, row.seat in stand_ins))
            elif row.kind == "begin":
                rows = []
            elif row.kind == "stand_in":
                stand_ins.add(json.loads(row.body)["seat"])
            elif row.kind == "come_back":
                stand_ins.discard(row.seat)
            elif row.kind == "agree":
                assert row.seat is not None
                agreed.add(self.owners[row.seat])
            elif row.kind == "undo":
                assert row.seat is not None
                to = msgspec.json.decode(row.body, type=Undo).to
                owner = self.owners[row.seat]
                foreign = any(
                    each.version >= to
                    and (by_bot or each.seat is None or self.owners[each.seat] != owner)
                    for each, by_bot in rows
                )
                missing = {each for each in self.owners if each is not None} - {owner} - agreed
                last = _Undone(row, to, missing, foreign)
                rows = [each for each in rows if each[0].version < to]
            if row.kind not in ("agree", "come_back", "time"):
                agreed = set()
        assert last is not None
        return last

    def check(self, undone: _Undone) -> None:
        """Judge an undo that was just done."""
        assert self.seated.folded().state.key() == self.seated.table.state.key()
        if not undone.missing:
            self.found["agreed undos"] += 1
            return
        self.found["free undos"] += 1
        assert not self.learnt(undone), "an undo without consent, and something was learnt"
        assert not undone.foreign, "taken back without the consent of somebody concerned"

    def learnt(self, undone: _Undone) -> bool:
        """Whether the side that undid was told anything that it does not know without it.

        In worlds that look the same to it where it went back to, it has to have been told the same.
        """
        seat = undone.row.seat
        assert seat is not None
        side = [each for each, owner in enumerate(self.owners) if owner == self.owners[seat]]
        rows = self.seated.rows
        at = next(number for number, row in enumerate(rows) if row.version == undone.to)
        end = rows.index(undone.row)
        for number in range(TWINS):
            truth = Table.fold("t", rows[:at], load)
            kept = any(answers for each, answers in enumerate(truth.early) if each not in side)
            if kept and truth.state.seat_asked == seat:
                return True  # others' secret answers came into play
            twin = Table.fold("t", rows[:at], load)
            world = twin.state.redeal(seat, SeededRng(f"twin {undone.to} {number}"))
            twin.match.current.go_on(world, [])
            if self.told(truth, side) != self.told(twin, side):
                continue  # another seat of the same owner sees the difference
            for row in rows[at:end]:
                truth.apply(row)
                try:
                    twin.apply(row)
                except BadLog:
                    return True  # it is not even possible there
                if self.told(truth, side) != self.told(twin, side):
                    return True
            self.found["twins"] += 1
        return False

    def told(self, table: Table, seats: Sequence[int]) -> list[bytes]:
        """What these seats and spectators are told, the question included."""
        sitters = [Sitter("person", f"P{seat}", True) for seat in range(table.seats)]
        return [
            msgspec.json.encode(updates.update(table, sitters, viewer, 0, "", None))
            for viewer in (*seats, None)
        ]

    def check_hints(self) -> None:
        table = self.seated.table
        for seat in self.people:
            alone = not {each for each in self.owners if each is not None} - {self.owners[seat]}
            assert table.gives_hints(seat) is (alone or table.made.hints), "a hint among people"


def main() -> int:
    words = argparse.ArgumentParser(description="Undo at random, and look whether it was allowed.")
    words.add_argument("--attempts", type=int, default=10_000, help="for each game")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--rewinds", action="store_true", help="among stand-ins, clocks, rematches")
    given = words.parse_args()
    for game in game_ids():
        begin = time.monotonic()
        found = (rewind if given.rewinds else attempt)(game, given.attempts, given.seed)
        print(f"{game}: {dict(found)} in {time.monotonic() - begin:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
