"""Nobody gets in by guessing, and whoever tries is slowed down."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from halfturn.server.people import devices
from tests.support import guessing
from tests.support.guessing import AT_ONCE, USUAL, attack, is_safe, race
from tests.support.quick_server import NO_LIMIT

GUESSES = 2000
"""`python -m tests.support.guessing` makes a hundred thousand."""
ADDRESSES = 5


def test_no_guess_hits_and_whoever_guesses_has_to_wait(tmp_path: Path) -> None:
    found = asyncio.run(attack(tmp_path, GUESSES, ADDRESSES))
    print(dict(found))
    assert is_safe(found, ADDRESSES)
    assert found["refused"] == AT_ONCE * ADDRESSES
    assert found["throttled"] == GUESSES - AT_ONCE * ADDRESSES


def test_a_server_that_lets_people_guess_for_ever_is_caught(tmp_path: Path) -> None:
    settings = replace(USUAL, guesses=NO_LIMIT)
    assert not is_safe(asyncio.run(attack(tmp_path, 600, ADDRESSES, settings)), ADDRESSES)


def test_codes_that_can_be_guessed_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (devices, guessing):
        monkeypatch.setattr(module, "LENGTH", 2)
    settings = replace(USUAL, guesses=NO_LIMIT)
    found = asyncio.run(attack(tmp_path, 300, ADDRESSES, settings))
    assert found["hit 200"] > 0
    assert not is_safe(found, ADDRESSES)


def test_however_many_come_at_once_only_the_open_seats_are_taken(tmp_path: Path) -> None:
    assert asyncio.run(race(tmp_path, 200)) == Counter({200: 3, 409: 197})
