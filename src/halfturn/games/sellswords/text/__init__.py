"""Sellswords: Olympus for people: drawings and explanations."""
