"""Characters: any text can be shown, also where an encoding lacks the right ones."""

from __future__ import annotations

import codecs
import sys
from typing import Final

PLAIN: Final = {
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼╞╡╪┏┓┗┛┡┩╇", "+"),
    **dict.fromkeys("─━═\u2013\u2014\u2212", "-"),
    **dict.fromkeys("│┃║", "|"),
    **{"░": "#", "▸": ">", "▶": ">", "·": ".", "•": "*", "\u00d7": "x", "…": "...", "\u2019": "'"},
    **{"⋈": "x", "❧": "%", "☾": ")", "♥": "v"},
    **{"●": "o", "■": "#", "◆": "^", "♣": "%", "✦": "+", "✹": "*"},
}
"""What stands for a character that a terminal cannot show."""


def plain_fallback(error: UnicodeError) -> tuple[str, int]:
    """Write plain characters where an encoding lacks the right ones."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(each, "?") for each in lacking), error.end


def never_fail_on_characters() -> None:
    """Let the standard streams take any character, whatever the terminal's encoding."""
    codecs.register_error("halfturn", plain_fallback)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="halfturn")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
