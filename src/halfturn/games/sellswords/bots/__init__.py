"""How bots judge positions of Sellswords: Olympus."""
