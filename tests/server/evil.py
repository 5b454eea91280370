"""A server where some tables have a game that misbehaves: python -m tests.server.evil serve …

The file `evil` in its folder names them, a table and a way in each line.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from halfturn.server import project, serve
from halfturn.server.table import Table
from tests.server.quick import QUICK

WAYS = ("when it is shown", "when it is answered", "when it is looked at", "with much memory")


def main(words: Sequence[str]) -> None:
    options = dict(zip(words[1::2], words[2::2], strict=True))
    data = Path(options["--data"])

    def way(table: str) -> str:
        if not (data / "evil").exists():
            return ""
        lines = [line.split() for line in (data / "evil").read_text("ascii").splitlines()]
        return next((WAYS[int(number)] for id, number in lines if id == table), "")

    update, answer, preview = project.update, Table.answer, Table.preview

    def evil_update(table: Table, *more: Any, **named: Any) -> Any:
        if way(table.id) == WAYS[0]:
            raise ZeroDivisionError("a game with a mistake in it")
        return update(table, *more, **named)

    def evil_answer(self: Table, *more: Any, **named: Any) -> Any:
        if way(self.id) == WAYS[1]:
            raise RecursionError("a game that goes round in circles")
        if way(self.id) == WAYS[3]:
            raise MemoryError("a game that wants too much")
        return answer(self, *more, **named)

    def evil_preview(self: Table, *more: Any, **named: Any) -> Any:
        if way(self.id) == WAYS[2]:
            raise KeyError("a game with a mistake in it")
        return preview(self, *more, **named)

    project.update = evil_update
    Table.answer = evil_answer  # type: ignore[method-assign]
    Table.preview = evil_preview  # type: ignore[method-assign]
    serve.main(port=int(options["--port"]), data=data, settings=QUICK, addresses=list)


if __name__ == "__main__":
    main(sys.argv[1:])
