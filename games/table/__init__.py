"""The page of a game: its view, its commands, and the sockets that notify its watchers."""
