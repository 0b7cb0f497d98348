"""The page of a game: what it shows, what can be done on it, and how its watchers hear of news."""
