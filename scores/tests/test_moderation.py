"""The actions of moderators: effects, reversal, the log."""

from collections.abc import Callable
from typing import Any

import pytest

from scores import moderation, own
from scores.models import AppendOnlyError, BannedName, HighScore, ModerationLog
from scores.tests.conftest import Person

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
BY: dict[str, Any] = {"by": "mo", "reason": "rude"}


def state(row: HighScore) -> tuple[str, str, str]:
    row.refresh_from_db()
    return row.name, row.status, row.held_reason


def test_hide_and_restore(submit: Submit) -> None:
    row, other = submit("Anna"), submit("Ben")
    assert moderation.hide(rows=[row.pk], **BY) == 1
    assert moderation.hide(rows=[row.pk], **BY) == 0
    assert state(row) == ("Anna", "hidden", "")
    assert moderation.restore(rows=[row.pk, other.pk], **BY) == 1
    assert state(row) == ("Anna", "shown", "")
    assert [entry.action for entry in ModerationLog.objects.all()] == ["restore", "hide"]


def test_the_log_says_who_what_why_before_and_after(submit: Submit) -> None:
    row = submit("Anna", game_code="ABCDE")
    moderation.hide(rows=[row.pk], **BY)
    entry = ModerationLog.objects.get()
    assert (entry.who, entry.action, entry.reason, entry.row) == ("mo", "hide", "rude", row.pk)
    assert (entry.before, entry.after) == ({"status": "shown"}, {"status": "hidden"})
    assert "ABCDE/0" in entry.subject


def test_release_of_a_held_name(submit: Submit) -> None:
    row = submit("Scheiße")
    assert moderation.restore(rows=[row.pk], **BY) == 1
    assert state(row) == ("Scheiße", "shown", "")


def test_rename_and_restore(submit: Submit) -> None:
    row, hidden = submit("Scheiße"), submit("Ben")
    moderation.hide(rows=[hidden.pk], **BY)
    moderation.rename_anonymous(rows=[row.pk, hidden.pk], **BY)
    assert state(row) == ("", "shown", "")
    assert state(hidden) == ("", "hidden", "")
    moderation.restore(rows=[row.pk, hidden.pk], **BY)
    assert state(row) == ("Scheiße", "shown", "")
    assert state(hidden) == ("Ben", "shown", "")


def test_a_name_its_player_removed_stays_away(submit: Submit, anna: Person) -> None:
    row = submit("Anna", player_hash=anna.hash)
    moderation.rename_anonymous(rows=[row.pk], **BY)
    own.remove_name(player_hash=anna.hash)
    moderation.restore(rows=[row.pk], **BY)
    assert state(row) == ("", "shown", "")


def test_ban_covers_look_alikes_there_are_and_to_come(submit: Submit) -> None:
    rows = [submit(name) for name in ("Troll Otto", "Tr0ll 0tto", "TroII Otto", "troooll otto")]
    bystander = submit("Otto")
    hidden = submit("Troll Otto")
    moderation.hide(rows=[hidden.pk], **BY)
    ban = moderation.ban_name(name="Troll Otto", **BY)
    assert {state(row)[1:] for row in rows} == {("held", "banned")}
    assert state(hidden)[1] == "hidden"
    assert state(bystander)[1] == "shown"
    assert state(submit("T.r.o.l.l Otto"))[1:] == ("held", "banned")
    assert state(submit("Otto"))[1] == "shown"
    assert str(ban) == "Troll Otto"


def test_lifting_a_ban_brings_back_what_it_took(submit: Submit) -> None:
    before, word = submit("Troll Otto"), submit("Scheisse")
    released = submit("Scheiße")
    moderation.restore(rows=[released.pk], **BY)
    bans = [moderation.ban_name(name=name, **BY) for name in ("Troll Otto", "Scheiße")]
    later = submit("Tr0ll Otto")
    assert state(before)[2] == state(later)[2] == state(released)[2] == "banned"
    for ban in bans:
        moderation.lift_ban(ban=ban, **BY)
        assert moderation.lift_ban(ban=ban, **BY) == 0
    assert state(before) == ("Troll Otto", "shown", "")
    assert state(later) == ("Tr0ll Otto", "shown", "")
    assert state(released) == ("Scheiße", "shown", "")
    assert state(word) == ("Scheisse", "held", "word")
    assert state(submit("Troll Otto"))[1] == "shown"


def test_a_second_ban_still_holds(submit: Submit) -> None:
    row = submit("Troll Otto")
    first = moderation.ban_name(name="Troll Otto", **BY)
    moderation.ban_name(name="Tr0ll Otto", **BY)
    moderation.lift_ban(ban=first, **BY)
    assert state(row)[1:] == ("held", "banned")


def test_banning_again(submit: Submit) -> None:
    row = submit("Troll")
    ban = moderation.ban_name(name="Troll", **BY)
    assert moderation.ban_name(name="Troll", **BY).pk == ban.pk
    moderation.lift_ban(ban=ban, **BY)
    moderation.ban_name(name=" Troll ", by="flo", reason="again")
    assert BannedName.objects.get().created_by == "flo"
    assert state(row)[1:] == ("held", "banned")


def test_a_released_row_stays_released_under_a_ban(submit: Submit) -> None:
    row = submit("Troll")
    moderation.ban_name(name="Troll", **BY)
    moderation.restore(rows=[row.pk], **BY)
    assert state(row)[1] == "shown"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "..."])
def test_nothing_to_ban(db: None, name: str) -> None:
    with pytest.raises(ValueError):
        moderation.ban_name(name=name, **BY)
    assert not ModerationLog.objects.exists()


def test_banning_the_names_of_rows(submit: Submit) -> None:
    rows = [submit("Troll"), submit("Troll"), submit("Otto"), submit("")]
    assert moderation.ban_rows(rows=[row.pk for row in rows], **BY) == 2


def test_the_log_is_only_added_to(submit: Submit) -> None:
    moderation.hide(rows=[submit().pk], **BY)
    entry = ModerationLog.objects.get()
    entry.reason = "changed"
    for change in (
        entry.save,
        entry.delete,
        ModerationLog.objects.all().delete,
        lambda: ModerationLog.objects.update(reason="changed"),
        lambda: ModerationLog.objects.bulk_update([entry], ["reason"]),
    ):
        with pytest.raises(AppendOnlyError):
            change()
    assert ModerationLog.objects.get().reason == "rude"
