"""Qwirkle Cards for people: drawings and explanations."""
