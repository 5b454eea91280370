"""Twin worlds, cuts and bots at tables of every game.

`python -m tests.support.twin_tables` runs the same in volume.

Events that are not masked are caught by `test_twins`, where the deals themselves differ.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest

from halfturn import compiled
from halfturn.core import State
from halfturn.core.registry import game_ids
from halfturn.server.projection import updates
from halfturn.server.tables.table import Table
from tests.support import twin_tables

PAIRS = 1600
SHARES, SHARE = (8, 12_500) if compiled() else (1, PAIRS)
"""100,000 pairs for each game, divided for machines with several cores; by the plain rules, which
would take half an hour for them, only some."""


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("id", game_ids())
def test_what_a_viewer_cannot_know_changes_nothing_for_it(id: str, share: int) -> None:
    found = twin_tables.run(id, SHARE, seed=share)
    print(found)
    assert found.pairs >= SHARE
    assert found.frames > SHARE
    assert (found.different, found.missed, found.cheats) == (0, 0, 0)
    assert found.cuts > 0
    assert found.bots > 3


def leak_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checksum of the truth is sent to everybody."""
    real = updates.update

    def mutant(table: Table, *more: Any, **named: Any) -> Any:
        update = real(table, *more, **named)
        return msgspec.structs.replace(update, title=str(hash(table.state.text)))

    monkeypatch.setattr(updates, "update", mutant)


def open_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is sent the question of whoever is asked."""
    real = updates.question_of

    def mutant(table: Table, viewer: Any, view: Any) -> Any:
        return real(table, table.question.seat if table.question else viewer, view)

    monkeypatch.setattr(updates, "question_of", mutant)


@pytest.mark.parametrize(
    ("mutate", "id"),
    [
        (leak_the_state, "swirling-heroes"),
        (open_questions, "swirl"),
    ],
)
def test_a_table_that_tells_too_much_is_caught(
    monkeypatch: pytest.MonkeyPatch, mutate: Any, id: str
) -> None:
    mutate(monkeypatch)
    assert twin_tables.run(id, PAIRS).different > 0


def test_telling_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = updates.told_since
    monkeypatch.setattr(updates, "told_since", lambda table, since: real(table, max(since - 1, 0)))
    assert twin_tables.run("swirl", PAIRS).missed > 0


def test_a_bot_that_is_handed_the_truth_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def mutant(state: State, seat: int, seed: int) -> State:
        return state

    monkeypatch.setattr(twin_tables, "handed", mutant)
    monkeypatch.setattr(twin_tables, "BOTS", ("peeking",))
    monkeypatch.setattr(twin_tables, "make_bot", lambda name: Peeking())
    assert twin_tables.run("swirl", PAIRS).cheats > 0


class Peeking:
    """A bot that answers by what lies in hidden hands."""

    def choose(self, state: State, rng: Any) -> Any:
        assert state.decision is not None
        options = state.decision.options
        return options[zlib.crc32(state.text.encode()) % len(options)]
