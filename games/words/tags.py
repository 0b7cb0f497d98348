"""Template tags for templates of several packages. {% load words %}"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.remembered import block
from games.rules import Dice
from games.words.ids import outside

register = template.Library()


class _Remember(template.Node):
    """The node of `{% remember %}`."""

    def __init__(
        self,
        nodes: template.NodeList,
        key: list[FilterExpression],
        values: Mapping[str, FilterExpression],
    ) -> None:
        self.nodes = nodes
        self.key = key
        self.values = values

    def render(self, context: template.Context) -> SafeString:
        """Return the block's HTML, from memory where it has been drawn with these keys before."""
        key = tuple(expression.resolve(context, ignore_failures=True) for expression in self.key)
        values = {name: expression.resolve(context) for name, expression in self.values.items()}

        def draw(placeholders: Mapping[str, str]) -> str:
            with context.push(**placeholders):
                return self.nodes.render(context)

        return block((self, key), draw, values)


@register.tag
def remember(parser: Parser, token: Token) -> _Remember:
    """Draw a block once in every language: `{% remember key … name=value … %} … {% endremember %}`.

    The keys are all that makes a difference inside. The values are filled in each time: a block may print
    them, not test or filter them. What belongs to a visitor or a request, such as a form token, is a value.
    """
    nodes = parser.parse(("endremember",))
    parser.delete_first_token()
    bits = token.split_contents()[1:]
    keys = [bit for bit in bits if "=" not in bit]
    values = token_kwargs(bits[len(keys) :], parser)
    return _Remember(nodes, [parser.compile_filter(key) for key in keys], values)


register.filter("outside", outside)


@register.filter
@lru_cache(maxsize=256)
def pips(dice: Dice) -> SafeString:
    """Draw dice small, with their faces as text for screen readers."""
    drawn = format_html_join(
        "", '<svg class="face" aria-hidden="true"><use href="#face-{}"/></svg>', ((face,) for face in dice)
    )
    return format_html(
        '<span class="faces"><span class="vh">{}</span>{}</span>', ", ".join(map(str, dice)), drawn
    )


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the value for a key, None when there is none."""
    return mapping.get(key)


@register.filter
def item(values: Sequence[Any], index: int) -> Any:
    """Return one value of a list."""
    return values[index]


@register.filter
def times(number: int) -> range:
    """Return a range for a loop with this number of rounds."""
    return range(number)
