"""The table and the hands, drawn for the terminal: QC-UI-1, a row of colour sets, one of shapes.

Every card shows the sign of its shape and its notation, `●rci`, so that shapes and colours are
told apart without any colour; the ink only repeats what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from halfturn.core import seat_letter
from halfturn.core.paper import columns as paper_columns
from halfturn.games.qwirkle_cards.cards import KIND_OF, LINE_OF
from halfturn.games.qwirkle_cards.view import QwirkleCardsView

if TYPE_CHECKING:
    from halfturn.games.qwirkle_cards.scratch import Scratch

INKS: Final = ("#e05252", "#d7801a", "#b8a000", "#3a9a3a", "#4a86e8", "#a65fd0")
"""Tones that can be read on a dark and on a light ground, in the order of the colours."""
MARGIN: Final = 8
"""The columns that the words before a row take."""
BETWEEN: Final = "  "


def draw(view: QwirkleCardsView) -> Text:
    """Table, Qwirkles and hands."""
    width = paper_columns()
    lines = [*_table(view, width), *_seats(view, width)]
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def draw_groups(
    glyphs: Sequence[str], title: str, groups: Iterable[Sequence[str]], width: int
) -> list[Text]:
    """Groups of cards in a row, going on in the next line where it is full."""
    return _row(title, [card_group(glyphs, group) for group in groups], width)


def card(glyphs: Sequence[str], name: str) -> Text:
    """A card: the sign of its shape and its notation."""
    kind = KIND_OF[name]
    return Text(f"{glyphs[kind % 6]}{name}", INKS[kind // 6])


def card_group(glyphs: Sequence[str], cards: Sequence[str]) -> Text:
    """Cards side by side, in brackets."""
    group = Text("[", "dim")
    for at, name in enumerate(cards):
        group.append(" " if at else "").append_text(card(glyphs, name))
    return group.append("]", "dim")


def _row(title: str, parts: Iterable[Text], width: int) -> list[Text]:
    line = Text(title.ljust(MARGIN), "bold")
    lines, fresh = [line], True
    for part in parts:
        if not fresh and cell_len(line.plain) + len(BETWEEN) + cell_len(part.plain) > width:
            line = Text(" " * MARGIN)
            lines.append(line)
            fresh = True
        line.append("" if fresh else BETWEEN).append_text(part)
        fresh = False
    return lines


def _table(view: QwirkleCardsView, width: int) -> list[Text]:
    glyphs = view.glyphs
    lines = []
    if not view.table:
        lines.append(Text("The table is empty.", "dim"))
    if view.colour_sets:
        lines += draw_groups(glyphs, "Colours", view.colour_sets, width)
    if view.shape_sets:
        lines += draw_groups(glyphs, "Shapes", view.shape_sets, width)
    if view.loose:
        lines += draw_groups(glyphs, "Loose", [view.loose], width)
    if view.played:
        lines += _row("Played", [card(glyphs, name) for name in view.played], width)
    if view.taken:
        lines += _row("Taken", [Text(_line_name(view, line)) for line in view.taken], width)
    return [*lines, _deck(view)]


def _deck(view: QwirkleCardsView) -> Text:
    line = Text("Deck".ljust(MARGIN), "bold")
    count = view.deck.count
    line.append(f"{count} card{'' if count == 1 else 's'}" if count else "empty")
    if view.last:
        turns = "this is the last turn" if view.last == 1 else f"{view.last} turns left"
        line.append(f"  last round: {turns}", "bold")
    return line


def _seats(view: QwirkleCardsView, width: int) -> list[Text]:
    """For each seat a line with its Qwirkles, and below it its cards where they are open."""
    lines = []
    for seat in range(view.seats):
        hand = view.hands[seat]
        score = view.scores[seat]
        line = Text("▸ " if view.to_decide == seat else "  ", "bold")
        line.append(seat_letter(seat), "bold")
        line.append(f"  {score} Qwirkle{'' if score == 1 else 's'}", "bold")
        if view.qwirkles[seat]:
            line.append(" (" + ", ".join(_line_name(view, each) for each in view.qwirkles[seat]))
            line.append(")")
        if hand.cards is None:
            line.append(f"  {hand.count} hidden card{'' if hand.count == 1 else 's'}", "dim")
        if seat in view.winners:
            line.append("  wins" if len(view.winners) == 1 else "  ties", "bold")
        lines.append(line)
        if hand.cards:
            lines += _row("", [card(view.glyphs, name) for name in hand.cards], width)
    return lines


def _line_name(view: QwirkleCardsView, line: str) -> str:
    return (*view.colours, *view.shapes)[LINE_OF[line]]


def draw_scratch(scratch: Scratch) -> Text:
    """The groups of a scratch table with their numbers, the hand, and what is missing."""
    status = scratch.status
    lines = []
    for number, (group, verdict) in enumerate(zip(scratch.groups, status.groups, strict=True), 1):
        line = Text(f"{number:>3} ", "bold").append_text(card_group(scratch.glyphs, group))
        lines.append(line.append("" if verdict == "set" else f"  {verdict}", "bold"))
    hand = [card(scratch.glyphs, name) for name in scratch.hand]
    lines += _row("Hand", hand, paper_columns())
    if status.confirmable:
        taken = f" and takes {len(status.qwirkles)}" if status.qwirkles else ""
        lines.append(Text(f"Ready: confirm ends the turn{taken}.", "bold"))
    else:
        lines += [Text(sentence) for sentence in status.missing]
        if status.arrangeable:
            lines.append(Text("These cards can all lie in sets: arrange shows how."))
    return Text("\n").join(lines)
