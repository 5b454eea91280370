"""Servers that are killed under load, and checkers that hold them to their word."""
