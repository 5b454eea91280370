"""Lessons over HTTP: the rules judge every answer, and nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from halfturn.core import CHANCE, Event, Game, SeededRng, State, deal
from halfturn.core.errors import HalfturnError
from halfturn.core.language import say, speaking, spoken
from halfturn.core.lesson import Exercise, Lesson, is_right
from halfturn.core.registry import load
from halfturn.server.projection import shared, updates
from halfturn.server.protocol.lessons import (
    LessonAsk,
    LessonInfo,
    LessonPosition,
    LessonReply,
    LessonStep,
    LessonTold,
)
from halfturn.server.protocol.requests import AskLayout, AskPreview, AskScratch
from halfturn.server.protocol.updates import Choice, Happening, LayoutReply, PreviewReply, Question
from halfturn.server.tables.table import MOST_ANSWERS


class NotLearnt(HalfturnError):
    """Something that makes no sense in a lesson."""


class Attempt:
    """An exercise after some answers of the learner."""

    def __init__(self, game: Game, number: int, exercise: Exercise) -> None:
        self.game = game
        self.number = number
        self.exercise = exercise
        self.beginning = _beginning(game.id, exercise.position)
        self.seat = self.beginning.seat_asked
        self.state = self.beginning.clone()
        self.answers: list[str] = []
        self.events: list[Event] = []

    def play(self, answers: Sequence[str]) -> list[Event]:
        """Give answers, and let chance answer where it is asked; returns what happened."""
        before = len(self.events)
        for text in answers:
            if self.over or len(self.answers) >= MOST_ANSWERS:
                raise NotLearnt(say("this exercise is over: begin it anew"))
            option = self.state.read(text)
            self.state.play(option, self.events)
            self.answers.append(str(option))
            deal(self.state, SeededRng(self.number), self.events)
        return self.events[before:]

    @property
    def over(self) -> bool:
        """Whether the learner's turn has ended."""
        decision = self.state.decision
        if decision is None or decision.seat != self.seat:
            return True
        return bool(self.answers) and decision.opens_turn

    @property
    def position(self) -> LessonPosition:
        """How things stand now."""
        view, decision = self.state.view(self.seat), self.state.decision
        question = None
        if decision is not None and not self.over:
            question = Question(
                token=f"{self.number}.{len(self.answers)}",
                kind=decision.kind,
                words=self.game.question(view),
                choices=shared.choices(decision.options),
            )
        asked = [] if decision is None or decision.seat == CHANCE else [decision.seat]
        return LessonPosition(
            seat=self.seat,
            sides=[list(side) for side in self.state.sides],
            view=msgspec.to_builtins(view),
            asked=asked,
            question=question,
        )

    def told(self, events: Sequence[Event]) -> list[Happening]:
        """What happened, as the learner sees it."""
        names = names_of(self.state.seats, self.seat)
        return shared.happenings(
            events, self.seat, lambda seat: names[seat] if seat >= 0 else say("The deck")
        )

    def moved(self, key: str, answers: Sequence[str]) -> LessonTold:
        """What comes of a move."""
        happened = self.told(self.play(answers))
        result: Literal["more", "right", "other"] = "more"
        words = ""
        if self.over:
            given, exercise = self.answers, self.exercise
            right = is_right(exercise, self.beginning, given, self.state, self.events)
            result, words = ("right", exercise.done) if right else ("other", exercise.otherwise)
        return LessonTold(
            key=key, result=result, words=words, happenings=happened, position=self.position
        )

    def preview(self, key: str, text: str, before: Sequence[str]) -> PreviewReply:
        """What an answer would do, and what is asked after it where nothing has happened yet."""
        self.play(before)
        option = self.state.read(text)
        found = self.state.preview(option)
        after = self.state.clone()
        events: list[Event] = []
        after.play(option, events)
        then = after.decision
        if then is None or events or then.seat != self.seat or then.opens_turn:
            kind, choices = "", list[Choice]()
        else:
            kind, choices = then.kind, shared.choices(then.options)
        return PreviewReply(
            key=key,
            scores=list(found.scores),
            outlook=list(found.outlook),
            gains=list(found.gains),
            happenings=self.told(found.events),
            kind=kind,
            then=choices,
        )


def names_of(seats: int, learner: int) -> list[str]:
    """What the seats of a lesson are called."""
    others = iter((say("Bot"), say("Second bot"), say("Third bot")))
    return [say("You") if seat == learner else next(others) for seat in range(seats)]


def lesson_of(id: str) -> Lesson | None:
    """A game's lesson, which is played with the cards that Halfturn ships."""
    return _lesson(id, spoken())


# What is spoken decides what they are, so it is among what they are kept by.
@lru_cache
def _lesson(id: str, language: str) -> Lesson | None:
    with speaking(language):
        return load(id).lesson()


@lru_cache
def _beginning(id: str, position: str) -> State:
    return load(id).position(position)


def attempt(id: str, number: int) -> Attempt:
    """An exercise before its first answer; raises NotLearnt where there is none."""
    lesson = lesson_of(id)
    if lesson is None or not 0 <= number < len(lesson.exercises):
        raise NotLearnt(f"there is no exercise {number} for {id}")
    return Attempt(load(id), number, lesson.exercises[number])


def info(id: str) -> LessonInfo | None:
    """The whole lesson; None for a game without one."""
    return _info(id, spoken())


@lru_cache
def _info(id: str, language: str) -> LessonInfo | None:
    with speaking(language):
        return _made(id)


def _made(id: str) -> LessonInfo | None:
    lesson = lesson_of(id)
    if lesson is None:
        return None
    attempts = [attempt(id, number) for number in range(len(lesson.exercises))]
    return LessonInfo(
        game=id,
        title=load(id).title,
        about=lesson.about,
        end=lesson.end,
        names=names_of(attempts[0].state.seats, attempts[0].seat),
        steps=[
            LessonStep(head=each.exercise.head, words=each.exercise.words, position=each.position)
            for each in attempts
        ],
    )


def replied(id: str, ask: LessonAsk) -> LessonReply:
    """What a learner is told; raises HalfturnError for what makes no sense."""
    here, said = attempt(id, ask.step), ask.say
    if isinstance(said, AskLayout):
        layout = here.game.lay_out(said.cards, said.near)
        if layout is None:
            raise NotLearnt(say("{game} has no cards to be laid out", game=here.game.title))
        return LayoutReply(key=said.key, layout=msgspec.to_builtins(layout))
    here.play(ask.before)
    if here.over:
        raise NotLearnt(say("this exercise is over: begin it anew"))
    if isinstance(said, AskPreview):
        return here.preview(said.key, said.answer, said.before)
    if isinstance(said, AskScratch):
        table = here.game.scratch(here.state.view(here.seat))
        if table is None:
            raise NotLearnt(say("{game} has no scratch table", game=here.game.title))
        table.lay(said.groups)
        if said.arrange:
            table.arrange()
        return updates.scratch(table, said.key)
    if not said.answers:
        raise NotLearnt("expected at least one answer")
    return here.moved(said.key, said.answers)
