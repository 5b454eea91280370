"""Bots at tables: players, the thinker pool, and remote workers."""
