"""The game that `halfturn new-game` copies: small, complete, and made to be changed."""
