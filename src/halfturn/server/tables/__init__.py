"""Tables: what is played, who sits there, and every command that changes them."""
