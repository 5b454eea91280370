"""The middle, the hands, series and piles, drawn for the terminal.

A creature card shows creature, colour and number in letters; its ink only repeats the colour.

    ╭───╮
    │Cr │
    │ 10│
    ╰───╯
"""

from __future__ import annotations

from typing import Final

from rich.text import Text

from halfturn.core import seat_letter
from halfturn.core.paper import columns as paper_columns
from halfturn.core.words import listed
from halfturn.games.swirl.captures import (
    ANY,
    MAXIMAL,
    UNION,
    explained,
    leftovers,
    numbers_of,
    sets_of_cards,
)
from halfturn.games.swirl.cards import (
    ACTION_NAMES,
    ACTIONS,
    COLOUR_LETTERS,
    COLOURS,
    CREATURE_LETTERS,
    CREATURE_WORDS,
    CREATURES,
    FACE_OF,
    texts,
)
from halfturn.games.swirl.events import in_groups
from halfturn.games.swirl.view import SwirlView

INKS: Final = {"r": "#d7402f", "g": "#3a9a3a", "y": "#b08a00", "p": "#a05bd0"}
"""Tones that can be read on a dark and on a light ground."""
ACTION_INK: Final = "#2f86dd"
SWIRL_INK: Final = "#d7468c"
CARD: Final = 5
"""The columns of a card."""
SERIES: Final = 4
"""The columns of a card in a series, and of a gap."""
READINGS: Final = {"maximal_disjoint": MAXIMAL, "any_nonempty": ANY, "union": UNION}

Drawing = list[Text]
"""Lines, one below the other."""


def draw(view: SwirlView) -> Text:
    """The players, then the middle, then the own hand with what each card would take."""
    lines = [*_players(view), Text(), *_middle(view)]
    if view.viewer is not None and view.hands[view.viewer].cards:
        lines += [Text(), *_own_hand(view, view.viewer)]
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


# ---- players ----


def _players(view: SwirlView) -> Drawing:
    """One line for each seat: creature, series, pile and hand."""
    width = max(len(_creature(view, seat)) for seat in range(view.seats))
    lines = []
    for seat in range(view.seats):
        mark = "▸ " if view.to_decide == seat else "  "
        line = Text(mark, "bold").append(seat_letter(seat), "bold")
        line.append(f" {_creature(view, seat).ljust(width)}  ")
        line.append_text(_series(view, seat))
        line.append(f"  pile {view.piles[seat].count:>2}  hand {view.hands[seat].count}")
        if view.dealer == seat:
            line.append("  deals", "dim")
        if view.teams:
            line.append(f"  with {seat_letter((seat + 2) % 4)}", "dim")
        if seat in view.winners:
            tie = len(view.winners) > (2 if view.teams else 1)
            line.append("  draws" if tie else "  wins", "bold")
        lines.append(line)
    return lines


def _creature(view: SwirlView, seat: int) -> str:
    creature = view.creatures[seat]
    return CREATURE_WORDS[CREATURES.index(creature)] if creature else "no creature yet"


def _series(view: SwirlView, seat: int) -> Text:
    """The four colours, each with its card or a gap: `[Cr3  ·   Cy2  ·  ]`."""
    by_colour = {card[1]: card for card in view.series[seat]}
    line = Text("[")
    for at, colour in enumerate(COLOUR_LETTERS):
        line.append(" " if at else "")
        card = by_colour.get(colour)
        if card:
            line.append(card.ljust(SERIES), f"bold {INKS[colour]}")
        else:
            line.append(colour.center(SERIES), "dim")
    return line.append("]")


# ---- the middle ----


def _middle(view: SwirlView) -> Drawing:
    left = f"{view.deck.count} card{'' if view.deck.count == 1 else 's'} in the deck"
    title = Text("Middle" if view.middle else "The middle is empty.").append(f"  {left}", "dim")
    # By number, for that is what captures go by; action cards have none.
    cards = sorted(view.middle, key=lambda card: (card in ACTIONS, _number(card), card))
    return [title, *_row(cards), *_pending(view)]


def _pending(view: SwirlView) -> Drawing:
    """What the turn has come to, where something is to be chosen."""
    if view.played is not None:
        card = Text(view.played, f"bold {_ink(view.played)}")
        wants = {"collect": "collects", "snatch": "snatches"}.get(view.kind, "takes")
        return [card.append(f" was played; {wants} what?", "default")]
    if view.robbed is not None and view.gap is not None:
        seat = seat_letter(view.robbed)
        return [Text(f"{seat} lost the {view.gap} card and has another one in the pile.")]
    if view.swirling and view.turn is not None:
        return [Text(f"SWIRL: {seat_letter(view.turn)} plays out the hand.", SWIRL_INK)]
    return []


def _number(card: str) -> int:
    return 0 if card in ACTIONS else int(card[2:])


def _row(cards: list[str]) -> Drawing:
    """Cards side by side, in as many rows as the paper needs."""
    fit = max(1, paper_columns() // CARD)
    lines: Drawing = []
    for at in range(0, len(cards), fit):
        row: Drawing = [Text(), Text(), Text(), Text()]
        for card in cards[at : at + fit]:
            for line, part in zip(row, _card(card), strict=True):
                line.append(part, _ink(card))
        lines += row
    return lines


def _card(card: str) -> tuple[str, str, str, str]:
    if card in ACTIONS:
        return "╭───╮", f"│{card} │", "│   │", "╰───╯"
    return "╭───╮", f"│{card[:2]} │", f"│{card[2:]:>3}│", "╰───╯"


def _ink(card: str) -> str:
    if card in ACTIONS:
        return SWIRL_INK if card == "SW" else ACTION_INK
    return INKS[card[1]]


# ---- the own hand ----


def _own_hand(view: SwirlView, seat: int) -> Drawing:
    """Each card of the hand, in words, with what it would take."""
    lines = [Text(f"Your hand, {seat_letter(seat)}")]
    for card in view.hands[seat].cards or ():
        line = Text("  ").append(card.ljust(5), f"bold {_ink(card)}")
        line.append(f"{_words(card):<20} ").append(_would_do(view, seat, card), "dim")
        lines.append(line)
    return lines


def _words(card: str) -> str:
    if card in ACTIONS:
        return ACTION_NAMES[ACTIONS.index(card)]
    creature = CREATURE_WORDS[CREATURE_LETTERS.index(card[0])]
    return f"{COLOURS[COLOUR_LETTERS.index(card[1])]} {creature} {card[2:]}"


def _would_do(view: SwirlView, seat: int, card: str) -> str:
    """What playing a card would do, from what the viewer sees."""
    if card == "SW":
        return "all others drop their hands, and you play out yours"
    if card == "SN":
        robbable = [
            own
            for other in range(view.seats)
            if other != seat and not (view.teams and (other - seat) % 2 == 0)
            for own in view.series[other]
        ]
        return f"snatches {_one_of(robbable)}" if robbable else "no effect now"
    if card in ACTIONS and not view.middle:
        return "no effect now"
    if card == "AA":
        return f"takes all {len(view.middle)}"
    if card == "A1":
        return "takes any one"
    return _would_take(view, card)


def _one_of(cards: list[str]) -> str:
    return cards[0] if len(cards) == 1 else f"{', '.join(cards[:-1])} or {cards[-1]}"


def _would_take(view: SwirlView, card: str) -> str:
    """`9 takes 5 + 4`, in the cards' names."""
    number, middle = _number(card), [FACE_OF[each] for each in view.middle]
    left = leftovers(number, numbers_of(middle), READINGS[view.capture])
    if not left:
        return "takes nothing"
    sets = sets_of_cards(middle, left)
    if len(sets) > 1:
        return f"takes one of {len(sets)} sets of cards, of your choice"
    groups = tuple(texts(group) for group in explained(number, list(sets[0])))
    sums = [" + ".join(str(_number(each)) for each in group) for group in groups if len(group) > 1]
    because = f" ({number} = {listed(sums)})" if sums else ""
    return f"takes {in_groups(groups)}{because}"
