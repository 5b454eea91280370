"""The web app's files: what is kept by browsers, what is packed, and what is out of reach."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from halfturn.server.http.static import Pages


@pytest.fixture
def web(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Halfturn</title>")
    (folder / "assets" / "index-abc123.js").write_text("let x = 1;\n" * 1000)
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def get(web: Path, path: str, packs: bool = True) -> Response:
    headers = [(b"accept-encoding", b"gzip, br")] if packs else []
    scope = {"type": "http", "method": "GET", "headers": headers, "path_params": {"path": path}}
    return asyncio.run(Pages(web)(Request(scope)))


def test_hashed_files_are_kept_for_ever_and_the_page_is_not(web: Path) -> None:
    assert "immutable" in get(web, "assets/index-abc123.js").headers["cache-control"]
    assert get(web, "").headers["cache-control"] == "no-cache"


def test_text_is_packed_for_browsers_that_can_unpack_it(web: Path) -> None:
    packed, plain = (get(web, "assets/index-abc123.js", packs) for packs in (True, False))
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == plain.body
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["", "t/abc", "index.html", "deep/er/and/deeper"])
def test_every_other_address_is_the_page(web: Path, path: str) -> None:
    assert bytes(get(web, path).body) == b"<title>Halfturn</title>"


@pytest.mark.parametrize(
    "path", ["../secret.txt", "assets/../../secret.txt", "/etc/passwd", "..\\secret.txt", "a\0.js"]
)
def test_nothing_outside_the_folder_is_within_reach(web: Path, path: str) -> None:
    response = get(web, path)
    assert b"secret" not in bytes(response.body)
    assert b"root:" not in bytes(response.body)


def test_a_link_out_of_the_folder_leads_nowhere(web: Path) -> None:
    (web / "link.txt").symlink_to(web.parent / "secret.txt")
    assert get(web, "link.txt").status_code == 404


def test_a_new_build_is_shown_at_once(web: Path) -> None:
    get(web, "")
    (web / "index.html").write_text("<title>New</title>")
    assert bytes(get(web, "").body) == b"<title>New</title>"


def test_without_a_build_a_page_says_how_to_make_one(tmp_path: Path) -> None:
    response = get(tmp_path / "missing", "")
    assert response.status_code == 200
    assert b"npm run build" in bytes(response.body)
