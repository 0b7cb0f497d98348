"""One site and one browser per engine for all journeys.

Every phone calls the site by another name (phone1.localhost, phone2.localhost): so it has cookies and storage
of its own, and no journey sees what another one has left.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from _pytest.fixtures import SubRequest

from games.tests.engines.engine import ENGINES, PHONE, Engine
from games.tests.engines.phone import Phone
from games.tests.site import Site
from games.tests.site import site as make_site

Opener = Callable[[], Phone]
_names = count(1)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as operators run it: with hashed file names, so that browsers keep pages offline."""
    with make_site(
        tmp_path_factory.mktemp("site"), manifest=True, ALLOWED_HOSTS=".localhost 127.0.0.1"
    ) as found:
        found.start()
        yield found
        found.kill()


# script/test gives each engine a process of its own.
@pytest.fixture(scope="session", params=os.environ.get("ENGINES", " ".join(ENGINES)).split())
def engine(request: SubRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture
def another(engine: Engine, site: Site) -> Iterator[Opener]:
    """Opens phones, each in a window of the engine. No error of a page passes."""
    (first,) = engine.driver.window_handles
    opened: list[str] = []

    def open_phone() -> Phone:
        window = engine.open_window() if opened else first
        opened.append(window)
        engine.show(window)
        engine.resize(*PHONE)
        return Phone(engine, window, f"http://phone{next(_names)}.localhost:{site.port}")

    engine.complaints()
    yield open_phone
    for window in opened[1:]:
        engine.close_window(window)
    engine.show(first)
    engine.driver.get("about:blank")
    assert engine.complaints() == []


@pytest.fixture
def phone(another: Opener) -> Phone:
    return another()
