"""Serving static files under ASGI, and their names with hashes."""

from collections.abc import Callable
from posixpath import dirname, join
from re import Match

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware as StreamingWhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class WhiteNoiseMiddleware(StreamingWhiteNoiseMiddleware):
    """WhiteNoise that hands out whole files: ASGI collects streamed ones anyway, with a warning."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Return the file, read at once (the largest is some tens of kilobytes)."""
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response


_PART = r"""(?P<matched>@import "(?P<url>[^"]+)";)"""
_INSERTED = "/* %(url)s */"


class ManifestStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed names that are also written into the imports between our own scripts; style sheets in one piece.

    Django can write the names for all files, but then trips over a comment in one of a library. A style sheet
    that consists of parts (`@import "part.css";`) gets them inserted: one request instead of twenty in turn.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (
        ("css/site.css", ((_PART, _INSERTED),)),
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _imports),
    )

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """Return what to put in the place of a reference in a file."""
        if template != _INSERTED:
            converter: Callable[[Match[str]], str] = super().url_converter(name, hashed_files, template)
            return converter

        def insert(match: Match[str]) -> str:
            with self.open(join(dirname(name), match["url"])) as part:
                text: bytes = part.read()
            return text.decode()

        return insert
