"""One server and one browser for all browser tests of a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.browsing import Server, Visitor, launch


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("web") / "data")
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Visitors, who must neither complain nor speak with anybody but the server."""
    visitors: list[Visitor] = []

    def new(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, **wishes))
        return visitors[-1]

    yield new
    pages = (server.url, server.url_at_home)
    own = (*pages, *(url.replace("http", "ws", 1) for url in pages))
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []
        assert [url for url in visitor.asked if not url.startswith(own)] == []
