"""Games in the admin: to look at, not to touch. The seed is never shown."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Game

_SHOWN = (
    "code",
    "rules_id",
    "mode",
    "status",
    "players",
    "version",
    "created_at",
    "started_at",
    "last_action_at",
    "finished_at",
)


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of games for the operator."""

    fields = _SHOWN
    readonly_fields = _SHOWN
    list_display = ("code", "rules_id", "mode", "status", "players", "last_action_at")
    list_filter = ("status", "mode", "rules_id")
    search_fields = ("code",)
    ordering = ("-last_action_at",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).only(*_SHOWN)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Filter by what the page offers only: asked for letter by letter, a seed would come out."""
        return lookup.split("__")[0] in self.list_filter and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False
