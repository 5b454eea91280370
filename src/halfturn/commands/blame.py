"""Whose mistake it is when something fails that should not: Halfturn's, or another package's."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Final

from halfturn.core.registry import GROUP
from halfturn.terminal import command

GROUPS: Final = (GROUP, "halfturn.bots", "halfturn.sellswords")
"""What other packages can bring: games, bots, abilities of heroes."""


def blame(error: Exception) -> str:
    """What went wrong, in whose code, and what to do, as a sentence."""
    what = f"{type(error).__name__}: {error}"
    shown = "HALFTURN_DEBUG=1 shows where it happened"
    if isinstance(error, NotImplementedError):
        return f"the game lacks {error}. {command()} contract GAME tells what to write; {shown}."
    guest = _guest_in(error)
    if guest is None:
        return (
            f"something is wrong in Halfturn itself ({what}). Please report it with what you did; "
            f"{shown}."
        )
    if guest.group == GROUP:
        advice = f"{command()} contract {guest.name} may tell more; {shown}."
        return f"something is wrong in the game {guest.name} ({what}). {advice}"
    return f"something is wrong in the package {_package(guest.module)} ({what}). {shown}."


def _guest_in(error: Exception) -> EntryPoint | None:
    """What another package brings to Halfturn, if it happened in that package."""
    guests = {
        _package(point.module): point
        for group in GROUPS
        for point in entry_points(group=group)
        if _package(point.module) != "halfturn"
    }
    trace, found = error.__traceback__, None
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        found = guests.get(_package(module), found)
        trace = trace.tb_next
    return found


def _package(module: str) -> str:
    return module.partition(".")[0]
