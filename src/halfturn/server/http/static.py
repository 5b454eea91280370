"""The web app's files: the page itself, and what it loads."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from halfturn.server.http.headers import problem

NOT_BUILT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Halfturn</title>
<h1>Halfturn is running</h1>
<p>The web app has not been built here. <code>python3 run.py</code> builds it and starts it;
by hand: <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>.</p>
"""
HASHED: Final = "assets"
"""The folder whose files have a hash of their contents in their names, and so never change."""
SMALL: Final = 1000
WORTH_PACKING: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


class Pages:
    """Serves a folder; every other address is the page itself, which knows where to go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def __call__(self, request: Request) -> Response:
        """A file or the page."""
        path = request.path_params.get("path", "")
        file = self._file(path)
        if file is None and "." in path.rpartition("/")[2]:
            return problem(404, "not_found", "there is no such file")
        page = file or self._file("index.html")
        if page is None:
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
        packs = "gzip" in request.headers.get("accept-encoding", "")
        return _response(page, packs, page.relative_to(self._folder).parts[0] == HASHED)

    def _file(self, path: str) -> Path | None:
        """The file of that name inside the folder, and nowhere else."""
        if not path or "\0" in path or "\\" in path:
            return None
        try:
            found = (self._folder / path).resolve()
            is_inside = found.is_relative_to(self._folder) and found.is_file()
        except OSError:
            return None  # a name that no file can have
        return found if is_inside else None


def _response(file: Path, packs: bool, hashed: bool) -> Response:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    changed = file.stat().st_mtime_ns
    body, packed = _content(file, changed, packs and kind.startswith(WORTH_PACKING))
    cache = "public, max-age=31536000, immutable" if hashed else "no-cache"
    headers = {"Cache-Control": cache, "ETag": f'"{changed:x}"', "Vary": "Accept-Encoding"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def _content(file: Path, changed: int, pack: bool) -> tuple[bytes, bool]:
    """What a file holds and whether it is packed; read again when it has changed."""
    body = file.read_bytes()
    if not pack or len(body) < SMALL:
        return body, False
    return gzip.compress(body, mtime=0), True
