"""Whose mistake it is when something fails that should not: Halfturn's own, or that of a game."""

from __future__ import annotations

from halfturn.core.registry import guest_packages
from halfturn.terminal import command


def blame(error: Exception) -> str:
    """What went wrong, in whose code, and what to do, as a sentence."""
    what = f"{type(error).__name__}: {error}"
    shown = "HALFTURN_DEBUG=1 shows where it happened"
    if isinstance(error, NotImplementedError):
        return f"the game lacks {error}. {command()} contract GAME tells what to write; {shown}."
    game = _guest_in(error)
    if game:
        return (
            f"something is wrong in the game {game} ({what}). {command()} contract {game} "
            f"may tell more; {shown}."
        )
    return (
        f"something is wrong in Halfturn itself ({what}). Please report it with what you did; "
        f"{shown}."
    )


def _guest_in(error: Exception) -> str:
    """The game from another package in whose code it happened; empty for none."""
    packages = guest_packages()
    trace, found = error.__traceback__, ""
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        found = packages.get(module.partition(".")[0], found)
        trace = trace.tb_next
    return found
