"""What can be asked of a table without changing it: previews, scratch tables, layouts, hints."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from mypy_extensions import mypyc_attr

from halfturn.core import HalfturnError
from halfturn.core.language import say
from halfturn.server.bots.thinker_pool import NoThought, Thinkers
from halfturn.server.projection import updates
from halfturn.server.projection.shared import Sitter
from halfturn.server.protocol.updates import HintReply, LayoutReply, PreviewReply, ScratchReply
from halfturn.server.tables import commands
from halfturn.server.tables.change import Refused
from halfturn.server.tables.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Asking:
    """The part of a room that answers such questions."""

    id: str
    _thinkers: Thinkers | None

    @property
    def table(self) -> Table:
        """The table as the log has it."""
        raise NotImplementedError

    @property
    def sitters(self) -> list[Sitter]:
        """Who sits on each seat."""
        raise NotImplementedError

    def preview(
        self, viewer: int, key: str, token: str, text: str, before: Sequence[str] = ()
    ) -> PreviewReply:
        """What an answer would do; raises Refused."""
        return updates.preview(self.table, self.sitters, viewer, key, token, text, before)

    async def scratch(
        self, viewer: int, key: str, token: str, groups: list[list[str]], arrange: bool
    ) -> ScratchReply:
        """How things would stand if cards lay so, or arranged; raises Refused."""
        table = self.table.scratch(viewer, token, groups)
        if arrange:
            await asyncio.to_thread(table.arrange)  # it may take a while, and it is nobody else's
        return updates.scratch(table, key)

    async def lay_out(self, key: str, cards: list[str], near: list[list[str]]) -> LayoutReply:
        """One way in which cards can lie; raises Refused."""
        game = self.table.game
        try:
            layout = await asyncio.to_thread(game.lay_out, cards, near)
        except HalfturnError as error:
            raise Refused("illegal", str(error)) from None
        if layout is None:
            raise Refused("illegal", say("{game} has no cards to be laid out", game=game.title))
        return LayoutReply(key=key, layout=msgspec.to_builtins(layout))

    async def hint(self, seat: int, key: str, token: str) -> HintReply:
        """What a seat could do, and why; raises Refused, or NoThought when nobody can say."""
        world = commands.hinted_world(self.table, seat, token)
        if self._thinkers is None:
            raise NoThought("there is nobody to ask")
        names = [each.name for each in updates.shown_seats(self.sitters, seat)]
        return updates.hints(key, await self._thinkers.hints(self.id, world, names))
