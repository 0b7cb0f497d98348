"""The login form of the admin, which blocks attempts after too many failures. Knows nothing about scores.

Attempts are counted in the database, common to all processes, before the password is looked at, so that
many at once are not more than many in turn; a login gives its own count back. They count under keyed hashes
of network and account: by both, by network, and by account. An account that is attacked from everywhere
stays open to its owner: from a network without failures one attempt is always free.
"""

import ipaddress
from datetime import timedelta
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from scores.models import LoginFailure

WINDOW = timedelta(minutes=15)
PAIR_LIMIT = 5
NETWORK_LIMIT = 20
WIDE_LIMIT = 100
"""Attempts from all the networks of one IPv6 customer (/48), who can have 65,536 of them."""
ACCOUNT_LIMIT = 100
"""Failures of an account from everywhere, after which a network has one attempt instead of five."""


class _Blocked(Exception):
    """The attempt comes after too many others."""


def networks(address: str) -> tuple[str, str]:
    """Return the network that counts as one client, and the wider one around it: /64 and /48 of IPv6.

    >>> networks("2001:db8:1:2::99")
    ('2001:db8:1:2::/64', '2001:db8:1::/48')
    >>> networks("192.0.2.1"), networks("::ffff:192.0.2.1")
    (('192.0.2.1', ''), ('192.0.2.1', ''))
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, ""
    if isinstance(found, ipaddress.IPv4Address):
        return str(found), ""
    if found.ipv4_mapped:
        return str(found.ipv4_mapped), ""
    near, wide = (ipaddress.ip_network((found, bits), strict=False) for bits in (64, 48))
    return str(near), str(wide)


def _key(*parts: str) -> str:
    return salted_hmac("scores.login", "\0".join(parts), algorithm="sha256").hexdigest()


def _keys(address: str, account: str) -> dict[str, str]:
    """Return what an attempt counts under: keys of the table by their kind."""
    near, wide = networks(address)
    account = account.strip().casefold()
    keys = {"pair": _key("pair", near, account), "network": _key("network", near)}
    if wide:
        keys["wide"] = _key("wide", wide)
    return {**keys, "account": _key("account", account)}


def _is_over(counts: dict[str, int]) -> bool:
    """Tell whether an attempt that is already counted is one too many."""
    if counts["pair"] > PAIR_LIMIT or counts["network"] > NETWORK_LIMIT or counts.get("wide", 0) > WIDE_LIMIT:
        return True
    return counts["account"] > ACCOUNT_LIMIT and counts["network"] > 1


def count_attempt(*, address: str, account: str) -> bool:
    """Count an attempt and return True, or return False, and count nothing, after too many others."""
    now = timezone.now()
    keys = _keys(address, account)
    in_order = sorted(keys.values())  # the same for everybody, so that two attempts never wait for each other
    # Those of the future were counted before a wrong clock was set right.
    LoginFailure.objects.filter(Q(since__lte=now - WINDOW) | Q(since__gt=now + WINDOW)).delete()
    try:
        with transaction.atomic():
            rows = [LoginFailure(key=key, since=now) for key in in_order]
            LoginFailure.objects.bulk_create(rows, ignore_conflicts=True)
            for key in in_order:
                LoginFailure.objects.filter(key=key).update(count=F("count") + 1)
            counted = dict(LoginFailure.objects.filter(key__in=in_order).values_list("key", "count"))
            if _is_over({kind: counted.get(key, 0) for kind, key in keys.items()}):
                raise _Blocked
    except _Blocked:
        return False
    return True


def forget_attempt(*, address: str, account: str) -> None:
    """Give the attempt of a successful login back, and forget the failures of this account from there."""
    keys = _keys(address, account)
    LoginFailure.objects.filter(key=keys.pop("pair")).delete()
    for key in sorted(keys.values()):
        LoginFailure.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


class ThrottledLoginForm(AdminAuthenticationForm):
    """The admin's login form; after too many failures it does not check the password."""

    def clean(self) -> dict[str, Any]:
        """Check the account unless too many attempts came before."""
        account, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not account or not password:
            return super().clean()  # which checks no password
        who = {"address": getattr(self.request, "client_ip", ""), "account": account}
        if not count_attempt(**who):
            raise ValidationError(
                _("Too many failed logins. Try again in a quarter of an hour."), code="blocked"
            )
        cleaned = super().clean()
        forget_attempt(**who)
        return cleaned
