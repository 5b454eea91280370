"""Golden playthroughs: a whole game as text, with all that everybody sees at every step.

A file holds a record, and after it what replaying that record shows. Lines of a step:

    3. B play: play:Cr4      who was asked what, and what was answered
    codes 3 17               the integers of all that could have been answered; CHANCE's are many
    scores 101 0             the points before it
    * seats 2; hand A ? …    what a spectator saw
    A hand A Cr4 SN          the parts that seat A saw otherwise; nothing if none
    > Cr4 took Hg4.          what happened then, as a spectator is told
    > B: B got Cr4.          the same as seat B is told, where that is otherwise
"""

from __future__ import annotations

from pathlib import Path

from halfturn.core import CHANCE, Event, SeededRng, draw, seat_letter
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.state import State
from tests.games.swirl.given import GAME

FOLDER = Path(__file__).parent / "golden"
HEADING = "# What everybody saw\n"

SETTINGS: dict[str, tuple[int, dict[str, object], int]] = {
    "two-by-the-book": (2, {}, 28),
    "three-memory": (3, {"memory_mode": True, "creatures": ("random",)}, 3),
    "four-any-may-stop": (4, {"capture": "any_nonempty", "play_out": "may_stop"}, 2),
    "four-teams": (4, {"teams": True, "last_deal": "round_robin"}, 4),
}
"""Each file's seats, options and the seed of the game that it was first written from."""


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write(name: str) -> None:
    """Play the game of a setting and write it down."""
    seats, options, seed = SETTINGS[name]
    through = Playthrough.start(GAME, seats, options)
    rng = SeededRng(seed)
    while (decision := through.state.decision) is not None:
        if decision.seat == CHANCE:
            through.play(draw(decision, rng))
        else:
            through.play(decision.options[rng.below(len(decision.options))])
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
        if seat != CHANCE:
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
