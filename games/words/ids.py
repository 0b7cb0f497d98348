"""Ids of games, options and boxes as they are written in pages: in addresses, forms and data.

They equal the ids of the rules, such as `triple_yahtzee` and `no_yahtzee_bonus`, except on a site without
trade marks (NEUTRAL=1), where they are `triple_quint` and `no_quint_bonus`. Stored games and scores,
`record.json` and the JSON of the coach have the ids of the rules on every site. Code that writes an id into a
page uses `outside(id)`; code that reads an id sent by a browser uses `inside(id)`.
"""

from django.conf import settings
from django.urls.converters import StringConverter

INSIDE, OUTSIDE = "yahtzee", "quint"
"""The words for five of a kind in ids. The second one occurs in no other id."""


def outside(name: str) -> str:
    """Return an id as it is written in pages and addresses."""
    return name.replace(INSIDE, OUTSIDE) if settings.NEUTRAL else name


def inside(name: str) -> str:
    """Return the id of the rules for an id from a browser; ids of the rules are accepted as well."""
    return name.replace(OUTSIDE, INSIDE) if settings.NEUTRAL else name


class RulesConverter(StringConverter):
    """Path converter for the id of a rule set in an address: `<rules:rule_set>`."""

    def to_python(self, value: str) -> str:
        return inside(value)

    def to_url(self, value: str) -> str:
        return outside(value)
