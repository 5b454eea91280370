"""Integers and planes: dense, complete, and blind to what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from halfturn.core import CHANCE, SeededRng, State, draw
from tests.research.games import NAMES, SETTINGS

every_setting = pytest.mark.parametrize(("id", "seats", "options"), SETTINGS, ids=NAMES)


def walk(beginning: State, seed: str, games: int) -> Iterator[State]:
    """All states of some random games."""
    rng = SeededRng(seed)
    for _ in range(games):
        state = beginning.clone()
        while (decision := state.decision) is not None:
            yield state
            if decision.seat == CHANCE:
                state.play(draw(decision, rng))
            else:
                state.play(decision.options[rng.below(len(decision.options))])
        yield state


@every_setting
def test_actions_are_dense_and_lead_back_to_options(
    id: str, seats: int, options: dict[str, Any]
) -> None:
    from halfturn.research import setting

    here = setting(id, seats, options)
    players, chance = here.layout.players, here.layout.chance
    assert players.count == sum(block.count for block in here.layout.actions)
    assert chance.count == sum(block.count for block in here.layout.outcomes)
    for numbering in (players, chance):
        assert [numbering.actions[code] for code in numbering.codes] == list(range(numbering.count))
    for state in walk(here.beginning, f"dense {id}", 1):
        codes = state.codes()
        numbering = chance if state.seat_asked == CHANCE else players
        legal = numbering.legal(state)
        assert legal == sorted(set(legal))
        assert sorted(numbering.codes[action] for action in legal) == sorted(codes)
        mask = numbering.mask(state)
        assert [action for action, is_legal in enumerate(mask) if is_legal] == legal


@every_setting
def test_twin_worlds_have_the_same_tensors(id: str, seats: int, options: dict[str, Any]) -> None:
    """Whatever a seat cannot see leaves no trace in its observation, nor in its mask."""
    from halfturn.research import setting

    here = setting(id, seats, options)
    observe, mask = here.layout.observer.observe, here.layout.players.mask
    rng = SeededRng(f"twins {id}")
    different = 0
    for at, state in enumerate(walk(here.beginning, f"twins {id} {seats}", 1)):
        if at % 4:
            continue
        for seat in range(seats):
            twin = state.redeal(seat, rng)
            assert observe(twin, seat) == observe(state, seat)
            different += twin.key() != state.key()
            if state.seat_asked == seat:
                assert mask(twin) == mask(state)
    if (id != "sellswords" and options) or id in ("swirl", "qwirkle-cards"):
        assert different  # or there was nothing to compare


def seen(state: State, seat: int) -> str:
    """All that a view says but words that follow from the rest."""
    text = state.view(seat).text
    return f"{state.seat_asked} {text}"


@pytest.mark.parametrize(
    ("id", "seats", "options"),
    # Closed piles are what nobody lists, so that one has to remember them.
    [each for each in SETTINGS if not each[2].get("memory_mode")],
)
def test_what_a_seat_can_tell_apart_its_tensor_tells_apart(
    id: str, seats: int, options: dict[str, Any]
) -> None:
    """Equal observations are equal views: everything a seat may know is in there."""
    from halfturn.research import setting

    here = setting(id, seats, options)
    observe = here.layout.observer.observe
    views: dict[tuple[int, bytes], str] = {}
    for state in walk(here.beginning, f"tell {id} {seats}", 2 if id == "swirling-heroes" else 1):
        for seat in range(seats):
            row = bytes(observe(state, seat))
            assert len(row) == here.layout.size
            assert views.setdefault((seat, row), seen(state, seat)) == seen(state, seat)


def test_planes_are_where_they_are_said_to_be() -> None:
    import numpy as np

    from halfturn.research import setting

    here = setting("swirling-heroes", 2, {})
    game, layout = here.game, here.layout
    state = game.position("seats 2; field A:0123@0,0 B:3210@1,0; hand A 0231; hand B 0312; turn A")
    row = np.frombuffer(layout.observer.observe(state, 1), np.int8)

    def plane(name: str) -> Any:
        found = layout.plane(name)
        return row[found.offset : found.offset + found.size].reshape(found.shape)

    assert plane("cards")[1, 11, 11] == 1  # A's card lies in the middle; A is next after B
    assert plane("cards")[0, 11, 12] == 1
    assert plane("numbers")[:, 11, 11].tolist() == [1, 2, 3, 4]
    assert plane("asked").tolist() == [0, 1, 0, 0]
    assert plane("hand_sizes").tolist() == [1, 1]
    assert plane("seat").tolist() == [0, 1]
    assert plane("points").tolist() == [state.scores[1], state.scores[0]]


def test_a_game_without_planes_is_refused() -> None:
    from halfturn.core import GameOptions, HalfturnError
    from halfturn.research import layout
    from halfturn.template.magpies import Magpies

    with pytest.raises(HalfturnError, match="expected one of swirling-heroes"):
        layout(Magpies(), 2, GameOptions())
