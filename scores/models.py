"""Stored data: high scores and their tallies, banned names, the log of moderation, failed logins. No rules.

Rows of `HighScore` are added by `services.submit` and changed by `moderation` and `own`. Whoever changes
them, model and query set see to it that the tallies follow.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NoReturn

from django.db import models, router, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scores import boards, tallies
from scores.names import MAX_LENGTH


class Mode(models.TextChoices):
    """How a game was played."""

    SOLO = "solo", pgettext_lazy("mode of a game", "Solo")
    LOCAL = "local", pgettext_lazy("mode of a game", "One device")
    ONLINE = "online", pgettext_lazy("mode of a game", "Online")
    COMPUTER = "computer", pgettext_lazy("mode of a game", "Against the computer")


class Level(models.TextChoices):
    """How strong the strongest computer of a game was; of a game without one, nothing."""

    EASY = "easy", _("Easy")
    MEDIUM = "medium", _("Medium")
    HARD = "hard", _("Hard")


class Status(models.TextChoices):
    """What others see of a row: all of it, the row without its name, or nothing."""

    SHOWN = "shown", pgettext_lazy("status of a score", "Shown")
    HELD = "held", pgettext_lazy("status of a score", "Held")
    HIDDEN = "hidden", pgettext_lazy("status of a score", "Hidden")


class HeldReason(models.TextChoices):
    """Why the name of a row waits for a moderator."""

    MIXED_SCRIPT = "mixed_script", _("Letters of mixed scripts")
    WORD = "word", _("Word list")
    BANNED = "banned", _("Banned name")
    MANY = "many", _("Many scores in a short time")


class HighScoreQuerySet(models.QuerySet["HighScore"]):
    """Queries for high scores."""

    def public(self) -> "HighScoreQuerySet":
        """Rows that appear on public pages; held ones appear without their name."""
        return self.exclude(status=Status.HIDDEN)

    def ranked(self) -> "HighScoreQuerySet":
        """Order by points, the best first; of equal points the earlier first."""
        return self.order_by("-points", "finished_at", "id")

    def tallied(self, field: str, values: Sequence[Any]) -> Iterator[tallies.Row]:
        """Yield what is counted of the public rows in which this field has one of these values."""
        for some in tallies.portions(values):
            rows = HighScore.objects.using(self.db).public().filter(**{f"{field}__in": some})
            yield from rows.values_list("board", "mode", "points", "finished_at")

    def update(self, **values: Any) -> int:
        """Change rows, and the tallies with them."""
        if not tallies.TALLIED.intersection(values):
            return super().update(**values)
        with transaction.atomic(using=self.db, savepoint=False):
            tallies.lock(self.db)
            ids = list(self.order_by().values_list("pk", flat=True))
            with tallies.following(lambda: self.tallied("pk", ids), self.db):
                return super().update(**values)

    update.alters_data = True  # type: ignore[attr-defined]

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete rows, and change the tallies."""
        with transaction.atomic(using=self.db, savepoint=False):
            tallies.lock(self.db)
            ids = list(self.order_by().values_list("pk", flat=True))
            with tallies.following(lambda: self.tallied("pk", ids), self.db):
                return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Iterable[Any], *args: Any, **options: Any) -> list[Any]:
        """Add rows, or replace those of the same seats, and change the tallies."""
        rows = list(objs)
        codes = sorted({row.game_code for row in rows})
        with tallies.following(lambda: self.tallied("game_code", codes), self.db):
            return super().bulk_create(rows, *args, **options)


class HighScore(models.Model):
    """The result of one seat of one finished game."""

    board = models.CharField(_("board"), max_length=100)
    mode = models.CharField(_("mode"), max_length=10, choices=Mode)
    name = models.CharField(_("name"), max_length=MAX_LENGTH, blank=True)  # empty: anonymous
    points = models.PositiveIntegerField(_("points"))
    finished_at = models.DateTimeField(_("finished at"))
    game_code = models.CharField(_("game"), max_length=16)
    seat = models.PositiveSmallIntegerField(_("seat"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.SHOWN)
    held_reason = models.CharField(_("held because"), max_length=20, choices=HeldReason, blank=True)
    game_url = models.CharField(_("page of the game"), max_length=300, blank=True)
    player_hash = models.CharField(max_length=64, blank=True)
    summary = models.JSONField(_("par, luck and mistakes"), null=True, blank=True)
    skeleton = models.CharField(max_length=400, blank=True, db_index=True)  # see scores.lookalikes
    level = models.CharField(
        _("strongest computer"), max_length=10, choices=Level, blank=True, default="", db_default=""
    )
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"), default=1, db_default=1)
    name_removed = models.BooleanField(_("name removed by its player"), default=False)

    objects = HighScoreQuerySet.as_manager()

    class Meta:
        verbose_name = _("high score")
        verbose_name_plural = _("high scores")
        permissions = [("moderate", "Can hide, restore and rename high scores and ban names")]
        constraints = [models.UniqueConstraint(fields=["game_code", "seat"], name="one_score_per_seat")]
        indexes = [
            # For the pages of a board; with the last columns the index alone answers the filters.
            models.Index(
                fields=["board", "-points", "finished_at", "id", "status", "mode"], name="score_board"
            ),
            models.Index(fields=["board", "finished_at", "status", "mode", "points"], name="score_period"),
            models.Index(fields=["player_hash", "board", "-points", "finished_at", "id"], name="score_own"),
            models.Index(fields=["-points", "finished_at", "id", "status"], name="score_top"),
            models.Index(fields=["-finished_at", "-id"], name="score_recent"),
            models.Index(fields=["status", "-finished_at", "-id"], name="score_status"),
        ]

    @property
    def played(self) -> str:
        """How the game was played, and against how strong a computer, in the present language."""
        mode = str(Mode(self.mode).label)
        return f"{mode} ({Level(self.level).label})" if self.level in Level.values else mode

    def __str__(self) -> str:
        return f"{self.points} {self.name or '–'} ({boards.label(self.board)})"

    def save(self, *args: Any, **options: Any) -> None:
        """Store the row, and change the tallies when it counts in another way."""
        fields = options.get("update_fields")
        if fields is not None and not tallies.TALLIED.intersection(fields):
            super().save(*args, **options)
            return
        with self._followed():
            super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Delete the row, and change the tallies."""
        with self._followed():
            return super().delete(*args, **options)

    def _followed(self) -> AbstractContextManager[None]:
        using = router.db_for_write(HighScore, instance=self)
        rows = HighScore.objects.using(using)
        return tallies.following(lambda: rows.tallied("pk", [self.pk] if self.pk else []), using)


class Tally(models.Model):
    """How many public rows of a board have points from these up to the next step, in a period and a mode.

    The period has a name from `periods.keys`, the mode is empty for all modes. One more row, of the period
    `zone`, has the site's time zone at the last recount in the place of the board.
    """

    period = models.CharField(max_length=11)
    board = models.CharField(max_length=100)
    mode = models.CharField(max_length=10, blank=True)
    step = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField()
    number = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["period", "board", "mode", "step", "points"], name="one_tally")
        ]
        indexes = [
            # With the number in it, the index alone answers.
            models.Index(fields=["period", "board", "mode", "step", "points", "number"], name="tally_number")
        ]

    def __str__(self) -> str:
        return f"{self.period} {self.board} {self.mode}: {self.number} × {self.points}"


class BannedName(models.Model):
    """A name that, with its look-alikes, is not shown on the boards while the ban is active."""

    name = models.CharField(_("name"), max_length=MAX_LENGTH, unique=True)
    skeleton = models.CharField(max_length=400, db_index=True, editable=False)
    reason = models.CharField(_("reason"), max_length=300)
    active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(_("banned at"), auto_now_add=True)
    created_by = models.CharField(_("banned by"), max_length=150)

    class Meta:
        verbose_name = _("banned name")
        verbose_name_plural = _("banned names")
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class AppendOnlyError(TypeError):
    """An entry of the log was to be changed or deleted."""


class AppendOnlyQuerySet(models.QuerySet["ModerationLog"]):
    """Refuses to change or delete rows."""

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("The moderation log is only added to.")

    update = delete = bulk_update = update_or_create = _refuse


class ModerationLog(models.Model):
    """One act of a moderator on one row or name: who, when, what, why, before, after. Append-only."""

    class Action(models.TextChoices):
        """The kinds of acts."""

        HIDE = "hide", _("hide")
        RESTORE = "restore", _("restore")
        RENAME = "rename", _("rename to Anonymous")
        BAN = "ban", _("ban name")
        UNBAN = "unban", _("lift ban")

    at = models.DateTimeField(_("at"), auto_now_add=True)
    who = models.CharField(_("who"), max_length=150)
    action = models.CharField(_("action"), max_length=10, choices=Action)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    row = models.BigIntegerField(_("row"), null=True, db_index=True)  # id of the score; None: the ban itself
    subject = models.CharField(_("subject"), max_length=MAX_LENGTH + 100)
    before = models.JSONField(_("before"))
    after = models.JSONField(_("after"))

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("moderation log entry")
        verbose_name_plural = _("moderation log")
        default_permissions = ("view",)
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who}: {self.action} {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; an entry that exists is not saved again."""
        if not self._state.adding or kwargs.get("force_update"):
            raise AppendOnlyError("The moderation log is only added to.")
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AppendOnlyError("The moderation log is only added to.")


class LoginFailure(models.Model):
    """Failed logins of an address or account, both stored as keyed hashes, within a time window."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["since"], name="login_failure_since")]

    def __str__(self) -> str:
        return f"{self.count} since {self.since:%H:%M}"
