"""Firefox and WebKitGTK as processes of their own, with a selenium driver and the errors of their pages."""

import json
import os
import re
import shutil
import subprocess
from abc import abstractmethod
from contextlib import ExitStack
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver

from games.tests.engines.marionette import SET_CONTEXT, Marionette
from games.tests.site import Server

PHONE = (390, 844)


class Engine(Server):
    """A browser that shows pages as wide as a phone."""

    driver: WebDriver

    def show(self, window: str) -> None:
        """Let the driver speak to this window."""
        if window != self._shown:
            self.driver.switch_to.window(window)
            self._shown = window

    def open_window(self) -> str:
        """Open another window and return its handle."""
        self.driver.switch_to.new_window("window")
        self._shown = self.driver.current_window_handle
        return self._shown

    def close_window(self, window: str) -> None:
        self.show(window)
        self.driver.close()
        self._shown = ""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page of the present window this size in CSS pixels."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return errors of scripts and violations of security policies since it was asked the last time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._also = ExitStack()  # what else is to be closed in the end
        self._shown = ""

    def start(self) -> None:
        try:
            super().start()
            self.driver = self._connect()
        except BaseException:
            self.stop()
            raise

    @abstractmethod
    def _connect(self) -> WebDriver:
        """Return a driver for the browser."""

    def stop(self, *_signal: object) -> None:
        """End it at once: nothing of it is kept."""
        self._also.close()
        self.kill()


class Firefox(Engine):
    """Firefox without a window, driven through Marionette."""

    name = "firefox"
    _SETTINGS = {
        "intl.accept_languages": "en-GB",
        "browser.cache.disk.enable": False,
        "dom.disable_open_during_load": False,
    }
    _RESIZE = """
      const { style } = gBrowser.selectedBrowser;
      style.minWidth = style.maxWidth = `${arguments[0]}px`;
      style.minHeight = style.maxHeight = `${arguments[1]}px`;
    """
    # What the browser's own pages say is not ours.
    _COMPLAINTS = """
      const messages = Services.console.getMessageArray();
      Services.console.reset();
      return messages
        .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
        .filter(({ category }) => category === "content javascript" || category.startsWith("CSP"))
        .map(({ category, errorMessage, sourceName, lineNumber }) =>
          `${category}: ${errorMessage} (${sourceName}:${lineNumber})`);
    """

    def command(self) -> list[str]:
        program = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox-esr"
        profile = str(self.folder / "profile")
        return [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            profile,
            "--marionette",
            "--remote-allow-system-access",
        ]

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "HOME": str(self.folder)}

    def start(self) -> None:
        profile = self.folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in self._settings()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        super().start()

    def _settings(self) -> list[tuple[str, object]]:
        return [*self._SETTINGS.items(), ("marionette.port", self.port)]

    def _connect(self) -> WebDriver:
        marionette = self._also.enter_context(Marionette(self.port))
        driver = webdriver.Remote(marionette, options=webdriver.FirefoxOptions())
        driver.set_window_rect(width=1000, height=1000)  # a page may be smaller than its window
        return driver

    def resize(self, width: int, height: int) -> None:
        self._in_the_browser(self._RESIZE, width, height)

    def complaints(self) -> list[str]:
        found: list[str] = self._in_the_browser(self._COMPLAINTS)
        return found

    def _in_the_browser(self, script: str, *arguments: object) -> object:
        """Run a script with the rights of the browser itself instead of those of a page."""
        self.driver.execute(SET_CONTEXT, {"value": "chrome"})
        try:
            return self.driver.execute_script(script, *arguments)
        finally:
            self.driver.execute(SET_CONTEXT, {"value": "content"})


class WebKit(Engine):
    """WebKitGTK on a screen of its own, driven through WebKitWebDriver."""

    name = "webkit"
    # WebKitGTK knows no manifests, and calls it an error when a page is left while it is loading something.
    _NO_FAULT = ("directive 'manifest-src'.", "due to access control checks.")
    _read = 0
    _WINDOW = Path(__file__).with_name("webkit_window.py")

    def command(self) -> list[str]:
        return ["WebKitWebDriver", f"--port={self.port}"]

    def environment(self) -> dict[str, str]:
        return {**super().environment(), "HOME": str(self.folder), "DISPLAY": self._display}

    def start(self) -> None:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        with (self.folder / "xvfb.log").open("wb") as log:
            screen = subprocess.Popen(command, pass_fds=[writing], stdout=log, stderr=log)
        self._also.callback(screen.wait)
        self._also.callback(screen.terminate)
        os.close(writing)
        with open(reading, encoding="ascii") as told:
            self._display = f":{told.readline().strip()}"
        super().start()

    def _connect(self) -> WebDriver:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = "/usr/bin/python3"
        options.add_argument(str(self._WINDOW))
        options.add_argument(str(self.folder))
        where = ClientConfig(remote_server_addr=f"http://127.0.0.1:{self.port}")
        return webdriver.Remote(RemoteConnection(client_config=where), options=options)

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_rect(width=width, height=height)

    def complaints(self) -> list[str]:
        text = self.log.read_bytes()
        new, self._read = text[self._read :], len(text)
        found = re.findall(r".*CONSOLE (?:JS|SECURITY) ERROR.*", new.decode(errors="replace"))
        return [line for line in found if not line.endswith(self._NO_FAULT)]


ENGINES = {engine.name: engine for engine in (Firefox, WebKit)}
