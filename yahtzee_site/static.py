"""Serving static files under ASGI, and their names with hashes."""

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


class ManifestStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed names that are also written into the imports between our own scripts.

    Django can do this for all files, but then trips over a comment in one of a library.
    """

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", _imports))
