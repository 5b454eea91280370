"""The log of the server as a program: a line each, without names, tokens or cards.

What went wrong may have cards in its words ("4 is not legal: expected 7 or 9"), so of an
exception only the kind and the places are written, unless its class says what else may be
(`for_logs`). HALFTURN_DEBUG=1 writes everything, for a machine where nobody plays for real.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import time
import traceback
from typing import Any, Final, Literal

Format = Literal["text", "json"]
CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What would begin a new line or move a terminal's cursor."""


def log_to_stderr(format: Format = "text") -> None:
    """Write what goes wrong to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if format == "json" else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").addFilter(
        # Bad bytes from outside are answered with a close code; they are no error of ours.
        lambda record: not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP"))
    )


def is_debugging() -> bool:
    """Whether the one who runs it wants to see everything."""
    return os.environ.get("HALFTURN_DEBUG", "") not in ("", "0")


class TextLines(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and below it where an exception came from."""
        line = f"{_time(record)} {record.levelname} {record.name}: {_sentence(record)}"
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            places = "".join(f"\n  {place}" for place in _places(error))
            line += f"\nTraceback of {_shown(error)}:{places}"
        return line


class JsonLines(logging.Formatter):
    """Lines for programs: time, level, where, says, the parts it says it about, and errors."""

    def format(self, record: logging.LogRecord) -> str:
        """One JSON object."""
        line: dict[str, Any] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "where": record.name,
            "says": _sentence(record),
            "kind": CONTROLS.sub("�", str(record.msg)),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = str(_shown(error))
            line["traceback"] = _places(error)
        return json.dumps(line)


def _time(record: logging.LogRecord) -> str:
    moment = time.gmtime(record.created)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', moment)}.{int(record.msecs):03}Z"


def _sentence(record: logging.LogRecord) -> str:
    given = record.args if isinstance(record.args, tuple) else ()
    try:
        text = str(record.msg) % tuple(_shown(each) for each in given) if given else record.msg
    except (TypeError, ValueError):
        text = record.msg  # a library's own way of giving arguments
    return CONTROLS.sub("�", str(text))


def _shown(value: object) -> object:
    """A value as it may be written down."""
    if not isinstance(value, BaseException) or is_debugging():
        return value
    if isinstance(value, sqlite3.Error):
        return f"{type(value).__name__}: {value}"  # it speaks of columns, never of what is in them
    return getattr(value, "for_logs", type(value).__name__)


def _places(error: BaseException) -> list[str]:
    if is_debugging():
        return "".join(traceback.format_exception(error)).splitlines()
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
