"""How bots judge positions of Qwirkle Cards."""
