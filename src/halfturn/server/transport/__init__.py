"""Connections: WebSockets, their sessions, and rate limits."""
