"""Finding bots by name: the levels, two plain ones, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from halfturn.bots.bot import Bot
from halfturn.bots.greedy import GreedyBot
from halfturn.bots.levels import BRIEFLY, CasualBot, NoviceBot, SearchBot, StrongBot
from halfturn.bots.random import RandomBot
from halfturn.core import BadOptions

GROUP: Final = "halfturn.bots"

EXPERT_SECONDS: Final = 2.0
"""So long an expert thinks about a turn at most."""

LEVELS: Final[dict[str, Callable[[], Bot]]] = {
    "novice": NoviceBot,
    "casual": CasualBot,
    "strong": StrongBot,
    "expert": lambda: SearchBot(seconds=EXPERT_SECONDS),
}
"""The four levels, the weakest first."""

PLAIN: Final[dict[str, Callable[[], Bot]]] = {"greedy": GreedyBot, "random": RandomBot}
"""Bots to compare with."""

USUAL: Final = "casual"
"""Whom to play with if nobody says."""


def bot_names() -> list[str]:
    """The names of all bots that are installed, the usual opponent first."""
    own = [USUAL, *(name for name in LEVELS if name != USUAL), *PLAIN]
    return own + sorted(name for name in _found() if name not in own)


def is_bot(word: str) -> bool:
    """Whether a word means a bot and not a person."""
    return word.lower() in bot_names() or word.lower().startswith(("search:", "process:"))


def seconds_a_turn(name: str) -> float:
    """How long a level thinks about a turn at most; zero for all that have no such limit."""
    return {"strong": BRIEFLY, "expert": EXPERT_SECONDS}.get(name.lower(), 0.0)


def make_bot(name: str) -> Bot:
    """A bot for one seat of one game.

    Besides a name: `search:200` searches for 200 iterations a question, `search:0.5s` for half
    a second a turn, and `process:COMMAND` asks another program.
    """
    small = name.lower()
    if small in LEVELS:
        return LEVELS[small]()
    if small in PLAIN:
        return PLAIN[small]()
    kind, colon, rest = name.partition(":")
    if kind.lower() == "search" and colon:
        return _search_bot(rest)
    if kind.lower() == "process" and rest:
        from halfturn.bots.process import ProcessBot

        return ProcessBot(rest)
    point = _found().get(small)
    if point is None:
        known = ", ".join(bot_names())
        raise BadOptions(
            f"expected a bot among {known}, or search:N, search:Ns, process:COMMAND; got {name!r}"
        )
    return _plugged_in(point)


def _search_bot(effort: str) -> Bot:
    number = effort.removesuffix("s")
    try:
        if effort.endswith("s"):
            seconds = float(number)
            if 0 < seconds <= 3600:
                return SearchBot(seconds=seconds)
        elif 0 < int(number) <= 10**9:
            return SearchBot(iterations=int(number))
    except ValueError:
        pass
    raise BadOptions(f"expected search:200 (iterations) or search:0.5s (seconds), got {effort!r}")


def _plugged_in(point: EntryPoint) -> Bot:
    try:
        bot = point.load()()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BadOptions(
            f"the bot {point.name} from {point.value} cannot be made: {reason}"
        ) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadOptions(f"expected {point.value} to make a bot with a method choose")
    made: Bot = bot
    return made


def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
