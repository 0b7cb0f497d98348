"""The login of moderators: guessing passwords is slow, and nobody is locked out by somebody else."""

import doctest
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scores import login
from scores.models import LoginFailure

pytestmark = pytest.mark.database


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(login).failed == 0


def attempt(client: Client, name: str, password: str, **extra: str) -> int:
    return client.post(reverse("admin:login"), {"username": name, "password": password}, **extra).status_code


def test_guessing_is_slowed_down(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for _ in range(login.PAIR_LIMIT):
        assert attempt(english, "root", "wrong") == 200
    answer = english.post(reverse("admin:login"), {"username": "ROOT", "password": "right"})
    assert "Too many failed logins" in answer.content.decode()
    assert attempt(english, "root", "right", REMOTE_ADDR="192.0.2.7") == 302
    LoginFailure.objects.update(since="2001-01-01T00:00:00Z")
    assert attempt(english, "root", "right") == 302


def test_one_address_with_many_accounts(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for number in range(login.NETWORK_LIMIT):
        attempt(english, f"user{number}", "wrong")
    assert attempt(english, "root", "right") == 200


def test_ipv6_addresses_count_by_their_network(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for number in range(login.PAIR_LIMIT):
        attempt(english, "root", "wrong", REMOTE_ADDR=f"2001:db8:1:2::{number:x}")
    assert attempt(english, "root", "right", REMOTE_ADDR="2001:db8:1:2:ffff::1") == 200
    assert attempt(english, "root", "right", REMOTE_ADDR="2001:db8:1:3::1") == 302
    for number in range(login.WIDE_LIMIT):
        attempt(english, f"user{number}", "wrong", REMOTE_ADDR=f"2001:db8:7:{number:x}::1")
    assert attempt(english, "root", "right", REMOTE_ADDR="2001:db8:7:ffff::1") == 200


def test_nobody_locks_the_owner_of_an_account_out(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for number in range(login.ACCOUNT_LIMIT + 30):
        attempt(english, "root", "wrong", REMOTE_ADDR=f"198.51.{number}.1")
    assert attempt(english, "root", "right", REMOTE_ADDR="198.51.3.1") == 200, "after a failure of its own"
    assert attempt(english, "root", "right", REMOTE_ADDR="192.0.2.7") == 302
    assert attempt(Client(), "root", "right", REMOTE_ADDR="192.0.2.7") == 302, "a login is no failure"


def test_attempts_are_counted_before_the_password(
    db: None, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many attempts at once are as few passwords as many in turn."""
    counted_before_check = []

    def check(self: login.ThrottledLoginForm) -> dict[str, Any]:
        counted_before_check.append(max(LoginFailure.objects.values_list("count", flat=True)))
        raise ValidationError("wrong")

    monkeypatch.setattr(AdminAuthenticationForm, "clean", check)
    for _ in range(login.PAIR_LIMIT + 3):
        attempt(english, "root", "wrong")
    assert counted_before_check == list(range(1, login.PAIR_LIMIT + 1))


def test_failures_of_a_clock_that_was_ahead_are_forgotten(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for _ in range(login.PAIR_LIMIT):
        attempt(english, "root", "wrong")
    LoginFailure.objects.update(since=timezone.now() + timedelta(days=1))
    assert attempt(english, "root", "right") == 302


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_many_attempts_at_once_check_few_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = []

    def check(self: login.ThrottledLoginForm) -> dict[str, Any]:
        checked.append(1)
        time.sleep(0.05)
        raise ValidationError("wrong")

    def post(_number: int) -> int:
        try:
            return attempt(Client(), "root", "wrong")
        finally:
            connection.close()

    monkeypatch.setattr(AdminAuthenticationForm, "clean", check)
    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(post, range(24))) == {200}
    assert len(checked) == login.PAIR_LIMIT


def test_an_empty_password_forgets_nothing(db: None, english: Client) -> None:
    attempt(english, "root", "wrong")
    attempt(english, "root", "")
    assert max(LoginFailure.objects.values_list("count", flat=True)) == 1


def test_a_login_forgets_the_failures_before(db: None, english: Client) -> None:
    User.objects.create_superuser("root", password="right")
    for _ in range(login.PAIR_LIMIT - 1):
        attempt(english, "root", "wrong")
    assert attempt(english, "root", "right") == 302
    assert attempt(Client(), "root", "wrong") == 200
    assert attempt(Client(), "root", "right") == 302


def test_failures_keep_no_address_and_no_account(db: None, english: Client) -> None:
    attempt(english, "secretive", "wrong")
    kept = str(list(LoginFailure.objects.values()))
    assert "127.0.0.1" not in kept and "secretive" not in kept
