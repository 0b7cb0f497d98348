"""Measures the weight of a page: the compressed bytes of it and of everything it loads."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from games.tests.contract_page import HttpBrowser, read

_LOADED = ("stylesheet", "icon", "preload", "modulepreload", "manifest")


@dataclass(frozen=True)
class Load:
    """One request of a first visit."""

    path: str
    bytes: int
    """Body as it came, compressed."""


def first_visit(base: str, path: str, *, encoding: str = "br, gzip") -> list[Load]:
    """Return what a browser with an empty cache loads: the page, styles, scripts, images, fonts."""
    browser = HttpBrowser(base, headers={"Accept-Encoding": encoding})
    plain = HttpBrowser(base)
    try:
        page = browser.ask("GET", path)
        assert page.status == 200, page.status
        loads = [Load(path, page.size)]
        waiting = linked(plain.ask("GET", path).text, path)
        seen = set()
        while waiting:
            url = waiting.pop(0)
            if url in seen or not url.startswith("/"):
                continue
            seen.add(url)
            found = browser.ask("GET", url)
            assert found.status == 200, url
            loads.append(Load(url, found.size))
            if url.endswith(".css"):
                waiting += [urljoin(url, name) for name in linked_by_css(plain.ask("GET", url).text)]
            elif url.endswith(".js"):
                waiting += [urljoin(url, name) for name in imported(plain.ask("GET", url).text)]
        return loads
    finally:
        browser.close()
        plain.close()


def linked(html: str, path: str) -> list[str]:
    """Return the addresses a page loads by itself, in order."""
    found = []
    for tag, attributes in read(html).tags:
        if tag == "script" and "src" in attributes or tag == "img":
            found.append(attributes["src"])
        elif tag == "link" and attributes.get("rel") in _LOADED:
            found.append(attributes["href"])
    return [urljoin(path, url) for url in dict.fromkeys(found)]


def imported(script: str) -> list[str]:
    """Return the modules a script needs before it runs, without those it imports later."""
    return re.findall(r'^import (?:[^"]*? from )?"([^"]+)";', script, flags=re.MULTILINE)


def linked_by_css(css: str) -> list[str]:
    """Return the files a style sheet may load; embedded ones are part of it."""
    return [url for url in re.findall(r"url\(['\"]?([^'\")]+)", css) if not url.startswith(("data:", "#"))]


def scripts(loads: list[Load]) -> int:
    """Return the bytes of the scripts among some loads."""
    return sum(load.bytes for load in loads if load.path.endswith(".js"))
