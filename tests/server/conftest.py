"""A server for each module of tests, and browsers for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.server.browser import Browser
from tests.server.running import Running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server as people start it, but with quick bots and without limits on speed."""
    folder = tmp_path_factory.mktemp("tables")
    with Running(folder, module="tests.server.quick") as running:
        yield running
        complaints = running.complaints
    assert "Traceback" not in complaints


@pytest.fixture
def browser(server: Running) -> Callable[[], Browser]:
    """A new browser each time."""
    return lambda: Browser(server.port)
