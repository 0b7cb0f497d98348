"""Fields and what is wrong with them: a code that leads nowhere, a name that is too long."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.tests.browser import browser_actions
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TOO_LONG = "Please type a name with up to 20 characters."
LONG = "Bartholomäus von und zu W"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_wrong_code_is_told_at_its_field(device: Opener, scripts: bool) -> None:
    page = device(java_script_enabled=scripts, expect_errors=True)
    page.goto("/")
    page.locator("#join input").fill("nonsense")
    page.locator("#join button").click()
    field = page.get_by_role("textbox", name="Code or link")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("There is no game with this code"))
    expect(field).to_have_value("nonsense")
    expect(field).to_be_in_viewport()
    assert page.title().startswith("There is no game with this code.")
    assert page.get_by_role("alert").count() == 1


def tell(page: Page, field: object) -> None:
    """Type a name that is too long, see that it is said, and shorten it."""
    field.fill("")  # type: ignore[attr-defined]
    field.press_sequentially(LONG)  # type: ignore[attr-defined]
    expect(field).to_have_js_property("validationMessage", TOO_LONG)  # type: ignore[arg-type]
    expect(field).to_have_attribute("aria-invalid", "true")  # type: ignore[arg-type]
    field.press("Enter")  # type: ignore[attr-defined]
    expect(field).to_have_value(LONG)  # type: ignore[arg-type]
    field.fill("👩‍👩‍👧‍👦" * 5)  # type: ignore[attr-defined]
    expect(field).to_have_js_property("validationMessage", "")  # type: ignore[arg-type]
    expect(field).to_have_attribute("aria-invalid", "false")  # type: ignore[arg-type]


def test_a_name_that_is_too_long_is_said(device: Opener) -> None:
    page, guest = device(), device()
    page.goto("/new/")
    tell(page, page.locator("#new input[name=name]").first)
    page.locator("summary", has_text="Options").click()
    option = page.get_by_label("Player name")
    option.press_sequentially(LONG)
    page.keyboard.press("Escape")
    assert "Barth" not in page.evaluate("localStorage['yahtzee.options'] || ''")
    browser_actions.invite(page)
    guest.goto(page.url)
    tell(guest, guest.locator("form[action$=join] input[name=name]"))
    guest.goto("/pads/match/")
    tell(guest, guest.locator(".new-match input[name=name]").first)
    plain = device(java_script_enabled=False)
    plain.goto(page.url)
    expect(plain.get_by_text("Up to 20 characters")).to_be_visible()
