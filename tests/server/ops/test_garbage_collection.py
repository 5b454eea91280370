"""Garbage in circles: gone through in quiet moments, and in any case before it is much."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from halfturn.server.ops.garbage_collection import IDLE, MANY, SOME, Garbage, give_back_memory


class Circle:
    """Something that only a look can find."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _in_the_place_of_python() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


class Table:
    """Where somebody is answered now and then."""

    def __init__(self) -> None:
        self.answered = 0

    def count(self) -> int:
        return self.answered


def circle() -> weakref.ref[Circle]:
    return weakref.ref(Circle())


def made(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


def test_in_a_quiet_moment_what_is_new_is_gone_through() -> None:
    table = Table()
    garbage = Garbage(table.count)
    lost, kept = circle(), made(2 * SOME)
    table.answered += 1
    garbage.look()
    assert lost(), "somebody is playing"
    garbage.look()
    assert not lost()
    assert len(kept) == 2 * SOME


def test_a_little_is_left_for_later() -> None:
    garbage = Garbage(Table().count)
    lost = circle()
    garbage.look()
    assert lost()


def test_while_somebody_plays_nothing_is_gone_through() -> None:
    table = Table()
    garbage = Garbage(table.count)
    lost, kept = circle(), made(MANY)
    table.answered += 1
    garbage.look()
    assert lost()
    assert gc.get_count()[0] < SOME, "it was put aside"
    assert len(kept) == MANY


@pytest.mark.parametrize("is_quiet", [True, False])
def test_everything_is_gone_through_when_much_has_come_to_it(is_quiet: bool) -> None:
    """A quarter where it is quiet; else as much again."""
    table = Table()
    garbage = Garbage(table.count)
    there = gc.get_freeze_count()
    lost, kept = circle(), made(MANY)
    table.answered += 1
    garbage.look()
    while lost() and len(kept) < 2 * there + MANY:
        kept += made(MANY)
        table.answered += 0 if is_quiet else 1
        garbage.look()
    assert not lost()
    enough = there // 4 if is_quiet else there
    assert enough < len(kept) + SOME
    assert len(kept) <= max(enough + MANY + SOME, 2 * MANY)


def test_once_nobody_plays_any_more_everything_is_gone_through() -> None:
    table = Table()
    garbage = Garbage(table.count)
    lost = circle()
    table.answered += 1
    garbage.look()
    for _ in range(IDLE - 1):
        garbage.look()
    assert lost()
    garbage.look()
    assert not lost()


def test_giving_memory_back_does_no_harm() -> None:
    kept = made(SOME)
    give_back_memory()
    assert len(kept) == SOME
