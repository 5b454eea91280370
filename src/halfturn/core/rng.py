"""Where unpredictability comes from: handed in from outside, never part of a state."""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

from mypy_extensions import i64


class Rng(Protocol):
    """A source of whole numbers. Bots, tests and tables each bring their own."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""


class SystemRng:
    """The operating system's randomness: for cards that somebody will play with."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 that nobody can foresee."""
        return secrets.randbelow(n)


class SeededRng:
    """The same numbers for the same seed, on every machine: for bots and experiments.

    Marsaglia's multiply-with-carry with 32-bit words: it stays within a signed
    64-bit integer, so plain and compiled code give the same numbers. It can be
    foreseen, so no table deals from it.
    """

    def __init__(self, seed: int | str) -> None:
        digest = hashlib.sha256(f"halfturn {seed}".encode()).digest()
        self._mix: i64 = 1 + int.from_bytes(digest[:7], "big")
        for _ in range(8):
            self._word()

    def _word(self) -> i64:
        mix: i64 = 698769069 * (self._mix & 0xFFFFFFFF) + (self._mix >> 32)
        self._mix = mix
        return mix & 0xFFFFFFFF

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, without bias: words past the last full n are drawn again."""
        if not 0 < n <= 0x100000000:
            raise ValueError(f"expected a range of 1 to 2**32 numbers, got {n}")
        size: i64 = n
        bound: i64 = 0x100000000 - 0x100000000 % size
        word = self._word()
        while word >= bound:
            word = self._word()
        return word % size
