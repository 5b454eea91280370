"""How fast the library is: random play, bots, the solver and the adapters, beside peers."""
