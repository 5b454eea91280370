"""Tables on a server: people and bots play through a browser, and no move is ever lost."""
