"""What a bot did wrong, and asking one so that it comes out in words."""

from __future__ import annotations

from halfturn.bots.bot import Bot
from halfturn.core import HalfturnError, Option, Rng, State


class BotFailed(HalfturnError):
    """A bot crashed, hung or answered nonsense: it loses its game, and nothing else happens."""


def answer_of(bot: Bot, world: State, rng: Rng) -> Option:
    """What a bot answers; whatever it does wrong comes out as BotFailed."""
    decision = world.decision
    assert decision is not None, "a bot is asked only where there is a question"
    try:
        option = bot.choose(world, rng)
    except BotFailed:
        raise
    except Exception as error:
        raise BotFailed(f"crashed with {type(error).__name__}: {error}") from error
    if option not in decision.options:
        raise BotFailed(f"answered {option!r}, which is not possible there")
    return option


def close(bot: Bot) -> None:
    """Let a bot go, where it wants to be told."""
    tell = getattr(bot, "close", None)
    if callable(tell):
        tell()
