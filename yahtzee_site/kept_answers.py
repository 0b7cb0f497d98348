"""Whole answers that are sent again without asking Django: of static pages, and to polls (`polls`).

A page that is the same for everybody (`games.static_pages`) depends on the headers of a request alone. Its
answer is kept under all of them but those that no page looks at; what is not kept goes the usual way.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, NamedTuple

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch

from yahtzee_site import proxies

Scope = dict[str, Any]
Headers = list[tuple[bytes, bytes]]

_MOST = 512
_LONGEST = 2048
"""Bytes of headers that belong to one answer."""
_IGNORED = frozenset(
    b"cache-control connection cookie dnt from pragma priority referer sec-gpc te upgrade-insecure-requests"
    b" user-agent x-forwarded-for x-request-id".split()
)
"""Headers of requests that make no difference to a static page; of its cookies only the language does."""


class Answer(NamedTuple):
    """What was answered, without what belongs to one request."""

    status: int
    route: str
    view: str
    """The name of the view."""
    headers: Headers
    body: bytes


_answers: OrderedDict[Hashable, Answer] = OrderedDict()


@receiver(setting_changed)
def forget(**_signal: Any) -> None:
    """Forget all answers: for tests, which change settings of a running process."""
    _answers.clear()


def key_of(scope: Scope) -> Hashable | None:
    """Return all of a request that a static page may depend on; None for requests that cannot be for one."""
    if scope["method"] not in {"GET", "HEAD"} or scope["query_string"]:
        return None
    headers = tuple(pair for pair in scope["headers"] if pair[0] not in _IGNORED)
    if sum(len(name) + len(value) for name, value in headers) > _LONGEST:
        return None
    peer = (scope.get("client") or ("",))[0]
    trusted = proxies.is_trusted(peer, settings.TRUSTED_PROXIES)  # to say whether the client uses HTTPS
    return scope["method"], scope["scheme"], scope["path"], trusted, _language(scope), headers


def _language(scope: Scope) -> tuple[bytes, ...]:
    """Return the parts of the cookies that name a language."""
    name = settings.LANGUAGE_COOKIE_NAME.encode()
    cookies = (value for header, value in scope["headers"] if header == b"cookie" and name in value)
    return tuple(part.strip() for value in cookies for part in value.split(b";") if name in part)


def keep(
    key: Hashable, response: HttpResponseBase, match: ResolverMatch | None, headers: Headers, body: bytes
) -> None:
    """Keep an answer by this key; `match` says where it comes from, None for one that must not be kept."""
    if match is None or response.cookies:
        return
    if len(_answers) >= _MOST:
        _answers.popitem(last=False)
    same = [(name, value) for name, value in headers if name != b"X-Request-ID"]
    _answers[key] = Answer(response.status_code, match.route, match.view_name, same, body)


def find(key: Hashable | None) -> Answer | None:
    """Return a kept answer."""
    found = _answers.get(key)
    if found is not None:
        _answers.move_to_end(key)
    return found
