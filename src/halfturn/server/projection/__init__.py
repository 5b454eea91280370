"""The one gate: what a viewer is shown of a table."""
