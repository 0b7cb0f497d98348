"""Where the system asks for reduced motion, nothing on a table or a pad is animated."""

import pytest
from playwright.sync_api import expect

from games.tests.browser import browser_actions
from games.tests.browser.browser_actions import roll, table, wait_for
from games.tests.browser.conftest import Opener
from games.tests.browser.pad_actions import begin as begin_pad
from games.tests.browser.pad_actions import cell as pad_cell
from games.tests.browser.pad_actions import tap_dice, total

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_nothing_moves_when_the_system_asks_for_reduced_motion(device: Opener) -> None:
    page = device(reduced_motion="reduce")
    page.add_init_script(
        "window.moving = 0; (function look() { requestAnimationFrame(look);"
        " window.moving = Math.max(window.moving, document.getAnimations().length); })()"
    )
    browser_actions.start_game(page, "yacht", bots=1)
    expect(page.locator("label.die.planned")).to_have_count(3)
    expect(page.locator(".why")).to_be_visible()
    assert page.evaluate("window.moving") == 0
    browser_actions.start_game(page, "yacht")
    page.locator("#table label.die").nth(1).click()
    roll(page)
    browser_actions.play_on(table(page, "code"), until=11)
    page.reload()
    roll(page)
    browser_actions.boxes(page).first.dblclick()
    wait_for(page, status="finished")
    expect(page.locator("canvas")).to_have_count(0)
    assert page.evaluate("window.moving") == 0
    page.locator("details.menu summary").nth(2).click()
    begin_pad(page, "yacht", "Anna", "Ben")
    tap_dice(page, 6, 6, 6, 6, 6)
    pad_cell(page, 1, "yacht").locator("button").dblclick()
    assert total(page, 1, "grand", "") == 50
    assert page.evaluate("window.moving") == 0
    begin_pad(page, "farkle", "Anna", "Ben")
    tap_dice(page, *[1] * 6)
    page.locator(".acts .bank").click()
    page.locator(".acts .farkle").click()
    assert page.evaluate("window.moving") == 0
    page.goto("/pads/match/")
    page.get_by_role("button", name="Start counting").click()
    page.get_by_role("button", name="Roll").click()
    for _ in range(3):
        page.locator(".half").first.click()
    expect(page.locator(".half.won")).to_be_visible()
    assert page.evaluate("window.moving") == 0
