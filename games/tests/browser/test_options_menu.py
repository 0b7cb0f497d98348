"""The menu Options: groups with headings, all of them on a small phone."""

import pytest
from playwright.sync_api import expect

from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("language", ["en", "de", "nb", "nl"])
def test_the_options_are_grouped_and_fit_a_phone(device: Opener, language: str) -> None:
    phone = device(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    phone.goto(f"/?lang={language}")
    menu = phone.locator("details.menu:has([data-option])")
    menu.locator("summary").tap()
    options = menu.locator(".items")
    assert options.locator("fieldset").count() == options.get_by_role("group").count() == 3
    assert options.locator("[data-option]").count() == options.locator("fieldset [data-option]").count()
    assert options.evaluate("e => e.scrollHeight - e.clientHeight") <= 0, "nothing has to be scrolled"
    expect(options).to_be_in_viewport(ratio=1)
    heights = options.locator("label").evaluate_all("l => l.map((e) => e.getBoundingClientRect().height)")
    assert min(heights) >= 44
