"""What is sent of a table at one moment: a frame for everybody who sees something else."""

from __future__ import annotations

from collections.abc import Callable

from halfturn.core.language import speaking, spoken
from halfturn.server.projection.shared import Common, Seated
from halfturn.server.projection.updates import shown
from halfturn.server.protocol.updates import Update
from halfturn.server.tables.table import Table
from halfturn.server.transport.connection import encode


class Frames:
    """Makes each frame once, and what is the same in all of one language once for them."""

    def __init__(
        self,
        table: Table,
        seated: Callable[[], Seated],
        invite: str,
        secret: bytes | None,
        now: int,
    ) -> None:
        self._table = table
        self._seated = seated
        """Who sits where, as it is told in the language that is spoken."""
        self._invite = invite
        self._secret = secret
        self._now = now
        self._alike: dict[str, Common] = {}
        self._made: dict[tuple[int | None, int, str], bytes] = {}
        self._updates: dict[tuple[int | None, int, str], Update] = {}

    def of(self, viewer: int | None, since: int, language: str) -> bytes:
        """The frame of a viewer who has seen a version and speaks a language."""
        which = (viewer, since, language)
        known = self._made.get(which)
        if known is None:
            known = self._made[which] = encode(self.update(viewer, since, language))
        return known

    def update(self, viewer: int | None, since: int, language: str) -> Update:
        """The same before it is a frame."""
        which = (viewer, since, language)
        known = self._updates.get(which)
        if known is not None:
            return known
        if language == spoken():
            made = self._make(viewer, since, language)
        else:
            with speaking(language):
                made = self._make(viewer, since, language)
        self._updates[which] = made
        return made

    def _make(self, viewer: int | None, since: int, language: str) -> Update:
        alike = self._alike.get(language)
        if alike is None:
            alike = Common(self._table, self._seated(), self._secret, self._now)
            self._alike[language] = alike
        return shown(self._table, viewer, since, self._invite, alike)
