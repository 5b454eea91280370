"""The typed messages between server and clients."""
