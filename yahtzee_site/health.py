"""Health checks for operators: is the process alive, and is it ready for traffic."""

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
"""With less free disk space the process is not ready."""

# Applied migrations stay applied while a process lives, so a positive result is remembered.
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
    # Store and delete a real row, since a rolled-back one never reaches the disk. The session is expired:
    # nobody can use it, and if it stays it will be deleted like others.
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
