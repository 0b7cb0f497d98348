"""What a thumb does on the page of a phone, in any engine: open, tap, fill, wait, look."""

import io
from collections.abc import Callable
from typing import Any

from PIL import Image
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from games.tests.engines.engine import Engine

# Long enough for a machine that does much else: whoever waits for something that comes loses nothing.
PATIENCE = 30
_GONE = (StaleElementReferenceException, NoSuchElementException)
_NOT_YET = (*_GONE, ElementClickInterceptedException, ElementNotInteractableException)


class Phone:
    """A window of an engine, and a name of the site of its own: so cookies and storage of its own, too."""

    def __init__(self, engine: Engine, window: str, base: str) -> None:
        self.engine = engine
        self.window = window
        self.base = base

    @property
    def driver(self) -> Any:
        """The engine's driver, with this phone's window to the front."""
        self.engine.show(self.window)
        return self.engine.driver

    def until(self, what: Callable[[], Any], why: str = "") -> Any:
        """Wait until something is true or can be done, and return what it returns."""
        wait = WebDriverWait(self.engine.driver, PATIENCE, poll_frequency=0.03, ignored_exceptions=_NOT_YET)
        return wait.until(lambda _driver: what(), why)

    # --- pages

    def go(self, path: str) -> None:
        self.driver.get(self.base + path)

    def reload(self) -> None:
        self.driver.refresh()

    def back(self) -> None:
        self.run("history.back()")

    @property
    def path(self) -> str:
        return str(self.driver.current_url).removeprefix(self.base)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page; returns what it returns."""
        return self.driver.execute_script(script, *arguments)

    # --- looking

    def sees(self, css: str) -> WebElement:
        """Wait until there is such an element on a page that has its scripts, and return it."""
        return self._find(css, "")

    def misses(self, css: str) -> None:
        """Wait until there is no such element."""
        self.until(lambda: self.run("return !document.querySelector(arguments[0])", css), f"still {css}")

    def all(self, css: str, script: str) -> list[Any]:
        """Return what this expression about `e` says of each such element."""
        found: list[Any] = self.run(
            f"return [...document.querySelectorAll(arguments[0])].map((e) => {script})", css
        )
        return found

    def one(self, css: str, script: str) -> Any:
        """Return what this expression about `e` says of the first such element."""
        self.sees(css)
        return self.run(f"return ((e) => {script})(document.querySelector(arguments[0]))", css)

    def show(self, css: str) -> WebElement:
        """Scroll the first such element to the middle of the window as soon as it is there; return it."""
        return self._find(css, "e.scrollIntoView({ block: 'center', inline: 'center' })")

    def _find(self, css: str, deed: str) -> WebElement:
        script = f"""
          const e = document.readyState === "complete" && document.querySelector(arguments[0]);
          if (e) {{ {deed} }}
          return e;
        """
        found: WebElement = self.until(lambda: self.run(script, css), f"no {css}")
        return found

    def picture(self) -> Image.Image:
        """Return what the window shows."""
        return Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")

    # --- doing

    def tap(self, css: str) -> None:
        """Tap the first such element when it can be tapped."""

        self._do(css, lambda element: element.click())

    def fill(self, css: str, text: str) -> None:
        def fill(field: WebElement) -> None:
            field.clear()
            field.send_keys(text)

        self._do(css, fill)

    def choose(self, css: str, value: str) -> None:
        """Choose from a list."""
        self.tap(f"{css} option[value='{value}']")

    def press(self, *keys: str) -> None:
        """Press keys, whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def _do(self, css: str, action: Callable[[WebElement], None]) -> None:
        """Do something to the first such element, in the middle of the window, as soon as possible."""

        def done() -> bool:
            action(self.show(css))
            return True

        self.until(done, f"nothing can be done to {css}")
