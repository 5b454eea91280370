"""The owner of a table: new invitations, and people who are removed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from halfturn.core import SeededRng
from halfturn.core.registry import game_ids
from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person
from halfturn.server.protocol.requests import Pledge, Say
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables import commands, owner
from halfturn.server.tables.change import Refused
from halfturn.server.tables.fair_deal import contribution_hash
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.room import Room
from halfturn.server.transport.connection import Connection
from halfturn.server.transport.session import Conversation
from tests.support.bare_table import DEALER, Seated
from tests.support.bot_client import new_bot
from tests.support.http_client import Answer, Browser, Tab, run
from tests.support.server_process import Running

NewBrowser = Callable[[], Browser]


def remove(who: Browser, table: str, seat: int, version: int = 10**6) -> Answer:
    body = {"seat": seat, "version": version}
    return who.ask("POST", f"/api/v1/tables/{table}/remove", body)


def renew(who: Browser, table: str) -> Answer:
    return who.ask("POST", f"/api/v1/tables/{table}/invitation/new")


def owners(tab: Tab) -> list[int]:
    return [seat for seat, each in enumerate(tab.now["seats"]) if each["owner"]]


# ---- who it is ----


def test_the_owner_is_who_has_sat_there_longest(browser: NewBrowser) -> None:
    async def go() -> None:
        maker, second, third = browser(), browser(), browser()
        table, invite = maker.new_table(["open", "me", "open", "open"])
        watcher = await browser().open(table)
        assert owners(watcher) == [1]
        for who in (second, third):
            assert who.join(table, invite).status == 200
        await watcher.until(lambda update: update["seats"][2]["kind"] == "person")
        assert owners(watcher) == [1]
        assert renew(second, table).status == 403
        assert maker.ask("POST", f"/api/v1/tables/{table}/leave").status == 200
        await watcher.until(lambda update: update["seats"][1]["kind"] == "open")
        assert owners(watcher) == [0]
        assert maker.join(table, invite).status == 200  # the last in the row now
        assert renew(maker, table).status == 403
        # Somebody who was forgotten owns nothing: it goes on to the next one at once.
        origin = {"Origin": second.origin}
        assert second.ask("DELETE", "/api/v1/me", headers=origin).status == 200
        await watcher.until(lambda update: owners(watcher) == [2])
        assert renew(third, table).status == 200

    run(go)


def test_a_bot_of_somebodys_owns_no_table(browser: NewBrowser) -> None:
    person = browser()
    person.post("/api/v1/me", {"name": "Ada"})
    bot = new_bot(person)
    wish = {"game": "swirling-heroes", "seats": ["me", "open", "open"]}
    link = bot.ask("POST", "/bot/tables", wish).json
    table = link["table"]
    assert person.join(table, link["invite"]).status == 200
    (line,) = person.get("/api/v1/tables")
    assert [seat["owner"] for seat in line["seats"]] == [False, True, False]
    with bot.stream(table) as lines:
        assert lines.until(type="update")["seat"] == 0
        assert remove(person, table, 0).status == 200
        assert lines.until(seat=None)["seats"][0]["kind"] == "open"
    assert bot.wish(table, "next", key="k").status == 404


# ---- the invitation ----


def test_a_new_invitation_voids_the_one_before(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest, late = browser(), browser(), browser()
        table, old = host.new_table(["me", "open", "open"])
        assert guest.join(table, old).status == 200
        tabs = [await host.open(table), await guest.open(table)]
        watcher = await browser().open(table)
        version = tabs[0].now["version"]
        answer = renew(host, table)
        new = answer.json["invite"]
        assert answer.json == {"table": table, "invite": new}
        assert new != old
        for tab in tabs:
            await tab.reach(version + 1)
            assert tab.now["invite"] == new
        await watcher.reach(version + 1)
        assert watcher.now["invite"] is None
        for place in ("join", "invitation"):
            path = f"/api/v1/tables/{table}/{place}"
            dead, wrong = (late.ask("POST", path, {"invite": code}) for code in (old, "wrong"))
            assert (dead.status, dead.body) == (wrong.status, wrong.body)
            assert dead.status == 404
        bot = new_bot(host)
        seated = {"bot": bot.id, "invite": old}
        assert host.ask("POST", f"/api/v1/tables/{table}/bots", seated).status == 404
        assert late.join(table, new).status == 200

    run(go)


def test_a_void_invitation_is_a_guess_like_any_other(tmp_path: Path) -> None:
    with Running(tmp_path, "--settings", "bursts", module="tests.support.quick_server") as server:
        host = Browser(server.port)
        table, old = host.new_table(["me", "open"])
        new = renew(host, table).json["invite"]
        assert [Browser(server.port).join(table, old).status for _ in range(11)][9:] == [404, 429]
        host.join(table, new)
        asked = [renew(host, table).status for _ in range(11)]
        assert asked == [200] * 9 + [429] * 2


def test_it_is_still_void_after_a_kill(tmp_path: Path) -> None:
    with Running(tmp_path, module="tests.support.quick_server") as server:
        host = Browser(server.port)
        table, old = host.new_table(["me", "open"])
        new = renew(host, table).json["invite"]
        server.kill()
        server.start(server.port)
        assert Browser(server.port).join(table, old).status == 404
        assert Browser(server.port).join(table, new).status == 200


# ---- removing people ----


def test_before_the_first_game(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest, other = browser(), browser(), browser()
        table, old = host.new_table(["me", "open", "open"])
        assert guest.join(table, old).status == 200
        tab, theirs = await host.open(table), await guest.open(table)
        seen = tab.now["version"]
        answer = remove(host, table, 1, seen)
        assert answer.status == 200
        await theirs.until(lambda update: update["seat"] is None)
        assert theirs.now["yours"] == []
        assert theirs.now["invite"] is None
        await tab.reach(seen + 1)
        assert tab.now["seats"][1]["kind"] == "open"
        assert tab.now["invite"] == answer.json["invite"]
        words = [each["words"] for each in tab.now["happenings"]]
        assert words == ["Seat B was freed by the owner of the table."]
        for request in ("next", "resign", "say"):
            said = {"phrase": "hello"} if request == "say" else {}
            assert (await theirs.request(request, **said))["result"] == "illegal"
        assert guest.get("/api/v1/tables") == []
        assert guest.join(table, old).status == 404
        # Nobody sits there any more, and whoever sits down next is not meant.
        assert remove(host, table, 1, seen).status == 409
        new = answer.json["invite"]
        assert other.join(table, new).status == 200
        assert remove(host, table, 1, seen).status == 409
        await tab.until(lambda update: update["seats"][1]["kind"] == "person")
        # With the new link even somebody who was removed may come back.
        assert guest.join(table, new).status == 200
        await theirs.until(lambda update: update["seat"] == 2)
        await tab.until(lambda update: update["status"] == "playing")

    run(go)


def test_between_games(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest, other = browser(), browser(), browser()
        table, old = host.new_table(["me", "open"], games=2, preset="random")
        assert guest.join(table, old).status == 200
        tab, theirs = await host.open(table), await guest.open(table)
        assert remove(host, table, 1).status == 409  # during a game nobody is
        assert (await theirs.request("resign"))["result"] == "ok"
        over = (await tab.until(lambda update: update["resigned"] == 1))["version"]
        assert tab.now["invite"] is None
        new = remove(host, table, 1, over).json["invite"]
        await theirs.until(lambda update: update["seat"] is None)
        assert theirs.now["view"]["hands"][1]["cards"] is None
        await tab.reach(over + 1)
        assert tab.now["invite"] == new
        refused = await tab.request("next")
        assert (refused["result"], refused["text"]) == (
            "illegal",
            "there are seats to be taken first",
        )
        for code in (old, ""):
            assert guest.join(table, code).status == 404
        assert other.join(table, new).status == 200
        fresh = await other.open(table)
        assert fresh.now["seat"] == 1
        # A game does not begin by sitting down between two of them.
        assert fresh.now["version"] == over + 2
        assert fresh.now["asked"] == []
        reply = await fresh.request("next")
        assert reply["result"] == "ok"
        await fresh.reach(reply["version"])
        await theirs.reach(reply["version"])
        assert fresh.now["view"]["hands"][1]["cards"] is not None
        assert [hand["cards"] for hand in theirs.now["view"]["hands"]] == [None, None]
        for key in ("resign", "next", "stand_in"):
            more: dict[str, Any] = {"seat": 1} if key == "stand_in" else {}
            assert (await theirs.request(key, **more))["result"] == "illegal"
        assert theirs.now["question"] is None
        # What is said to a socket that is opened now is the same.
        again = await guest.open(table)
        assert again.now["seat"] is None
        # The games that are over are still there for everybody.
        assert len(guest.get(f"/api/v1/tables/{table}/games")) == 1

    run(go)


def test_whom_the_owner_cannot_remove(browser: NewBrowser) -> None:
    host, guest = browser(), browser()
    table, invite = host.new_table(["me", "open", "bot:random", "me"], wait=True)
    assert guest.join(table, invite).status == 200
    for seat, why in (
        (0, "that is your own seat"),
        (3, "that is your own seat"),
        (2, "nobody sits there who could be removed"),
        (4, "there is no such seat at this table"),
        (-1, "there is no such seat at this table"),
    ):
        refused = remove(host, table, seat)
        assert (refused.status, refused.json["text"]) == (409, why)
    for body in ({"seat": 1}, {"seat": "1", "version": 9}, {"seat": 1, "version": 9, "more": 1}):
        assert host.ask("POST", f"/api/v1/tables/{table}/remove", body).status == 400
    assert remove(host, table, 1).status == 200
    assert remove(host, table, 1).status == 409


def test_all_seats_that_somebody_held_are_open_each_by_itself(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest = browser(), browser()
        table, invite = host.new_table(["open", "me", "me", "open"])
        assert guest.join(table, invite).status == 200
        assert host.ask("POST", f"/api/v1/tables/{table}/leave").status == 409
        gone = await host.open(table)
        # Nobody but the owner holds several seats, so it takes somebody else to own the table.
        origin = {"Origin": host.origin}
        assert gone.now["yours"] == [1, 2]
        assert host.ask("DELETE", "/api/v1/me", headers=origin).status == 200
        new = remove(guest, table, 2).json["invite"]
        tab = await guest.open(table)
        kinds = [seat["kind"] for seat in tab.now["seats"]]
        assert kinds == ["person", "open", "open", "open"]
        for seat in (1, 2, 3):
            who = browser()
            assert who.join(table, new).status == 200
            assert (await who.open(table)).now["yours"] == [seat]
        await tab.until(lambda update: update["status"] == "playing")

    run(go)


def test_an_open_table_is_open_no_longer(browser: NewBrowser) -> None:
    host, guest = browser(), browser()
    table, _ = host.new_table(["me", "open"], open=True, wait=True)
    assert guest.join(table, "").status == 200
    assert table in [each["table"] for each in guest.get("/api/v1/lobby")]
    new = remove(host, table, 1).json["invite"]
    assert table not in [each["table"] for each in guest.get("/api/v1/lobby")]
    assert guest.join(table, "").status == 404
    assert guest.join(table, new).status == 200


def test_what_somebody_added_to_the_next_deal_goes_with_them(browser: NewBrowser) -> None:
    async def go() -> None:
        host, guest, other = browser(), browser(), browser()
        table, invite = host.new_table(["me", "open"], wait=True)
        assert guest.join(table, invite).status == 200
        theirs = await guest.open(table)
        commitment = theirs.now["next_deal"]["commitment"]
        hashes = [contribution_hash(commitment, 1, nonce) for nonce in ("aa" * 32, "bb" * 32)]
        # The same key means nothing when somebody else on that seat says it.
        first = {"commitment": commitment, "hash": hashes[0]}
        assert (await theirs.request("pledge", key="k", **first))["result"] == "ok"
        tab = await host.open(table)
        assert tab.now["next_deal"]["hashes"] == [None, hashes[0]]
        new = remove(host, table, 1).json["invite"]
        assert other.join(table, new).status == 200
        fresh = await other.open(table)
        assert fresh.now["next_deal"]["hashes"] == [None, None]
        second = {"commitment": commitment, "hash": hashes[1]}
        assert (await fresh.request("pledge", key="k", **second))["result"] == "ok"
        await fresh.until(lambda update: update["next_deal"]["hashes"] == [None, hashes[1]])

    run(go)


# ---- races, which the log settles ----


async def with_room(folder: Path, test: Callable[[Hub, Room, list[Person]], Any]) -> None:
    """A table where two sit and wait for the first game, and three people."""
    store = Store(folder)
    hub = Hub(store, Settings(thinkers=0))
    try:
        people = [(await hub.new_person(name))[0] for name in ("Ada", "Bo", "Cy")]
        wish = NewTable(game="swirling-heroes", seats=["me", "open"], wait=True)
        link = await hub.make_table(people[0], wish)
        room = hub.room(link.table)
        assert room is not None
        await hub.join(people[1], room)
        await test(hub, room, people)
    finally:
        await hub.close()
        store.close()


@pytest.mark.parametrize("first", ["remove", "begin"])
def test_a_removal_and_a_beginning_at_once(tmp_path: Path, first: str) -> None:
    async def test(hub: Hub, room: Room, people: list[Person]) -> None:
        def begin() -> Any:
            return room.carry_out(lambda table, dealer: table.next_game(0, "k", dealer), anew=True)

        def removal() -> Any:
            return room.remove(people[0].id, 1, room.table.version)

        both = [removal(), begin()] if first == "remove" else [begin(), removal()]
        won, lost = await asyncio.gather(*both, return_exceptions=True)
        assert won is None
        assert isinstance(lost, Refused)
        rows = [row.kind for row in hub.store.rows(room.id)]
        assert ("remove" in rows, "begin" in rows) == (first == "remove", first == "begin")
        assert (1 in room.sitting) == (1 in hub.store.sitting(room.id)) == (first == "begin")

    asyncio.run(with_room(tmp_path, test))


def test_two_removals_at_once_remove_one(tmp_path: Path) -> None:
    async def test(hub: Hub, room: Room, people: list[Person]) -> None:
        seen = room.table.version
        ada, bo, cy = (person.id for person in people)
        done = await asyncio.gather(
            room.remove(ada, 1, seen), room.remove(ada, 1, seen), return_exceptions=True
        )
        assert [type(each) for each in done] == [type(None), Refused]
        # What somebody wanted who was removed meanwhile is not done to whoever sits there then.
        await hub.join(people[2], room)
        with pytest.raises(Refused, match="do not sit"):
            await room.leave_seat(bo)
        with pytest.raises(Refused, match="somebody else sits there"):
            await room.remove(ada, 1, seen)
        with pytest.raises(Refused, match="only the owner"):
            await room.remove(cy, 0, room.table.version)
        with pytest.raises(Refused, match="only the owner"):
            await room.new_invitation(bo)
        assert room.sitting == hub.store.sitting(room.id) == {0: ada, 1: cy}
        assert hub.store.invite(room.id) == room.invite

    asyncio.run(with_room(tmp_path, test))


class Ear:
    """A socket that keeps what it is sent."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.heard: list[Any] = []

    async def send_text(self, data: str) -> None:
        self.heard.append(json.loads(data))

    async def close(self, code: int, reason: str) -> None:
        """Nobody does."""


def test_what_waits_for_its_turn_is_not_done_for_somebody_who_was_removed(tmp_path: Path) -> None:
    async def test(hub: Hub, room: Room, people: list[Person]) -> None:
        ear = Ear()
        connection = Connection(ear, people[1].id, 1, hub.settings)
        room.enter(connection)
        talking = Conversation(
            cast(Any, ear), room, connection, hub.settings, hub.limits, "192.0.2.1"
        )
        commitment = room.table.next_deal.commitment
        assert commitment
        async with room.lock:
            waiting = asyncio.gather(
                room.remove(people[0].id, 1, room.table.version),
                talking._answer(Pledge(key="k", commitment=commitment, hash="00" * 32)),
                talking._answer(Say(key="l", phrase="hello")),
            )
            await asyncio.sleep(0)  # all three wait for the lock now, the removal first
        await waiting
        await connection.flushed()
        replies = {each["key"]: each["result"] for each in ear.heard if each["type"] == "reply"}
        assert replies == {"k": "illegal", "l": "illegal"}
        assert room.table.next_deal.hashes == {}
        assert hub.store.said(room.id, 9) == []

    asyncio.run(with_room(tmp_path, test))


# ---- the table without a server ----


@pytest.mark.parametrize("game", game_ids())
def test_a_table_with_somebody_new_goes_on_as_its_log_says(game: str) -> None:
    seated = Seated(game, ["person", "person"])
    table = seated.table
    with pytest.raises(Refused, match="is being played"):
        owner.remove(table, 0, 1, table.version)
    seated.take(commands.stand_in(table, 0, "for B", 1, "casual", away=True))
    seated.take(table.resign(0, "enough"))
    totals = table.totals
    change = owner.remove(table, 0, 1, table.version)
    assert (change.asked, change.gets_up, change.invites) == ((), 1, True)
    seated.take(change)
    assert table.taken == [True, False]
    assert table.bot_playing(1) is None  # nobody is there for whom a bot could play
    assert table.totals == totals  # which count for seats
    assert table.longest == [0]
    seated.take(table.sit(1, DEALER))
    assert table.longest == [0, 1]
    again = seated.folded()
    assert (again.taken, again.seated_at, again.before) == (
        table.taken,
        table.seated_at,
        table.before,
    )
    assert table.game_over
    seated.take(table.next_game(1, "go on", DEALER))
    assert table.contributions == {}
    rng = SeededRng(1)
    for _ in range(5):
        seated.answer(table.asked[rng.below(len(table.asked))])
    assert seated.folded().state.key() == table.state.key()
