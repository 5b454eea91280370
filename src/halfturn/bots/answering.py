"""A bot as a program of its own: the other end of the lines that `process` writes.

So the bots of one version play against those of another, and a change is tried against the
bot before it; and a program in any language can ask for a good answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec

from halfturn.bots.registry import make_bot
from halfturn.core import BadOptions, HalfturnError, SeededRng
from halfturn.core.clock import thinking_by
from halfturn.core.data import load_with_owner_data


class Question(msgspec.Struct):
    """What is needed of a line; the rest of it is for programs that do not know the rules."""

    game: str
    position: str
    seed: Annotated[int, msgspec.Meta(ge=0)]


def answers(bot_name: str, lines: Iterable[str], clock: str) -> Iterator[str]:
    """One answer for each line, by one bot: all of them are of one seat in one game."""
    bot = make_bot(bot_name)
    with thinking_by(clock):
        for line in lines:
            question = _question(line)
            world = load_with_owner_data(question.game).position(question.position)
            if world.decision is None or world.seat_asked < 0:
                raise BadOptions(
                    "expected a position in which a player is asked, "
                    f"got one in which nobody is: {question.position[:60]!r}"
                )
            yield str(bot.choose(world, SeededRng(question.seed)))


def _question(line: str) -> Question:
    try:
        return msgspec.json.decode(line, type=Question)
    except msgspec.MsgspecError as error:
        raise HalfturnError(
            'expected a line like {"game": "swirl", "position": "…", "seed": 1}, '
            f"got {line.strip()[:60]!r}: {error}"
        ) from None
