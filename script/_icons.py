"""Draws the icons for home screens from static/img/icon.svg: `.venv/bin/python script/_icons.py`.

The plain icons show the die alone. Systems crop the maskable icon and Apple's to various shapes, so there the
die is in a title bar, inside the circle that is never cropped. Needs a Chromium; CHROMIUM says where it is.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parents[1] / "static" / "img"
ICONS = (("any", 192), ("any", 512), ("maskable", 512), ("touch", 180))


def page_of(kind: str, size: int) -> str:
    """Return a page of this size with nothing but the icon."""
    line = size / 36
    around = (
        f"html{{background:repeating-linear-gradient(#000 0 {line}px, #fff 0 {3 * line}px)}}"
        f"svg{{width:60%;background:#fff;border-radius:22%;box-shadow:0 0 0 {2 * line}px #fff}}"
    )
    svg = (IMAGES / "icon.svg").read_text(encoding="utf-8")
    return (
        f"<style>body{{margin:0;height:{size}px;display:grid;place-items:center}}svg{{width:100%}}"
        f"{around if kind != 'any' else ''}</style>{svg}"
    )


def main() -> None:
    """Write all icons."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for kind, size in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(kind, size))
            page.screenshot(path=IMAGES / f"icon-{kind}-{size}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
