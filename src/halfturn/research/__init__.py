"""The games in the interfaces of research: OpenSpiel, PettingZoo and Gymnasium.

`import halfturn.research` registers them with all three; `docs/research.md` tells the rest.
"""
