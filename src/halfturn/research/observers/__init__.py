"""What a seat may know, as bytes: one compiled observer for each game."""
