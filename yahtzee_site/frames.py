"""What a request tells of the frame it comes from. No page and no setting."""

import re

from django.http import HttpRequest

PARAMETER = "embed"
_ASKED = re.compile(rf"(^|&){PARAMETER}=[^&]")  # the text: fields that cannot be read are answered further in


def is_framed(request: HttpRequest) -> bool:
    """Tell whether the answer is shown in a frame: the browser says so, of an old one the address alone."""
    in_frame = request.headers.get("Sec-Fetch-Dest") == "iframe"
    return in_frame or bool(_ASKED.search(request.META.get("QUERY_STRING", "")))


def is_asked_around(request: HttpRequest) -> bool:
    """Tell whether the page around a frame wrote the address, and no link of ours."""
    return is_framed(request) and request.headers.get("Sec-Fetch-Site") != "same-origin"
