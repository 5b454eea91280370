"""Deals that anybody can check: fixed beforehand, with something of every seat in them."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from pathlib import Path

import pytest

from halfturn.cli import main
from halfturn.core import CHANCE
from halfturn.core.registry import game_ids, load
from halfturn.server import wishes
from halfturn.server.change import Refused
from halfturn.server.fair import FairDealer, commitment_to, mixed
from halfturn.server.log import Row
from halfturn.server.notes import TakenBack
from halfturn.server.proof import Unfair, proof_lines, verify
from halfturn.server.table import Table
from tests.server.browser import Browser, run
from tests.server.kept import kept
from tests.server.running import Running
from tests.server.seated import Seated

NewBrowser = Callable[[], Browser]
SECRET = bytes(32)


def record_of(table: Table, secret: bytes = SECRET) -> str:
    """The record as a file tells it."""
    draws = [line.version for line in table.lines if line.seat == CHANCE]
    undos = [
        (version, event.seat, event.agreed)
        for version, (event,) in table.notes
        if isinstance(event, TakenBack)
    ]
    lines = proof_lines(table.commitment, secret, table.contributions, draws, undos)
    return "\n".join([table.match.current.record.text.rstrip(), *lines, ""])


def played(game: str) -> Table:
    """A whole game with undos, some of them of draws."""
    seated = Seated(game, ["person", "bot:random"], seed=6)
    table = seated.table
    undos = 0
    while seated.answer():
        if undos < 3 and 0 in table.asked and any(line.seat == 0 for line in table.lines):
            seated.take(wishes.take_back(table, 0, seated.key(), ask=False))
            undos += 1
    assert undos == 3
    return table


@pytest.mark.parametrize("game", game_ids())
def test_every_draw_of_a_record_is_made_again(game: str) -> None:
    table = played(game)
    ((record, proof, draws),) = verify(record_of(table), load)
    assert record.game == game
    assert draws == sum(line.seat == CHANCE for line in table.lines)
    assert len(proof.taken_back) == 3


def test_the_key_is_what_the_page_says_it_is() -> None:
    message = b"halfturn seats\nA one\nC three"
    expected = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert mixed(SECRET, {2: "three", 0: "one"}) == expected
    assert mixed(SECRET, {}) == SECRET


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("# secret 00", "# secret 01", "not the one that was committed to"),
        ("# secret ", "# nothing ", "does not tell the secret"),
        ("# secret 00", "# secret zz", "64 hexadecimal digits"),
        ("# draws ", "# draws 999 ", "a version for each"),
        ("# draws ", "# draws x ", "makes no sense"),
        ("# commitment ", "# contribution A somewhat\n# commitment ", "but the secret gives"),
        ("# commitment ", "# contribution Z somewhat\n# commitment ", "makes no sense"),
    ],
)
def test_what_is_not_true_is_found_out(old: str, new: str, reason: str) -> None:
    text = record_of(played("swirl"))
    assert old in text
    with pytest.raises(Unfair, match=reason):
        verify(text.replace(old, new), load)


def test_a_host_who_rolls_again_is_found_out() -> None:
    """As if a second secret had been taken after the seats had added theirs."""
    table = played("swirling-heroes")
    other = bytes([1]) * 32
    with pytest.raises(Unfair, match="committed to"):
        verify(record_of(table, other), load)
    table.commitment = commitment_to(other)
    with pytest.raises(Unfair, match="but the secret gives"):
        verify(record_of(table, other), load)


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.halfturn", tmp_path / "bad.halfturn"
    text = record_of(played("swirling-heroes"))
    good.write_text(text)
    bad.write_text(text.replace("# secret 00", "# secret 01"))
    for file, code in ((good, 0), (bad, 1), (tmp_path / "none", 1)):
        with pytest.raises(SystemExit) as left:
            main(["verify", str(file)])
        assert left.value.code == code
    out, error = capsys.readouterr()
    assert "fair" in out
    assert "taken back" in out
    assert "committed to" in error
    assert "Traceback" not in error


def test_who_may_add_what_and_when() -> None:
    seated = Seated("swirling-heroes")
    table = seated.table
    with pytest.raises(Refused, match="not fixed yet"):
        wishes.contribute(table, 0, "k", "mine")
    seated.take(wishes.committed(table.resign(0, "enough"), SECRET))
    for wrong in ("", "x" * 65, "a b", "a\nb", "é", "'; --"):
        with pytest.raises(Refused, match="letters and numbers"):
            wishes.contribute(table, 0, "k", wrong)
    seated.take(wishes.contribute(table, 0, "k", "mine"))
    with pytest.raises(Refused, match="already"):
        wishes.contribute(table, 0, "k2", "other")
    seated.take(table.next_game(1, "next", FairDealer(SECRET, table.next_contributions)))
    assert (table.contributions, table.next_contributions) == ({0: "mine"}, {})
    assert seated.folded().contributions == {0: "mine"}


def test_seats_add_to_the_deal_over_the_wire_through_a_kill(tmp_path: Path) -> None:
    async def go() -> None:
        with Running(tmp_path, module="tests.server.quick") as server:
            one, other = Browser(server.port), Browser(server.port)
            table, invite = one.new_table(["me", "open"], preset="random", wait=True, games=1)
            first = await one.open(table)
            commitment = first.now["next_deal"]["commitment"]
            assert (await first.request("next"))["result"] == "illegal"
            assert (await first.request("contribute", text="Ada7"))["result"] == "ok"
            assert other.join(table, invite).status == 200
            second, watcher = await other.open(table), await Browser(server.port).open(table)
            assert second.now["status"] == "waiting"
            assert second.now["next_deal"] == {"commitment": commitment, "contributed": [0]}
            assert (await watcher.request("contribute", text="x"))["result"] == "illegal"
            assert (await watcher.request("next"))["result"] == "illegal"
            assert (await second.request("contribute", text="Bo8"))["result"] == "ok"
            server.kill()
            server.start(server.port)
            first, second = await one.open(table), await other.open(table)
            assert first.now["next_deal"] == {"commitment": commitment, "contributed": [0, 1]}
            assert (await second.request("next"))["result"] == "ok"
            for tab in (first, second):
                await tab.until(lambda update: update["status"] == "playing")
            fair = first.now["fair"]
            assert fair == {
                "commitment": commitment,
                "secret": None,
                "contributions": ["Ada7", "Bo8"],
            }
            following = first.now["next_deal"]["commitment"]
            assert following != commitment
            while asked := [tab for tab in (first, second) if tab.now["question"]]:
                version = (await asked[0].move_first())["version"]
                for tab in (first, second):
                    await tab.reach(version)
            secret = bytes.fromhex(first.now["fair"]["secret"])
            assert commitment_to(secret) == commitment
            rows = rows_of(server, table)
            folded = Table.fold(table, rows, load)
            ((_, proof, draws),) = verify(record_of(folded, secret), load)
            assert draws == 13
            assert proof.contributions == {0: "Ada7", 1: "Bo8"}
            assert (await first.request("next"))["result"] == "ok"
            await first.until(lambda update: update["fair"]["commitment"] == following)
            assert first.now["fair"]["contributions"] == [None, None]

    run(go)


def rows_of(server: Running, table: str) -> list[Row]:
    sql = "SELECT version, key, seat, kind, body FROM log WHERE table_id = ? ORDER BY version"
    return [Row(*row) for row in kept(server.data, sql, table)]
