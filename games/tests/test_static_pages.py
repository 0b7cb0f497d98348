"""Static pages: rendered and compressed once, and sent again only when they have changed."""

import gzip

import pytest
from django.test import Client

from games.lobby import offline

PAGES = offline.pages()
DEPENDS_ON = {"Accept-Encoding", "Accept-Language", "Cookie", "Sec-Fetch-Dest"}
"""What a cache must look at before it gives an answer to somebody else."""


def vary(answer: object) -> set[str]:
    return {name.strip() for name in answer["Vary"].split(",")}  # type: ignore[index]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_rendered_once(path: str, rendered: list[str | None]) -> None:
    """For who asks without compression, too, with whatever cookies, and for one who only wants the head."""
    first = Client().get(path)
    assert first.status_code == 200
    assert rendered, "the first time it is rendered"
    rendered.clear()
    client = Client(headers={"accept-encoding": "gzip, br"})
    client.cookies["yahtzee_player"] = "somebody"
    zipped = client.get(path)
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == first.content
    assert client.get(path).content == zipped.content, "a page without a token needs no random padding"
    assert Client().head(path)["ETag"] == first["ETag"]
    assert rendered == []


@pytest.mark.parametrize("encoding", ["", "gzip"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_has_not_changed_is_not_sent_again(
    path: str, encoding: str, rendered: list[str | None]
) -> None:
    client = Client(headers={"accept-encoding": encoding})
    answer = client.get(path)
    rendered.clear()
    same = client.get(path, headers={"if-none-match": answer["ETag"]})
    assert (same.status_code, same.content, rendered) == (304, b"", [])
    assert same["ETag"] == answer["ETag"]
    assert same["Cache-Control"] == answer["Cache-Control"] == "no-cache"
    assert vary(same) == vary(answer) == DEPENDS_ON
    assert "Content-Encoding" not in same
    assert not same.cookies


@pytest.mark.parametrize("path", PAGES)
def test_a_page_in_another_language_or_frame_is_another_one(path: str) -> None:
    tag = Client(headers={"accept-language": "en"}).get(path)["ETag"]
    for headers in ({"accept-language": "nb"}, {"accept-language": "en", "sec-fetch-dest": "iframe"}):
        answer = Client(headers=headers).get(path, headers={"if-none-match": tag})
        assert answer.status_code == 200
        assert answer["ETag"] != tag


def test_what_is_wrong_is_not_remembered(rendered: list[str | None]) -> None:
    for _time in range(2):
        rendered.clear()
        assert Client().get("/rules/canasta/").status_code == 404
        assert rendered
