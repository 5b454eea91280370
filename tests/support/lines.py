"""Lines of notation, read in a position."""

from __future__ import annotations

import pytest

from halfturn.core import HalfturnError, State


def check_line(state: State, line: str, error: type[HalfturnError] | None, why: str) -> None:
    """A line is read as the option `why`, or refused by just this error, saying `why`."""
    before = state.key(), state.text
    if error is None:
        assert str(state.read(line)) == why
    else:
        with pytest.raises(error, match=why) as caught:
            state.read(line)
        assert type(caught.value) is error
    assert (state.key(), state.text) == before
