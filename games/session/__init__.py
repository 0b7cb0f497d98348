"""A game in the hands of its players: who is asking, what may be done, and the two modules that write."""
