"""What somebody wants of a new table, checked, as the first row of its log says it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from halfturn.bots import bot_names
from halfturn.core import BadOptions, Game
from halfturn.core.language import say
from halfturn.core.match import Match
from halfturn.core.options import option_words, read_option_words
from halfturn.server.protocol.updates import NewTable
from halfturn.server.tables.clock import check
from halfturn.server.tables.log import Made


def made_as_wished(wish: NewTable, game: Game) -> Made:
    """The row; raises BadOptions in words for the one who wants the table."""
    for word in wish.seats:
        if word not in _known_words():
            raise BadOptions(f"expected seats of me, open or bot:NAME, got {word[:40]!r}")
    if not {"me", "open"} & set(wish.seats):
        raise BadOptions(say("expected a seat for at least one person"))
    if wish.preset and wish.preset not in game.presets:
        raise BadOptions(f"expected a preset among {', '.join(game.presets)}, got another")
    if wish.clock is not None:
        check(wish.clock)
    preset = option_words(game.presets[wish.preset].options) if wish.preset else []
    options = read_option_words(game.options_type, [*preset, *wish.options])
    seats = len(wish.seats)
    # With more than two, who begins matters less than a long evening.
    fair = game.match_length(seats) if seats == 2 else 1
    match = Match.start(game, seats, options, wish.games or fair)
    return Made(
        game=game.id,
        rules=game.rules_version,
        data=game.data_hash,
        options=option_words(options),
        seats=_seat_words(wish.seats),
        games=match.length,
        hints=wish.hints,
        clock=wish.clock,
        talk=wish.talk,
        open=wish.open,
        wait=wish.wait,
        cards=game.data_text,
    )


@cache
def _known_words() -> frozenset[str]:
    # Once: looking through all that is installed takes its time.
    return frozenset({"me", "open", *(f"bot:{name}" for name in bot_names())})


def _seat_words(seats: Sequence[str]) -> list[str]:
    """The seats as the log names them: further ones of the same person are held with the first."""
    own = [seat for seat, word in enumerate(seats) if word == "me"]
    words = list(seats)
    for seat in own:
        words[seat] = "person" if seat == own[0] else f"with:{own[0]}"
    return words
