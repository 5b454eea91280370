"""Twin worlds over real sockets: `python -m tests.support.twin_servers --pairs 20`.

Two servers, two processes. On both the same people sit down to the same game; the deals, or
the hands that people choose, differ in what one viewer may not see. Everybody then plays the
same, the viewer pries wherever it can, and every byte that the viewer was sent by one server,
over HTTP and over the WebSocket, has to be the one that the other server sent.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from halfturn.core import SeededRng
from halfturn.core.language import languages
from halfturn.core.registry import load
from tests.support.dictated_server import FILE_NAME
from tests.support.recording_client import RawBot, RawBrowser
from tests.support.server_process import Running

GAME = "swirling-heroes"
HAND = 6
WATCHER = -1
Deal = list[list[str]]
"""The cards of each seat."""


@dataclass(frozen=True)
class Case:
    """What is played, and who must not see the difference."""

    hands: str
    seats: int
    viewer: int
    same_cards: bool
    """Whether hidden hands hold the same cards in both worlds, got in another order."""
    bot: bool = False
    """Whether the viewer is a bot of somebody's, which reads lines."""
    removed: bool = False
    """Whether the last seat is that of somebody who was removed: it is they who watch, and the
    viewer may be whoever took the seat after them."""


def cases() -> Iterator[Case]:
    """Every seat and a spectator, of two to four seats, with hands dealt and chosen; and bots."""
    for hands in ("random", "choose"):
        for seats in (2, 3, 4):
            for viewer in (*range(seats), WATCHER):
                for same_cards in (True, False):
                    yield Case(hands, seats, viewer, same_cards)
        for viewer in (0, 1, WATCHER):
            yield Case(hands, 2, viewer, False, bot=True)
            yield Case(hands, 2, viewer, False, removed=True)


@dataclass
class Found:
    """What a comparison came to."""

    pairs: int = 0
    ends: int = 0
    """Pairs that came to the end of the game; the others ended when no common move was left."""
    chunks: int = 0
    """Frames and answers that were compared."""
    bytes: int = 0
    different: int = 0

    def __str__(self) -> str:
        return (
            f"{self.pairs} pairs of games, {self.ends} played to the end, {self.chunks} frames "
            f"and answers of {self.bytes / 1e6:.1f} MB compared: {self.different} differ"
        )


class World:
    """One server, and one game there with a browser for every seat and for a spectator."""

    def __init__(self, server: Running, deals: list[str]) -> None:
        self._server = server
        self._deals = deals

    async def sit_down(self, case: Case, deal: Deal, language: str) -> None:
        dealt = [f"deal:{card}" for hand in deal for card in hand]
        if case.removed:
            self._deals.append("")  # the game that is played before
        self._deals.append(" ".join(dealt if case.hands == "random" else []))
        (self._server.data / FILE_NAME).write_text("\n".join(self._deals) + "\n", "ascii")
        self.who = {seat: RawBrowser(self._server.port) for seat in (*range(case.seats), WATCHER)}
        self.who[case.viewer] = RawBrowser(self._server.port, language)
        if case.bot:
            self.who[case.viewer] = spy = RawBot(self._server.port, language)
            await spy.born(RawBrowser(self._server.port))
        host = self.who[0]
        wish = {
            "game": GAME,
            "seats": ["me", *["open"] * (case.seats - 1)],
            "preset": case.hands,
            "options": ["first_player=A"],
            "hints": True,
        }
        link = await host.ask("POST", "/api/v1/tables", wish)
        table = link["table"]
        # The viewer has the game drawn, too.
        columns = {case.viewer: 60}
        await host.open(table, columns.get(0, 0))
        if case.removed:
            link = await self._removed(table, link, columns.get(WATCHER, 0))
        else:
            await self.who[WATCHER].open(table, columns.get(WATCHER, 0))
        for seat in range(1, case.seats):
            guest = self.who[seat]
            await guest.ask("POST", f"/api/v1/tables/{table}/join", {"invite": link["invite"]})
            await guest.open(table, columns.get(seat, 0))
        if case.removed:
            await self.everybody_reaches((await host.request("next"))["version"])
        await self.everybody_reaches(self.who[case.seats - 1].now["version"])

    async def _removed(self, table: str, link: Any, columns: int) -> Any:
        """Somebody plays a game and is removed; returns the new invitation."""
        host, gone = self.who[0], self.who[WATCHER]
        await gone.ask("POST", f"/api/v1/tables/{table}/join", {"invite": link["invite"]})
        await gone.open(table, columns)
        over = (await gone.request("resign"))["version"]
        await host.reach(over)
        wish = {"seat": 1, "version": over}
        link = await host.ask("POST", f"/api/v1/tables/{table}/remove", wish)
        await self.everybody_reaches_if_here(over + 1)
        return link

    async def everybody_reaches_if_here(self, version: int) -> None:
        for each in self.who.values():
            if each.now:
                await each.reach(version)

    async def everybody_reaches(self, version: int) -> None:
        for each in self.who.values():
            await each.reach(version)

    def choices(self, seat: int) -> list[str]:
        question = self.who[seat].now["question"]
        return [choice["text"] for choice in question["choices"]] if question else []

    @property
    def asked(self) -> list[int]:
        return list(self.who[0].now["asked"])

    async def answer(self, seat: int, answers: Sequence[str]) -> None:
        player = self.who[seat]
        token = player.now["question"]["token"]
        reply = await player.request("move", token=token, answers=list(answers))
        assert reply["result"] == "ok", reply
        await self.everybody_reaches(reply["version"])

    async def pry(self, viewer: int, choice: str) -> None:
        """Ask for what is not the viewer's business, and for nonsense."""
        spy = self.who[viewer]
        question = spy.now["question"]
        token = question["token"] if question else "1.0"
        await spy.request("move", token=token, answers=["0123@40,40" if question else choice])
        await spy.request("move", token="1.99", answers=[choice])
        await spy.request("preview", token=token, answer=choice)
        await spy.request("preview", token=token, answer="nonsense")
        await spy.request("agree", asking=1, yes=True)
        if not question:
            await spy.request("hint", token=token)
        await spy.greet(spy.now["version"] - 2)
        await spy.ask("GET", "/api/v1/tables")

    async def take_back(self, seat: int) -> bool:
        """The seat takes back what it just answered; False where that is not allowed."""
        reply = await self.who[seat].request("undo")
        if reply.get("result") == "ok":
            await self.everybody_reaches(reply["version"])
        return bool(reply.get("result") == "ok")

    async def hint(self, seat: int) -> None:
        """The seat asks what would be good."""
        player = self.who[seat]
        await player.request("hint", token=player.now["question"]["token"])

    async def leave(self, viewer: int) -> list[bytes]:
        """Everything the viewer was sent."""
        spy = self.who[viewer]
        await spy.request("preview", token="", answer="")  # behind all that was on its way
        if isinstance(spy, RawBot):
            await spy.look()
        for each in self.who.values():
            await each.close()
        return spy.bytes


def shuffled(cards: Sequence[str], rng: SeededRng) -> list[str]:
    left = list(cards)
    return [left.pop(rng.below(len(left))) for _ in cards]


def two_deals(case: Case, rng: SeededRng) -> tuple[Deal, Deal]:
    """The viewer's own hand alike, all others in another order or with another card."""
    first = load(GAME).start(2, {"hands": "random"}).decision
    assert first is not None
    deck = [str(option).removeprefix("deal:") for option in first.options]
    ours: Deal = []
    theirs: Deal = []
    for seat in range(case.seats):
        cards = shuffled(deck, rng)
        hand, spare = cards[:HAND], cards[HAND]
        other = hand if seat == case.viewer else shuffled(hand, rng)
        if seat != case.viewer and not case.same_cards:
            other = [spare if card == hand[0] else card for card in other]
        ours.append(hand)
        theirs.append(other)
    return ours, theirs


async def play_pair(case: Case, worlds: Sequence[World], seed: int, found: Found) -> None:
    """One game in both worlds, and the comparison."""
    rng = SeededRng(f"{case} {seed}")
    deals = two_deals(case, rng)
    language = languages()[seed % len(languages())]
    await asyncio.gather(
        *(world.sit_down(case, deal, language) for world, deal in zip(worlds, deals, strict=True))
    )
    if case.hands == "choose":
        await choose_hands(case, worlds, deals, rng)
    over = await play_alike(case, worlds, rng)
    ours, theirs = await asyncio.gather(*(world.leave(case.viewer) for world in worlds))
    found.pairs += 1
    found.ends += over
    found.chunks += len(ours)
    found.bytes += sum(map(len, ours))
    found.different += abs(len(ours) - len(theirs))
    found.different += sum(a != b for a, b in zip(ours, theirs, strict=False))


async def choose_hands(
    case: Case, worlds: Sequence[World], deals: Sequence[Deal], rng: SeededRng
) -> None:
    """Everybody builds a hand, in whatever order they are asked, by ones and twos."""
    left = [[list(hand) for hand in deal] for deal in deals]
    while any(left[0]):
        seats = [seat for seat in worlds[0].asked if left[0][seat]]
        seat = seats[rng.below(len(seats))]
        count = min(1 + rng.below(2), len(left[0][seat]))
        prying = rng.below(3) == 0
        for world, hands in zip(worlds, left, strict=True):
            picks = [f"pick:{hands[seat].pop(0)}" for _ in range(count)]
            if prying:
                await world.pry(case.viewer, "pick:0123")
            await world.answer(seat, picks)


async def play_alike(case: Case, worlds: Sequence[World], rng: SeededRng) -> bool:
    """The same answers in both worlds, as long as there are any."""
    while asked := worlds[0].asked:
        seat = asked[0]
        theirs = worlds[1].choices(seat)
        common = [choice for choice in worlds[0].choices(seat) if choice in theirs]
        if not common:
            return False
        choice = common[rng.below(len(common))]
        prying, taking_back = rng.below(3) == 0, rng.below(6) == 0
        hinted = seat == case.viewer and rng.below(12) == 0
        for world in worlds:
            if prying:
                await world.pry(case.viewer, choice)
            if hinted:
                await world.hint(seat)
            await world.answer(seat, [choice])
        if taking_back:
            allowed = [await world.take_back(seat) for world in worlds]
            assert allowed[0] == allowed[1]
    return True


async def compare(
    folder: Path, chosen: Sequence[Case], pairs: int, mutant: str = "", seed: int = 0
) -> Found:
    """So many pairs of games for each case."""
    words = ("--mutant", mutant) if mutant else ()
    found = Found()
    with (
        Running(folder / "1", *words, module="tests.support.dictated_server") as one,
        Running(folder / "2", *words, module="tests.support.dictated_server") as two,
    ):
        worlds = [World(one, []), World(two, [])]
        for case in chosen:
            for number in range(pairs):
                await play_pair(case, worlds, seed + number, found)
                if mutant and found.different:
                    break
        for server in (one, two):
            assert "Traceback" not in server.complaints, server.complaints
    return found


def main() -> int:
    words = argparse.ArgumentParser(description="Compare twin worlds byte by byte.")
    words.add_argument("--pairs", type=int, default=20, help="for each case")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--mutant", default="")
    given = words.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(
            compare(Path(folder), list(cases()), given.pairs, given.mutant, given.seed)
        )
    print(f"{found}, in {time.monotonic() - begin:.0f} s")
    return 1 if found.different else 0


if __name__ == "__main__":
    sys.exit(main())
