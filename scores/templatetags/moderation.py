"""The names that wait for a moderator, for the start page of the admin."""

import itertools
from typing import Any

from django import template
from django.contrib import admin
from django.template import Context
from django.urls import reverse

from scores.models import HighScore, Status

register = template.Library()

_SHOWN = 5
_QUEUE = f"status__exact={Status.HELD}"


@register.simple_tag(takes_context=True)
def held_rows(context: Context) -> dict[str, Any] | None:
    """Return address and number of held rows, and the latest; None for none, or without the right."""
    request = context["request"]
    page: Any = admin.site._registry.get(HighScore)
    held = HighScore.objects.filter(status=Status.HELD)
    if page is None or not page.has_moderate_permission(request) or not held.exists():
        return None
    latest: list[Any] = list(held.order_by("-finished_at", "-id")[: _SHOWN + 1])
    for row, after in itertools.pairwise([*latest, None]):
        row.list_query, row.next_row = _QUEUE, after.pk if after else ""  # where it goes on after an act
    return {
        "address": f"{reverse('admin:scores_highscore_changelist')}?{_QUEUE}",
        "number": held.count(),
        "rows": [
            {
                "name": row.name or "–",
                "address": reverse("admin:scores_highscore_change", args=[row.pk]),
                "acts": page.act_links(row),
            }
            for row in latest[:_SHOWN]
        ],
    }
