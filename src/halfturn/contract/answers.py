"""Laws about questions and answers: options, integers, previews, whole turns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

from halfturn.contract.sample import Broken, Moment, Sample, few, played, same, unchanged
from halfturn.core.chance import draw
from halfturn.core.errors import IllegalOption
from halfturn.core.event import Event
from halfturn.core.option import Option
from halfturn.core.seats import CHANCE, NOBODY
from halfturn.core.state import State

MOST_TURNS: Final = 1500
"""Whole turns are compared where there are fewer ways through them than this."""


class Stranger(Option, frozen=True, tag="a stranger"):
    """An answer of no game."""

    def __str__(self) -> str:
        return "a-stranger"


def options_are_distinct(sample: Sample) -> None:
    """A question has at least one option, all differ, and so do their texts, without spaces."""
    for moment in sample.moments(asking=True):
        options = moment.question.options
        texts = [str(option) for option in options]
        if not options:
            raise Broken("expected a question with options, got one without")
        if len(set(options)) < len(options) or len(set(texts)) < len(texts):
            raise Broken(f"expected options with different texts, got {texts}")
        for text in texts:
            if not text or text.split() != [text] or not text.isprintable() or "#" in text:
                raise Broken(f"expected a text without spaces and without #, got {text!r}")


def single_answers_are_asked_only_where_they_must(sample: Sample) -> None:
    """A question with one option opens a turn, is about hidden cards, or is CHANCE's."""
    for moment in sample.moments(asking=True):
        asked = moment.question
        always = asked.opens_turn or asked.secret or asked.seat == CHANCE
        if len(asked.options) == 1 and not always:
            raise Broken(f"{asked} has a single answer that everybody can see: do not ask it")


def an_illegal_option_changes_nothing(sample: Sample) -> None:
    """An option that is not legal here raises IllegalOption; the state stays, nothing happens."""
    for moment in sample.moments(most=250):
        state = moment.state.clone()
        decision = state.decision
        legal = set(decision.options) if decision else set()
        for option in _wrong_options(sample, moment):
            if option in legal:
                continue
            events: list[Event] = []
            try:
                state.play(option, events)
            except IllegalOption as error:
                if not str(error).strip():
                    raise Broken(f"expected words for why {option} is not legal") from None
            else:
                raise Broken(f"expected IllegalOption for {option!r}, but it was played")
            if events or state.key() != moment.seen.key:
                raise Broken(f"{option!r} is not legal, but it changed the state or told {events}")
        unchanged("options that are not legal were tried", moment.seen, state)


def _wrong_options(sample: Sample, moment: Moment) -> Iterable[Option]:
    """Options of other moments, nearby and far away, some with a part that makes no sense."""
    rng = moment.rng("wrong")
    near = moment.walk.moments[max(0, moment.number - 1) : moment.number + 2]
    questions = [each.state.decision for each in near]
    options = [option for asked in questions if asked for option in few(asked.options, 3)]
    options += (sample.options[rng.below(len(sample.options))] for _ in range(6))
    yield from options
    yield Stranger()
    bent = sample.bent_options
    yield from (bent[rng.below(len(bent))] for _ in range(8 if bent else 0))


def an_illegal_code_changes_nothing(sample: Sample) -> None:
    """An integer that is not among `codes` raises IllegalOption, and the state stays."""
    game = sample.game
    for moment in sample.moments(most=250):
        state = moment.state.clone()
        rng = moment.rng("codes")
        codes = [-1, -(2**70), game.code_count, 2**31, 2**63, 2**70]
        codes += (rng.below(game.code_count) for _ in range(6))
        codes += (sample.codes[rng.below(len(sample.codes))] for _ in range(6))
        for code in codes:
            if code in moment.seen.codes:
                continue
            try:
                state.play_code(code)
            except IllegalOption:
                same(f"the key after the illegal code {code}", moment.seen.key, state.key())
            else:
                raise Broken(f"expected IllegalOption for the code {code}, but it was played")
        unchanged("codes that are not legal were tried", moment.seen, state)
        for code in (-1, game.code_count, 2**70):
            try:
                state.option(code)
            except IllegalOption:
                continue
            raise Broken(f"expected IllegalOption from option({code})")


def short_cuts_say_what_the_question_says(sample: Sample) -> None:
    """`seat_asked`, `opens_turn` and `draw_code` agree with the open question."""
    for moment in sample.moments():
        state = moment.state.clone()
        decision = state.decision
        if decision is None:
            same("seat_asked", NOBODY, state.seat_asked)
            same("opens_turn", False, state.opens_turn)
            continue
        same("seat_asked", decision.seat, state.seat_asked)
        same("opens_turn", decision.opens_turn, state.opens_turn)
        if decision.seat == CHANCE:
            drawn = draw(decision, moment.rng("draw"))
            same("draw_code", state.code(drawn), state.draw_code(moment.rng("draw")))


def codes_and_options_agree(sample: Sample) -> None:
    """`codes` are the options' integers in the same order; playing one plays the option."""
    game = sample.game
    for moment in sample.moments(asking=True):
        state, options = moment.state, moment.question.options
        codes = state.codes()
        same("codes", [state.code(option) for option in options], codes)
        same("code_vec", codes, list(state.code_vec()))
        if len(set(codes)) < len(codes) or not all(0 <= code < game.code_count for code in codes):
            raise Broken(f"expected different codes below {game.code_count}, got {codes}")
        for option, code in few(list(zip(options, codes, strict=True)), 4):
            same(f"option({code})", option, state.option(code))
            after, events = played(state, option)
            by_code = state.clone()
            told: list[Event] = []
            by_code.play_code(code, told)
            same(f"where {option} leads as the code {code}", after.key(), by_code.key())
            same(f"events of {option} as the code {code}", events, told)


def previews_come_true(sample: Sample) -> None:
    """A preview changes nothing, and what it says is what playing does.

    It tells the events from the first on, as the seat that is asked may see them, and, where
    it tells all of them, the points.
    """
    for moment in sample.moments(most=300, asking=True):
        state, seat = moment.state.clone(), moment.question.seat
        for option in few(moment.question.options, 4):
            preview = state.preview(option)
            same(f"the key after a preview of {option}", moment.seen.key, state.key())
            after, events = played(state, option)
            seen = tuple(event.seen_by(seat) for event in events)
            told = preview.events
            same("the previewed option", option, preview.option)
            same(f"the previewed events of {option}", seen[: len(told)], told)
            gains = tuple(
                then - now for then, now in zip(preview.outlook, state.outlook, strict=True)
            )
            same(f"the gains of {option}", gains, preview.gains)
            if len(told) == len(seen):
                same(f"the points after {option}", after.scores, preview.scores)
                same(f"the outlook after {option}", after.outlook, preview.outlook)
        unchanged("options were only previewed", moment.seen, state)


def turns_are_what_small_decisions_reach(sample: Sample) -> None:
    """`turns` lists each position that whole turns lead to exactly once, and no other."""
    for moment in sample.moments(most=120, asking=True):
        reached = _ends_of_turn(moment.state, moment.question.seat)
        if reached is None:
            continue
        listed = []
        for turn in moment.state.turns():
            state = moment.state.clone()
            for option in turn:
                state.play(option)
            listed.append(state.key())
        if len(set(listed)) < len(listed):
            raise Broken("expected each position once, got several turns that lead to the same")
        same("how many positions the listed turns reach", len(reached), len(set(listed)))
        if set(listed) != reached:
            raise Broken("the listed turns lead elsewhere than the small decisions do")


def _ends_of_turn(state: State, seat: int) -> set[Hashable] | None:
    """The positions after a whole turn, by trying everything; None when that is too much."""
    ends: set[Hashable] = set()
    steps = 0
    going_on = [state]
    while going_on:
        here = going_on.pop()
        decision = here.decision
        for option in decision.options if decision else ():
            steps += 1
            if steps > MOST_TURNS:
                return None
            after = here.clone()
            after.play(option)
            asked = after.decision
            if seat == CHANCE or asked is None or asked.seat != seat or asked.opens_turn:
                ends.add(after.key())
            else:
                going_on.append(after)
    return ends


def nothing_is_played_after_the_end(sample: Sample) -> None:
    """When the game is over there are no options, no codes and no turns, and none is taken."""
    for walk in sample.walks:
        sample.at = moment = walk.moments[-1]
        state = moment.state.clone()
        same("codes after the end", [], state.codes())
        same("turns after the end", [], state.turns())
        for last in few(walk.moments[:-1], 5):
            option = last.question.options[0]
            for act, answer in _ways_to_answer(state, option, last.seen.codes[0]):
                try:
                    act(answer)
                except IllegalOption:
                    continue
                raise Broken(f"expected IllegalOption for {option} after the end")


def _ways_to_answer(
    state: State, option: Option, code: int
) -> list[tuple[Callable[[Any], object], object]]:
    return [
        (state.play, option),
        (state.play_code, code),
        (state.preview, option),
        (state.read, str(option)),
    ]


LAWS: Final = (
    options_are_distinct,
    single_answers_are_asked_only_where_they_must,
    an_illegal_option_changes_nothing,
    an_illegal_code_changes_nothing,
    short_cuts_say_what_the_question_says,
    codes_and_options_agree,
    previews_come_true,
    turns_are_what_small_decisions_reach,
    nothing_is_played_after_the_end,
)
