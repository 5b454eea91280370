"""Twin worlds on the wire: what a viewer cannot know changes no byte of what it is sent.

Two tables are played side by side. They are equal in all that the viewer may
know and differ in hidden hands; every frame to the viewer has to be the same,
replies to wrong requests included.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from halfturn.core import Event, SeededRng
from halfturn.games.swirling_heroes.events import CardDealt
from halfturn.server import project
from halfturn.server.table import Table
from tests.server.worlds import GAME, GivenDealer, World

HAND = 6


def shuffled(cards: Sequence[str], rng: SeededRng) -> list[str]:
    left = list(cards)
    return [left.pop(rng.below(len(left))) for _ in cards]


def all_cards() -> list[str]:
    state = GAME.start(2, {"hands": "random"})
    assert state.decision is not None
    return [str(option).removeprefix("deal:") for option in state.decision.options]


def two_deals(
    viewer: int | None, same_cards: bool, rng: SeededRng
) -> tuple[list[list[str]], list[list[str]]]:
    """Hands of two worlds: the own one alike, others' in another order or with another card."""
    ours: list[list[str]] = []
    theirs: list[list[str]] = []
    for seat in range(2):
        cards = shuffled(all_cards(), rng)
        hand, spare = cards[:HAND], cards[HAND]
        other = hand if seat == viewer else shuffled(hand, rng)
        if seat != viewer and not same_cards:
            other = [spare if card == hand[0] else card for card in other]
        ours.append(hand)
        theirs.append(other)
    return ours, theirs


async def frames_of_twins(
    folder: Path, hands: str, viewer: int | None, same_cards: bool, seed: int
) -> tuple[list[str], list[str], bool]:
    """What the viewer was sent in both worlds, and whether they came to the end of the game."""
    rng = SeededRng(seed)
    deals = two_deals(viewer, same_cards, rng)
    worlds = []
    for name, deal in zip("12", deals, strict=True):
        (folder / name).mkdir()
        dealt = [f"deal:{card}" for hand in deal for card in hand] if hands == "random" else []
        worlds.append(World(folder / name, GivenDealer(dealt), hands, options=["first_player=A"]))
    try:
        for world in worlds:
            await world.begin()
        if hands == "choose":
            for world, deal in zip(worlds, deals, strict=True):
                for card in (card for hand in deal for card in hand):
                    assert (await world.answer(f"pick:{card}"))["result"] == "ok"
        over = await play_alike(worlds, viewer, rng)
        return worlds[0].ears[viewer].frames, worlds[1].ears[viewer].frames, over
    finally:
        for world in worlds:
            world.close()


async def play_alike(worlds: list[World], viewer: int | None, rng: SeededRng) -> bool:
    """The same answers in both worlds, as long as there are any."""
    while worlds[0].choices or worlds[1].choices:
        common = [choice for choice in worlds[0].choices if choice in worlds[1].choices]
        if not common:
            return False
        choice = common[rng.below(len(common))]
        for world in worlds:
            await pry(world, viewer, choice)
            assert (await world.answer(choice))["result"] == "ok"
    return True


async def pry(world: World, viewer: int | None, choice: str) -> None:
    """Whatever is wrong has to be refused in the same words, whatever the others hold."""
    own = world.room.table.token(viewer) if viewer is not None else "1.0"
    answer = choice if world.asked != viewer else "0123@40,40"
    await world.request(viewer, "move", token=own, answers=[answer])
    await world.request(viewer, "move", token="1.99", answers=[choice])
    await world.request(viewer, "preview", token=own, answer="nonsense")
    await world.say(viewer, type="hello", seen=world.room.table.version - 2)


def differences(
    folder: Path, hands: str, viewer: int | None, same_cards: bool, seeds: range
) -> tuple[int, int, int]:
    """Pairs of frames that differ, pairs compared, and games that came to their end."""
    different = compared = ends = 0
    for seed in seeds:
        place = folder / f"{hands}-{viewer}-{same_cards}-{seed}"
        place.mkdir()
        ours, theirs, over = asyncio.run(frames_of_twins(place, hands, viewer, same_cards, seed))
        ends += over
        compared += len(ours)
        different += sum(a != b for a, b in zip(ours, theirs, strict=True))
    return different, compared, ends


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("hands", ["random", "choose"])
def test_whole_games_look_the_same_in_twin_worlds(
    tmp_path: Path, hands: str, viewer: int | None
) -> None:
    different, compared, ends = differences(tmp_path, hands, viewer, True, range(3))
    assert (different, ends) == (0, 3)
    assert compared > 3 * 60


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("hands", ["random", "choose"])
def test_a_card_that_stays_in_the_hand_shows_nowhere(
    tmp_path: Path, hands: str, viewer: int | None
) -> None:
    different, compared, _ = differences(tmp_path, hands, viewer, False, range(10, 13))
    assert different == 0
    assert compared > 3 * 30


def test_a_mask_that_is_forgotten_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unmasked(self: Event, viewer: int | None) -> Event:
        return self

    monkeypatch.setattr(CardDealt, "seen_by", unmasked)
    assert differences(tmp_path, "random", None, True, range(1))[0] > 0


def test_a_question_that_goes_to_everybody_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = project._question

    def to_everybody(table: Table, viewer: int | None) -> object:
        return real(table, table.question.seat if table.question else viewer)

    monkeypatch.setattr(project, "_question", to_everybody)
    assert differences(tmp_path, "random", None, False, range(1))[0] > 0


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
