"""How bots judge positions of SWIRL."""
