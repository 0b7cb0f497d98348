"""What every page of the site has in common: headers, cookies, language, limits, errors."""

import json
import logging
from collections.abc import Callable

import pytest
from django.conf import settings as site_settings
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.test import Client, RequestFactory
from pytest_django import Settings

from games.tests.players import form_token
from yahtzee_site import errors, middleware

pytestmark = pytest.mark.django_db


def policy(response: HttpResponse) -> dict[str, list[str]]:
    parts = (part.split() for part in response["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in parts}


# --- Headers ---------------------------------------------------------------------------------------------


def test_policy_is_strict(client: Client) -> None:
    directives = policy(client.get("/"))
    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == directives["style-src"] == directives["connect-src"] == ["'self'"]
    assert directives["base-uri"] == directives["object-src"] == ["'none'"]
    assert directives["form-action"] == directives["frame-ancestors"] == ["'self'"]
    assert not any("unsafe" in source for sources in directives.values() for source in sources)


@pytest.mark.parametrize("path", ["/", "/healthz", "/nothing-here", "/static/js/site/options.js"])
def test_every_answer_has_the_policy(client: Client, path: str) -> None:
    response = client.get(path)
    assert "frame-ancestors" in policy(response)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert "X-Frame-Options" not in response


def test_admin_is_never_framed(client: Client) -> None:
    response = client.get(f"/{site_settings.ADMIN_PATH}login/")
    assert policy(response)["frame-ancestors"] == ["'none'"]
    assert response["X-Frame-Options"] == "DENY"


def test_pages_are_compressed(client: Client) -> None:
    response = client.get("/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]


def test_request_id(client: Client, settings: Settings) -> None:
    own = client.get("/healthz", headers={"x-request-id": "from-outside"})["X-Request-ID"]
    assert len(own) == 16
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert (
        client.get("/healthz", headers={"x-request-id": "from-the-proxy"})["X-Request-ID"] == "from-the-proxy"
    )
    bad = client.get("/healthz", headers={"x-request-id": "two words"})["X-Request-ID"]
    assert bad != "two words"


# --- Addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("trusted", "seen"), [([], "127.0.0.1"), (["127.0.0.1"], "203.0.113.9")])
def test_client_ip(settings: Settings, rf: RequestFactory, trusted: list[str], seen: str) -> None:
    settings.TRUSTED_PROXIES = trusted
    request = rf.get("/", headers={"x-forwarded-for": "6.6.6.6, 203.0.113.9", "x-forwarded-proto": "https"})
    middleware.client_address_middleware(lambda request: HttpResponse())(request)
    assert request.client_ip == seen  # type: ignore[attr-defined]
    assert ("x-forwarded-proto" in request.headers) is bool(trusted)


def test_only_a_proxy_can_claim_tls(settings: Settings, client: Client) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert client.get("/", headers={"x-forwarded-proto": "https"}).status_code == 301
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert client.get("/", headers={"x-forwarded-proto": "https"}).status_code == 200
    assert client.get("/healthz").status_code == 200


def test_access_line_has_no_address_and_no_code(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="yahtzee_site.access"):
        client.get("/g/ABCDEFGH23/", headers={"x-forwarded-for": "203.0.113.9"})
    record = next(record for record in caplog.records if record.name == "yahtzee_site.access")
    assert record.route == "g/<str:code>/"  # type: ignore[attr-defined]
    assert record.client == "127.0.0.0"  # type: ignore[attr-defined]
    assert "ABCDEFGH23" not in json.dumps(record.__dict__, default=lambda value: "")


# --- Language --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "cookie", "accept", "language"),
    [
        ("", "", "", "de"),
        ("", "", "en-GB,en", "en"),
        ("", "", "fr, nl;q=0.3, en;q=0.2", "nl"),
        ("", "", "nn-NO", "nb"),
        ("", "", "no", "nb"),
        ("", "", "fr, en;q=0", "de"),
        ("", "", "*", "de"),
        ("", "", "-; q=x, \x00", "de"),
        ("", "en", "de", "en"),
        ("", "tlh", "en", "en"),
        ("?lang=NB", "nl", "en", "nb"),
        ("?lang=nl-BE", "en", "de", "nl"),
        ("?lang=tlh", "en", "nl", "en"),
    ],
)
def test_language(client: Client, query: str, cookie: str, accept: str, language: str) -> None:
    name = site_settings.LANGUAGE_COOKIE_NAME
    client.cookies[name] = cookie
    response = client.get(f"/{query}", headers={"accept-language": accept})
    assert response["Content-Language"] == language
    html = response.content.decode()
    assert f'<html lang="{language}"' in html
    assert html.count(f'hreflang="{language}" aria-current="true"') == 1
    assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))
    # Only a choice is remembered.
    assert (name in response.cookies) == (query[-3:] in ("=NB", "-BE"))


def test_language_switch(client: Client) -> None:
    html = client.get("/scores/?board=yacht&period=year").content.decode()
    address = "/scores/?board=yacht&amp;period=year&amp;lang=nl"
    assert f'<a href="{address}" lang="nl" hreflang="nl">Nederlands</a>' in html
    response = client.get(address.replace("&amp;", "&"))
    assert response["Content-Language"] == "nl"
    cookie = response.cookies[site_settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["path"], cookie["samesite"], cookie["httponly"]) == ("nl", "/", "Lax", True)
    assert client.get("/", headers={"accept-language": "en"})["Content-Language"] == "nl"


IN_FRAME = {"sec-fetch-dest": "iframe", "accept-language": "de"}
AROUND = {**IN_FRAME, "sec-fetch-site": "same-site"}
WITHIN = {**IN_FRAME, "sec-fetch-site": "same-origin"}


@pytest.mark.parametrize(
    ("address", "headers"), [("/?embed=1&lang=en", {}), ("/?embed=1&lang=en", AROUND), ("/?lang=en", AROUND)]
)
def test_the_language_a_frame_asks_for_is_no_choice(
    client: Client, address: str, headers: dict[str, str]
) -> None:
    """It stays in frames and is gone with the browser; what the visitor chooses, there too, comes first."""

    def spoken(path: str = "/", headers: dict[str, str] = WITHIN) -> str:
        return client.get(path, headers=headers)["Content-Language"]

    assert spoken(address, headers) == "en"
    cookie = client.cookies[site_settings.LANGUAGE_COOKIE_NAME]
    assert cookie["max-age"] == ""
    assert spoken() == spoken("/rules/yacht/") == "en"
    assert spoken(headers={"accept-language": "de"}) == "de", "outside the frame nobody has chosen"
    assert spoken(address.replace("en", "nb"), headers) == spoken() == "nb"

    html = client.get(address.replace("en", "nb"), headers=headers).content.decode()
    assert 'href="/?lang=nl"' in html, "a link of ours is not taken for the page around"
    assert spoken("/?lang=nl") == spoken(address, headers) == spoken() == spoken(headers={}) == "nl"
    assert client.cookies[site_settings.LANGUAGE_COOKIE_NAME]["max-age"] == 365 * 24 * 3600


def test_a_tab_that_leaves_a_frame_goes_on_in_its_language(client: Client) -> None:
    """What is a wish in the frame is one in the tab, too: over with the browser, and after every choice."""

    def arrow(address: str, headers: dict[str, str]) -> str:
        html = client.get(address, headers=headers).content.decode()
        return html.partition('class="owntab framed-only" href="http://testserver')[2].partition('"')[0]

    assert arrow("/pads/?theme=night&lang=nl", AROUND) == "/pads/?lang=~nl"
    assert arrow("/scores/?board=yacht", WITHIN) == "/scores/?board=yacht&amp;lang=~nl"
    german = {"accept-language": "de"}
    assert client.get("/pads/?lang=~nl", headers=german)["Content-Language"] == "nl"
    assert client.get("/", headers=german)["Content-Language"] == "nl"
    assert client.cookies[site_settings.LANGUAGE_COOKIE_NAME]["max-age"] == ""
    assert arrow("/?lang=nb", WITHIN) == arrow("/", WITHIN) == "/?lang=nb"
    assert client.get("/pads/?lang=~nl", headers=german)["Content-Language"] == "nb"
    assert client.get("/", headers=german)["Content-Language"] == "nb"


def test_a_page_in_a_frame_says_so(client: Client) -> None:
    """On every page, scripts or not; caches know the difference."""
    for path, headers in (("/?embed=1", {}), ("/", WITHIN), ("/pads/yacht/", WITHIN), ("/nothing", WITHIN)):
        answer = client.get(path, headers=headers)
        assert 'class="embedded"' in answer.content.decode()
        assert "Sec-Fetch-Dest" in answer["Vary"]
    assert "embedded" not in client.get("/", headers={"sec-fetch-dest": "document"}).content.decode()


def test_public_pages_name_their_translations(client: Client) -> None:
    html = client.get("/rules/yacht/?lang=nl").content.decode()
    for code in ("de", "en", "nb", "nl"):
        address = f"http://testserver/rules/yacht/?lang={code}"
        assert f'<link rel="alternate" hreflang="{code}" href="{address}">' in html
    assert '<link rel="alternate" hreflang="x-default" href="http://testserver/rules/yacht/">' in html
    for private in ("/scores/mine/", "/nothing-here"):
        assert 'rel="alternate"' not in client.get(private).content.decode()


# --- Cookies ---------------------------------------------------------------------------------------------


def test_cookies_can_be_partitioned(settings: Settings, client: Client) -> None:
    assert "Partitioned" not in client.get("/?lang=en").cookies.output()
    settings.COOKIE_PARTITIONED = True
    assert "Partitioned" in client.get("/?lang=en").cookies.output()


# --- Limits ----------------------------------------------------------------------------------------------


def test_large_bodies_are_refused(client: Client) -> None:
    response = client.post("/games", {"name": "x" * site_settings.MAX_BODY_BYTES})
    assert response.status_code == 413
    assert response["Content-Type"].startswith("text/plain")
    assert response.content.strip()
    assert client.post("/games", {"rules": "chess", "x": "x" * 7000}).status_code == 422


def test_admin_may_send_more_but_not_everything(client: Client) -> None:
    path = f"/{site_settings.ADMIN_PATH}login/"
    assert client.post(path, {"username": "x" * 20_000}).status_code == 200
    assert client.post(path, {"username": "x" * site_settings.MAX_ADMIN_BODY_BYTES}).status_code == 413


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=" + "b" * 300, b"a boundary that is too long"),
        ("application/x-www-form-urlencoded; charset=utf-7", b"version=1"),
        ("application/x-www-form-urlencoded", b"&".join(b"f%d=" % number for number in range(1100))),
    ],
)
@pytest.mark.parametrize("path", ["/games", "/nothing-here", "/robots.txt", "/g/ABCDEFGHJK/roll"])
def test_what_cannot_be_read_is_refused_in_a_sentence(path: str, content_type: str, body: bytes) -> None:
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.cookies["yahtzee_lang"] = "en"
    response = strict.generic("POST", path, body, content_type)
    assert response.status_code == 400
    assert response.content.decode() == "That could not be read. Nothing was changed."


def test_very_many_fields_in_an_address(client: Client) -> None:
    assert client.get("/nothing-here?" + "a=1&" * 1100).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "way_on"),
    [("GET", "/g/ABCDEFGHJK/roll", "/g/ABCDEFGHJK/"), ("GET", "/games", "/"), ("PUT", "/scores/", "/")],
)
def test_the_address_of_a_button_leads_on(client: Client, method: str, path: str, way_on: str) -> None:
    client.cookies["yahtzee_lang"] = "en"
    response = client.generic(method, path)
    text = response.content.decode()
    assert response.status_code == 405
    assert "Nothing was changed." in text
    assert f'class="btn default" href="{way_on}"' in text
    assert response["Allow"]


# --- Form tokens -----------------------------------------------------------------------------------------


@pytest.fixture
def strict_client() -> Client:
    return Client(enforce_csrf_checks=True)


def test_stale_token_shows_a_page(strict_client: Client) -> None:
    response = strict_client.post("/games", {"csrfmiddlewaretoken": "x" * 64})
    assert response.status_code == 403
    assert "text/html" in response["Content-Type"]
    assert "HX-Refresh" not in response


def test_stale_token_heals_itself(strict_client: Client) -> None:
    seat = "seat-of-anna"
    strict_client.cookies[site_settings.PLAYER_COOKIE_NAME] = seat
    response = strict_client.post("/games", headers={"hx-request": "true", "x-csrftoken": "stale"})
    assert (response.status_code, response["HX-Refresh"]) == (403, "true")
    assert site_settings.PLAYER_COOKIE_NAME not in response.cookies
    page = strict_client.get("/")
    assert site_settings.CSRF_COOKIE_NAME in page.cookies
    token = form_token(page.content.decode())
    form = {"rules": "yacht", "mode": "solo"}
    assert strict_client.post("/games", form, headers={"x-csrftoken": token}).status_code == 303


# --- Error pages -----------------------------------------------------------------------------------------


def test_not_found(client: Client) -> None:
    response = client.get("/nothing-here")
    assert response.status_code == 404
    assert 'href="/"' in response.content.decode()


def test_unknown_host(client: Client) -> None:
    response = client.get("/", headers={"host": "evil.example.net"})
    assert response.status_code == 400
    assert "evil" not in response.content.decode()
    assert policy(response)["frame-ancestors"] == ["'self'"]
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "host", ["evil.example.net", "a b", "", "x" * 5000, "localhost.evil.example", "[::1"]
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/static/js/site/menu.js"])
def test_unknown_hosts_are_no_errors_of_ours(
    client: Client, caplog: pytest.LogCaptureFixture, settings: Settings, host: str, path: str
) -> None:
    settings.ALLOWED_HOSTS = ["dice.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    with caplog.at_level(logging.INFO):
        assert client.get(path, headers={"host": host}).status_code == 400
    assert [record.levelname for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize("allowed", [["dice.example.org"], [".example.org", "other.example"]])
@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_the_machine_asks_by_its_own_name(
    client: Client, settings: Settings, host: str, allowed: list[str]
) -> None:
    """Health checks need no name of the machine in ALLOWED_HOSTS; pages are not served under it."""
    settings.ALLOWED_HOSTS = allowed
    settings.SECURE_SSL_REDIRECT = True
    for path in ("/healthz", "/readyz", "/metrics"):
        assert client.get(path, headers={"host": host}).status_code == 200
    for path in ("/", "/healthz/", "/g/healthz", "/scores/", "/robots.txt"):
        assert client.get(path, headers={"host": host}).status_code == 400
    assert client.get("/healthz", headers={"host": "evil.example.net"}).status_code == 400


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (lambda request: errors.bad_request(request, ValueError()), 400),
        (lambda request: errors.permission_denied(request, ValueError()), 403),
        (errors.server_error, 500),
    ],
)
def test_error_pages(rf: RequestFactory, view: Callable[[HttpRequest], HttpResponse], status: int) -> None:
    request = rf.get("/")
    request.player = None  # type: ignore[attr-defined]
    response = view(request)
    assert response.status_code == status
    assert "<html" in response.content.decode()


def test_a_fault_shows_the_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise RuntimeError("a secret thing")

    monkeypatch.setattr("yahtzee_site.health.HttpResponse", fail)
    client.raise_request_exception = False
    response = client.get("/healthz")
    assert response.status_code == 500
    assert "secret thing" not in response.content.decode()
    assert "frame-ancestors" in policy(response)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("database or disk is full"), 503),
        (InterfaceError("connection already closed"), 503),
        (IntegrityError("a fault of ours"), 500),
    ],
)
def test_database_trouble(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr("yahtzee_site.health.HttpResponse", fail)
    client.raise_request_exception = False
    response = client.get("/healthz")
    assert response.status_code == status
    assert str(error) not in response.content.decode()
    assert response.get("Retry-After") == ("5" if status == 503 else None)


def test_the_last_resort_is_plain_text(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise TemplateDoesNotExist("500.html")

    monkeypatch.setattr("yahtzee_site.errors.loader.render_to_string", fail)
    response = errors.server_error(rf.get("/"))
    assert (response.status_code, response["Content-Type"]) == (500, "text/plain; charset=utf-8")


@pytest.mark.django_db(databases=[])
def test_fault_pages_need_no_database(rf: RequestFactory) -> None:
    assert errors.server_error(rf.get("/")).status_code == 500
    assert errors.bad_request(rf.get("/"), ValueError()).status_code == 400
    assert errors.unavailable(rf.get("/")).status_code == 503
