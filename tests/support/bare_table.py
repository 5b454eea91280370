"""A table without a server: its log, and somebody who answers at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from halfturn.core import SeededRng
from halfturn.core.registry import load
from halfturn.server.tables.change import Change
from halfturn.server.tables.fair_deal import FairDealer
from halfturn.server.tables.log import Made, Row, own_key
from halfturn.server.tables.table import Table

DEALER = FairDealer(bytes(32))


class Seated:
    """A table of any game, the rows that it was given, and what it takes to go on."""

    def __init__(
        self,
        game: str,
        seats: Sequence[str] = ("person", "person"),
        options: Sequence[str] = (),
        seed: int = 1,
        **more: Any,
    ) -> None:
        rules = load(game)
        made = Made(
            game=rules.id,
            rules=rules.rules_version,
            data=rules.data_hash,
            options=list(options),
            seats=list(seats),
            games=1,
            **more,
        )
        row = Row(1, own_key(1), None, "made", msgspec.json.encode(made))
        self.table = Table.make("t", row, load)
        self.rows: list[Row] = []
        self.rng = SeededRng(seed)
        self.keys = 0
        self.dealer = DEALER
        self.now = 0
        """The server's own time, for tables with a clock."""
        self._apply([row])
        self.take(self.table.begin(DEALER))

    def take(self, change: Change) -> None:
        closed, deadline = self.table.closed(change, self.now)
        self._apply(closed.rows)
        clocks = self.table.clocks
        assert (deadline and deadline.due) == (clocks and clocks.due)

    def _apply(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.table.apply(row)
            self.rows.append(row)

    def row(self, kind: str, body: object, seat: int | None = None) -> Change:
        """A row as anybody who controls the server could put into the log."""
        version = self.table.version + 1
        row = Row(version, own_key(version), seat, kind, msgspec.json.encode(body))
        return Change([row], self.table.asked)

    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    def choices(self, seat: int) -> list[str]:
        faced = self.table.facing(seat)
        assert faced is not None
        assert faced.decision is not None
        return [str(option) for option in faced.decision.options]

    def answer(self, seat: int | None = None, text: str = "") -> bool:
        """Somebody who is asked answers; False when nobody is."""
        asked = self.table.asked
        if not asked:
            return False
        seat = asked[self.rng.below(len(asked))] if seat is None else seat
        choices = self.choices(seat)
        text = text or choices[self.rng.below(len(choices))]
        bot = self.table.bot_playing(seat) is not None
        token = self.table.token(seat)
        self.take(self.table.answer(seat, self.key(), token, [text], self.dealer, by_bot=bot))
        return True

    def folded(self) -> Table:
        return Table.fold("t", self.rows, load)
