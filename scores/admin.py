"""The admin pages for moderators. Rows are read-only; actions go through `scores.moderation`."""

import copy
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import PAGE_VAR
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scores import boards, moderation
from scores.models import BannedName, HighScore, ModerationLog, Status
from scores.names import clean_name
from scores.periods import PERIODS, bounds

MOST_AT_ONCE = 500
_OFFENSIVE = gettext_lazy("Offensive name")
_FINE = gettext_lazy("Reviewed, OK")
_REASONS = [_OFFENSIVE, gettext_lazy("Pretends to be somebody else"), gettext_lazy("Unfair play"), _FINE]

Act = Callable[[list[int], str, str], int]

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin
    _BanForm = forms.ModelForm[BannedName]
else:
    _Admin, _BanForm = admin.ModelAdmin, forms.ModelForm


def _lift(rows: list[int], by: str, reason: str) -> int:
    bans = list(BannedName.objects.filter(pk__in=rows, active=True))
    for ban in bans:
        moderation.lift_ban(ban=ban, by=by, reason=reason)
    return len(bans)


def _renew(rows: list[int], by: str, reason: str) -> int:
    bans = list(BannedName.objects.filter(pk__in=rows, active=False))
    for ban in bans:
        moderation.ban_name(name=ban.name, by=by, reason=reason)
    return len(bans)


class ReasonForm(forms.Form):
    """The reason of an action, filled in with the usual one so that one click is enough."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, widget=forms.TextInput(attrs={"size": 60})
    )


class ReadOnlyAdmin(_Admin):
    """A read-only admin page, also for superusers."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody edits rows."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows."""
        return False


class ModeratedAdmin(ReadOnlyAdmin):
    """An admin page whose actions ask for a reason on a separate page and need the permission to moderate."""

    acts: dict[str, tuple[Any, Any, Act]] = {}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the filters of the page: others could reveal a player's hash letter by letter."""
        offered = {str(getattr(each, "parameter_name", each)) for each in self.list_filter}
        return lookup.split("__")[0] in offered and super().lookup_allowed(lookup, value, request)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Tell whether the user may moderate."""
        return request.user.has_perm("scores.moderate")

    def get_urls(self) -> list[URLPattern]:
        """Add the page that asks for the reason."""
        name = f"scores_{self.opts.model_name}_moderate"
        return [
            path("moderate/", self.admin_site.admin_view(self.moderate_view), name=name),
            *super().get_urls(),
        ]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Offer the actions for the selected rows."""
        if not self.has_moderate_permission(request):
            return {}

        def action(act: str) -> Callable[..., HttpResponse]:
            return lambda _admin, request, queryset: self._ask(request, act, queryset)

        return {act: (action(act), act, label) for act, (label, _reason, _do) in self.acts.items()}

    def moderate_view(self, request: HttpRequest) -> HttpResponse:
        """Ask for a reason (GET `?act=&row=`), or do the action (POST `act`, `row` repeated, `reason`)."""
        if not self.has_moderate_permission(request):
            raise PermissionDenied
        query: QueryDict = request.POST if request.method == "POST" else request.GET
        act = query.get("act", "")
        rows = [int(row) for row in query.getlist("row") if row.isascii() and row.isdigit() and len(row) < 19]
        if act not in self.acts:
            raise Http404("no such act")
        found = self.get_queryset(request).filter(pk__in=rows[:MOST_AT_ONCE])
        if request.method != "POST":
            return self._ask(request, act, found)
        form = ReasonForm(request.POST)
        if not form.is_valid():
            return self._ask(request, act, found, form)
        number = self.acts[act][2](
            list(found.values_list("pk", flat=True)), request.user.get_username(), form.cleaned_data["reason"]
        )
        if number:
            done = ngettext("Done: %(number)s entry changed.", "Done: %(number)s entries changed.", number)
            self.message_user(request, done % {"number": number}, messages.SUCCESS)
        else:
            self.message_user(request, _("Nothing has changed: it was so already."), messages.WARNING)
        back = self._with_a_page(request, query.get("back", ""))
        return HttpResponseRedirect(self._list_address(back, query.get("next", "")))

    def _list_address(self, query: str, row: str = "") -> str:
        """Return the address of the list with these filters, at this row."""
        address = reverse(f"admin:scores_{self.opts.model_name}_changelist")
        address = f"{address}?{QueryDict(query).urlencode()}" if query else address
        return f"{address}#row-{row}" if row.isascii() and row.isdigit() else address

    def _with_a_page(self, request: HttpRequest, query: str) -> str:
        """Return the filters of a list, without the number of a page that is there no longer."""
        asked = copy.copy(request)
        asked.GET = QueryDict(query)
        try:
            self.get_changelist_instance(asked)
        except IncorrectLookupParameters:
            left = asked.GET.copy()
            left.pop(PAGE_VAR, None)
            return left.urlencode()
        return query

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Tell every row of the list where to go on after it: the same filters, at the row that follows."""
        response = super().changelist_view(request, extra_context)
        changelist = (getattr(response, "context_data", None) or {}).get("cl")
        if changelist is not None:
            rows = list(changelist.result_list)
            for row, after in itertools.zip_longest(rows, rows[1:]):
                row.list_query = request.GET.urlencode()
                row.next_row = after.pk if after else ""
            changelist.result_list = rows
        return response

    def _ask(
        self, request: HttpRequest, act: str, queryset: QuerySet[Any], form: ReasonForm | None = None
    ) -> HttpResponse:
        rows = list(queryset[: MOST_AT_ONCE + 1])
        if len(rows) > MOST_AT_ONCE:
            text = _("At most %(number)s entries at once.") % {"number": MOST_AT_ONCE}
            self.message_user(request, text, messages.ERROR)
            return HttpResponseRedirect(self._list_address(request.GET.urlencode()))
        label, reason, _do = self.acts[act]
        back = request.POST.get("back") or request.GET.get("back") or ""
        if request.method == "POST" and "back" not in request.POST:
            back = request.GET.urlencode()  # an action of the list: its filters are in the address
        context = {
            **self.admin_site.each_context(request),
            "title": label,
            "opts": self.opts,
            "act": act,
            "rows": rows,
            "form": form or ReasonForm(initial={"reason": reason}),
            "reasons": _REASONS,
            "back": back,
            "next": request.POST.get("next") or request.GET.get("next") or "",
            "action": reverse(f"admin:scores_{self.opts.model_name}_moderate"),
            "list_address": self._list_address(back),
        }
        return render(request, "scores/admin_reason.html", context)


class BoardFilter(admin.SimpleListFilter):
    """Filter by registered boards."""

    title = gettext_lazy("board")
    parameter_name = "board"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the boards."""
        return [(boards.outside(each), boards.label(each)) for each in boards.registered()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[HighScore]) -> QuerySet[HighScore]:
        """Return the rows of the chosen board."""
        chosen = self.value()
        return queryset.filter(board=boards.inside(chosen)) if chosen else queryset


class PeriodFilter(admin.SimpleListFilter):
    """Filter by the periods of the boards page."""

    title = gettext_lazy("period")
    parameter_name = "period"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the periods other than all time."""
        labels = {"today": _("Today"), "month": _("This month"), "year": _("This year")}
        return [(period, labels[period]) for period in PERIODS if period in labels]

    def queryset(self, request: HttpRequest, queryset: QuerySet[HighScore]) -> QuerySet[HighScore]:
        """Return the rows of the chosen period."""
        ends = bounds(self.value() or "all")
        return queryset.filter(finished_at__gte=ends[0], finished_at__lt=ends[1]) if ends else queryset


@admin.register(HighScore)
class HighScoreAdmin(ModeratedAdmin):
    """High scores with their status, and the actions on them."""

    acts = {
        "hide": (
            gettext_lazy("Hide"),
            _OFFENSIVE,
            lambda rows, by, reason: moderation.hide(rows=rows, by=by, reason=reason),
        ),
        "restore": (
            gettext_lazy("Restore or release"),
            _FINE,
            lambda rows, by, reason: moderation.restore(rows=rows, by=by, reason=reason),
        ),
        "rename": (
            gettext_lazy("Rename to Anonymous"),
            _OFFENSIVE,
            lambda rows, by, reason: moderation.rename_anonymous(rows=rows, by=by, reason=reason),
        ),
        "ban": (
            gettext_lazy("Ban name"),
            _OFFENSIVE,
            lambda rows, by, reason: moderation.ban_rows(rows=rows, by=by, reason=reason),
        ),
    }
    list_display = [
        "name_shown",
        "act_links",
        "status",
        "held_reason",
        "points",
        "board_shown",
        "mode",
        "finished_at",
        "game",
    ]
    list_display_links = ["name_shown"]
    list_filter = ["status", "held_reason", BoardFilter, PeriodFilter, "mode"]
    search_fields = ["name", "game_code"]
    search_help_text = gettext_lazy("Name or code of the game")
    ordering = ["-finished_at", "-id"]
    list_per_page = 50
    fields = [
        ("name_shown", "name_removed"),
        ("points", "board_shown", "mode", "level", "rules_version"),
        ("finished_at", "game", "seat"),
        ("status", "held_reason"),
        "summary",
        "act_links",
        "history",
    ]
    readonly_fields = ["name_shown", "board_shown", "game", "act_links", "history"]

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def name_shown(self, row: HighScore) -> str:
        """The name as it was entered, even while it is held."""
        return format_html('<span id="row-{}">{}</span>', str(row.pk), row.name or "–")

    @admin.display(description=gettext_lazy("board"), ordering="board")
    def board_shown(self, row: HighScore) -> str:
        """What the board is called."""
        return boards.label(row.board)

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: HighScore) -> str:
        """A link to the game while it exists."""
        return (
            format_html('<a href="{}">{}</a>', row.game_url, row.game_code) if row.game_url else row.game_code
        )

    @admin.display(description=gettext_lazy("action taken"))
    def act_links(self, row: HighScore) -> SafeString:
        """Links to the actions that are useful for this row."""
        acts = ["restore"] if row.status != Status.SHOWN or not (row.name or row.name_removed) else []
        acts += ["hide"] if row.status != Status.HIDDEN else []
        acts += ["rename", "ban"] if row.name else []
        address = reverse("admin:scores_highscore_moderate")
        on = {"back": getattr(row, "list_query", ""), "next": getattr(row, "next_row", "")}
        more = "".join(f"&{urlencode({name: value})}" for name, value in on.items() if value)
        links = ((address, act, str(row.pk), more, self.acts[act][0], row.name) for act in acts)
        link = '<a href="{}?act={}&amp;row={}{}">{}<span class="visually-hidden"> {}</span></a>'
        return format_html('<span class="acts">{}</span>', format_html_join(" ", link, links))

    @admin.display(description=gettext_lazy("moderation log"))
    def history(self, row: HighScore) -> SafeString | str:
        """The log entries of this row."""
        entries = ModerationLog.objects.filter(row=row.pk)
        lines = ((f"{e.at:%Y-%m-%d %H:%M}", e.who, e.get_action_display(), e.reason) for e in entries)
        return format_html_join("", "<div>{} {}: {} ({})</div>", lines) or "–"


class BannedNameForm(_BanForm):
    """A new ban by hand."""

    class Meta:
        model = BannedName
        fields = ["name", "reason"]

    def clean_name(self) -> str:
        """Return the name as it would be stored with a score."""
        name = clean_name(self.cleaned_data["name"], "")
        if not moderation.can_be_banned(name):
            raise forms.ValidationError(_("A name with letters or digits, please."))
        return name


@admin.register(BannedName)
class BannedNameAdmin(ModeratedAdmin):
    """Banned names: add a ban, lift it, ban again."""

    acts = {
        "lift": (gettext_lazy("Lift ban"), _FINE, _lift),
        "renew": (gettext_lazy("Ban again"), _OFFENSIVE, _renew),
    }
    form = BannedNameForm
    list_display = ["name", "active", "reason", "created_by", "created_at"]
    list_filter = ["active"]
    search_fields = ["name", "reason"]
    fields = ["name", "reason"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow moderators to ban names by hand."""
        return self.has_moderate_permission(request)

    def save_model(self, request: HttpRequest, obj: BannedName, form: Any, change: bool) -> None:
        """Ban the name."""
        ban = moderation.ban_name(name=obj.name, by=request.user.get_username(), reason=obj.reason)
        obj.pk, obj.skeleton = ban.pk, ban.skeleton


@admin.register(ModerationLog)
class ModerationLogAdmin(ReadOnlyAdmin):
    """The log of moderation, read-only."""

    list_display = ["at", "who", "action", "subject", "reason", "before", "after"]
    list_filter = ["action", "at"]
    search_fields = ["who", "subject", "reason"]
    actions = None
