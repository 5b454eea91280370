"""The games in the interfaces of research: OpenSpiel, PettingZoo and Gymnasium.

`import halfturn.research` registers them with all three; `docs/research.md` tells the rest.

>>> import halfturn.research
>>> import pyspiel
>>> pyspiel.load_game("python_halfturn_swirling_heroes(players=3)").num_players()
3
"""

from __future__ import annotations

try:
    from halfturn.research import gym, spiel, zoo
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("halfturn"):
        raise
    raise ModuleNotFoundError(
        f"halfturn.research needs {missing.name}, which is not installed: "
        "pip install 'halfturn[research]' brings all it needs",
        name=missing.name,
    ) from missing

from halfturn.research.layouts import Block, Layout, Plane, layout
from halfturn.research.parameters import Setting, setting

__all__ = ["Block", "Layout", "Plane", "Setting", "gym", "layout", "setting", "spiel", "zoo"]

spiel.register()
zoo.register()
gym.register()
