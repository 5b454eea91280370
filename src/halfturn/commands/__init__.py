"""What can be typed behind `halfturn`, a module for each command.

Each module has its command in an `app`, which `halfturn.cli` puts together. A command loads what
it needs when it runs, so that each starts quickly.
"""
