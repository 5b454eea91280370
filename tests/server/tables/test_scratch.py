"""Scratch tables that are checked by the server, and turns of several answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from halfturn.core.registry import load
from halfturn.games.qwirkle_cards.cards import CARDS
from halfturn.server.ops.settings import MOST_BYTES, Rate, Settings
from halfturn.server.tables.table import Table
from halfturn.server.transport.rate_limits import SessionLimits
from tests.support.rooms import GivenDealer, World

GAME = load("qwirkle-cards")
ADA = "rci rsq rdi rcl rst oci ysq bbu gdi".split()
BO = "bci bsq bdi pcl pst gbu oci ysq rci".split()
"""Ada holds the larger set and begins."""
DRAWN = "rbu oci gcl bst".split()
RED = ["rci", "rsq", "rdi"]


def a_game(
    tmp_path: Path, *, ada: Sequence[str] = ADA, bo: Sequence[str] = BO, drawn: Sequence[str] = ()
) -> World:
    """Ada and Bo at a table, with these hands and with the cards that are drawn after the deal."""
    deal = [f"+{card}" for card in (*ada, *bo, *(drawn or DRAWN))]
    return World(tmp_path, GivenDealer(deal), "standard", options=["age_order=A,B"], game=GAME)


def played(
    tmp_path: Path, go: Callable[[World], Coroutine[None, None, None]], **hands: Any
) -> None:
    """Sit down, play, and put everything away."""

    async def all_of_it() -> None:
        world = a_game(tmp_path, **hands)
        try:
            await world.begin()
            await go(world)
        finally:
            world.close()

    asyncio.run(all_of_it())


def standing(world: World) -> object:
    """All that a look must not change: the log, and what is in memory."""
    rows = world.store.rows("table")
    return rows, world.room.table.state.key(), world.room.table.version


# ---- looking at a scratch table ----


def test_a_scratch_table_is_checked_and_nothing_is_played(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        found = await world.look(0, [RED, ["oci", "ysq"]])
        assert found["type"] == "scratch"
        assert found["groups"] == [RED, ["oci", "ysq"]]
        assert sorted(found["laid"]) == sorted([*RED, "oci", "ysq"])
        assert sorted(found["hand"]) == sorted(["rcl", "rst", "bbu", "gdi"])
        status = found["status"]
        assert status["groups"] == ["set", "no common attribute"]
        assert status["lines"] == ["r", ""]
        assert status["loose"] == ["oci", "ysq"]
        assert (status["confirmable"], status["arrangeable"]) == (False, False)
        assert len(status["missing"]) == 1
        assert found["answers"] == []
        found = await world.look(0, [RED, []])
        assert found["groups"] == [RED]
        assert found["answers"] == ["rci", "rdi", "rsq", "end"]
        found = await world.look(0, [])
        assert found["status"]["missing"] == ["Lay at least one card of your hand."]
        assert standing(world) == before

    played(tmp_path, go)


def test_what_was_confirmed_on_it_is_a_turn_that_everybody_sees(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        table = world.room.table
        found = await world.look(0, [RED])
        done = await world.request(0, "move", token=table.token(0), answers=found["answers"])
        assert done["result"] == "ok"
        for viewer in (0, 1, None):
            told = [each["event"] for each in world.ears[viewer].now["happenings"]]
            ended = next(event for event in told if event["type"] == "turn_ended")
            assert sorted(ended["cards"]) == sorted(RED)
            drew = [event["card"] for event in told if event["type"] == "card_dealt"]
            assert drew == (DRAWN[:3] if viewer == 0 else [None] * 3)
        assert world.ears[1].now["view"]["colour_sets"] == [RED]
        # Bo may lay the table as he likes, but all of it.
        found = await world.look(1, [["rci", "rsq", "rdi"], ["bci", "bsq", "bdi"]])
        assert found["status"]["confirmable"]

    played(tmp_path, go)


def test_what_lies_in_pieces_is_arranged(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        pieces = [["rci", "rsq"], ["rdi"]]
        found = await world.look(0, pieces)
        assert (found["status"]["confirmable"], found["status"]["arrangeable"]) == (False, True)
        found = await world.look(0, pieces, arrange=True)
        assert [sorted(group) for group in found["groups"]] == [sorted(RED)]
        assert found["status"]["confirmable"]
        assert found["answers"] == ["rci", "rdi", "rsq", "end"]
        # What cannot lie in sets is laid as far as it goes.
        found = await world.look(0, [["rci", "rsq"], ["rdi", "bbu"]], arrange=True)
        assert found["status"]["loose"] == ["bbu"]

    played(tmp_path, go)


@pytest.mark.parametrize(
    ("groups", "text"),
    [
        ([["xyz"]], "expected a card as a colour"),
        ([["rci" * 2000]], "expected a card as a colour"),
        ([["pbu"]], "expected cards of the table and of the hand"),
        ([["rci", "rci"]], "no card more often than it is there, got rci"),
        ([["rci"]] * 300, "no card more often than it is there, got rci"),
        ([CARDS * 20], "no card more often than it is there"),
    ],
)
def test_cards_that_are_not_there_are_refused_in_words(
    tmp_path: Path, groups: Any, text: str
) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        for arrange in (False, True):
            found = await world.look(0, groups, arrange=arrange)
            assert (found["type"], found["result"]) == ("reply", "illegal")
            assert text in found["text"]
            assert len(found["text"]) < 400
        assert standing(world) == before

    played(tmp_path, go)


def test_cards_of_the_table_stay_on_it(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        await world.request(
            0, "move", token=world.room.table.token(0), answers=["rci", "rsq", "rdi", "end"]
        )
        found = await world.look(1, [["rci", "rsq"]])
        assert found["result"] == "illegal"
        assert found["text"] == "expected all cards of the table in groups, without rdi"

    played(tmp_path, go)


def test_only_who_is_asked_may_look_and_only_at_the_open_question(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        for arrange in (False, True):
            other = await world.look(1, [["bci", "bsq", "bdi"]], arrange=arrange)
            assert (other["result"], other["text"]) == ("illegal", "it is not your turn")
            watcher = await world.look(None, [RED], arrange=arrange)
            assert watcher["result"] == "illegal"
            assert "watching" in watcher["text"]
            for token in ("1.7", "0.0", "nonsense"):
                late = await world.look(0, [RED], token=token, arrange=arrange)
                assert late["result"] == "stale"
        assert standing(world) == before

    played(tmp_path, go)


def test_a_turn_that_was_begun_answer_by_answer_has_no_scratch_table(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        await world.answer("rci")
        found = await world.look(0, [RED])
        assert found["result"] == "illegal"
        assert "about to begin" in found["text"]

    played(tmp_path, go)


@pytest.mark.parametrize(
    "message",
    [
        {"groups": "rci"},
        {"groups": [1]},
        {"groups": [[["rci"]]]},
        {"groups": None},
        {"groups": [], "arrange": "yes"},
        {"groups": [], "seat": 1},
        {},
    ],
)
def test_what_makes_no_sense_is_an_error(tmp_path: Path, message: dict[str, Any]) -> None:
    async def go(world: World) -> None:
        token = world.room.table.token(0)
        reply = await world.request(0, "scratch", token=token, **message)
        assert (reply["result"], reply["text"]) == ("error", "expected a known message")

    played(tmp_path, go)


def test_the_largest_frame_is_answered(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        groups: list[Any] = [[]] * 2600
        assert len(json.dumps(groups)) < MOST_BYTES + 3000
        found = await world.look(0, [*groups, RED])
        assert found["groups"] == [RED]

    played(tmp_path, go)


def test_a_game_without_one_says_so(tmp_path: Path) -> None:
    async def go() -> None:
        world = World(tmp_path, GivenDealer([]), "random")
        try:
            await world.begin()
            found = await world.look(world.asked, [["0123"]])
            assert found["result"] == "illegal"
            assert found["text"] == "Swirling Heroes has no scratch table"
            found = await world.ask(None, "layout", cards=[], near=[])
            assert found["text"] == "Swirling Heroes has no cards to be laid out"
        finally:
            world.close()

    asyncio.run(go())


def test_looking_is_bounded_and_arranging_more_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Settings()

    def few(settings: Settings) -> Settings:
        """As usual, but nothing comes back with time."""
        looks, arranges = Rate(usual.looks.burst, 0), Rate(usual.arranges.burst, 0)
        return replace(settings, looks=looks, arranges=arranges)

    monkeypatch.setattr(
        "tests.support.rooms.SessionLimits", lambda settings: SessionLimits(few(settings))
    )

    async def go(world: World) -> None:
        async def results(count: float, **more: Any) -> list[str]:
            found = [await world.look(0, [RED], **more) for _ in range(int(count))]
            return [each.get("result", "answered") for each in found]

        arranges = await results(usual.arranges.burst + 2, arrange=True)
        assert arranges == ["answered"] * int(usual.arranges.burst) + ["slow_down"] * 2
        looks = await results(usual.looks.burst + 2)
        assert looks == ["answered"] * int(usual.looks.burst) + ["slow_down"] * 2
        # Whoever looked too often can still move.
        token = world.room.table.token(0)
        done = await world.request(0, "move", token=token, answers=[*RED, "end"])
        assert done["result"] == "ok"

    played(tmp_path, go)


def test_the_reply_does_not_depend_on_hidden_cards(tmp_path: Path) -> None:
    """Twin worlds: other cards in the other hand and in the deck, the same bytes."""
    layouts = [
        [RED],
        [["rci", "rsq"], ["rdi", "rcl"], ["oci"]],
        [["oci", "ysq"], ["bbu"]],
        [[card] for card in ADA],
        [["bci"]],
        [],
    ]
    worlds = {"one": BO, "two": "pci psq pdi ocl ost ydi ybu gcl gci".split()}
    told: dict[str, list[str]] = {name: [] for name in worlds}
    for name, hand in worlds.items():

        async def go(world: World, name: str = name) -> None:
            for groups in layouts:
                for arrange in (False, True):
                    await world.look(0, groups, arrange=arrange)
                    told[name].append(world.ears[0].frames[-1])
                    await world.look(1, groups, arrange=arrange)
                    told[name].append(world.ears[1].frames[-1])

        (tmp_path / name).mkdir()
        drawn = DRAWN if name == "one" else "ybu pdi ocl gst".split()
        played(tmp_path / name, go, bo=hand, drawn=drawn)
    assert told["one"] == told["two"]
    assert any('"confirmable":true' in each for each in told["one"])


# ---- how a table could lie ----


def test_a_changed_table_is_laid_out_near_to_how_it_lay(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        near = [["bci", "bsq", "bdi", "bst"], ["ysq", "gsq", "osq"]]
        cards = [*near[0], *near[1], "psq", "rst", "gst"]
        for viewer in (0, 1, None):  # it is nobody's secret, so everybody may ask
            found = await world.ask(viewer, "layout", cards=cards, near=near)
            layout = found["layout"]
            assert [set(group) for group in layout["colour_sets"]] == [{"bci", "bsq", "bdi"}]
            assert {frozenset(group) for group in layout["shape_sets"]} == {
                frozenset(("ysq", "gsq", "osq", "psq")),
                frozenset(("bst", "rst", "gst")),
            }
            assert layout["loose"] == []
        assert standing(world) == before

    played(tmp_path, go)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"cards": ["xyz"], "near": []}, "expected a card as a colour"),
        ({"cards": ["rci"] * 4, "near": []}, "at most 3 of each card, got rci"),
        ({"cards": [], "near": [["rci"] * 500]}, "at most 3 of each card, got rci"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(
    tmp_path: Path, message: dict[str, Any], text: str
) -> None:
    async def go(world: World) -> None:
        found = await world.ask(None, "layout", **message)
        assert found["result"] == "illegal"
        assert text in found["text"]

    played(tmp_path, go)


# ---- a turn of several answers ----


def test_a_turn_is_committed_whole_and_once(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        table = world.room.table
        token, version = table.token(0), table.version
        turn = ["rci", "rsq", "rdi", "rcl", "end"]
        first = await world.request(0, "move", "the-turn", token=token, answers=turn)
        assert (first["result"], first["version"]) == ("ok", version + 1)
        rows = world.store.rows("table")
        assert json.loads(rows[version].body) == turn
        assert [row.kind for row in rows[version:]] == ["answer"] + ["chance"] * 4
        after = standing(world)
        again = await world.request(0, "move", "the-turn", token=token, answers=turn)
        assert (again["result"], again["version"]) == ("dup", version + 1)
        late = await world.request(0, "move", "another", token=token, answers=turn)
        assert late["result"] == "stale"
        assert standing(world) == after
        folded = Table.fold("table", world.store.rows("table"), load)
        assert folded.state.key() == table.state.key()
        assert folded.token(0) == "1.5"

    played(tmp_path, go)


@pytest.mark.parametrize(
    "turn",
    [
        ["rci", "rsq", "end"],
        ["rci", "rsq", "rdi", "take:r", "end"],
        ["rci", "rsq", "rdi", "pbu", "end"],
        ["rci", "rsq", "rdi", "end", "bci"],
        ["rci", "rsq", "rdi", "end", "+rbu"],
        ["end", "rci", "rsq", "rdi"],
        ["rci", "nonsense"],
        ["rci"] * 70,
        [],
    ],
)
def test_a_turn_that_is_half_wrong_changes_nothing(tmp_path: Path, turn: list[str]) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        token = world.room.table.token(0)
        refused = await world.request(0, "move", "wrong", token=token, answers=turn)
        assert refused["result"] == "illegal"
        assert refused["text"]
        assert standing(world) == before
        # The key is not used up: nothing was done under it.
        right = [*RED, "end"]
        done = await world.request(0, "move", "wrong", token=token, answers=right)
        assert done["result"] == "ok"

    played(tmp_path, go)


def test_nobody_answers_the_turn_of_another(tmp_path: Path) -> None:
    async def go(world: World) -> None:
        before = standing(world)
        for viewer in (1, None):
            other = await world.request(viewer, "move", token="1.0", answers=[*RED, "end"])
            assert other["result"] == "illegal"
        assert standing(world) == before

    played(tmp_path, go)
