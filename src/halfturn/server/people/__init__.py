"""Who somebody is: identity, names, devices, privacy, and bots of their own."""
