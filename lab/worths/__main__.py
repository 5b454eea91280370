"""The command line: play, fit, and print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from rich.progress import track

from halfturn.bots.registry import make_bot
from halfturn.core import HalfturnError
from halfturn.core.data import load_with_owner_data
from halfturn.games.sellswords.state import SellswordsState
from lab.worths.fit import PARTS, report
from lab.worths.samples import samples

FEWEST: Final = 2 * PARTS


def main(words: list[str]) -> None:
    """Play so many games, or go on with those of a file, and tell what fits them."""
    parser = argparse.ArgumentParser(prog="python -m lab.worths")
    parser.add_argument("--games", type=int, default=4000, help="how many games (4000)")
    parser.add_argument("--file", type=Path, help="keep every game there, and go on with them")
    parser.add_argument("--bot", default="search:120", help="who plays both seats (search:120)")
    parser.add_argument("--jobs", type=int, default=0, help="processes (0: one for each core)")
    asked = parser.parse_args(words)
    if asked.games < FEWEST:
        parser.error(f"expected {FEWEST} games or more, got {asked.games}")
    try:
        make_bot(asked.bot)  # complains about a name that means none
        state = load_with_owner_data("sellswords").start(seats=2)
        assert isinstance(state, SellswordsState)
        heroes = [tile.key for tile in state.field.roster.tiles if not tile.is_terrain]
        found = samples(asked.bot, asked.games, asked.file, asked.jobs)
        print(report(list(track(found, "Playing", total=asked.games)), heroes))
    except (HalfturnError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(130, f"{parser.prog}: Interrupted; the same words with --file go on.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
