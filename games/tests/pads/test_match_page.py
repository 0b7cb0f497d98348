"""GET /pads/match/: its texts. What holds for every pad is in test_pads.py."""

import json
import re
from pathlib import Path

from django.conf import settings
from django.test import Client

from games.pads import views

STATIC = Path(settings.BASE_DIR) / "static"
SCRIPTS = [STATIC / name for name in (*views.SHARED_SCRIPTS, *views.MATCH_SCRIPTS)]


def page() -> str:
    return Client(headers={"accept-language": "en"}).get("/pads/match/").content.decode()


def test_every_text_is_there_and_needed() -> None:
    found = re.search(r'<script id="words" type="application/json">(.*?)</script>', page())
    assert found
    words = json.loads(found[1])
    source = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS if "vendor" not in path.parts)
    used = {*re.findall(r"\bwords\.(\w+)", source), "previous", "next", "pause"}
    used |= {f"earbuds_{state}_note" for state in ("on", "off", "refused", "impossible")}
    used |= {"elsewhere", "stale", "copied"}
    assert used == set(words)
    assert words["first_to"][0] == "First to 1 game" and words["first_to"][8] == "First to 9 games"
    assert len(words["games"]) == 9


def test_pads_draw_texts_that_translators_cannot_freeze() -> None:
    """Only `drawing.js` imports the library that would keep text nodes."""
    importing = [
        path.name
        for path in (STATIC / "js").rglob("*.js")
        if "vendor/lit-html.js" in path.read_text(encoding="utf-8")
    ]
    assert importing == ["drawing.js"]
