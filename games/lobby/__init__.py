"""Before a game: the start page, a new game, finding one, going on in another browser, offline pages."""
