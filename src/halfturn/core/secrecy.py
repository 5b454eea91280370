"""Whether some at a table know what others do not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from halfturn.core.state import State


def hides_something(state: State, seats: Sequence[int | None]) -> bool:
    """Whether these seats do not all see the same."""
    views = [msgspec.structs.replace(state.view(seat), viewer=None) for seat in seats]
    return any(view != views[0] for view in views)
