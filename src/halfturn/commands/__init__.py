"""What can be typed behind `halfturn`, a module for each family of commands.

Each module has its commands in an `app`, which `halfturn.cli` puts together. The commands load
what they need when they run, so that each starts quickly.
"""
