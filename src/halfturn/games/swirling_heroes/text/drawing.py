"""The field and the hands, drawn for the terminal.

Every card is a little box with its four numbers on its four sides and its
player's letter inside; colour only repeats what the letter says.

    ╭─0─╮
    │3A1│
    ╰─2─╯
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from halfturn.core import seat_letter
from halfturn.core.paper import columns as paper_columns
from halfturn.games.swirling_heroes.view import Hand, SwirlingHeroesView

EMBLEMS: Final = {"orange": "⋈", "green": "❧", "blue": "☾", "pink": "♥"}
"""Butterfly, leaf, moon, heart."""
INKS: Final = {"orange": "#d7701a", "green": "#3a9a3a", "blue": "#2f86dd", "pink": "#d7468c"}
"""Tones that can be read on a dark and on a light ground."""

SPOT: Final = "·"
"""An empty cell that touches a card."""
CARD: Final = 5
"""The columns a card takes; half as many lines look right with oblong cards."""
SMALL: Final = 3
"""The columns of a card without its box, and of cells at the rim."""
PANEL: Final = 33
"""The columns that six cards, or the longest title of a hand, take."""
GAP: Final = 2
TALL: Final = 5
"""From so many rows on, the top of a field may scroll away: its columns are numbered below too."""

Drawing = list[Text]
"""Lines, one below the other."""


def draw(view: SwirlingHeroesView) -> Text:
    """Field, hands and scores; the hands stand beside the field where there is room."""
    width = paper_columns()
    field, hands = _field(view, width), _hands(view)
    room = width - PANEL - GAP
    broad = max((len(line) for line in field), default=0)
    if field and broad <= room:
        before = " " * ((room - broad) // 2)
        field = [Text(before).append_text(line) for line in field]
        lines = _beside(field, hands, room + GAP)
    else:
        lines = [*field, *hands]
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _beside(left: Drawing, right: Drawing, at: int) -> Drawing:
    """Two drawings side by side, the right one from that column on, both centred in height."""
    height = max(len(left), len(right))
    lines = []
    for row in range(height):
        line = Text()
        for drawing, column in ((left, 0), (right, at)):
            line.append(" " * (column - len(line)))
            row_of = row - (height - len(drawing)) // 2
            if 0 <= row_of < len(drawing):
                line.append_text(drawing[row_of])
        lines.append(line)
    return lines


# ---- the field ----


def _field(view: SwirlingHeroesView, width: int) -> Drawing:
    """The cards where they lie, columns numbered above, rows to the left."""
    if not view.field:
        return []
    lying = {(card.x, card.y): card for card in view.field}
    columns, rows = _span([x for x, _ in lying]), _span([y for _, y in lying])
    margin = max(len(str(y)) for y in rows)
    boxed = margin + CARD * (len(columns) - 2) + 2 * SMALL <= width
    widths = {x: CARD if boxed and columns[0] < x < columns[-1] else SMALL for x in columns}
    numbers = Text(_numbers(widths, margin), "dim")
    lines = [numbers]
    for y in rows:
        # No card lies in the outermost rows: one line shows where one may go.
        height = 3 if rows[0] < y < rows[-1] else 1
        row = [
            Text().append((str(y) if at == height // 2 else "").rjust(margin), "dim")
            for at in range(height)
        ]
        for x in columns:
            if card := lying.get((x, y)):
                _append(row, _card(card.card, seat_letter(card.seat), _ink(view, card.seat), boxed))
            else:
                touches = any(
                    cell in lying for cell in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
                )
                blank = Text(" " * widths[x])
                spot = Text(SPOT.center(widths[x]), "dim") if touches else blank
                _append(row, [blank, spot, blank] if height == 3 else [spot])
        lines += row
    return [*lines, numbers.copy()] if len(rows) >= TALL else lines


def _span(numbers: Sequence[int]) -> range:
    """The rows or columns that cards lie in, and one more to each side."""
    return range(min(numbers) - 1, max(numbers) + 2)


def _numbers(widths: Mapping[int, int], margin: int) -> str:
    """The columns' numbers, their last figures in the middle; no two of them touch."""
    line, begins = "", margin
    for x, width in widths.items():
        ends = begins + width // 2 + 1
        label = str(x).rjust(ends - len(line))
        # One like -11 is as wide as a small column: then every other has to do.
        if not line or label.startswith(" "):
            line += label
        begins += width
    return line.ljust(begins)


def _append(lines: Drawing, block: Drawing) -> None:
    for line, part in zip(lines, block, strict=True):
        line.append_text(part)


# ---- cards ----


def _ink(view: SwirlingHeroesView, seat: int) -> str:
    return INKS.get(view.colours[seat] or "", "default")


def _card(face: str, middle: str, ink: str, boxed: bool = True) -> Drawing:
    """A card as it lies; without its box it is three columns wide."""
    top, right, bottom, left = tuple(face)
    if not boxed:
        return [
            _line(ink, " ", top, " "),
            _line(ink, "", left, middle, right, ""),
            _line(ink, " ", bottom, " "),
        ]
    return [
        _line(ink, "╭─", top, "─╮"),
        _line(ink, "│", left, middle, right, "│"),
        _line(ink, "╰─", bottom, "─╯"),
    ]


def _line(ink: str, *parts: str) -> Text:
    """Parts in turn in the card's ink and, for its numbers, in bold."""
    line = Text()
    for at, part in enumerate(parts):
        line.append(part, "bold" if at % 2 else ink)
    return line


# ---- the hands ----


def _hands(view: SwirlingHeroesView) -> Drawing:
    """For each seat a line with its points, and below it its cards."""
    lines: Drawing = []
    for seat in range(view.seats):
        lines.append(_title(view, seat))
        if view.hands[seat].count:
            lines += _fan(view.hands[seat], seat_letter(seat), _ink(view, seat))
        if view.removed[seat]:
            lines.append(Text("removed " + " ".join(view.removed[seat]), "dim"))
    return lines


def _title(view: SwirlingHeroesView, seat: int) -> Text:
    """Whose hand this is and how it stands: `▸ A ⋈ orange  7 points`."""
    colour = view.colours[seat]
    line = Text("▸ " if view.to_decide == seat else "  ", "bold")
    line.append(seat_letter(seat), f"bold {_ink(view, seat)}")
    if colour:
        line.append(f" {EMBLEMS[colour]} {colour}", _ink(view, seat))
    points = view.scores[seat]
    line.append(f"  {points} point" + ("" if points == 1 else "s"), "bold")
    hand = view.hands[seat]
    if hand.count and hand.cards is None:
        line.append(f"  {hand.count} hidden", "dim")
    if seat in view.winners:
        line.append("  wins" if len(view.winners) == 1 else "  ties", "bold")
    return line


def _fan(hand: Hand, letter: str, ink: str) -> Drawing:
    """The cards of a hand side by side; hidden ones from behind."""
    lines: Drawing = [Text(), Text(), Text()]
    for face in hand.cards or ():
        _append(lines, _card(face, letter, ink))
    if hand.cards is None:
        for _ in range(hand.count):
            _append(lines, [Text("╭───╮", ink), Text("│░░░│", ink), Text("╰───╯", ink)])
    return lines
