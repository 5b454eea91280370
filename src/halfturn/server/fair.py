"""Fair deals: everything is drawn from one secret, fixed by its hash before the first card.

A game's secret is 32 random bytes; its SHA-256 is told before anything is
drawn, the secret itself when the game is over. The draw that became row
`version` of the log is made like this, and can be made again by anybody:

- block b = 0, 1, 2 … is HMAC-SHA256(secret, "halfturn draw VERSION b"), read as
  four unsigned big-endian numbers of 64 bits;
- the first number below the greatest multiple of the sum of weights, modulo
  that sum, points into the weights, laid end to end in the order of the options.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from halfturn.core import Decision, Option, draw

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


Deal = Callable[[bytes], Dealer]
"""Who deals from a secret: FairDealer, or somebody whom a test tells what to deal."""


def new_secret() -> bytes:
    """What nobody can foresee."""
    return secrets.token_bytes(SECRET_BYTES)


class FairDealer:
    """Answers from the secret and the row's version alone."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @property
    def commitment(self) -> str:
        """The hash of the secret."""
        return hashlib.sha256(self.secret).hexdigest()

    def draw(self, decision: Decision, version: int) -> Option:
        """A weighted pick over the options in the order that the rules give them."""
        return draw(decision, WordRng(words(self.secret, version)))

    def __repr__(self) -> str:
        return "FairDealer(…)"  # never the secret, wherever this is printed


def words(secret: bytes, version: int) -> Iterator[int]:
    """The numbers of 64 bits that a draw is made from, as many as are wanted."""
    block = 0
    while True:
        message = f"halfturn draw {version} {block}".encode()
        digest = hmac.digest(secret, message, "sha256")
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
