"""Golden playthroughs: a whole game as text, with all that everybody sees at every step.

A file holds a record, and after it what replaying that record shows. Lines of a step:

    30. B turn: rci          who was asked what, and what was answered
    codes 0 7 48             the integers of all that could have been answered
    scores 1 0               the Qwirkles before it
    * seats 2; hand A ? …    what a spectator saw
    A hand A rci rsq         the parts that seat A saw otherwise; nothing if none
    > B laid the …           what happened then, as a spectator is told
    > B: B drew the …        the same as seat B is told, where that is otherwise
"""

from __future__ import annotations

from pathlib import Path

from halfturn.core import CHANCE, Event, SeededRng, draw, seat_letter
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.state import State
from halfturn.games.qwirkle_cards.answers import Take
from tests.games.qwirkle_cards.given import GAME

FOLDER = Path(__file__).parent / "golden"
MOST_STEPS = 75
"""So many answers are told of a game that goes on; a whole one would fill a book."""
TWO = (
    "table rci rsq rdi rcl osq ysq gsq; hand A rst rbu yci bci gci pcl; qwirkles A p; "
    "hand B ocl ost obu psq bsq ydi; deck gdi pdi yst; turn A"
)
THREE = (
    "seats 3; table rci rsq rdi osq ysq gsq; hand A rst bsq pbu; hand B oci odi ocl; "
    "hand C rcl psq gcl; deck ybu; turn B"
)
HANDS = "hand A oci oci bsq bsq gdi gdi pcl pcl ybu; hand B obu obu bst bst gcl gcl psq psq yci"
STUCK = f"table rci rsq rdi; {HANDS}; turn A"
FRESH = f"options no_play=redraw age_order=equal; table rci rsq rdi; {HANDS}; turn B"
HEADING = "# What everybody saw\n"

SETTINGS: dict[str, tuple[int, str, int]] = {
    "two-to-the-end": (2, TWO, 1),
    "three-last-round": (3, THREE, 2),
    "four-from-the-deal": (4, "", 3),
    "two-nobody-can-play": (2, STUCK, 4),
    "two-fresh-hands": (2, FRESH, 5),
}
"""Each file's seats, start position (none: the deal) and the seed it was first played with."""


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write(name: str) -> None:
    """Play the game of a setting and write it down."""
    seats, start, seed = SETTINGS[name]
    through = Playthrough.at(GAME.position(start)) if start else Playthrough.start(GAME, seats)
    rng = SeededRng(seed)
    while (decision := through.state.decision) is not None and len(through.answers) < MOST_STEPS:
        if decision.seat == CHANCE:
            through.play(draw(decision, rng))
        else:
            taking = [each for each in decision.options if isinstance(each, Take)]
            options = taking or decision.options
            through.play(options[rng.below(len(options))])
    golden_file(name).write_text(tell(through.record), "utf-8")


def read(name: str) -> tuple[Record, str]:
    """The record of a file, and its whole text."""
    text = golden_file(name).read_text("utf-8")
    return read_record(text.partition(HEADING)[0]), text


def tell(record: Record) -> str:
    """The file of a record."""
    through = Playthrough.of(record, GAME)
    lines = [record.text, HEADING]
    for number, (state, seat, option, events) in enumerate(through.steps(), start=1):
        decision = state.decision
        assert decision is not None
        lines.append(f"{number}. {seat_letter(seat)} {decision.kind}: {option}")
        lines.append("codes " + " ".join(map(str, state.codes())))
        lines += _seen(state)
        lines += _told(events, state.seats)
        lines.append("")
    lines.append("The end")
    lines += _seen(through.state)
    lines.append("winners " + " ".join(map(seat_letter, through.state.winners)))
    return "\n".join(lines) + "\n"


def _seen(state: State) -> list[str]:
    lines = ["scores " + " ".join(map(str, state.scores))]
    spectator = state.view(None).text.split("; ")
    lines.append("* " + "; ".join(spectator))
    for seat in range(state.seats):
        own = [part for part in state.view(seat).text.split("; ") if part not in spectator]
        if own:
            lines.append(f"{seat_letter(seat)} {'; '.join(own)}")
    return lines


def _told(events: list[Event], seats: int) -> list[str]:
    lines = []
    for event in events:
        words = event.seen_by(None).words(seat_letter)
        lines.append(f"> {words}")
        for seat in range(seats):
            own = event.seen_by(seat).words(seat_letter)
            if own != words:
                lines.append(f"> {seat_letter(seat)}: {own}")
    return lines
