"""Before a game: start page, new game, finding a game, changing to another browser, offline pages."""
