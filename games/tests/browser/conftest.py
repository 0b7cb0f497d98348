"""Fixtures for tests in real browsers: Anna makes the game, Ben plays with her, Carla watches."""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from games.tests.browser.browser_actions import PHONE, Device, open_device

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

Opener = Callable[..., Page]


@pytest.fixture
def device(browser: Browser, server: str) -> Iterator[Opener]:
    """Opens separate browsers: ``device(**options)`` returns a page. Errors in the console fail the test."""
    opened: list[Device] = []

    def open_page(**options: object) -> Page:
        opened.append(open_device(browser, server, **options))
        return opened[-1].page

    yield open_page
    complaints = [line for one in opened for line in one.complaints]
    for one in opened:
        one.context.close()
    assert complaints == []


@pytest.fixture
def anna(device: Opener) -> Page:
    return device()


@pytest.fixture
def ben(device: Opener) -> Page:
    return device(**PHONE)
