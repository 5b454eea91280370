"""100,000 frames that make no sense, or sense for somebody else: nothing breaks or changes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from halfturn.core import SeededRng
from tests.support.http_client import Browser, Json, Tab, run
from tests.support.postgres import ON_POSTGRES
from tests.support.server_process import Running, quick
from tests.support.stored_data import everything

FRAMES = 10_000 if ON_POSTGRES else 100_000
CLOSES = {1002, 1003, 1007, 1008, 1009}
VALUES: list[Json] = [
    None, True, 0, -1, 2**53 + 1, 10**400, 1.5, "", "x", "\u202e", "\x00", [], {}, [[]], ["a"] * 70,
    "1.0", "0123@0,0", {"key": "k"}, "move", "hello", "'; DROP TABLE log; --", "../" * 20,
]  # fmt: skip


def log_hash(server: Running) -> str:
    found = everything(server.data)
    assert found["log"]
    return hashlib.sha256(repr((found["log"], found["seats"])).encode()).hexdigest()


class Fuzzer:
    """Makes frames out of what a browser could have sent."""

    def __init__(self, seed: int, token: str, choices: list[str]) -> None:
        self._rng = SeededRng(seed)
        self._token = token
        self._choices = choices
        self._keys = 0

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self._rng.below(len(options))]

    def message(self) -> Json:
        """Sense, but for another seat or another time."""
        self._keys += 1
        key = f"fuzz-{self._keys}"
        token = self.pick([self._token, "1.0", "1.1", "0.0", "2.0", ""])
        answer = self.pick(self._choices)
        return self.pick(
            [
                {"type": "move", "key": key, "token": token, "answers": [answer]},
                {"type": "move", "key": key, "token": token, "answers": [answer, answer]},
                {"type": "preview", "key": key, "token": token, "answer": answer},
                {
                    "type": "preview",
                    "key": key,
                    "token": token,
                    "answer": answer,
                    "before": [self.pick(self._choices)],
                },
                {"type": "scratch", "key": key, "token": token, "groups": [[answer]]},
                {"type": "layout", "key": key, "cards": [answer], "near": [[answer], []]},
                {"type": "next", "key": key},
                {"type": "hello", "seen": self._rng.below(40)},
                {"type": "hint", "key": key, "token": token},
                {"type": "undo", "key": key, "ask": True},
                {"type": "agree", "key": key, "asking": self._rng.below(20), "yes": True},
                {"type": "stand_in", "key": key, "seat": self.pick([-1, 2, 7]), "bot": answer},
                {"type": "come_back", "key": key},
                {"type": "holiday", "key": key, "days": 1},
                {"type": "say", "key": key, "text": answer},
            ]
        )

    def frame(self) -> Any:
        message = self.message()
        how = self._rng.below(10)
        if how < 4:
            return json.dumps(message)
        if how < 8:
            return json.dumps(self.twisted(message))
        text = json.dumps(message)
        if how == 8:
            return self.torn(text)
        return self.pick([text.encode(), b"\xff" + text.encode(), [text[:9], text[9:]], text * 200])

    def twisted(self, message: dict[str, Json]) -> Json:
        """A part left out, added, or of the wrong kind; never somebody's own resignation."""
        name = self.pick(list(message))
        how = self._rng.below(4)
        if how == 0:
            return {each: value for each, value in message.items() if each != name}
        if how == 1:
            return {**message, self.pick(["extra", "seat", "__class__", ""]): self.pick(VALUES)}
        if how == 2:
            return {**message, name: self.pick(VALUES)}
        return self.pick([[message], {"type": "update", **message}, message["type"], None, 17])

    def torn(self, text: str) -> Any:
        at = self._rng.below(len(text))
        odd = self.pick(
            ["", "\x00", '"', "}", "[" * 500, "\u2028", "9" * 4000, "\\ud800", "😀", ","]
        )
        return text[:at] + odd + text[at + self._rng.below(3) :]


async def send(tab: Tab, frame: str | bytes | list[str]) -> None:
    if isinstance(frame, bytes) and frame.startswith(b"\xff"):
        await tab.socket.send(frame, text=True)  # text that is no UTF-8
    else:
        await tab.socket.send(frame)


async def one_of_many(
    open_tab: Callable[[], Any], fuzzer: Fuzzer, count: int, outcomes: Counter[str]
) -> None:
    tab = await open_tab()
    for _ in range(count):
        frame = fuzzer.frame()
        try:
            await send(tab, frame)
            answer = await tab.hear()
            outcomes[answer.get("result", answer["type"])] += 1
            assert answer.get("result") not in ("ok", "dup"), (frame, answer)
        except ConnectionClosed as error:
            code = error.rcvd.code if error.rcvd else 1006
            assert code in CLOSES, (code, frame)
            outcomes[str(code)] += 1
            tab = await open_tab()


async def all_or_none(jobs: Iterable[Coroutine[None, None, None]]) -> None:
    """Do all of it; where one fails the others end, too, and open no further tabs."""
    tasks = [asyncio.ensure_future(job) for job in jobs]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def fuzz(server: Running, frames: int) -> Counter[str]:
    """Send so many frames; returns what became of them."""
    outcomes: Counter[str] = Counter()

    async def go() -> None:
        workers = []
        for number in range(4):
            host, guest = Browser(server.port), Browser(server.port)
            table, invite = host.new_table(["me", "open"], options=["first_player=A"])
            assert guest.join(table, invite).status == 200
            asked = await host.open(table)
            question = asked.now["question"]
            choices = [choice["text"] for choice in question["choices"]]
            fuzzer = Fuzzer(number, question["token"], choices)
            await asked.close()
            # Half of them watch; the others sit there, but it is not their turn.
            who = guest if number % 2 else Browser(server.port)
            workers.append((lambda who=who, table=table: who.open(table), fuzzer))
        before = log_hash(server)
        begin = time.monotonic()
        await all_or_none(one_of_many(*worker, frames // 4, outcomes) for worker in workers)
        print(f"{frames} frames in {time.monotonic() - begin:.1f} s: {dict(outcomes)}")
        assert log_hash(server) == before

    run(go)
    return outcomes


def test_a_server_where_anybody_may_move_is_caught(tmp_path: Path) -> None:
    with quick(tmp_path, "anybody") as lax, pytest.raises(AssertionError, match="'ok'"):
        fuzz(lax, 8000)


def test_no_frame_breaks_or_changes_anything(
    server: Running, browser: Callable[[], Browser]
) -> None:
    outcomes = fuzz(server, FRAMES)
    assert sum(outcomes.values()) == FRAMES
    assert set(outcomes) >= {"illegal", "stale", "error", "update", "1003", "1007", "1008", "1009"}
    assert browser().get("/api/v1/me") == {"name": ""}
    assert "Traceback" not in server.complaints
    assert "ERROR" not in server.complaints


def test_frames_that_break_the_websocket_itself(
    server: Running, browser: Callable[[], Browser]
) -> None:
    raw = {
        "not masked": b"\x81\x02hi",
        "a reserved bit": b"\xc1\x82\x00\x00\x00\x00hi",
        "an unknown opcode": b"\x83\x80\x00\x00\x00\x00",
        "a long control frame": b"\x89\xfe\x00\x80\x00\x00\x00\x00" + b"x" * 128,
        "a piece without a beginning": b"\x80\x82\x00\x00\x00\x00hi",
        "sixteen megabytes announced": b"\x81\xff\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00",
    }

    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        for what, frame in raw.items():
            tab = await one.open(table)
            tab.socket.transport.write(frame)
            assert await tab.closed() in CLOSES, what
        many = await one.open(table)
        many.socket.transport.write(
            b"\x01\x81\x00\x00\x00\x00x" + b"\x00\x81\x00\x00\x00\x00x" * 9000
        )
        assert await many.closed() == 1009

    run(go)
    assert "Traceback" not in server.complaints


def test_texts_come_in_pieces_and_together(server: Running, browser: Callable[[], Browser]) -> None:
    """However the network cuts them, short or long, before a sign of life and after it."""

    def ping(number: int, blanks: int = 0) -> bytes:
        data = f'{{"type":"ping","key":"k{number}"{" " * blanks}}}'.encode()
        size = bytes([0x80 | len(data)]) if blanks == 0 else b"\xfe" + len(data).to_bytes(2, "big")
        return b"\x81" + size + b"\1\2\3\4" + bytes(b ^ (i % 4 + 1) for i, b in enumerate(data))

    alive = b"\x89\x80\x00\x00\x00\x00"
    texts = [ping(0), ping(1, 200), ping(2), ping(3, 300), alive, ping(4), ping(5, 200)]

    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        for size in (1, 3, 7, 300, 5000):
            tab = await one.open(table)
            line = b"".join(texts)
            for at in range(0, len(line), size):
                tab.socket.transport.write(line[at : at + size])
                await asyncio.sleep(0)
            assert [(await tab.hear())["key"] for _ in range(6)] == [f"k{n}" for n in range(6)]
            await tab.close()

    run(go)
    assert "Traceback" not in server.complaints
