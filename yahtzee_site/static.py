"""Serves static files under ASGI, and gives them names with hashes."""

from collections.abc import Callable, Iterable, Iterator
from posixpath import dirname, join
from re import Match

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware as StreamingWhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class WhiteNoiseMiddleware(StreamingWhiteNoiseMiddleware):
    """WhiteNoise that returns whole files: under ASGI Django would collect streamed ones with a warning."""

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
    """Adds hashes to file names, also in imports between the site's scripts; merges style sheets.

    Django can do this for all files, but then fails on a comment in the script of a library. The parts of a
    style sheet (`@import "part.css";`) are inserted: one request instead of twenty in sequence.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (
        ("css/site.css", ((_PART, _INSERTED),)),
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", _imports),
    )

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress what is asked for: names with a hash, and what other sites load without one (`embed/`)."""
        hashed = set(self.hashed_files.values())
        compressed: Iterator[tuple[str, str]] = super().compress_files(
            path for path in paths if path in hashed or path.startswith("embed/")
        )
        return compressed

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """Return the replacement for a reference in a file."""
        if template != _INSERTED:
            converter: Callable[[Match[str]], str] = super().url_converter(name, hashed_files, template)
            return converter

        def insert(match: Match[str]) -> str:
            with self.open(join(dirname(name), match["url"])) as part:
                text: bytes = part.read()
            return text.decode()

        return insert
