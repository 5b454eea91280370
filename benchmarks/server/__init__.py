"""How quick the server is, against boardgame.io under the same load in the same run."""
