"""The page: static files of this package, for browsers. What they show they ask of the API."""

import gzip
import hashlib
import html
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_FOLDER: Final = Path(__file__).parent / "page"
_INDEX: Final = "index.html"

# Addresses of views; the page itself looks which one it is.
_VIEWS: Final = (
    "/",
    "/play",
    "/table/{name}",
    "/games",
    "/game/{id}",
    "/events",
    "/event/{id}",
    "/event/{id}/bot/{name:path}",
    "/event/{id}/projector",
    "/organise",
)
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)+")

_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Final = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
# Whatever is no document of its own obeys the policy of the page that asked for it: the home page
# consists of forty files, and should be small.
_PART_HEADERS: Final = {
    name: HEADERS[name] for name in ("cross-origin-resource-policy", "x-content-type-options")
}
_PARTS: Final = (".css", ".js")
_NOT_FOUND: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not found - Pitboss</title>
<h1>Nothing here</h1>
<p>{path} is no page of this server. <a href="/">The home page</a> shows what is going on.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent, and how it was when it was read."""

    stamp: tuple[int, int]
    media: str
    plain: bytes
    packed: bytes
    etag: str


class StaticPage:
    """The files of a folder, read when they are first asked for and whenever they have changed."""

    def __init__(self, folder: Path = _FOLDER) -> None:
        self._folder = folder
        self._files: dict[str, PageFile] = {}

    def routes(self) -> list[Route]:
        """The views, and the files that they consist of."""
        views = [Route(path, self._show_index, methods=["GET"]) for path in _VIEWS]
        return [*views, Route("/page/{name}", self._show_file, methods=["GET"])]

    async def _show_index(self, request: Request) -> Response:
        return self._answer(request, _INDEX)

    async def _show_file(self, request: Request) -> Response:
        return self._answer(request, request.path_params["name"])

    def _answer(self, request: Request, name: str) -> Response:
        file = self.file(name)
        if file is None:
            return not_found(request)
        packs = "gzip" in request.headers.get("accept-encoding", "")
        # A packed file is another representation, so that it has a tag of its own.
        etag = f'"{file.etag}-gzip"' if packs else f'"{file.etag}"'
        common = _PART_HEADERS if name.endswith(_PARTS) else HEADERS
        headers = {**common, "cache-control": "no-cache", "etag": etag, "vary": "accept-encoding"}
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packs:
            headers["content-encoding"] = "gzip"
        return Response(file.packed if packs else file.plain, 200, headers, file.media)

    def file(self, name: str) -> PageFile | None:
        """A file of the folder; None if there is no such file."""
        media = _TYPES.get(Path(name).suffix)
        if media is None or not _NAME.fullmatch(name):
            return None
        path = self._folder / name
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            file = self._files.get(name)
            if file is None or file.stamp != stamp:
                plain = path.read_bytes()
                etag = hashlib.sha256(plain).hexdigest()[:20]
                file = PageFile(stamp, media, plain, gzip.compress(plain, 9, mtime=0), etag)
                self._files[name] = file
        except OSError:
            return None
        return file


def not_found(request: Request) -> Response:
    """A small page for an address that nothing has."""
    text = _NOT_FOUND.format(path=html.escape(request.url.path[:200]))
    headers = {**HEADERS, "cache-control": "no-store"}
    return Response(text, 404, headers, "text/html; charset=utf-8")


def bad_method(allow: str) -> Response:
    """For a method that a page does not have."""
    headers = {**HEADERS, "cache-control": "no-store", "allow": allow}
    return Response("Only GET and HEAD.\n", 405, headers, "text/plain; charset=utf-8")
