"""The version of the site: one for its About page, CHANGELOG.md and pyproject.toml (a test compares)."""

from datetime import date

VERSION = "1.0"
RELEASED = date(2026, 12, 1)
"""Pages show the month."""
