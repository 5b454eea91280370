"""What is said over HTTP in a lesson; a part of the protocol.

A lesson is no table: nothing is kept of it. A browser sends what it would say at a table,
together with the answers that were given in the exercise so far, and gets the same replies.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from halfturn.server.protocol.requests import AskLayout, AskPreview, AskScratch, Move
from halfturn.server.protocol.updates import (
    Happening,
    LayoutReply,
    PreviewReply,
    Question,
    ScratchReply,
)


class LessonPosition(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand in an exercise, as the learner sees them."""

    seat: int
    """The learner's."""
    sides: list[list[int]]
    view: dict[str, Any]
    asked: list[int]
    question: Question | None


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One exercise."""

    head: str
    words: str
    position: LessonPosition


class LessonInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A whole lesson: GET /api/v1/games/GAME/lesson."""

    game: str
    title: str
    about: str
    end: str
    names: list[str]
    """What the seats are called; the learner is "You", in their own language."""
    steps: list[LessonStep]


class LessonAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a learner says: POST /api/v1/games/GAME/lesson. It changes nothing."""

    step: int
    """Counted from 0."""
    before: list[str] = []
    """The answers that were given in this exercise already."""
    say: Move | AskPreview | AskScratch | AskLayout


class LessonTold(msgspec.Struct, frozen=True, kw_only=True, tag="told", tag_field="type"):
    """What came of a move."""

    key: str
    result: Literal["more", "right", "other"]
    """The turn goes on; it was what the exercise wanted; it was not."""
    words: str
    happenings: list[Happening]
    position: LessonPosition


LessonReply = LessonTold | PreviewReply | ScratchReply | LayoutReply
