"""Running a server: start, settings, metrics, logging, and administration."""
