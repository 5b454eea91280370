"""How bots judge positions of Swirling Heroes."""
