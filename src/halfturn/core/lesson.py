"""Lessons: a game learnt in a few exercises on real positions.

A lesson is data in our own words. What an answer does, and whether it is what was wanted, the
rules say: an exercise names answers that are right, or what has to happen.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from halfturn.core.errors import BadData
from halfturn.core.event import Event
from halfturn.core.language import page
from halfturn.core.state import State


class Exercise(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One turn that the learner takes. An answer is right when all that is said here holds."""

    head: str
    position: str
    """In the game's notation; who is asked there is the learner."""
    words: str
    """What there is to know, and what to do."""
    turns: tuple[str, ...] = ()
    """The turns that are right, each as its answers with spaces between; none: any may be."""
    happens: str = ""
    """The tag of an event that has to be among what happens."""
    gain: int | None = None
    """So many points the learner has to have more, if all were counted as it lies."""
    done: str
    """What is said when it was right."""
    otherwise: str = ""
    """What is said when it was not."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A few exercises that take about two minutes in all."""

    about: str
    exercises: tuple[Exercise, ...]
    end: str
    """What is said when all is done."""


def read_lesson(package: str | None, path: str = "lesson.json") -> Lesson:
    """Return the lesson in a file of a package, translated where a file beside it is."""
    assert package, "a game with a lesson lives in a package"
    try:
        return msgspec.json.decode(page(package, path), type=Lesson)
    except msgspec.MsgspecError as error:
        raise BadData(f"{path} of {package} cannot be read: {error}") from None


def is_right(
    exercise: Exercise,
    beginning: State,
    answers: Sequence[str],
    after: State,
    events: Sequence[Event],
) -> bool:
    """Whether a whole turn was what an exercise wants."""
    seat = beginning.seat_asked
    if exercise.turns and " ".join(answers) not in exercise.turns:
        return False
    tags = {type(event).__struct_config__.tag for event in events}
    if exercise.happens and exercise.happens not in tags:
        return False
    return exercise.gain is None or after.outlook[seat] - beginning.outlook[seat] >= exercise.gain
