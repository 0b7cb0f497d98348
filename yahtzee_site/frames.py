"""Tells from a request whether its page is in a frame. Knows no page and no setting."""

import re

from django.http import HttpRequest

PARAMETER = "embed"
_ASKED = re.compile(rf"(^|&){PARAMETER}=[^&]")  # raw text: another middleware refuses unreadable fields


def is_framed(request: HttpRequest) -> bool:
    """Tell whether the answer is shown in a frame: by a request header, in old browsers by the address."""
    in_frame = request.headers.get("Sec-Fetch-Dest") == "iframe"
    return in_frame or bool(_ASKED.search(request.META.get("QUERY_STRING", "")))


def is_asked_around(request: HttpRequest) -> bool:
    """Tell whether the page around a frame set the address, not a link of this site."""
    return is_framed(request) and request.headers.get("Sec-Fetch-Site") != "same-origin"
