"""Frames of a WebSocket, as they are on the wire: the few kinds that nearly all are."""

from __future__ import annotations

import struct
from typing import Final

from halfturn.server.ops.settings import MOST_BYTES

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

TEXT: Final = 0x81
"""The first byte of a whole frame of text; then comes its size, of one, two or eight bytes."""
PING: Final = 0x89
PONG: Final = 0x8A
"""The same of signs of life."""
MASKED: Final = 0x80
"""Added to the first byte of the size where the text is masked, as all that browsers send."""
TEXT_LONG: Final = struct.Struct(">BBH")
TEXT_LONGER: Final = struct.Struct(">BBQ")


def framed(text: bytes) -> bytes:
    """A text as the server sends it."""
    size = len(text)
    if size < 126:
        return bytes((TEXT, size)) + text
    if size < 65536:
        return TEXT_LONG.pack(TEXT, 126, size) + text
    return TEXT_LONGER.pack(TEXT, 127, size) + text


def size_of_frame(data: bytes, at: int) -> int:
    """How long the frame is that begins there, if it is a whole, short and masked text or a sign
    of life; 0 where that cannot be told yet, -1 where it is something else.
    """
    kind = data[at]
    if kind != TEXT and kind != PING and kind != PONG:
        return -1
    if len(data) - at < 2:
        return 0
    size = data[at + 1] - MASKED
    if 0 <= size < 126:
        return 6 + size
    if size != 126 or kind != TEXT:
        return -1
    if len(data) - at < 4:
        return 0
    size = data[at + 2] << 8 | data[at + 3]
    return 8 + size if 126 <= size <= MOST_BYTES else -1


def text_of(frame: bytes) -> str | None:
    """What a whole frame says; None where it is no text."""
    head = 2 if frame[1] - MASKED < 126 else 4
    try:
        return apply_mask(frame[head + 4 :], frame[head : head + 4]).decode()
    except UnicodeDecodeError:
        return None
