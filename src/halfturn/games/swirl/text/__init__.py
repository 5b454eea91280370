"""SWIRL for people: drawings and explanations."""
