"""Pages that say something went wrong: a picture, a friendly sentence, and a way on."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.translation import override

from games.tests.contract_page import read
from yahtzee_site import errors


def shown(rf: RequestFactory, status: int) -> HttpResponse:
    request: HttpRequest = rf.get("/")
    if status == 500:
        return errors.server_error(request)
    if status == 503:
        return errors.unavailable(request)
    return errors.bad_request(request, ValueError())


@pytest.mark.parametrize(("status", "icon"), [(400, "bomb"), (500, "bomb"), (503, "watch")])
def test_a_fault_has_a_picture_and_two_ways_on(rf: RequestFactory, status: int, icon: str) -> None:
    html = shown(rf, status).content.decode()
    assert f'class="icon icon-{icon}"' in html
    ways = [
        attributes["href"]
        for tag, attributes in read(html).tags
        if tag == "a" and "btn" in attributes["class"]
    ]
    assert ways == ["/", ""], "the start page, and once more"


def test_the_sentence_of_a_fault(rf: RequestFactory) -> None:
    with override("de"):
        assert "Leider ist ein Fehler aufgetreten." in errors.server_error(rf.get("/")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), [("/nowhere/", 404), ("/g/ABCDEFGHJK/", 404), ("/games", 405)])
def test_what_is_not_there_is_said_with_a_picture(client: Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    main = answer.content.decode().partition("<main")[2]
    assert 'class="icon icon-bomb"' in main and "btn" in main
