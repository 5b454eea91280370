"""The abilities of all heroes and terrains, each beside the hook it uses.

A module holds the heroes that do one kind of thing; `catalogue` finds them all.
"""
