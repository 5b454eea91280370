"""The integers of the answers: a fixed layout, the same for every position.

0 … 35     play a kind: colour * 6 + shape
36 … 47    take a Qwirkle of a line: the six colours, then the six shapes
48         end the turn
49         pass
50         draw a fresh hand (no_play=redraw)
51 … 86    CHANCE deals a kind
87 … 97    the oldest of the tied is a seat
"""

from __future__ import annotations

from typing import Final

TAKE_CODES: Final = 36
END_CODE: Final = 48
PASS_CODE: Final = 49
REDRAW_CODE: Final = 50
DEAL_CODES: Final = 51
OLDEST_CODES: Final = 87
CODE_COUNT: Final = 98
MOST_SEATS: Final = 11
"""QC-DATA-2: nine cards each and at least one to draw."""
