"""Games in the admin, read-only. The seed is never shown."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Game
from games.words.ids import inside, outside

_STORED = (
    "mode",
    "status",
    "players",
    "version",
    "created_at",
    "started_at",
    "last_action_at",
    "finished_at",
)
_SHOWN = ("code", "rules_shown", *_STORED)


class RulesFilter(admin.SimpleListFilter):
    """Filter by the rules of the games that exist."""

    title = "rules id"
    parameter_name = "rules_id"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the ids as they are written in pages."""
        found = Game.objects.order_by("rules_id").values_list("rules_id", flat=True).distinct()
        return [(outside(rules_id), outside(rules_id)) for rules_id in found]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games with the chosen rules."""
        chosen = self.value()
        return queryset.filter(rules_id=inside(chosen)) if chosen else queryset


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list of games for the operator."""

    fields = _SHOWN
    readonly_fields = _SHOWN
    list_display = ("code", "rules_shown", "mode", "status", "players", "last_action_at")
    list_filter = ("status", "mode", RulesFilter)
    search_fields = ("code",)
    ordering = ("-last_action_at",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).only("code", "rules_id", *_STORED)

    @admin.display(description="rules id", ordering="rules_id")
    def rules_shown(self, game: Game) -> str:
        """The id of the rules as it is written in pages."""
        return outside(game.rules_id)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the filters of the page: others could reveal a seed letter by letter."""
        offered = {getattr(each, "parameter_name", each) for each in self.list_filter}
        return lookup.split("__")[0] in offered and super().lookup_allowed(lookup, value, request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return False
