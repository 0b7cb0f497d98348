"""The admin pages of moderators: permissions, filters, actions, escaping of names."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from scores import moderation
from scores.models import BannedName, HighScore, ModerationLog
from scores.tests.conftest import OTHER_BOARD

pytestmark = pytest.mark.database

Submit = Callable[..., HighScore]
XSS = "<b onx=1>&'\""


@pytest.fixture
def rows_address() -> str:
    return reverse("admin:scores_highscore_changelist")


@pytest.fixture
def act_address() -> str:
    return reverse("admin:scores_highscore_moderate")


@pytest.fixture
def superuser(db: None, settings: Any) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="pw"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def test_the_group_has_exactly_these_rights(db: None) -> None:
    rights = Group.objects.get(name="moderators").permissions.values_list(
        "content_type__app_label", "codename"
    )
    assert set(rights) == {
        ("scores", "view_highscore"),
        ("scores", "moderate"),
        ("scores", "view_bannedname"),
        ("scores", "view_moderationlog"),
    }


def test_hidden_in_two_clicks(submit: Submit, moderator: Client, rows_address: str, english: Client) -> None:
    row = submit("Anna")
    listed = moderator.get(rows_address).content.decode()
    link = f"{reverse('admin:scores_highscore_moderate')}?act=hide&amp;row={row.pk}"
    assert link in listed
    page = moderator.get(link.replace("&amp;", "&"))  # the first click
    assert page.context["form"]["reason"].value()
    fields = {"act": "hide", "row": row.pk, "reason": page.context["form"]["reason"].value(), "back": ""}
    answer = moderator.post(page.context["action"], fields)  # the second
    assert answer.status_code == 302
    assert "Anna" not in english.get("/scores/").content.decode()
    assert ModerationLog.objects.get().who == "mo"


@pytest.mark.parametrize(
    ("act", "status"), [("hide", "hidden"), ("restore", "shown"), ("rename", "shown"), ("ban", "held")]
)
def test_bulk_acts(submit: Submit, moderator: Client, rows_address: str, act: str, status: str) -> None:
    rows = [submit(f"Troll {number}") for number in range(3)]
    if act == "restore":
        moderation.hide(rows=[row.pk for row in rows], by="mo", reason="")
    page = moderator.post(
        f"{rows_address}?q=Troll", {"action": act, "_selected_action": [row.pk for row in rows]}
    )
    assert page.status_code == 200
    assert [row.pk for row in page.context["rows"]] == [row.pk for row in reversed(rows)]
    fields = {"act": act, "row": [row.pk for row in rows], "reason": "rude", "back": page.context["back"]}
    answer = moderator.post(page.context["action"], fields)
    assert answer["Location"] == f"{rows_address}?q=Troll"
    assert set(HighScore.objects.values_list("status", flat=True)) == {status}
    assert ModerationLog.objects.filter(reason="rude").exists()


def test_from_the_start_page_the_queue_goes_on(submit: Submit, moderator: Client, rows_address: str) -> None:
    first, second = submit("Scheiße 1"), submit("Scheiße 2")  # the latest is on top
    links = re.findall(r'href="([^"]*act=hide[^"]*)"', moderator.get(reverse("admin:index")).content.decode())
    page = moderator.get(unescape(links[0]))
    fields = {"act": "hide", "row": second.pk, "reason": "rude"}
    fields |= {name: page.context[name] for name in ("back", "next")}
    answer = moderator.post(page.context["action"], fields)
    assert answer["Location"] == f"{rows_address}?status__exact=held#row-{first.pk}"


def test_a_reason_is_needed(submit: Submit, moderator: Client, act_address: str) -> None:
    row = submit()
    answer = moderator.post(act_address, {"act": "hide", "row": row.pk, "reason": " "})
    assert answer.status_code == 200
    row.refresh_from_db()
    assert row.status == "shown"


def test_filters_and_search(submit: Submit, moderator: Client, rows_address: str) -> None:
    submit("Anna", game_code="ABCDE")
    submit("Scheiße", board=OTHER_BOARD)
    old = submit("Ben")
    HighScore.objects.filter(pk=old.pk).update(finished_at="2001-01-01T00:00:00Z")
    for query, names in (
        ({"status__exact": "held"}, ["Scheiße"]),
        ({"board": OTHER_BOARD}, ["Scheiße"]),
        ({"period": "year"}, ["Scheiße", "Anna"]),
        ({"held_reason__exact": "word"}, ["Scheiße"]),
        ({"q": "ABCDE"}, ["Anna"]),
        ({"q": "ben"}, ["Ben"]),
        ({}, ["Scheiße", "Anna", "Ben"]),
    ):
        page = moderator.get(rows_address, query)
        assert [row.name for row in page.context["cl"].result_list] == names, query


def test_names_are_text(submit: Submit, moderator: Client, rows_address: str, act_address: str) -> None:
    row = submit(XSS)
    moderation.ban_name(name=XSS, by=XSS, reason=XSS)
    for address in (
        rows_address,
        reverse("admin:scores_highscore_change", args=[row.pk]),
        f"{act_address}?act=ban&row={row.pk}",
        reverse("admin:scores_bannedname_changelist"),
        reverse("admin:scores_bannedname_change", args=[BannedName.objects.get().pk]),
        reverse("admin:scores_moderationlog_changelist"),
        reverse("admin:scores_moderationlog_change", args=[ModerationLog.objects.first().pk]),  # type: ignore[union-attr]
    ):
        text = moderator.get(address).content.decode()
        assert "<b onx" not in text, address
        assert "&lt;b onx" in text, address


def test_nobody_edits_adds_or_deletes(submit: Submit, moderator: Client, superuser: Client) -> None:
    row = submit("Anna", 100)
    moderation.hide(rows=[row.pk], by="mo", reason="")
    entry = ModerationLog.objects.get()
    for client in (moderator, superuser):
        for name, pk in (("highscore", row.pk), ("moderationlog", entry.pk)):
            change = reverse(f"admin:scores_{name}_change", args=[pk])
            assert client.get(change).status_code == 200
            assert client.post(change, {"points": 9999, "name": "x", "reason": "x"}).status_code == 403
            assert (
                client.post(reverse(f"admin:scores_{name}_delete", args=[pk]), {"post": "yes"}).status_code
                == 403
            )
            assert client.post(reverse(f"admin:scores_{name}_add"), {"points": 1}).status_code == 403
        selected = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        client.post(reverse("admin:scores_highscore_changelist"), selected)
    row.refresh_from_db()
    assert row.points == 100
    assert ModerationLog.objects.count() == 1


def test_moderators_see_nothing_else(moderator: Client) -> None:
    apps = moderator.get(reverse("admin:index")).context["app_list"]
    assert [app["app_label"] for app in apps] == ["scores"]
    assert {model["object_name"] for model in apps[0]["models"]} == {
        "HighScore",
        "BannedName",
        "ModerationLog",
    }
    assert moderator.get(reverse("admin:auth_user_changelist")).status_code == 403


@pytest.mark.parametrize("act", ["hide", "restore", "rename", "ban"])
def test_acts_need_the_right(submit: Submit, act_address: str, rows_address: str, act: str) -> None:
    row = submit("Anna")
    staff = Client()
    staff.force_login(User.objects.create_user("staff", password="pw", is_staff=True))
    stranger = Client()
    for client in (staff, stranger):
        for answer in (
            client.post(act_address, {"act": act, "row": row.pk, "reason": "x"}),
            client.post(rows_address, {"action": act, "_selected_action": row.pk}),
            client.get(act_address, {"act": act, "row": row.pk}),
        ):
            assert answer.status_code in (302, 403)
    row.refresh_from_db()
    assert (row.status, row.name) == ("shown", "Anna")


def test_acts_need_a_token(submit: Submit, act_address: str) -> None:
    row = submit("Anna")
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("root", password="pw"))
    answer = client.post(act_address, {"act": "hide", "row": row.pk, "reason": "x"})
    assert answer.status_code == 403
    row.refresh_from_db()
    assert row.status == "shown"


@pytest.mark.parametrize("query", [{"act": "explode"}, {}, {"act": "explode", "row": "1 OR 1"}])
def test_unknown_acts(moderator: Client, act_address: str, query: dict[str, str]) -> None:
    assert moderator.get(act_address, query).status_code == 404
    assert moderator.get(act_address, {"act": "hide", "row": ["x", "9" * 40, "-1"]}).status_code == 200


def test_too_many_at_once(
    submit: Submit, moderator: Client, rows_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scores.admin.MOST_AT_ONCE", 2)
    rows = [submit().pk for _ in range(3)]
    answer = moderator.post(rows_address, {"action": "hide", "_selected_action": rows}, follow=True)
    assert "At most 2 entries at once." in answer.content.decode()


def test_bans_by_hand_lifted_and_renewed(submit: Submit, moderator: Client) -> None:
    row = submit("Tr0ll")
    add, bans = reverse("admin:scores_bannedname_add"), reverse("admin:scores_bannedname_changelist")
    act = reverse("admin:scores_bannedname_moderate")
    assert moderator.post(add, {"name": "...", "reason": "x"}).status_code == 200
    assert moderator.post(add, {"name": " Troll ", "reason": "rude"}).status_code == 302
    ban = BannedName.objects.get()
    assert (ban.name, ban.created_by, ban.reason) == ("Troll", "mo", "rude")
    row.refresh_from_db()
    assert row.held_reason == "banned"
    for action, active in (("lift", False), ("renew", True)):
        page = moderator.post(bans, {"action": action, "_selected_action": ban.pk})
        assert page.status_code == 200
        moderator.post(act, {"act": action, "row": ban.pk, "reason": "y"})
        ban.refresh_from_db()
        assert ban.active is active
    assert moderator.post(reverse("admin:scores_bannedname_delete", args=[ban.pk])).status_code == 403


def test_the_hash_of_the_player_is_not_shown(submit: Submit, moderator: Client, rows_address: str) -> None:
    row = submit("Anna", player_hash="f" * 64)
    for address in (rows_address, reverse("admin:scores_highscore_change", args=[row.pk])):
        assert "f" * 64 not in moderator.get(address).content.decode()


def test_only_the_filters_of_the_page_work(submit: Submit, moderator: Client, rows_address: str) -> None:
    """Other filters could reveal hidden values letter by letter."""
    submit("Anna", player_hash="f" * 64)
    for query in ({"player_hash__startswith": "f"}, {"seat": 0}, {"summary__contains": "1"}):
        assert moderator.get(rows_address, query).status_code == 400
