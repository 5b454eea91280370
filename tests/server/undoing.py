"""Random undos at random moments: `python -m tests.server.undoing --attempts 10000`.

Each is judged by a second reading of the four rules that looks at the log alone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Hashable

from halfturn.core import SeededRng, State
from halfturn.core.options import option_words
from halfturn.core.registry import game_ids, load
from halfturn.server import wishes
from halfturn.server.change import Change, Refused
from halfturn.server.log import Row
from tests.server.seated import Seated


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
        return wishes.take_back(seated.table, seat, seated.key(), ask=False)
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
    """Three of the rules: the last that happened is an answer of this very seat."""
    rows = _in_force(seated)
    return bool(rows) and rows[-1].kind == "answer" and rows[-1].seat == seat


def main() -> int:
    words = argparse.ArgumentParser(description="Undo at random, and look whether it was allowed.")
    words.add_argument("--attempts", type=int, default=10_000, help="for each game")
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args()
    for game in game_ids():
        begin = time.monotonic()
        found = attempt(game, given.attempts, given.seed)
        print(f"{game}: {dict(found)} in {time.monotonic() - begin:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
