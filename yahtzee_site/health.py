"""Two questions of an operator: does the process answer, and may it get traffic. No page for players."""

import logging
import shutil
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)

MIN_FREE_BYTES = 100 * 1024 * 1024
"""With less room for what the site writes it gets no more traffic."""

# Applied migrations stay applied while a process lives; only a "no" is asked again.
_migrated = False


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process answers at all; touches no database."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when moves can be stored, else 503; the body names the checks that failed."""
    checks = {"database": _database_is_writable(), "migrations": _is_migrated(), "disk": _disk_has_room()}
    ready = all(checks.values())
    body = {
        "status": "ok" if ready else "unavailable",
        "checks": {name: "ok" if passed else "failed" for name, passed in checks.items()},
    }
    return JsonResponse(body, status=200 if ready else 503)


def _database_is_writable() -> bool:
    # A real row, stored and deleted: what is rolled back would never reach the disk. Nobody can use the
    # session, and should it stay it is old enough to be cleared away.
    try:
        row = Session.objects.create(
            session_key=get_random_string(32),
            session_data="",
            expire_date=timezone.now() - timedelta(days=1),
        )
        row.delete()
    except (DatabaseError, ImproperlyConfigured, OSError) as error:
        logger.warning("the database is not writable: %s", error)
        return False
    return True


def _is_migrated() -> bool:
    global _migrated
    if not _migrated:
        try:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except (DatabaseError, ImproperlyConfigured, OSError) as error:
            logger.warning("the migrations cannot be read: %s", error)
            return False
    return _migrated


def _disk_has_room() -> bool:
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free
    except OSError as error:
        logger.warning("the data directory cannot be read: %s", error)
        return False
    return free >= MIN_FREE_BYTES
