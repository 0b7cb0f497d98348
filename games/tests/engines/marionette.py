"""Lets selenium drive Firefox without geckodriver, which Debian does not have.

Firefox itself speaks Marionette: the commands of WebDriver with the same parameters, as JSON over TCP. All
that geckodriver does is to translate. https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
"""

import itertools
import json
import socket
from typing import Any

from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection

SET_CONTEXT = "setContext"
_NAMES = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "WebDriver:DeleteSession",
    Command.SET_TIMEOUTS: "WebDriver:SetTimeouts",
    Command.GET: "WebDriver:Navigate",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.REFRESH: "WebDriver:Refresh",
    Command.NEW_WINDOW: "WebDriver:NewWindow",
    Command.CLOSE: "WebDriver:CloseWindow",
    Command.SWITCH_TO_WINDOW: "WebDriver:SwitchToWindow",
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: "WebDriver:GetWindowHandle",
    Command.W3C_GET_WINDOW_HANDLES: "WebDriver:GetWindowHandles",
    Command.SET_WINDOW_RECT: "WebDriver:SetWindowRect",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.CLEAR_ELEMENT: "WebDriver:ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    SET_CONTEXT: "Marionette:SetContext",
}


class Marionette(RemoteConnection):
    """Carries out the commands of a selenium driver in the Firefox that listens on a port of this machine."""

    def __init__(self, port: int) -> None:
        super().__init__(client_config=ClientConfig(remote_server_addr=f"http://127.0.0.1:{port}"))
        self._line = socket.create_connection(("127.0.0.1", port))
        self._answers = self._line.makefile("rb")
        self._numbers = itertools.count(1)
        self._read()  # a greeting

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return the answer in the form selenium takes from a server."""
        asked = {name: value for name, value in params.items() if name != "sessionId"}
        if command == Command.NEW_SESSION:
            asked = params["capabilities"]["alwaysMatch"]
        elif command == Command.SCREENSHOT:
            asked["full"] = False  # what is in the window
        message = json.dumps([0, next(self._numbers), _NAMES[command], asked]).encode()
        self._line.sendall(b"%d:%b" % (len(message), message))
        _kind, _number, error, result = self._read()
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        return {"value": result["value"] if isinstance(result, dict) and "value" in result else result}

    def __enter__(self) -> "Marionette":
        return self

    def __exit__(self, *_error: object) -> None:
        self._answers.close()
        self._line.close()

    def _read(self) -> Any:
        """Return the next message, which has its length before it."""
        length = b""
        while (digit := self._answers.read(1)) != b":":
            if not digit:
                raise ConnectionError("Firefox has ended")
            length += digit
        return json.loads(self._answers.read(int(length)))
