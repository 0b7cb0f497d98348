"""The pixel face: small, licensed, served from here as what it is."""

from pathlib import Path

import pytest

from games.tests.contract_page import HttpBrowser
from games.tests.site import site

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"


def test_it_is_small_and_has_its_licence() -> None:
    assert (FONTS / "jersey-10.woff2").stat().st_size <= 12 * 1024
    assert "SIL OPEN FONT LICENSE" in (FONTS / "jersey-10.LICENSE").read_text(encoding="utf-8")


@pytest.mark.socket
def test_pages_and_styles_name_the_same_file(tmp_path: Path) -> None:
    """One request, also below a path: a second address for the preload would load it twice."""
    with site(tmp_path, manifest=True, SITE_ROOT="/dice") as served:
        served.start()
        browser = HttpBrowser(served.base)
        page = browser.ask("GET", "/dice/about/").text
        sheet = page.split('rel="stylesheet" href="')[1].split('"')[0]
        face = page.split('rel="preload" href="')[1].split('"')[0]
        assert face.startswith("/dice/static/fonts/jersey-10.") and face.endswith(".woff2")
        assert f'url("../fonts/{face.rpartition("/")[2]}")' in browser.ask("GET", sheet).text
        found = browser.ask("GET", face)
        assert found.headers["content-type"] == "font/woff2"
        browser.close()
