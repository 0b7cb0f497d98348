"""The login form of the admin, which blocks attempts after too many failures. Knows nothing about scores.

Failures are counted in the database, common to all processes, under keyed hashes of address and account:
by account and address, by address, and by account.
"""

from datetime import timedelta
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from scores.models import LoginFailure

WINDOW = timedelta(minutes=15)
PAIR_LIMIT = 5
ADDRESS_LIMIT = 20
ACCOUNT_LIMIT = 100


def _limits(address: str, account: str) -> dict[str, int]:
    """Return the keys failures of this attempt count under, with the number each allows within the window."""

    def key(*parts: str) -> str:
        return salted_hmac("scores.login", "\0".join(parts), algorithm="sha256").hexdigest()

    account = account.strip().casefold()
    return {
        key("pair", address, account): PAIR_LIMIT,
        key("address", address): ADDRESS_LIMIT,
        key("account", account): ACCOUNT_LIMIT,
    }


def is_blocked(*, address: str, account: str) -> bool:
    """Tell whether an attempt comes after too many failures."""
    limits = _limits(address, account)
    recent = LoginFailure.objects.filter(key__in=limits, since__gt=timezone.now() - WINDOW)
    return any(failure.count >= limits[failure.key] for failure in recent)


def count_failure(*, address: str, account: str) -> None:
    """Count one failed attempt and forget those out of the window."""
    now = timezone.now()
    LoginFailure.objects.filter(since__lte=now - WINDOW).delete()
    keys = list(_limits(address, account))
    new = [LoginFailure(key=key, since=now) for key in keys]
    LoginFailure.objects.bulk_create(new, ignore_conflicts=True)
    LoginFailure.objects.filter(key__in=keys).update(count=F("count") + 1)


def forget_failures(*, address: str, account: str) -> None:
    """Delete the failures of an account from an address after a successful login."""
    pair = next(iter(_limits(address, account)))
    LoginFailure.objects.filter(key=pair).delete()


class ThrottledLoginForm(AdminAuthenticationForm):
    """The admin's login form; after too many failures it does not check the password."""

    def clean(self) -> dict[str, Any]:
        """Check the account unless it or the address is blocked for a while."""
        address = getattr(self.request, "client_ip", "")
        who = {"address": address, "account": self.cleaned_data.get("username") or ""}
        if is_blocked(**who):
            raise ValidationError(
                _("Too many failed logins. Try again in a quarter of an hour."), code="blocked"
            )
        try:
            cleaned: dict[str, Any] = super().clean()
        except ValidationError:
            count_failure(**who)
            raise
        if self.get_user() is not None:
            forget_failures(**who)
        return cleaned
