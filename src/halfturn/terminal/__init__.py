"""Playing in the terminal, written once for every game."""

from __future__ import annotations

import os


def command() -> str:
    """What people type to start Halfturn here: run.py tells when it was the one."""
    return os.environ.get("HALFTURN_COMMAND") or "halfturn"
