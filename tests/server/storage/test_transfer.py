"""From a file to a PostgreSQL and back: everything arrives, checked, or nothing does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from halfturn.core.errors import HalfturnError
from halfturn.server.ops import admin
from halfturn.server.storage.data_folder import DataFolder, FolderInUse
from halfturn.server.storage.store import FILE_NAME
from halfturn.server.storage.transfer import NotTheSame, PostgresSide, Values
from tests.support.backups import TABLES, check_copy, copy_under_load, stand
from tests.support.http_client import Browser, run
from tests.support.patience import PATIENCE
from tests.support.postgres import shared
from tests.support.server_process import quick
from tests.support.stored_data import everything


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with people, games, clocks, talk, an open table and an address to tell."""
    folder = tmp_path_factory.mktemp("played")

    async def go() -> None:
        one, other = Browser(server.port), Browser(server.port)
        one.post("/api/v1/me", {"name": "Ada \U0001f600 Ünmistakable"})
        for game in ("swirling-heroes", "sellswords", "swirl", "qwirkle-cards"):
            table, invite = one.new_table(["me", "open"], game=game, talk="free")
            assert other.join(table, invite).status == 200
            tab = await one.open(table)
            if tab.now["question"]:
                assert (await tab.move_first())["result"] == "ok"
            assert (await tab.request("say", text="hällo"))["result"] == "ok"
        one.new_table(["me", "open"], open=True)
        one.new_table(["me", "me"], clock={"bank": 600})

    with quick(folder) as server:
        run(go)
        server.stop()
    return folder


def test_everything_is_moved_and_the_games_go_on_there(played: Path, tmp_path: Path) -> None:
    before = (played / FILE_NAME).read_bytes()
    database = shared().database()
    words = ["-m", "halfturn", "admin", "move", "--to", database, "--data", str(played)]
    with DataFolder(played), pytest.raises(FolderInUse, match="another Halfturn server"):
        admin.move(played, database, print)
    done = subprocess.run(
        [sys.executable, *words], check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "6 tables stand where they stood" in done.stdout
    assert everything(played, database) == everything(played)
    assert stand(played, database) == stand(played)
    assert (played / FILE_NAME).read_bytes() == before
    with pytest.raises(HalfturnError, match="expected an empty database"):
        admin.move(played, database, print)
    server = quick(tmp_path)
    server.database = database
    with server:
        assert Browser(server.port).ask("GET", "/readyz").status == 200
        assert len(Browser(server.port).get("/api/v1/lobby")) == 1
        with pytest.raises(HalfturnError, match="stop it first"):
            admin.restore(tmp_path, played / FILE_NAME, database)


def test_what_does_not_arrive_is_noticed_and_nothing_is_kept(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proof of the check, and of an interruption: afterwards it can be done again."""
    database = shared().database()
    put = PostgresSide.put

    async def careless(self: PostgresSide, table: str, rows: list[Values]) -> None:
        if table == "log":
            *others, (id, version, key, seat, kind, body) = rows
            rows = [*others, (id, version, key, seat, kind, body + b" ")]
        await put(self, table, rows)

    async def interrupted(self: PostgresSide, table: str, rows: list[Values]) -> None:
        await put(self, table, rows)
        if table == "log":
            raise KeyboardInterrupt

    for broken, error in ((careless, NotTheSame), (interrupted, KeyboardInterrupt)):
        with monkeypatch.context() as patch:
            patch.setattr(PostgresSide, "put", broken)
            with pytest.raises(error):
                admin.move(played, database, print)
        name = database.rpartition("/")[2]
        assert shared().run("SELECT 1 FROM pg_tables WHERE schemaname = 'public'", name) == []
    assert admin.move(played, database, print) == 6


def test_a_copy_made_under_load_is_whole_and_can_be_put_back_elsewhere(tmp_path: Path) -> None:
    """From one PostgreSQL to another and to a file, while everybody plays on."""
    database = shared().database()

    known = copy_under_load(tmp_path, database)
    elsewhere = shared().database()
    assert admin.restore(tmp_path, tmp_path / "copy", elsewhere) is None
    there = stand(tmp_path, elsewhere)
    check_copy(there, stand(tmp_path, database), known, tmp_path, elsewhere)
    # The same copy, in a folder without any PostgreSQL.
    assert admin.restore(tmp_path / "file", tmp_path / "copy") is None
    assert stand(tmp_path / "file") == there
    shown = admin.stats(tmp_path, elsewhere)
    assert shown["tables"] == TABLES
    assert shown["tables that cannot be opened"] == []
    with pytest.raises(HalfturnError, match="nothing is overwritten"):
        admin.backup(tmp_path, tmp_path / "copy", database)
