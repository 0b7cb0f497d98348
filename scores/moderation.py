"""The actions of moderators: hide and restore rows, rename to Anonymous, ban names and lift bans.

Every act is reversible and leaves one entry per changed row in the append-only log. Points never change.
"""

from collections.abc import Iterable
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction

from scores import tallies
from scores.lookalikes import looks_like, skeleton
from scores.models import BannedName, HeldReason, HighScore, ModerationLog, Status
from scores.names import clean_name
from scores.services import status_of

_Action = ModerationLog.Action


def hide(*, rows: Iterable[int], by: str, reason: str) -> int:
    """Take rows off the public pages; return how many changed."""
    return _change(rows, _Action.HIDE, by, reason, lambda row: {"status": Status.HIDDEN})


def restore(*, rows: Iterable[int], by: str, reason: str) -> int:
    """Show rows again with their names: releases held ones, brings back hidden and renamed ones.

    A name that its player has removed is not restored. Returns how many changed.
    """

    def shown(row: HighScore) -> dict[str, Any]:
        name = row.name or ("" if row.name_removed else _name_before_rename(row))
        return {"status": Status.SHOWN, "held_reason": "", "name": name}

    return _change(rows, _Action.RESTORE, by, reason, shown)


def rename_anonymous(*, rows: Iterable[int], by: str, reason: str) -> int:
    """Take the names off rows; return how many changed. A held row is then shown, a hidden one stays so."""

    def nameless(row: HighScore) -> dict[str, Any]:
        status = Status.SHOWN if row.status == Status.HELD else row.status
        return {"status": status, "held_reason": "", "name": ""}

    return _change(rows, _Action.RENAME, by, reason, nameless)


def can_be_banned(name: str) -> bool:
    """Tell whether a cleaned name has letters or digits, by which look-alikes can be found."""
    return bool(name) and bool(skeleton(name))


@transaction.atomic
def ban_name(*, name: str, by: str, reason: str) -> BannedName:
    """Ban a name and its look-alikes from the boards: existing and future rows with it are held.

    Raises ValueError for a name without visible characters.
    """
    name = clean_name(name, "")
    if not can_be_banned(name):
        raise ValueError("a ban needs a name with letters or digits")
    ban, created = BannedName.objects.get_or_create(
        name=name, defaults={"skeleton": skeleton(name), "reason": reason, "created_by": by}
    )
    before = {"active": False} if created else {"active": ban.active}
    if not created and not ban.active:
        ban.active, ban.reason, ban.created_by = True, reason, by
        ban.save(update_fields=["active", "reason", "created_by"])
    if not before["active"]:
        _log(_Action.BAN, by, reason, None, name, before, {"active": True})
    covered = [row.pk for row in _covered(name) if row.status == Status.SHOWN]
    held = {"status": Status.HELD, "held_reason": HeldReason.BANNED}
    _change(covered, _Action.BAN, by, reason, lambda row: held)
    return ban


def ban_rows(*, rows: Iterable[int], by: str, reason: str) -> int:
    """Ban the names of these rows; return how many names that were."""
    found = HighScore.objects.filter(pk__in=list(rows)).exclude(skeleton="")
    names = set(found.values_list("name", flat=True))
    for name in sorted(names):
        ban_name(name=name, by=by, reason=reason)
    return len(names)


@transaction.atomic
def lift_ban(*, ban: BannedName, by: str, reason: str) -> int:
    """Lift a ban and return how many rows are shown again: those not held for another reason."""
    changed = BannedName.objects.filter(pk=ban.pk, active=True).update(active=False)
    if not changed:
        return 0
    ban.active = False
    _log(_Action.UNBAN, by, reason, None, ban.name, {"active": True}, {"active": False})
    covered = [row for row in _covered(ban.name) if row.held_reason == HeldReason.BANNED]
    were_shown = set(
        ModerationLog.objects.filter(
            row__in=[row.pk for row in covered], action=_Action.BAN, before__status=Status.SHOWN
        ).values_list("row", flat=True)
    )

    def judged(row: HighScore) -> dict[str, Any]:
        status, held_reason = status_of(row.name)
        if held_reason != HeldReason.BANNED and row.pk in were_shown:
            status, held_reason = Status.SHOWN, ""  # it had passed before the ban
        return {"status": status, "held_reason": held_reason}

    return _change([row.pk for row in covered], _Action.UNBAN, by, reason, judged)


def _covered(name: str) -> list[HighScore]:
    """Return the rows whose name looks like `name`."""
    candidates = HighScore.objects.filter(skeleton=skeleton(name)).exclude(name="")
    return [row for row in candidates if looks_like(row.name, name)]


def _name_before_rename(row: HighScore) -> str:
    """Return the name the last renaming took off an anonymous row, empty if none did."""
    entry = ModerationLog.objects.filter(row=row.pk, action=_Action.RENAME).first()
    return str(entry.before.get("name", "")) if entry else ""


@transaction.atomic
def _change(rows: Iterable[int], action: str, by: str, reason: str, after: Any) -> int:
    """Apply `after(row)`, the new values of some fields, to rows and log what changed."""
    tallies.lock(DEFAULT_DB_ALIAS)  # before rows are
    changed = 0
    found = HighScore.objects.select_for_update().filter(pk__in=list(rows)).order_by("pk")
    for row in found:
        new = {field: value for field, value in after(row).items() if getattr(row, field) != value}
        if not new:
            continue
        before = {field: getattr(row, field) for field in new}
        for field, value in new.items():
            setattr(row, field, value)
        if "name" in new:
            row.skeleton = skeleton(row.name)
        row.save(update_fields=[*new, *(["skeleton"] if "name" in new else [])])
        subject = f"{row.board} {row.game_code}/{row.seat}"
        _log(action, by, reason, row.pk, subject, before, {key: str(value) for key, value in new.items()})
        changed += 1
    return changed


def _log(
    action: str,
    by: str,
    reason: str,
    row: int | None,
    subject: str,
    before: dict[str, Any],
    after: dict[str, Any],
) -> None:
    ModerationLog.objects.create(
        who=by, action=action, reason=reason[:300], row=row, subject=subject, before=before, after=after
    )
