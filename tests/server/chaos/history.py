"""What the clients know: what they sent, what they were told, and when."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec


@dataclass
class Told:
    """One reply to a request."""

    result: str
    version: int
    at: float


@dataclass
class Request:
    """One request, however often it was sent."""

    table: str
    seat: int
    key: str
    message: dict[str, Any]
    at: float
    sent: int = 0
    replies: list[Told] = field(default_factory=list)

    @property
    def row_key(self) -> str:
        return f"{self.seat}:{self.key}"

    @property
    def acknowledged(self) -> list[Told]:
        return [told for told in self.replies if told.result in ("ok", "dup")]


@dataclass
class Stream:
    """What one seat was shown, as a hash for every version."""

    table: str
    seat: int
    digest: str = ""
    shown: list[tuple[int, str]] = field(default_factory=list)

    def take(self, update: dict[str, Any]) -> None:
        if update["whole"]:
            self.digest = ""
        for happening in update["happenings"]:
            self.digest = chained(self.digest, happening["event"])
        if update["status"] != "waiting":
            self.shown.append((update["version"], self.digest))


def chained(digest: str, event: Any) -> str:
    """The hash of a story that goes on with one more event."""
    text = digest.encode() + msgspec.json.encode(event, order="sorted")
    return hashlib.sha256(text).hexdigest()


@dataclass
class History:
    """Everything, of all clients."""

    requests: list[Request] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    resent: int = 0
    stale_tries: int = 0
    latencies: list[float] = field(default_factory=list)
