"""People's own bots: somebody with a name and a token, who is shown as a bot at every table.

A token is to a bot what the cookie is to a person, and one is never taken for the other. What is
stored of it is its hash. Revoked, it is good no more; its seats are still those of that bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from halfturn.server.ops.settings import Settings
from halfturn.server.people.identity import Person, new_person, new_token, token_hash
from halfturn.server.protocol.own_bots import OwnBot, Scope
from halfturn.server.storage.store import Store
from halfturn.server.transport.rate_limits import Buckets

PREFIX: Final = "hb_"
"""By which a token is known where it should not be, in a public repository for instance."""
MOST_KNOWN: Final = 10_000
SCOPES: Final[tuple[Scope, ...]] = ("read", "play")


class TooManyBots(Exception):
    """Somebody has as many bots as they may."""


class KnownBot(NamedTuple):
    """Who a token stands for."""

    person: Person
    owner: int
    scopes: frozenset[str]


class OwnBots:
    """All of them: made, known by their tokens, and revoked."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._most = settings.bots_per_person
        self._owners: dict[int, int | None] = {}
        self.wishes = Buckets(settings.bot_tokens)
        self.moves = Buckets(settings.bot_moves)

    async def make(self, owner: Person, name: str, scopes: Sequence[Scope]) -> tuple[OwnBot, str]:
        """A bot of somebody's, and its token; raises TooManyBots."""
        if len(self.of(owner)) >= self._most:
            raise TooManyBots
        bot, token = new_person(name), PREFIX + new_token()
        words = " ".join(scope for scope in SCOPES if scope in scopes)
        await self._store.add_bot(bot, owner.id, token_hash(token), words)
        (made,) = [each for each in self.of(owner) if each.id == str(bot.id)]
        return made, token

    def of(self, owner: Person) -> list[OwnBot]:
        """Somebody's bots whose tokens are good."""
        return [
            OwnBot(id=str(id), name=name, scopes=_read(scopes), made_at=made_at)
            for id, name, scopes, made_at, good in self._store.bots_of(owner.id)
            if good
        ]

    def one_of(self, owner: Person, id: str) -> Person | None:
        """One of somebody's bots; None for all others."""
        for bot in self.of(owner):
            if bot.id == id:
                return Person(int(bot.id), bot.name)
        return None

    def owner_of(self, person: int) -> int | None:
        """Whose bot somebody is; None for people. That never changes."""
        if person not in self._owners:
            if len(self._owners) > MOST_KNOWN:
                self._owners.clear()
            self._owners[person] = self._store.owner_of(person)
        return self._owners[person]

    def known_by(self, token: str) -> KnownBot | None:
        """The bot that has a token."""
        found = self._store.bot(token_hash(token)) if token.startswith(PREFIX) else None
        if found is None:
            return None
        id, name, owner, scopes = found
        return KnownBot(Person(id, name), owner, frozenset(scopes.split()))


def _read(scopes: str) -> list[Scope]:
    return [scope for scope in SCOPES if scope in scopes.split()]
