"""Twin worlds differ only in what a seat cannot see: the bot must answer the same in both.

    python -m tests.bots.blind swirl 10000

tries so many pairs with every level; the test suite tries a few of them. Each bot of a pair lives
through its own game, so that what it remembers is tried as well.
"""

from __future__ import annotations

import sys

from halfturn import SeededRng
from halfturn.bots import Bot
from halfturn.bots.levels import CasualBot, NoviceBot, SearchBot, StrongBot
from tests.bots.worlds import met_in_play, ways_to_play

ITERATIONS = 50
IN_A_ROW = 8
"""So many questions are put one after the other, then some are left out: memories need several."""
LEVELS: list[type[CasualBot | SearchBot]] = [NoviceBot, CasualBot, StrongBot, SearchBot]


def _bot(kind: type[CasualBot | SearchBot]) -> Bot:
    bot = kind()
    if isinstance(bot, SearchBot):
        bot.seconds, bot.iterations = 0.0, ITERATIONS  # not by the clock
    return bot


def try_pairs(name: str, pairs: int, every: int) -> int:
    """Try so many pairs; returns how many of them were really different worlds."""
    ways = ways_to_play(name)
    tried = different = round = 0
    while True:
        for at, (game, seats, options) in enumerate(ways):
            kinds = [LEVELS[(round + at + seat) % len(LEVELS)] for seat in range(seats)]
            bots = [[_bot(kind), _bot(kind)] for kind in kinds]
            met = met_in_play(game, seats, options, f"blind {round} {at}")
            for number, state in enumerate(met):
                if number // IN_A_ROW % every:
                    continue
                if tried == pairs:
                    return different
                seat = state.seat_asked
                twins = [state.redeal(seat, SeededRng(f"{tried} twin {each}")) for each in (0, 1)]
                assert twins[0].key(seat) == twins[1].key(seat)
                different += twins[0].text != twins[1].text
                answers = []
                for bot, twin in zip(bots[seat], twins, strict=True):
                    rng = SeededRng(tried)
                    answers.append(bot.choose(twin.redeal(seat, rng), rng))
                assert answers[0] == answers[1], f"{kinds[seat].__name__} sees through: {state!r}"
                tried += 1
        round += 1


if __name__ == "__main__":
    found = try_pairs(sys.argv[1], int(sys.argv[2]), 3)
    print(f"{sys.argv[2]} pairs, {found} of them different worlds: the same answers in both.")
