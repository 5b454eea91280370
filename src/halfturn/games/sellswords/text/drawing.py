"""The field, the hands and the score, drawn for the terminal.

Every tile is a box with its printed numbers on its four sides and its hero's name; the sun is
red and the moon is blue; what it fights with more or less stands in the middle, and the arrow
points to where the picture's top lies.

    ╭─────4─────╮
    │   Hydra   │
    3  ☾   -1 ▸ 5
    ╰─────4─────╯
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rich.text import Text

from halfturn.core import seat_letter
from halfturn.core.paper import columns as paper_columns
from halfturn.core.words import signed
from halfturn.games.sellswords.cells import SIZE
from halfturn.games.sellswords.view import FieldTile, SellswordsView, TileView

SYMBOLS: Final = {"red": "☼", "blue": "☾", "grey": " "}
INKS: Final = {"red": "#e0533d", "blue": "#3d87e0", "grey": "grey58"}
ARROWS: Final = {0: "▴", 90: "▸", 180: "▾", 270: "◂"}
INNER: Final = 11
"""As long as the longest name."""
TILE: Final = INNER + 2
COLUMN: Final = TILE + 1
"""A tile and a gap, so that numbers of neighbours do not run together."""
RIM: Final = 3
"""The columns of cells outside the box of tiles."""
MARGIN: Final = 4
"""The columns for the rows' numbers."""
HEIGHT: Final = 4

Drawing = list[Text]


def draw(view: SellswordsView) -> Text:
    """Everything on the table."""
    width = paper_columns()
    lines = [*_field(view), *_centre(view, width)]
    for seat in range(view.seats):
        lines += _seat(view, seat, width)
    lines += _notes(view, width)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


# ---- the field ----


def _field(view: SellswordsView) -> Drawing:
    if not view.field:
        return []
    tiles = {(tile.x, tile.y): tile for tile in view.field}
    across = sorted({x for x, _ in tiles})
    down = sorted({y for _, y in tiles})
    columns = _with_rim(across[0], across[-1])
    rows = _with_rim(down[0], down[-1])
    widths = {x: COLUMN if across[0] <= x <= across[-1] else RIM for x in columns}
    header = Text(" " * MARGIN, "dim")
    for x in columns:
        header.append(str(x).center(widths[x]))
    lines = [header]
    for y in rows:
        height = HEIGHT if down[0] <= y <= down[-1] else 1
        block = [Text(" " * MARGIN) for _ in range(height)]
        block[height // 2] = Text(str(y).rjust(MARGIN - 1) + " ", "dim")
        for x in columns:
            for line, part in zip(block, _cell(tiles, x, y, widths[x], height), strict=True):
                line.append_text(part)
        lines += block
    return lines


def _with_rim(low: int, high: int) -> list[int]:
    """The columns or rows of the tiles, and one more to each side where the field may grow."""
    rim = 0 if high - low + 1 >= SIZE else 1
    return list(range(low - rim, high + rim + 1))


def _cell(
    tiles: dict[tuple[int, int], FieldTile], x: int, y: int, width: int, height: int
) -> Drawing:
    if (x, y) in tiles:
        return [line.append(" ") for line in _tile(tiles[x, y])]
    lines = [Text(" " * width) for _ in range(height)]
    if any((x + dx, y + dy) in tiles for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))):
        lines[height // 2] = Text("·".center(width), "dim")
    return lines


def _tile(tile: FieldTile) -> Drawing:
    ink = INKS[tile.colour]
    if tile.seat is None:
        name = tile.key.title()
        return [
            Text(f"┌{'─' * INNER}┐", ink),
            Text(f"│{name.center(INNER)}│", ink),
            Text(f"│{'terrain'.center(INNER)}│", ink),
            Text(f"└{'─' * INNER}┘", ink),
        ]
    north, east, south, west = (str(number) for number in tile.numbers)
    middle = f" {SYMBOLS[tile.colour]}{_change(tile).center(5)}{ARROWS[tile.turned]} "
    room = TILE - len(west) - len(east)
    return [
        _border(ink, "╭", north, "╮"),
        Text.assemble(("│", ink), (_short(tile.name).center(INNER), f"bold {ink}"), ("│", ink)),
        Text.assemble((west, "bold"), (middle.center(room), ink), (east, "bold")),
        _border(ink, "╰", south, "╯"),
    ]


def _change(tile: FieldTile) -> str:
    """What it fights with more or less than is printed: `+2`; `=0` where all sides are equal."""
    changes = {fights - printed for fights, printed in zip(tile.fights, tile.numbers, strict=True)}
    if changes == {0}:
        return ""
    return signed(changes.pop()) if len(changes) == 1 else f"={tile.fights[0]}"


def _border(ink: str, left: str, number: str, right: str) -> Text:
    before = (INNER - len(number) + 1) // 2
    after = INNER - len(number) - before
    return Text.assemble((left + "─" * before, ink), (number, "bold"), ("─" * after + right, ink))


def _short(name: str) -> str:
    return name if len(name) <= INNER else name[: INNER - 1] + "…"


# ---- what lies beside it ----


def _centre(view: SellswordsView, width: int) -> Drawing:
    if not view.centre:
        return []
    title = Text(f"Draft {view.draft} of round {view.round}: in the centre", "bold")
    return [title, *(_listed(tile, width) for tile in view.centre)]


def _seat(view: SellswordsView, seat: int, width: int) -> Drawing:
    """Whose hand this is and how it stands: `▸ A ☼ red  7 points, 12 as it lies`."""
    colour = view.colours[seat]
    line = Text("▸ " if view.to_decide == seat else "  ", "bold")
    ink = INKS[colour] if colour else "default"
    line.append(seat_letter(seat), f"bold {ink}")
    if colour:
        line.append(f" {SYMBOLS[colour]} {colour}", ink)
    line.append(f"  {view.scores[seat]} point" + ("" if view.scores[seat] == 1 else "s"), "bold")
    if view.stage == "placing":
        line.append(f", {view.outlook[seat]} if scored now", "dim")
    if seat in view.winners:
        line.append("  wins" if len(view.winners) == 1 else "  ties", "bold")
    hand = view.hands[seat]
    if view.stage == "placing" and view.active == seat:
        return [line, *(_listed(tile, width) for tile in hand)]
    return [line, *_wrapped([_briefly(tile) for tile in hand], width)]


def _wrapped(words: list[str], width: int) -> Drawing:
    """Words on as few lines as they fit, below a seat's title."""
    lines: Drawing = []
    for word in [*(f"{word}," for word in words[:-1]), *words[-1:]]:
        if not lines or len(lines[-1]) + 1 + len(word) > width:
            lines.append(Text("    " + word))
        else:
            lines[-1].append(f" {word}")
    return lines


def _listed(tile: TileView, width: int) -> Text:
    """A tile on a line of its own, with as much of its ability as fits."""
    numbers = "-".join(map(str, tile.numbers))
    line = Text.assemble(
        "    ",
        (tile.name.ljust(INNER + 1), "bold"),
        numbers.ljust(8),
        (f" {tile.type} ", "dim"),
    )
    if tile.locked:
        line.append("locked ", "bold")
    room = max(width - len(line), 12)
    text = tile.ability if len(tile.ability) <= room else tile.ability[: room - 1] + "…"
    return line.append(text, "dim")


def _briefly(tile: TileView) -> str:
    lock = " (locked)" if tile.locked else ""
    return f"{tile.name} {'-'.join(map(str, tile.numbers))}{lock}"


def _notes(view: SellswordsView, width: int) -> Drawing:
    """What else is in force."""
    notes = []
    if view.silenced_anybody:
        tiles = "tile" if view.silenced_anybody == 1 else f"{view.silenced_anybody} tiles"
        notes.append(f"Silenced: the next {tiles} placed.")
    notes += [
        f"Silenced: the next tile of {seat_letter(seat)}."
        for seat, count in enumerate(view.silenced)
        if count
    ]
    if view.discard:
        discard = ", ".join(tile.name for tile in view.discard)
        notes.append(f"Discard: {discard}.")
    if view.asking and view.to_decide is not None and view.to_decide >= 0:
        notes += [
            f"{tile.name} asks: {view.asking_text}"
            for tile in view.field
            if tile.key == view.asking
        ]
    if view.stage != "over":
        round_of = f"Round {view.round} of {view.rounds}"
        badge = ", house numbers (explain house)" if view.has_house_numbers else ""
        notes.append(f"{round_of}, {view.deck} tiles in the deck{badge}.")
    lines = [line for note in notes for line in wrap(note, width - 2)]
    return [Text(f"  {line}", "dim") for line in lines]
