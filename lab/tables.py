"""The tables of docs/research.md: `python -m lab.tables [GAMES]`.

Layouts are told as they are, and figures as random play shows them. With a number, so many
random games are measured for each row; without it the layouts alone are printed.
"""

from __future__ import annotations

import statistics
import sys
from itertools import groupby
from string import digits

from halfturn.core import CHANCE, SeededRng
from halfturn.research.layouts import GAME_IDS, Block
from halfturn.research.parameters import game_named, setting
from halfturn.research.spiel import spiel_name


def actions(id: str, seats: int = 2) -> str:
    """The integers of a game's actions and of CHANCE's outcomes."""
    layout = setting(id, seats, {}).layout
    return "\n".join(
        [
            "| actions | | meaning |",
            "|---|---|---|",
            *map(_row, layout.actions),
            "",
            "| outcomes of CHANCE | | meaning |",
            "|---|---|---|",
            *map(_row, layout.outcomes),
        ]
    )


def _row(block: Block) -> str:
    last = block.first + block.count - 1
    return f"| {block.first} … {last} | `{block.name}` | {block.meaning} |"


def planes(id: str, seats: int = 2) -> str:
    """The parts of a game's observations."""
    layout = setting(id, seats, {}).layout
    rows = [
        f"| {plane.offset} | `{plane.name}` | {' x '.join(map(str, plane.shape))} | "
        f"{plane.meaning} |"
        for plane in layout.planes
    ]
    return "\n".join(["| from | plane | shape | meaning |", "|---|---|---|---|", *rows])


def cards(id: str) -> str:
    """A game's cards in the order of their numbers, those that are counted on in one go."""
    numbered = [(at, card) for at, card in enumerate(setting(id, 2, {}).layout.cards) if card]
    words = []
    for kind, run in groupby((card for _, card in numbered), lambda card: card.rstrip(digits)):
        names = list(run)
        words += [f"{names[0]} … {names[-1]}"] if kind and len(names) > 2 else names
    return f"Cards, from {numbered[0][0]} to {numbered[-1][0]}: {', '.join(words)}."


def layouts() -> str:
    """All layouts for two players."""
    parts = []
    for id in GAME_IDS:
        layout = setting(id, 2, {}).layout
        parts.append(
            f"### {game_named(id).title}\n\n`{spiel_name(id)}`, two players: "
            f"{layout.players.count} actions, {layout.chance.count} outcomes of CHANCE, "
            f"observations of {layout.size} numbers.\n\n{cards(id)}\n\n{actions(id)}\n\n"
            f"{planes(id)}\n"
        )
    return "\n".join(parts)


def figures(id: str, seats: int, games: int) -> str:
    """A row of what random play shows: decisions, branching, length, and who wins."""
    here = setting(id, seats, {})
    rng = SeededRng(f"figures {id} {seats}")
    lengths, draws, widths, wins = [], [], [], [0.0] * seats
    for _ in range(games):
        state = here.beginning.clone()
        first, length, chance = -1, 0, 0
        while codes := state.codes():
            if state.seat_asked == CHANCE:
                state.play_code(state.draw_code(rng))
                chance += 1
                continue
            first = state.seat_asked if first < 0 else first
            widths.append(len(codes))
            state.play_code(codes[rng.below(len(codes))])
            length += 1
        lengths.append(length)
        draws.append(chance)
        for seat in state.winners:
            wins[(seat - first) % seats] += 1 / len(state.winners)
    shares = " / ".join(f"{100 * won / games:.0f}" for won in wins)
    return (
        f"| {here.game.title} | {seats} | {statistics.mean(lengths):.0f} "
        f"({min(lengths)} to {max(lengths)}) | {statistics.mean(draws):.0f} | "
        f"{statistics.mean(widths):.1f} ({max(widths)}) | {shares} |"
    )


def main(words: list[str]) -> None:
    """Print the layouts, or with a number the figures."""
    if not words:
        print(layouts(), end="")
        return
    print("| game | players | answers of players | of CHANCE | options, mean (most) | wins, % |")
    print("|---|---|---|---|---|---|")
    for id in GAME_IDS:
        game = game_named(id)
        for seats in range(game.min_seats, game.max_seats + 1):
            print(figures(id, seats, int(words[0])), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
