"""Fair deals: every draw of a game follows from material that was fixed before the first card.

The server commits to a secret of 32 random bytes by publishing its SHA-256. Each seat that takes
part commits to a nonce in the same way. When the set of hashes is frozen, the seats reveal their
nonces, and the game begins. The secret is published when the game is over, and then anybody can
repeat every draw. All messages below are ASCII, numbers are decimal, hashes and nonces lower-case
hexadecimal.

- The hash of a contribution is SHA-256("halfturn contribution COMMITMENT SEAT NONCE"), with the
  hash of the secret and the letter of the seat.
- The key is HMAC-SHA256(secret, M). M is "halfturn deal COMMITMENT" and, for every seat that took
  part, A to H, a line feed and "SEAT HASH NONCE".
- Block b = 0, 1, 2 ... of a draw is HMAC-SHA256(key, "halfturn draw ORDINAL ATTEMPT b"), read as
  four unsigned big-endian numbers of 64 bits. ORDINAL counts the draws in force in this game from
  1; ATTEMPT is how many draws with this ordinal were made before and taken back.
- The first number below the greatest multiple of the sum of weights, modulo that sum, points into
  the weights, laid end to end in the order of the options.

This is scheme 2. Under scheme 1 seats added a text in the open, the key was the secret or
HMAC-SHA256(secret, "halfturn seats" and a line "SEAT TEXT" for each), and the message of a block
was "halfturn draw VERSION b" with the version that the draw had in the log of the table. Games
that began under it are played on and verified by it; no game begins under it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from halfturn.core import Decision, Option, draw, seat_letter

SCHEME: Final = 2
"""By which games that begin now are dealt."""
SCHEMES: Final = (1, SCHEME)
SECRET_BYTES: Final = 32
WORD: Final = 1 << 64


class DrawId(NamedTuple):
    """Which draw is wanted."""

    version: int
    """Of the row of the log that it becomes: scheme 1 goes by that."""
    ordinal: int
    """Its number among the draws in force in this game, from 1."""
    attempt: int = 0
    """How many draws with this ordinal have been taken back."""

    @property
    def text(self) -> str:
        """How a record names it under scheme 2."""
        return f"{self.ordinal}.{self.attempt}" if self.attempt else str(self.ordinal)


class Undone(NamedTuple):
    """An undo, and the draws that were taken back with it."""

    version: int
    seat: int
    agreed: bool
    """Whether everybody had to agree."""
    draws: tuple[DrawId, ...] = ()


class VoidDeal(NamedTuple):
    """A deal that was given up before the game began, because seats did not reveal their nonces."""

    commitment: str
    secret: str
    """In hexadecimal; it is public, since nothing is dealt from it."""
    seats: tuple[int, ...]


class Dealer(Protocol):
    """Who answers for CHANCE at a table."""

    @property
    def scheme(self) -> int:
        """By which scheme it deals."""

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the first draw."""

    @property
    def secret(self) -> bytes:
        """The secret itself: for the store, and for everybody once the game is over."""

    def draw(self, decision: Decision, which: DrawId) -> Option:
        """CHANCE's answer."""


Contributions = Mapping[int, str]
"""What seats have added to a deal: nonces, or texts under scheme 1."""

Deal = Callable[[bytes, Contributions, int], Dealer]
"""Makes the dealer for a secret under a scheme: FairDealer, or one whose draws a test dictates."""


def new_secret() -> bytes:
    """Return a secret that nobody can foresee."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_to(secret: bytes) -> str:
    """Return the hash that is published before anything is drawn from a secret."""
    return hashlib.sha256(secret).hexdigest()


def contribution_hash(commitment: str, seat: int, nonce: str) -> str:
    """Return the hash that a seat publishes before it reveals its nonce."""
    message = f"halfturn contribution {commitment} {seat_letter(seat)} {nonce}"
    return hashlib.sha256(message.encode()).hexdigest()


def deal_key(secret: bytes, contributions: Contributions, scheme: int = SCHEME) -> bytes:
    """Return the key that the draws of a game are made with."""
    if scheme == 1:
        if not contributions:
            return secret
        lines = [f"{seat_letter(seat)} {text}" for seat, text in sorted(contributions.items())]
        return hmac.digest(secret, "\n".join(["halfturn seats", *lines]).encode(), "sha256")
    commitment = commitment_to(secret)
    lines = [
        f"{seat_letter(seat)} {contribution_hash(commitment, seat, nonce)} {nonce}"
        for seat, nonce in sorted(contributions.items())
    ]
    message = "\n".join([f"halfturn deal {commitment}", *lines])
    return hmac.digest(secret, message.encode(), "sha256")


class FairDealer:
    """Draws from the secret, what the seats added to it, and the draw's place in the game."""

    def __init__(
        self,
        secret: bytes,
        contributions: Contributions | None = None,
        scheme: int = SCHEME,
    ) -> None:
        if scheme not in SCHEMES:
            raise ValueError(f"expected scheme 1 or 2, got {scheme}")
        self.secret = secret
        self.scheme = scheme
        self._key = deal_key(secret, contributions or {}, scheme)

    @property
    def commitment(self) -> str:
        """The hash of the secret."""
        return commitment_to(self.secret)

    def draw(self, decision: Decision, which: DrawId) -> Option:
        """Pick one of the options by their weights, in the order that the rules give them."""
        if self.scheme == 1:
            name = str(which.version)
        else:
            name = f"{which.ordinal} {which.attempt}"
        return draw(decision, WordRng(words(self._key, name)))

    def __repr__(self) -> str:
        return "FairDealer(…)"  # never the secret, wherever this is printed


def words(key: bytes, name: str) -> Iterator[int]:
    """Yield the numbers of 64 bits that a draw is made from, as many as are wanted."""
    block = 0
    while True:
        digest = hmac.digest(key, f"halfturn draw {name} {block}".encode(), "sha256")
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
