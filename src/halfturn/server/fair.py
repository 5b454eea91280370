"""Fair deals: everything is drawn from one secret, fixed by its hash before the first card.

A game's secret is 32 random bytes; its SHA-256 is told before the game begins,
the secret itself when it is over. In between every seat may contribute a text
of its own, so that whoever chose the secret did not choose the deal. The draw
that became row `version` of the log is made like this, and can be made again by
anybody:

- the key is the secret; or, if anybody contributed, HMAC-SHA256(secret, M), where
  M is "halfturn seats" and a line "A TEXT" for every seat that did, A to H, each
  after a line feed;
- block b = 0, 1, 2 … is HMAC-SHA256(key, "halfturn draw VERSION b"), read as
  four unsigned big-endian numbers of 64 bits;
- the first number below the greatest multiple of the sum of weights, modulo
  that sum, points into the weights, laid end to end in the order of the options.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final, Protocol

from halfturn.core import Decision, Option, draw, seat_letter

SECRET_BYTES: Final = 32
WORD: Final = 1 << 64


class Dealer(Protocol):
    """Who answers for CHANCE at a table."""

    @property
    def commitment(self) -> str:
        """The hash of the secret, told before the first draw."""

    @property
    def secret(self) -> bytes:
        """The secret itself: for the store, and for everybody once the game is over."""

    def draw(self, decision: Decision, version: int) -> Option:
        """CHANCE's answer that becomes this row of the log."""


Contributions = Mapping[int, str]
"""What seats have added to a deal."""

Deal = Callable[[bytes, Contributions], Dealer]
"""Who deals from a secret: FairDealer, or somebody whom a test tells what to deal."""


def new_secret() -> bytes:
    """What nobody can foresee."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_to(secret: bytes) -> str:
    """What is told of a secret before anything is drawn from it."""
    return hashlib.sha256(secret).hexdigest()


def mixed(secret: bytes, contributions: Contributions) -> bytes:
    """The key that draws are made with."""
    if not contributions:
        return secret
    lines = [f"{seat_letter(seat)} {text}" for seat, text in sorted(contributions.items())]
    return hmac.digest(secret, "\n".join(["halfturn seats", *lines]).encode(), "sha256")


class FairDealer:
    """Answers from the secret, what the seats added to it, and the row's version alone."""

    def __init__(self, secret: bytes, contributions: Contributions | None = None) -> None:
        self.secret = secret
        self._key = mixed(secret, contributions or {})

    @property
    def commitment(self) -> str:
        """The hash of the secret."""
        return commitment_to(self.secret)

    def draw(self, decision: Decision, version: int) -> Option:
        """A weighted pick over the options in the order that the rules give them."""
        return draw(decision, WordRng(words(self._key, version)))

    def __repr__(self) -> str:
        return "FairDealer(…)"  # never the secret, wherever this is printed


def words(key: bytes, version: int) -> Iterator[int]:
    """The numbers of 64 bits that a draw is made from, as many as are wanted."""
    block = 0
    while True:
        message = f"halfturn draw {version} {block}".encode()
        digest = hmac.digest(key, message, "sha256")
        for at in range(0, len(digest), 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


class WordRng:
    """Numbers below n from words of 64 bits, without bias: words past the last full n are left."""

    def __init__(self, source: Iterator[int]) -> None:
        self._source = source

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if not 0 < n <= WORD:
            raise ValueError(f"expected a range of 1 to 2**64 numbers, got {n}")
        bound = WORD - WORD % n
        return next(word for word in self._source if word < bound) % n
