"""A browser for WebKitWebDriver, as narrow as a phone; runs in Debian's Python, which has GTK.

The MiniBrowser of WebKitGTK is never narrower than its tool bar (447 px). This one shows the page alone, in
English, and writes what the console says to its standard output. The argument is a folder for cookies and
storage: WebKit logs nothing of sessions that keep nothing.
"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

SIZE = {"default_width": 390, "default_height": 844}


def open_window(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
    view = WebKit2.WebView(
        web_context=context,
        is_controlled_by_automation=True,
        settings=WebKit2.Settings(enable_write_console_messages_to_stdout=True),
    )
    window = Gtk.Window(**SIZE)
    window.add(view)
    window.connect("map-event", lambda *_event: window.present())
    window.show_all()
    view.connect("close", close_window, window)
    return view


def close_window(_view: WebKit2.WebView, window: Gtk.Window) -> None:
    """Close a window and give the focus to another one: there is no window manager that would."""
    window.destroy()
    for other in Gtk.Window.list_toplevels():
        other.present()


def begin(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("MiniBrowser")  # what WebKitWebDriver looks for
    session.set_application_info(about)
    session.connect("create-web-view", open_window)


folder = Path(sys.argv[1])
context = WebKit2.WebContext(
    website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache")
    )
)
context.set_preferred_languages(["en-GB"])
context.set_automation_allowed(True)
context.connect("automation-started", begin)
Gtk.main()
