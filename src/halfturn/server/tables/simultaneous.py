"""Questions that are put to several seats at once.

The rules ask one seat after another. Where a question is secret and does not
depend on what others answer, a table need not make people wait: it asks all
seats at once, keeps what comes early, and answers with it when the rules ask.
Until then it is in nobody's view but its own seat's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from halfturn.core import Decision, HalfturnError, Option, State

Early = list[list[str]]
"""For each seat the answers that the rules have not asked for yet, in their order."""
Play = Callable[[Option], object]
"""What plays an option on a state."""


def nothing_early(seats: int) -> Early:
    """Nobody has answered before being asked."""
    return [[] for _ in range(seats)]


def is_together(decision: Decision | None) -> bool:
    """Whether a question can be put to all whom the rules will ask it."""
    return decision is not None and decision.simultaneous and decision.secret


def facing(state: State, early: Early, seat: int) -> State | None:
    """The state as a seat faces it that is asked now, itself or a clone; None if it is not asked.

    For those whom the rules ask before it any answer does: none changes what it is asked.
    """
    if state.seat_asked == seat:
        return state
    decision = state.decision
    if not is_together(decision):
        return None
    assert decision is not None, "no question is put to nobody"
    kind, own, ahead = decision.kind, list(early[seat]), state.clone()
    while decision is not None and is_together(decision) and decision.kind == kind:
        if decision.seat != seat:
            ahead.play(decision.options[0])
        elif own:
            ahead.play(ahead.game.parse_option(own.pop(0)))
        else:
            return ahead
        decision = ahead.decision
    return None


def asked(state: State, early: Early, decision: Decision | None) -> tuple[int, ...]:
    """The seats that have a question now; `decision` is what the rules ask in this state."""
    if decision is None or decision.seat < 0:
        return ()
    if not is_together(decision):
        return (decision.seat,)
    return tuple(s for s in range(state.seats) if facing(state, early, s) is not None)


def answer(
    state: State,
    early: Early,
    seat: int,
    texts: Sequence[str],
    play: Play,
    whole: bool = False,
) -> list[str]:
    """A seat answers; what the rules ask for now is played, what they do not is kept in `early`.

    `play` plays on `state`; `whole` tells that the texts are in whole notation, as in a log.
    Returns the whole notation of each answer; raises HalfturnError for one that is not legal
    or not asked for.
    """
    answers = []
    for text in texts:
        faced = facing(state, early, seat)
        if faced is None:
            raise HalfturnError(f"{text[:40]!r} answers nothing that you are asked")
        option = faced.game.parse_option(text) if whole else faced.read(text)
        answers.append(text if whole else str(option))
        if faced is state:
            play(option)
            settle(state, early, play)
        else:
            early[seat].append(answers[-1])
    return answers


def settle(state: State, early: Early, play: Play) -> None:
    """Answer what the rules ask now with what came early."""
    if not any(early):
        return
    while (decision := state.decision) is not None and decision.seat >= 0 and early[decision.seat]:
        play(state.game.parse_option(early[decision.seat].pop(0)))
