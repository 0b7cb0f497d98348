"""SQLite for connections that are kept: `ENGINE = "yahtzee_site.sqlite"` (see base.py)."""
