"""After a game, and beside one: report, replay, coach."""
