"""A server for each module of tests, and browsers for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from halfturn.server.storage import engine, store
from halfturn.server.storage.engine import Engine
from tests.support.http_client import Browser
from tests.support.postgres import ON_POSTGRES, database_of
from tests.support.server_process import Running


@pytest.fixture(autouse=True)
def _the_database_of_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """With HALFTURN_TEST_DATABASE=postgres stores inside of tests are there, too."""
    real = engine.open_engine

    def open_engine(file: Path, database: str = "", serving: bool = True) -> Engine:
        return real(file, database or database_of(file.parent), serving)

    if ON_POSTGRES:
        monkeypatch.setattr(store, "open_engine", open_engine)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server as people start it, but with quick bots and without limits on speed."""
    folder = tmp_path_factory.mktemp("tables")
    with Running(folder, module="tests.support.quick_server") as running:
        yield running
        complaints = running.complaints
    assert "Traceback" not in complaints


@pytest.fixture
def browser(server: Running) -> Callable[[], Browser]:
    """A new browser each time."""
    return lambda: Browser(server.port)
