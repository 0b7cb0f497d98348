"""Ids of games, options and boxes as people outside see them: in addresses, forms and data of pages.

They are the ids of the rules, such as `triple_yahtzee` and `no_yahtzee_bonus`, but on a site without trade
marks (NEUTRAL=1), where they read `triple_quint` and `no_quint_bonus`. Stored games and scores, `record.json`
and the JSON of the coach have the ids of the rules on every site. Whoever writes an id into a page writes
`outside(id)`; whoever reads one that a browser sends reads `inside(id)`.
"""

from django.conf import settings
from django.urls.converters import StringConverter

INSIDE, OUTSIDE = "yahtzee", "quint"
"""How five of a kind is called in ids. The latter occurs in no other id."""


def outside(name: str) -> str:
    """Return an id as it stands in pages and addresses."""
    return name.replace(INSIDE, OUTSIDE) if settings.NEUTRAL else name


def inside(name: str) -> str:
    """Return an id as the rules know it; inner ones are understood everywhere."""
    return name.replace(OUTSIDE, INSIDE) if settings.NEUTRAL else name


class RulesConverter(StringConverter):
    """The name of a game, with or without options, in an address: `<rules:rule_set>`."""

    def to_python(self, value: str) -> str:
        return inside(value)

    def to_url(self, value: str) -> str:
        return outside(value)
