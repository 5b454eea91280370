"""Words: the small pieces that sentences about any game are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from halfturn.core.decision import Decision
from halfturn.core.language import say
from halfturn.core.option import Option
from halfturn.core.seats import seat_letter

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


def asked_otherwise(decision: Decision, option: Option) -> str:
    """That something else is asked than what came."""
    return say(
        "{seat} is asked for {kind!r}: expected one of {expected}, got {answer}",
        seat=seat_letter(decision.seat),
        kind=decision.kind,
        expected=", ".join(str(each) for each in decision.options),
        answer=option,
    )
