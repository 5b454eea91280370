"""Magpies for people: how a table is drawn."""
