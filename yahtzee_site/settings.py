"""Settings of the site, changeable by environment variables or a file of them, with safe defaults.

Without any variable the site runs for one machine and plain http: SQLite and a generated secret key
under `var/`, hosts `localhost` only (`script/server` adds the addresses of the machine, so that the local
network works).

On a public host set at least `HTTPS=1`, `ALLOWED_HOSTS`, and, behind a proxy, `TRUSTED_PROXIES`.
`manage.py check --deploy --fail-level WARNING` passes with exactly that and the two links every page of a
public site needs, `IMPRINT_URL` and `PRIVACY_URL`.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, Literal, cast

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from yahtzee_site import settings_file
from yahtzee_site.env import (
    database_address,
    env_bool,
    env_contact,
    env_count,
    env_int,
    env_limit,
    env_link,
    env_list,
    env_origins,
    env_path_prefix,
    env_public_url,
    env_secret,
    env_str,
    kept_secret,
)

BASE_DIR = Path(__file__).resolve().parent.parent

try:
    FROM_FILE = frozenset(settings_file.load())
except settings_file.Unreadable as error:
    raise ImproperlyConfigured(str(error)) from None

# The folder for everything the site writes: database, secret key, collected static files.
DATA_DIR = Path(env_str("DATA_DIR", str(BASE_DIR / "var"))).resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env_bool("DEBUG", False)
SECRET_KEY = env_str("SECRET_KEY") or kept_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env_list("SECRET_KEY_FALLBACKS")

# --- Where the site lives --------------------------------------------------------------------------

# True when browsers use https (usually a proxy terminates TLS): Secure cookies, HSTS, redirect.
HTTPS = env_bool("HTTPS", False)

# Sub-path such as /spiele/yahtzee; empty at the root of a host. The proxy may strip it or keep it.
SITE_ROOT = env_path_prefix("SITE_ROOT")
FORCE_SCRIPT_NAME = SITE_ROOT or None

# The public address of the site, with which invitations, previews and links out of frames start.
# Without it they start with the host a request came to.
PUBLIC_ORIGIN = env_public_url("PUBLIC_URL", SITE_ROOT)

# Never "*" alone: any host name that resolves to this address could then be used to attack players.
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost 127.0.0.1 [::1]")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")  # such as https://dice.example.org

# Peers whose X-Forwarded-For and -Proto are believed: addresses or networks; "unix" for a unix socket.
TRUSTED_PROXIES = env_list("TRUSTED_PROXIES")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
USE_X_FORWARDED_HOST = False

# --- Transport and headers -------------------------------------------------------------------------

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"(^|/)(healthz|readyz|metrics)$"]  # requested on the machine itself, without TLS
# Half a year, for this host alone. Subdomains and preloading are up to the owner of the domain, whose web
# server can send another header.
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 15_768_000 if HTTPS else 0)
SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # asks for X-Frame-Options everywhere, which knows no list of sites that may do so
    "security.W005",  # asks for subdomains
    "security.W021",  # asks for preloading
]
SECURE_REFERRER_POLICY = "same-origin"  # invitation links never leave in a Referer
# Browsers ignore it, and complain in the console, on a page that came through plain http.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None

# Origins that may show the site (not its admin) in a frame, and get the height of its pages.
EMBED_ORIGINS = env_origins("EMBED_ORIGINS")
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-src": [SELF],
        "frame-ancestors": [SELF, *EMBED_ORIGINS],
    },
}
X_FRAME_OPTIONS = "DENY"  # for the admin only

# --- Whose site this is ----------------------------------------------------------------------------

SITE_NAME = env_str("SITE_NAME")  # default: the name of the first game
BRAND_NAME = env_str("BRAND_NAME")  # "A game by …" on every page
BRAND_URL = env_link("BRAND_URL")
MORE_GAMES_URL = env_link("MORE_GAMES_URL")  # on the page about this site
IMPRINT_URL = env_link("IMPRINT_URL")
PRIVACY_URL = env_link("PRIVACY_URL")
# Where to report weaknesses: mailto:… or the address of a page; told in /.well-known/security.txt.
SECURITY_CONTACT = env_contact("SECURITY_CONTACT") or IMPRINT_URL

# A site without trade marks: no page contains the words Yahtzee and Kniffel. The label is the site's word
# for five of a kind on the cards.
FIVE_OF_A_KIND_LABEL = env_str("FIVE_OF_A_KIND_LABEL")
NEUTRAL = env_bool("NEUTRAL", bool(FIVE_OF_A_KIND_LABEL))
if len(FIVE_OF_A_KIND_LABEL) > 15:
    raise ImproperlyConfigured("FIVE_OF_A_KIND_LABEL can have 15 characters, or it would not fit on a card.")

# --- Cookies ---------------------------------------------------------------------------------------

# For a frame on a foreign site: COOKIE_SAMESITE=None COOKIE_PARTITIONED=1, which needs HTTPS=1.
COOKIE_SAMESITE = cast(Literal["Lax", "Strict", "None"], env_str("COOKIE_SAMESITE", "Lax").capitalize())
COOKIE_SECURE = HTTPS
COOKIE_PARTITIONED = env_bool("COOKIE_PARTITIONED", False)
COOKIE_PATH = f"{SITE_ROOT}/"
if COOKIE_SAMESITE not in {"Lax", "Strict", "None"}:
    raise ImproperlyConfigured("COOKIE_SAMESITE must be Lax, Strict or None.")
if (COOKIE_SAMESITE == "None" or COOKIE_PARTITIONED) and not COOKIE_SECURE:
    raise ImproperlyConfigured("COOKIE_SAMESITE=None and COOKIE_PARTITIONED=1 need HTTPS=1.")

_PREFIX = "dice" if NEUTRAL else "yahtzee"
# With these prefixes browsers take a cookie from this host alone and over https: nobody else can push one.
_SECURED = ("__Secure-" if SITE_ROOT else "__Host-") if COOKIE_SECURE else ""
PLAYER_COOKIE_NAME = f"{_SECURED}{_PREFIX}_player"
# What it was called with other settings. Read while there is none of that name, and replaced by it: nobody
# loses a seat where a site gets https, moves below a path, or drops the trade marks.
PLAYER_COOKIE_OLD_NAMES = [
    f"{secured}{word}_player"
    for word in sorted(("yahtzee", "dice"), key=_PREFIX.__ne__)
    for secured in ("__Host-", "__Secure-", "")
    if f"{secured}{word}_player" != PLAYER_COOKIE_NAME
]
PLAYER_COOKIE_PATH = COOKIE_PATH
PLAYER_COOKIE_AGE = 30 * 24 * 3600

SESSION_COOKIE_NAME = f"{_PREFIX}_session"
SESSION_COOKIE_PATH = COOKIE_PATH
SESSION_COOKIE_SAMESITE = COOKIE_SAMESITE
SESSION_COOKIE_SECURE = COOKIE_SECURE

CSRF_COOKIE_NAME = f"{_PREFIX}_csrf"
CSRF_COOKIE_PATH = COOKIE_PATH
CSRF_COOKIE_SAMESITE = COOKIE_SAMESITE
CSRF_COOKIE_SECURE = COOKIE_SECURE
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page
CSRF_FAILURE_VIEW = "yahtzee_site.errors.csrf_failure"

# Messages are not stored in a cookie: its name would be the same for every Django site of a host.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LANGUAGE_COOKIE_NAME = f"{_PREFIX}_lang"
LANGUAGE_COOKIE_PATH = COOKIE_PATH
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = COOKIE_SAMESITE
LANGUAGE_COOKIE_SECURE = COOKIE_SECURE

# --- Application -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "csp",
    "yahtzee_site.apps.SiteConfig",
    "games",
    "scores",
]

MIDDLEWARE = [
    # Outermost, so that these apply to every answer, including static files and refusals.
    "yahtzee_site.middleware.partitioned_cookies_middleware",
    "yahtzee_site.middleware.client_address_middleware",
    "yahtzee_site.middleware.request_id_middleware",
    "yahtzee_site.metrics.metrics_middleware",
    "yahtzee_site.policies.headers_middleware",
    "yahtzee_site.middleware.content_security_policy_middleware",
    "yahtzee_site.hosts.host_middleware",
    "django.middleware.security.SecurityMiddleware",
    "yahtzee_site.static.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "yahtzee_site.languages.language_middleware",
    "yahtzee_site.middleware.body_limit_middleware",
    "yahtzee_site.middleware.readable_request_middleware",
    "yahtzee_site.middleware.AdminSessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "yahtzee_site.middleware.AdminAuthenticationMiddleware",
    "yahtzee_site.middleware.AdminMessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "yahtzee_site.middleware.AdminXFrameOptionsMiddleware",
    "yahtzee_site.middleware.DatabaseTroubleMiddleware",
    "yahtzee_site.middleware.TooManyMiddleware",
    "games.session.seats.PlayerMiddleware",
    "yahtzee_site.middleware.wrong_method_middleware",
]

ROOT_URLCONF = "yahtzee_site.urls"
ASGI_APPLICATION = "yahtzee_site.asgi.application"
ADMIN_PATH = env_str("ADMIN_PATH", "admin").strip("/") + "/"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "yahtzee_site.languages.context",
                "yahtzee_site.brand.context",
            ],
            "libraries": {wing: f"games.{wing}.tags" for wing in ("words", "table", "lobby", "review")},
        },
    },
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# A command of this site is a few hundred bytes.
MAX_BODY_BYTES = 8 * 1024
MAX_ADMIN_BODY_BYTES = 2 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_ADMIN_BODY_BYTES

# Limits against abuse; "off" (or 0) removes one. Generous enough for a school class behind one address.
# An answer over the limit is 429 with Retry-After.
LIMIT_OPEN_GAMES = env_count("LIMIT_OPEN_GAMES", 300)  # unfinished games of one browser
LIMIT_NEW_GAMES = env_limit("LIMIT_NEW_GAMES", "1000 per hour")  # from one address
LIMIT_DEVICE_LINKS = "100 per hour"  # to another device, from one address
LIMIT_WRONG_CODES = env_limit("LIMIT_WRONG_CODES", "30 per 10 minutes")  # different ones from one address
LIMIT_WRONG_CODES_SITE = "2000 per 10 minutes"  # from everywhere
LIMIT_SCORE_NAMES = 40  # scores of one browser in an hour; further ones are held

# `manage.py prune_games` deletes games after these hours without an action; see `GameQuerySet.idle`.
GAME_MAX_AGE_HOURS = env_int("GAME_MAX_AGE_HOURS", 24, minimum=1)

# --- Database --------------------------------------------------------------------------------------


def database(url: str) -> dict[str, Any]:
    """Return the connection settings for a database address: SQLite or PostgreSQL.

    Every thread keeps its connection, and looks at it before each request (docs/decisions/0019).
    """
    address = database_address(url)
    parsed: dict[str, Any] = dict(dj_database_url.parse(address, conn_max_age=300, conn_health_checks=True))
    options = parsed.setdefault("OPTIONS", {})
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        parsed["ENGINE"] = "yahtzee_site.sqlite"
        options["transaction_mode"] = "IMMEDIATE"
        options.setdefault("timeout", 20)
        options["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        # A file, since several threads and processes share it in tests; its own one for each test run.
        parsed["TEST"] = {"NAME": os.path.join(tempfile.gettempdir(), f"yahtzee-test-{os.getpid()}.sqlite3")}
    elif parsed["ENGINE"] == "django.db.backends.postgresql":
        parsed["PASSWORD"] = env_secret("DATABASE_PASSWORD_FILE") or parsed["PASSWORD"]
        options.setdefault("connect_timeout", 5)
    else:
        raise ImproperlyConfigured("DATABASE_URL must start with sqlite:// or postgres://.")
    return parsed


DATABASE_URL = env_str("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}")
DATABASES = {"default": database(DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

METRICS_ALLOW = env_list("METRICS_ALLOW", "127.0.0.1 ::1")  # addresses or networks that may read /metrics

# --- Push ------------------------------------------------------------------------------------------

REDIS_URL = env_str("REDIS_URL")
REDIS_PREFIX = "yahtzee"  # prefix of all keys and channels in Redis
if REDIS_URL:
    # Its client is a tenth of what a process has to import.
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "yahtzee_site.layers.GroupLayer",
            "CONFIG": {
                "hosts": [
                    {"address": REDIS_URL, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)},
                ],
                "prefix": REDIS_PREFIX,
            },
        }
    }
else:
    CHANNEL_LAYERS = {}  # a process tells its own sockets, see games.session.push

# --- Languages and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English"), ("nb", "Norsk"), ("nl", "Nederlands")]
# The first that has a text decides.
FORMAT_MODULE_PATH = "yahtzee_site.formats"
LOCALE_PATHS = [BASE_DIR / "yahtzee_site" / name for name in (["neutral"] if NEUTRAL else []) + ["locale"]]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env_str("TIME_ZONE", "Europe/Berlin")

# --- Static files ----------------------------------------------------------------------------------

STATIC_URL = f"{SITE_ROOT}/static/"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STATIC_ROOT = DATA_DIR / "static"
# File names with a hash, from what collectstatic gathered; 0 serves the sources as they are (tests).
STATIC_MANIFEST = env_bool("STATIC_MANIFEST", not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "yahtzee_site.static.ManifestStaticFilesStorage"
            if STATIC_MANIFEST
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
WHITENOISE_AUTOREFRESH = not STATIC_MANIFEST
WHITENOISE_MAX_AGE = 300 if STATIC_MANIFEST else 0
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Logging: JSON lines in UTC on standard error --------------------------------------------------

LOG_LEVEL = env_str("LOG_LEVEL", "INFO").upper()
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "yahtzee_site.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        **{
            name: {"handlers": [], "level": "NOTSET", "propagate": True}
            for name in ("django", "django.server", "uvicorn", "uvicorn.error")
        },
        # Its lines contain paths and addresses; `yahtzee_site.access` writes lines without them.
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
}
