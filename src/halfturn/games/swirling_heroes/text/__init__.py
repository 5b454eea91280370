"""Swirling Heroes for people: drawings and explanations."""
