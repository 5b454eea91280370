"""Swirling Heroes as a PettingZoo module: `env()`, `raw_env()` and `parallel_env()`."""

from __future__ import annotations

from functools import partial
from typing import Final

from halfturn.research import zoo

GAME: Final = "swirling-heroes"

env = partial(zoo.env, GAME)
raw_env = partial(zoo.raw_env, GAME)
parallel_env = partial(zoo.parallel_env, GAME)
