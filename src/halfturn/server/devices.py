"""One person on several devices: a code that is typed on the other one, good once and not for long.

Codes are kept in memory alone; who holds one would be that person, so they are like passwords.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from typing import Final

LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without those that are easily taken for one another."""
LENGTH: Final = 8
GOOD_FOR: Final = 300
"""Seconds."""
MOST_CODES: Final = 1000


class Codes:
    """The codes that are good now, and the cookie's token that each stands for."""

    def __init__(self) -> None:
        self._tokens: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def new(self, token: str) -> str:
        """A code for whoever holds a token; an older one of theirs is good no more."""
        for code, (other, _) in list(self._tokens.items()):
            if secrets.compare_digest(other, token):
                del self._tokens[code]
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._tokens[code] = token, time.monotonic() + GOOD_FOR
        while len(self._tokens) > MOST_CODES:
            self._tokens.popitem(last=False)
        return code

    def use(self, code: str) -> str | None:
        """The token that a code stands for, once; None for one that is not good."""
        found = self._tokens.pop(code.upper().replace("-", "").replace(" ", ""), None)
        if found is None or found[1] < time.monotonic():
            return None
        return found[0]
