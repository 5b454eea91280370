"""Words: the small pieces that sentences about any game are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from halfturn.core.language import say
from halfturn.core.seats import seat_letter

if TYPE_CHECKING:
    from halfturn.core.decision import Decision
    from halfturn.core.event import Name
    from halfturn.core.option import Option

MINUS: Final = "\u2212"
"""As wide as the plus."""


def signed(number: int) -> str:
    """A gain with its sign."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them: `Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    if len(names) < 2:
        return "".join(names)
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


def points_of_all(name: Name, points: Sequence[int]) -> str:
    """Everybody's points: `Ann: 3, Bob: 5`."""
    return ", ".join(f"{name(seat)}: {count}" for seat, count in enumerate(points))


def asked_otherwise(decision: Decision, option: Option) -> str:
    """That something else is asked than what came."""
    return say(
        "{seat} is asked for {kind!r}: expected one of {expected}, got {answer}",
        seat=seat_letter(decision.seat),
        kind=decision.kind,
        expected=", ".join(str(each) for each in decision.options),
        answer=option,
    )
