"""The session of a game: who is asking, what is allowed, and the only two modules that write."""
