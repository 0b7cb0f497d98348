"""A moderator on a phone 360 px wide: hides an entry in two taps, and works off a queue of fifty."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from games.tests.browser.conftest import Opener
from scores.models import HighScore, Status
from scores.services import submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(device: Opener) -> Iterator[Page]:
    page = device(viewport={"width": 360, "height": 640}, has_touch=True, locale="en")
    moderator = User.objects.create_user("mo", password="pw", is_staff=True)
    moderator.user_permissions.set(Permission.objects.filter(content_type__app_label="scores"))
    client = Client()
    client.force_login(moderator)
    page.goto("/")
    name = site_settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": page.url}])
    yield page


def add(number: int, name: str) -> HighScore:
    return submit(
        board="triple_yahtzee", mode="solo", name=name, points=1000 + number, finished_at=timezone.now(),
        game_code=f"GAME{number:06}", seat=0,
    )  # fmt: skip


def seen(page: Page, selector: str) -> dict[str, Any]:
    """Return where the first of these elements is, once it can be seen without scrolling sideways."""
    box = page.locator(selector).first.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert min(box["width"], box["height"]) >= 24
    return dict(box)


def test_two_taps_hide_an_entry(phone: Page) -> None:
    row = add(1, "Anna")
    phone.goto(f"/{site_settings.ADMIN_PATH}scores/highscore/")
    seen(phone, "#result_list .acts a[href*='act=hide']")
    phone.locator("#result_list .acts a[href*='act=hide']").tap()
    seen(phone, ".submit-row [type=submit]")
    phone.locator(".submit-row [type=submit]").tap()
    phone.locator("ul.messagelist .success").wait_for()
    row.refresh_from_db()
    assert row.status == Status.HIDDEN


def test_a_queue_of_fifty_is_worked_off_in_place(phone: Page) -> None:
    """The filter stays, and after each entry the next one is in sight."""
    for number in range(50):
        add(number, f"Scheiße {number}")
    phone.goto(f"/{site_settings.ADMIN_PATH}")
    seen(phone, "#held .button")
    phone.locator("#held .button").tap()
    phone.locator("#result_list tbody tr").nth(20).scroll_into_view_if_needed()
    left = 50
    for act in ("restore", "hide", "rename", "restore"):
        at = phone.locator("#result_list tbody tr").nth(20)
        following = phone.locator("#result_list tbody tr").nth(21).locator("[id^=row-]").get_attribute("id")
        at.locator(f"a[href*='act={act}']").tap()
        phone.locator(".submit-row [type=submit]").tap()
        phone.locator("ul.messagelist .success").wait_for(state="attached")
        left -= 1
        assert phone.locator("#result_list tbody tr").count() == left
        assert "status__exact=held" in urlsplit(phone.url).query
        assert urlsplit(phone.url).fragment == following
        top = phone.locator(f"#{following}").bounding_box()
        assert top
        assert 0 <= top["y"] < 640, "in sight"
    assert HighScore.objects.filter(status=Status.HELD).count() == left
    too_wide = phone.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0
