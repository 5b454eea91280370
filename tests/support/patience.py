"""How long tests wait for what has to come."""

PATIENCE = 60.0
"""Seconds. A bound against hanging for ever; no test says that anything is quick.

How quick things are is shown by programs of their own: `python -m tests.server.chaos.speed`
and `python -m tests.web.speed`.
"""
