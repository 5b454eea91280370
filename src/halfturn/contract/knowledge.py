"""Laws about hidden things: nothing but the view ever tells a seat anything.

Two worlds that look the same to a seat are *twins* for it. Some are made by `redeal`, some are
born when two answers that the seat cannot see lead to different worlds.
"""

from __future__ import annotations

from typing import Final

from halfturn.contract.sample import Broken, Moment, Sample, few, pick, played, same, unchanged
from halfturn.core.decision import Decision
from halfturn.core.event import Event
from halfturn.core.seats import CHANCE
from halfturn.core.state import State


def a_redealt_world_looks_the_same(sample: Sample) -> None:
    """`redeal` gives a world that the seat cannot tell from the one it came from.

    View, key, seat to decide and kind of question are the same, and so are the options where
    the question is its own; no card is lost, and the state it came from stays as it was.
    """
    for moment in sample.moments(most=400):
        for viewer in moment.viewers:
            twin = moment.state.redeal(viewer, moment.rng(viewer))
            _look_the_same("redealt", viewer, moment.state, twin)
            same("inventory of a redealt world", moment.state.inventory(), twin.inventory())
        unchanged("it was redealt", moment.seen, moment.state)


def _look_the_same(what: str, viewer: int | None, state: State, twin: State) -> None:
    where = f"a {what} world for viewer {viewer}"
    view, twin_view = state.view(viewer), twin.view(viewer)
    same(f"the view in {where}", view, twin_view)
    same(f"the view's text in {where}", view.text, twin_view.text)
    same(f"key({viewer}) in {where}", state.key(viewer), twin.key(viewer))
    asked, as_well = state.decision, twin.decision
    same(f"the question in {where}", _outside(asked), _outside(as_well))
    if asked is not None and as_well is not None and asked.seat == viewer:
        same(f"the own options in {where}", list(asked.options), list(as_well.options))


def _outside(decision: Decision | None) -> tuple[object, ...]:
    """What everybody sees of a question."""
    if decision is None:
        return ()
    marks = decision.opens_turn, decision.secret, decision.simultaneous
    return decision.seat, decision.kind, *marks


def redeals_know_only_what_the_seat_sees(sample: Sample) -> None:
    """`redeal` depends on what the seat sees and on `rng` alone.

    Twins redealt with the same `rng` are equal, whichever of them is the truth.
    """
    for moment in sample.moments(most=400):
        for viewer in moment.viewers:
            twin = moment.state.redeal(viewer, moment.rng(("twin", viewer)))
            _redeal_alike(moment, viewer, moment.state, twin)
    for twins in sample.born_twins():
        _redeal_alike(twins.moment, twins.viewer, twins.state, twins.twin)


def _redeal_alike(moment: Moment, viewer: int | None, state: State, twin: State) -> None:
    for seed in ("first", "second"):
        one = state.redeal(viewer, moment.rng((seed, viewer)))
        other = twin.redeal(viewer, moment.rng((seed, viewer)))
        if one.key() != other.key():
            raise Broken(
                f"to viewer {viewer} {state.text!r} and {twin.text!r} look the same, but redealt "
                f"with the same rng they became {one.text!r} and {other.text!r}"
            )


def twins_look_the_same(sample: Sample) -> None:
    """What a seat is shown and asked follows from its view.

    Worlds with equal views have equal keys for that seat, the same text of the view and,
    where the seat is asked, the same options.
    """
    for twins in sample.born_twins():
        _look_the_same("twin", twins.viewer, twins.state, twins.twin)


def events_tell_no_more_than_views(sample: Sample) -> None:
    """When two answers lead to different worlds with the same view, their events look the same."""
    for twins in sample.born_twins():
        told, twin_told = (
            [event.seen_by(twins.viewer) for event in events]
            for events in (twins.events, twins.twin_events)
        )
        what = f"what viewer {twins.viewer} is told of {twins.option} and of {twins.twin_option}"
        same(what, told, twin_told)


def hidden_things_do_not_set_the_pace(sample: Sample) -> None:
    """The same answer in twin worlds brings a seat the same events and leads to the same view.

    So the number of questions and of events tells nothing. Only where something is revealed
    do they differ: from the event on that shows it, which is of the same kind in both worlds.
    """
    for moment in sample.moments(most=250, asking=True):
        for viewer in moment.viewers:
            twin = moment.state.redeal(viewer, moment.rng(("pace", viewer)))
            _go_on_alike(viewer, moment.state, twin)
    for twins in sample.born_twins():
        _go_on_alike(twins.viewer, twins.state, twins.twin)


def _go_on_alike(viewer: int | None, state: State, twin: State) -> None:
    asked, as_well = state.decision, twin.decision
    if asked is None or as_well is None:
        return
    for option in few([option for option in asked.options if option in as_well.options], 3):
        after, events = played(state, option)
        twin_after, twin_events = played(twin, option)
        try:
            if not _something_revealed(viewer, events, twin_events):
                same("the view", after.view(viewer), twin_after.view(viewer))
        except Broken as error:
            raise Broken(
                f"after {option} viewer {viewer} can tell {state!r} from its twin {twin!r} by "
                f"{error}"
            ) from None


def _something_revealed(viewer: int | None, events: list[Event], others: list[Event]) -> bool:
    for event, other in zip(events, others, strict=False):
        seen, other_seen = event.seen_by(viewer), other.seen_by(viewer)
        if seen != other_seen:
            same("an event that reveals nothing", type(seen), type(other_seen))
            return True
    same("the number of events", len(events), len(others))
    return False


def hidden_things_are_written_as_question_marks(sample: Sample) -> None:
    """A view from which something is hidden has `?` in its text; the truth has none."""
    for moment in sample.moments(most=400):
        if "?" in moment.seen.text:
            raise Broken(f"expected the whole truth without ?, got {moment.seen.text!r}")
        for viewer in moment.viewers:
            twin = moment.state.redeal(viewer, moment.rng(viewer))
            text = moment.state.view(viewer).text
            if twin.key() != moment.seen.key and "?" not in text:
                raise Broken(f"expected ? for what is hidden from viewer {viewer}, got {text!r}")


def previews_tell_no_secret(sample: Sample) -> None:
    """A preview says the same in all worlds that look the same to the seat that is asked."""
    for moment in sample.moments(most=300, asking=True):
        seat = moment.question.seat
        if seat == CHANCE:
            continue
        twin = moment.state.redeal(seat, moment.rng("preview"))
        asked = twin.decision
        legal = asked.options if asked else ()
        for option in few([option for option in moment.question.options if option in legal], 4):
            preview, other = moment.state.preview(option), twin.preview(option)
            same(f"the preview of {option} in a world that looks the same", preview, other)


def simultaneous_questions_are_independent(sample: Sample) -> None:
    """What a seat answers to a simultaneous question changes nothing for the others.

    Before all have answered, the next seat is asked and offered and sees the same.
    """
    for moment in sample.moments(asking=True):
        asked = moment.question
        if not asked.simultaneous:
            continue
        nexts = []
        for option in few(asked.options, 3):
            state = moment.state.clone()
            state.play(option)
            rng = moment.rng(option)
            while (then := state.decision) is not None and then.seat == asked.seat:
                state.play(pick(then, rng))
            if then is not None and then.simultaneous and then.kind == asked.kind:
                nexts.append((option, then, state.view(then.seat)))
        for option, then, view in nexts[1:]:
            what = f"after {nexts[0][0]} and after {option}"
            same(f"the next question {what}", nexts[0][1], then)
            same(f"the view of {then.seat} {what}", nexts[0][2], view)


LAWS: Final = (
    a_redealt_world_looks_the_same,
    redeals_know_only_what_the_seat_sees,
    twins_look_the_same,
    events_tell_no_more_than_views,
    hidden_things_do_not_set_the_pace,
    hidden_things_are_written_as_question_marks,
    previews_tell_no_secret,
    simultaneous_questions_are_independent,
)
