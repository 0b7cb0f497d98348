"""Review of games: the report and replay of a finished game, the coach during a game."""
