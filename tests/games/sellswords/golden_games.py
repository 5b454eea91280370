"""Golden playthroughs: a whole game as text, with all that everybody sees at every step.

A file holds a record, and after it what replaying that record shows. Lines of a step:

    3. A cell: at:1,0        who was asked what, and what was answered
    codes 721 729            the integers of all that could have been answered
    scores 6 0               the points before it, and if all were scored now
    * terrain styx@0,0; …    what a spectator saw, where that has changed
    A answered … give:zeus   the parts that seat A saw otherwise; nothing if none
    > A placed Zeus …        what happened then
"""

from __future__ import annotations

from pathlib import Path

from halfturn.core import SeededRng, seat_letter
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.core.state import State
from tests.games.sellswords.given import GAME

FOLDER = Path(__file__).parent / "golden"
HEADING = "# What everybody saw\n"

SETTINGS: dict[str, tuple[dict[str, object], int]] = {
    "starter": ({"heroes": "starter", "hands": "dealt", "rounds": 1}, 1),
    "olympus": ({"first_player": "A", "red": "A"}, 2),
    "parthenon-lock": ({"terrain": "parthenon", "bounds": "lock", "parthenon_moves": True}, 3),
    "styx-other-readings": (
        {
            **{"terrain": "styx", "move_keeps_orientation": False, "terrain_counts": False},
            **{"move_connectivity": "also_without", "hermes": "both", "aristotle": "secret"},
            **{"empty_deck": "reshuffle_discard", "ares": "controller", "fates_self": False},
            **{"poseidon_self": False, "theseus_first": False},
        },
        4,
    ),
    "tartarus": ({"terrain": "random", "tartarus": "each_round"}, 5),
}
"""Each file's options and the seed of the game that it was first written from."""


def golden_file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def write(name: str) -> None:
    """Play the game of a setting and write it down."""
    options, seed = SETTINGS[name]
    through = Playthrough.start(GAME, 2, options)
    rng = SeededRng(seed)
    while (decision := through.state.decision) is not None:
        through.play(decision.options[rng.below(len(decision.options))])
    FOLDER.mkdir(exist_ok=True)
    golden_file(name).write_text(tell(through.record), "utf-8")


def read(name: str) -> tuple[Record, str]:
    """The record of a file, and its whole text."""
    text = golden_file(name).read_text("utf-8")
    return read_record(text.partition(HEADING)[0]), text


def tell(record: Record) -> str:
    """The file of a record."""
    through = Playthrough.of(record, GAME)
    lines = [record.text, HEADING]
    seen: list[str] = []
    for number, (state, seat, option, events) in enumerate(through.steps(), start=1):
        decision = state.decision
        assert decision is not None
        lines.append(f"{number}. {seat_letter(seat)} {decision.kind}: {option}")
        lines.append("codes " + " ".join(map(str, state.codes())))
        lines += _seen(state, seen)
        lines += [f"> {event.words(seat_letter)}" for event in events]
        lines.append("")
    lines.append("The end")
    lines += _seen(through.state, seen)
    lines.append("winners " + " ".join(map(seat_letter, through.state.winners)))
    return "\n".join(lines) + "\n"


def _seen(state: State, before: list[str]) -> list[str]:
    """What everybody sees now; of the spectator's view the sections that have changed."""
    scores, outlook = (" ".join(map(str, each)) for each in (state.scores, state.outlook))
    lines = [f"scores {scores}" + (f", now {outlook}" if outlook != scores else "")]
    spectator = state.view(None).text.split("; ")
    new = [part for part in spectator if part not in before and not part.startswith("deck ")]
    if new:
        lines.append("* " + "; ".join(new))
    before[:] = spectator
    for seat in range(state.seats):
        own = [part for part in state.view(seat).text.split("; ") if part not in spectator]
        if own:
            lines.append(f"{seat_letter(seat)} {'; '.join(own)}")
    return lines
