"""For how long the browser of a player has been silent, as HTML. A script counts on from there."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.remembered import render


def presence(seat: int, seconds: int) -> SafeString:
    """Return the mark of a seat whose browser was last heard of these seconds ago; 0 if it is online."""
    values: dict[str, str | int] = {"seat": seat, "silence": silence(seconds)}
    return render("table/_presence.html", values, gone=bool(seconds))


def silence(seconds: int) -> str:
    """Return in words for how long somebody has not been heard of."""
    if not seconds:
        return _("online")
    if seconds < 60:
        return _("away for {n} s").format(n=seconds)
    if seconds < 3600:
        return _("away for {n} min").format(n=seconds // 60)
    return _("away for {n} h").format(n=seconds // 3600)
