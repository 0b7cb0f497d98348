"""Links that were damaged on their way lead to what was meant, or to a page that asks for the code."""

import pytest
from django.test import Client

from games.tests.players import Person

pytestmark = pytest.mark.django_db

ENDS = [
    ")", ").", ",", ".", "!", "?", ";", ":", '"', "'", "\u201d", "\u2019", "\u00bb", "\u00ab", ">", "]", "}",
    "*", "_", "~",
    "\u2026", " ",
    "%20", "%22", "%29", "%3E", "&utm_source=x", "&fbclid=IwAR1_x", ";jsessionid=1", "?fbclid=x&utm_medium=y",
    "#top",
    "\u200b", "%E2%80%9D", "\n", "|", "</a>", "&amp;x=1", "&gt;", "%0A",
]  # fmt: skip


@pytest.fixture
def anna(client: Client) -> Person:
    return Person("Anna", client)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("slash", ["", "/"])
def test_what_is_appended_to_the_link_of_a_game(anna: Person, end: str, slash: str) -> None:
    path = anna.create()
    answer = anna.client.get(path.rstrip("/") + slash + end, follow=True)
    assert answer.status_code == 200
    assert answer.resolver_match.view_name == "games:game"


@pytest.mark.parametrize("before", ["/", "/G/", "/g/(", "/g/%22", "/g/%20", "/g//", "/g/<"])
def test_what_stands_before_the_code(anna: Person, before: str) -> None:
    code = anna.create().split("/")[2]
    start = before if "g" in before.lower() else f"{before}g/"
    for form in (code, code.lower(), f"{code[:5]}-{code[5:]}", f"{code[:5]} {code[5:]}"):
        answer = anna.client.get(f"{start}{form}/", follow=True)
        assert answer.status_code == 200, (start, form)


def test_a_word_sticks_to_the_code(anna: Person) -> None:
    path = anna.create().rstrip("/")
    assert anna.client.get(f"{path}und", follow=True).status_code == 200


@pytest.mark.parametrize("page", ["/rules/yatzy/", "/pads/", "/pads/farkle/", "/scores/", "/scores/mine/"])
@pytest.mark.parametrize("end", [")", "),", "%22", "&utm_source=x", ".", "\u201d"])
def test_other_links_are_mended_as_well(client: Client, page: str, end: str) -> None:
    for damaged in (page + end, page.rstrip("/") + end):
        answer = client.get(damaged, follow=True)
        assert answer.status_code == 200
        assert answer.request["PATH_INFO"] == page


@pytest.mark.parametrize("end", [")", ".", "/).", "&utm_source=x"])
def test_links_to_a_page_of_a_game(anna: Person, end: str) -> None:
    path = anna.create()
    answer = anna.client.get(f"{path}dice{end}", follow=True)
    assert answer.resolver_match.view_name == "games:dice"


def test_what_is_missing_is_asked_for(anna: Person) -> None:
    code = anna.create().split("/")[2]
    for damaged, read in (
        (f"/g/{code[:9]}/", code[:9]), (f"/g/{code[:9]}).", code[:9]), (f"/g/{code[:5]}", code[:5]),
        ("/g/", ""), ("/g", ""), (f"/g/{code[:9]}2{code[:3]}/", None),
        (f"/g/{code[:4]}%22%3E%3Cb%3E/", code[:4]),
        (f"/g/{code}/nothing", code), (f"/g/{code[:9]}/table", code[:9]),
        (f"/{code}", code), (f"/{code}/).", code), (f"/de/g/{code}", code),
        (f"/join/{code[:5]}-{code[5:]}", code),
    ):  # fmt: skip
        answer = anna.client.get(damaged, follow=True)
        assert answer.status_code == 404, damaged
        html = answer.content.decode()
        assert 'name="code"' in html, damaged
        if read is not None:
            assert f'name="code" value="{read}"' in html, damaged


def test_other_addresses_have_no_field(client: Client) -> None:
    for path in ("/nothing", "/nothing)", "/games/x", "/g/../x", "/wordpresses", "/background"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert 'name="code"' not in answer.content.decode() or path.startswith("/g/")


def test_only_pages_are_mended(client: Client) -> None:
    assert client.post("/scores/)").status_code == 404
    assert client.get("/scores/)", headers={"hx-request": "true"}).status_code == 404


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-mode": "navigate", "accept": "*/*"}, 303),
        ({"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}, 303),
        ({"sec-fetch-mode": "cors", "accept": "text/html, */*"}, 200),
        ({"accept": "*/*"}, 200),
        ({}, 200),
        ({"hx-request": "true", "accept": "text/html, */*"}, 200),
    ],
)
def test_the_address_of_the_table_opened_in_a_tab(anna: Person, headers: dict[str, str], status: int) -> None:
    path = anna.create()
    for query in ("", "?since=0"):
        answer = anna.client.get(f"{path}table{query}", headers=headers)
        assert answer.status_code == status
        if status == 303:
            assert answer["Location"] == path
