"""Twin worlds on the wire: what a viewer cannot know changes no byte of what it is sent.

`python -m tests.support.twin_servers --pairs 100` does the same in volume.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.dictated_server import MUTANTS
from tests.support.rooms import GivenDealer, World
from tests.support.twin_servers import WATCHER, Case, cases, compare

CAUGHT = {
    "keeps_seat": Case("random", 2, WATCHER, False, removed=True),
    "unmasked": Case("random", 2, 0, True),
    "open_question": Case("random", 3, 1, False),
    "watchers_see_all": Case("choose", 2, WATCHER, False),
    "talkative": Case("random", 2, 1, False),
}
"""By whom each mutant can be found out."""


@pytest.mark.parametrize("hands", ["random", "choose"])
def test_not_a_byte_differs_between_worlds_that_look_the_same(tmp_path: Path, hands: str) -> None:
    chosen = [case for case in cases() if case.hands == hands]
    found = asyncio.run(compare(tmp_path, chosen, pairs=1))
    print(found)
    assert found.different == 0
    assert found.pairs == len(chosen) == 30
    assert found.ends >= 12  # where hidden hands hold the same cards, games come to their end
    assert found.chunks > 1000


def test_a_bot_that_is_told_too_much_is_caught(tmp_path: Path) -> None:
    chosen = [Case("random", 2, 1, False, bot=True)]
    found = asyncio.run(compare(tmp_path, chosen, pairs=3, mutant="unmasked"))
    assert found.different > 0


@pytest.mark.parametrize("mutant", sorted(MUTANTS))
def test_a_server_that_tells_too_much_is_caught(tmp_path: Path, mutant: str) -> None:
    found = asyncio.run(compare(tmp_path, [CAUGHT[mutant]], pairs=3, mutant=mutant))
    print(mutant, found)
    assert found.different > 0


def test_the_options_of_chance_are_in_nobodys_frame(tmp_path: Path) -> None:
    async def look() -> None:
        world = World(tmp_path, GivenDealer([]), "random")
        try:
            await world.begin()
            for ear in world.ears.values():
                assert all('"type":"deal"' not in frame for frame in ear.frames)
                assert all("deal:" not in frame for frame in ear.frames)
                assert all('"weights"' not in frame for frame in ear.frames)
        finally:
            world.close()

    asyncio.run(look())
