"""Possible points can be read on their stripes, also with more contrast; axe measures no patterns."""

import pytest
from playwright.sync_api import Page

from games.tests.browser import browser_actions
from games.tests.browser.conftest import Opener

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The least contrast of the text of these elements with a colour of the page, by the formula of WCAG.
_CONTRAST = """
([selector, token]) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const luminance = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
      const value = part / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = luminance(getComputedStyle(document.documentElement).getPropertyValue(token));
  probe.remove();
  const contrast = (element) => {
    const own = luminance(getComputedStyle(element).color);
    return (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
  };
  const seen = [...document.querySelectorAll(selector)].filter((one) => one.offsetParent);
  return Math.min(...seen.map(contrast));
}
"""


def contrast(page: Page, selector: str) -> float:
    found: float = page.evaluate(_CONTRAST, [selector, "--stripe"])
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_possible_points_on_their_stripes(device: Opener, scheme: str) -> None:
    page = device(color_scheme=scheme, reduced_motion="reduce")
    browser_actions.start_alone(page)
    browser_actions.roll(page)
    offers = "#table td[data-state=possible]"
    some, none = f"{offers}:not([data-points='0']) button", f"{offers}[data-points='0'] button"
    for more in ("no-preference", "more"):
        page.emulate_media(contrast=more)
        least = 7 if more == "more" else 4.5
        assert contrast(page, none) >= least, more
        assert contrast(page, some) > max(9, contrast(page, none)), "points weigh more than a zero"
    # Pads draw the same boxes.
    page.goto("/pads/yahtzee/")
    page.locator("#pad .btn.default").click()
    page.wait_for_load_state("domcontentloaded")
    for face in (1, 2, 3, 5, 6):
        page.locator(f".faces [data-face='{face}']").click()
    offers = "table.sheet td[data-state=possible]"
    assert contrast(page, f"{offers}[data-points='0'] button") >= 4.5
    assert contrast(page, f"{offers}:not([data-points='0']) button") > 9
