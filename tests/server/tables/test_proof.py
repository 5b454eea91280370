"""Records of deals that anybody can check: of both schemes, and with every lie found out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from halfturn.cli import main
from halfturn.core import CHANCE
from halfturn.core.registry import game_ids, load
from halfturn.server.projection.replays import Finished, finished_games, record_file, replay
from halfturn.server.tables import commands, dealing
from halfturn.server.tables.fair_deal import FairDealer, VoidDeal, commitment_to, contribution_hash
from halfturn.server.tables.proof import Proof, Unfair, gaps, report, verify
from tests.support.bare_table import Seated

SECRET = bytes(32)
NONCES = {0: "aa" * 32, 1: "bb" * 32}


def dealt(game: str, dealer: FairDealer) -> Seated:
    """A table whose game begins with this dealer."""
    seated = Seated(game, ["person", "person"], seed=6)
    seated.take(dealing.committed(seated.table.resign(0, "first"), dealer.secret))
    if dealer.scheme == 1:
        for seat, text in NONCES.items():
            row = seated.row("contribute", text, seat)
            seated.take(row)
    else:
        for seat, nonce in NONCES.items():
            hash = contribution_hash(dealer.commitment, seat, nonce)
            key = seated.key()
            seated.take(dealing.pledge(seated.table, seat, key, dealer.commitment, hash))
        seated.take(dealing.freeze(seated.table, {0, 1}))
        for seat, nonce in NONCES.items():
            seated.take(dealing.reveal(seated.table, seat, seated.key(), nonce))
    seated.dealer = dealer
    seated.take(seated.table.next_game(0, "next", dealer))
    return seated


def played(game: str, scheme: int = 2) -> Finished:
    """A whole game with undos, some of them of draws."""
    seated = dealt(game, FairDealer(SECRET, NONCES, scheme))
    table = seated.table
    undos = 0
    while seated.answer():
        if undos < 3 and 0 in table.asked and any(line.seat == 0 for line in table.lines):
            change = commands.take_back(table, 0, seated.key(), ask=True)
            seated.take(change)
            if table.proposal is not None:
                seated.take(commands.agree(table, 1, seated.key(), table.proposal.version))
            undos += 1
    assert undos == 3
    return list(finished_games("t", seated.rows, load))[-1]


def lines_of(text: str, name: str) -> list[str]:
    return re.findall(rf"(?m)^# {name} (.*)$", text)


@pytest.mark.parametrize("scheme", [1, 2])
@pytest.mark.parametrize("game", game_ids())
def test_every_draw_of_a_record_is_made_again(game: str, scheme: int) -> None:
    done = played(game, scheme)
    text = record_file(done, SECRET)
    ((record, proof, draws),) = verify(text, load)
    assert (record.game, proof.scheme) == (game, scheme)
    assert draws == sum(answer.seat == CHANCE for answer in record.answers)
    assert len(proof.taken_back) == 3
    assert proof.contributions == NONCES
    # What was read says the same again.
    assert Proof(**{**vars(proof)}).lines == [
        line for line in text.splitlines() if line.startswith("# ") and "resigned" not in line
    ]


def test_new_attempts_are_in_the_record() -> None:
    text = record_file(played("swirl"), SECRET)
    undos = [line for line in lines_of(text, "taken back") if "draws" in line]
    redrawn = [word for word in lines_of(text, "draws")[0].split() if "." in word]
    assert undos
    assert all("by agreement" in line for line in undos)
    assert redrawn


TRUE = "# commitment "


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("# secret 00", "# secret 01", "not the one that was committed to"),
        ("# secret ", "# nothing ", "does not contain the secret"),
        ("# secret 00", "# secret zz", "64 hexadecimal digits"),
        ("# deal 2", "# deal 3", "scheme 1 or 2"),
        ("# deal 2\n", "", "makes no sense"),
        ("# draws 1 2", "# draws 2 3", "without gaps"),
        ("# draws 1 2", "# draws 1", "without gaps"),
        ("# draws 1 2", "# draws 1 1 2", "without gaps"),
        ("# draws 1 2", "# draws 1.1 2", "0 before it were taken back"),
        ("# draws ", "# draws x ", "makes no sense"),
        ("aa" * 32, "ab" * 32, "does not have the hash"),
        ("# contribution A", "# contribution B", "does not have the hash"),
        ("# contribution B", "# nothing B", "but the secret gives"),
        (TRUE, "# void 00 00 A\n# commitment ", "not the one that was committed to"),
        (TRUE, "# taken back 1 by A, by the rules: draws 1\n# commitment ", "agreement"),
        (TRUE, "# taken back 1 by A, by agreement: draws 1 3\n# commitment ", "draw 3 cannot"),
        (TRUE, "# taken back 1 by A, by agreement: draws 1.1\n# commitment ", "draw 1.1 cannot"),
        (TRUE, "# taken back 1 by A, by agreement: draws 1\n# commitment ", "1 before it"),
        (TRUE, "# taken back by nobody\n# commitment ", "makes no sense"),
    ],
)
def test_what_is_not_true_is_found_out(old: str, new: str, reason: str) -> None:
    text = record_file(played("swirl"), SECRET)
    assert old in text
    with pytest.raises(Unfair, match=reason):
        verify(text.replace(old, new, 1), load)


def test_an_undo_cannot_be_left_out() -> None:
    text = record_file(played("swirl"), SECRET)
    (undo, *_) = [line for line in lines_of(text, "taken back") if "draws" in line]
    with pytest.raises(Unfair, match=r"before it were taken back|cannot have been taken back"):
        verify(text.replace(f"# taken back {undo}\n", ""), load)
    for line in lines_of(text, "taken back"):
        without = text.replace(f"# taken back {line}\n", f"# taken back {line} and more\n")
        with pytest.raises(Unfair, match="makes no sense"):
            verify(without, load)


def test_a_host_who_rolls_again_is_found_out() -> None:
    """As if a second secret had been taken after the seats had revealed."""
    done = played("swirling-heroes")
    other = bytes([1]) * 32
    with pytest.raises(Unfair, match="committed to"):
        verify(record_file(done, other), load)
    text = record_file(done, other).replace(done.commitment, commitment_to(other))
    with pytest.raises(Unfair, match="does not have the hash"):
        verify(text, load)
    for seat, nonce in NONCES.items():
        old = contribution_hash(done.commitment, seat, nonce)
        text = text.replace(old, contribution_hash(commitment_to(other), seat, nonce))
    with pytest.raises(Unfair, match="but the secret gives"):
        verify(text, load)


def test_void_deals_are_reported_and_checked() -> None:
    done = played("swirl")
    other = bytes([7]) * 32
    true = VoidDeal(commitment_to(other), other.hex(), (0,))
    done.voids.append(true._replace(seats=(2,)))
    with pytest.raises(Unfair, match="makes no sense"):
        verify(record_file(done, SECRET), load)  # there is no third seat
    for void, reason in (
        (true._replace(seats=(1,)), "took part again"),
        (true._replace(seats=()), "each once"),
        (true._replace(secret=SECRET.hex()), "not the one that was committed to"),
        (true._replace(commitment=done.commitment, secret=SECRET.hex()), "of its own"),
    ):
        done.voids[:] = [void]
        with pytest.raises(Unfair, match=reason):
            verify(record_file(done, SECRET), load)


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_verify_reports_gaps_in_records_of_scheme_1(rows: int) -> None:
    """Rows that are no answers of the record could have moved the draw after them."""
    dealer = FairDealer(SECRET, NONCES, 1)
    seated = dealt("swirling-heroes", dealer)
    table = seated.table
    first = table.lines[-1].version
    for _ in range(rows):
        seated.take(dealing.committed(seated.row("commit", "x"), bytes([9]) * 32))
    while table.lines[-1].seat != CHANCE or table.lines[-1].version == first:
        if not seated.answer():
            break
    while seated.answer():
        pass
    text = record_file(list(finished_games("t", seated.rows, load))[-1], SECRET)
    ((record, proof, _),) = verify(text, load)
    assert len(gaps(record, proof)) == 0  # this game draws all its cards at once
    # The draws of SWIRL come between answers.
    seated = dealt("swirl", dealer)
    table = seated.table
    for _ in range(rows):
        seated.take(seated.row("commit", "x"))
    while seated.answer():
        pass
    text = record_file(list(finished_games("t", seated.rows, load))[-1], SECRET)
    ((record, proof, _),) = verify(text, load)
    found = gaps(record, proof)
    assert len(found) == (rows > 0)
    if rows:
        assert re.match(rf"versions \d+ to \d+ hold at least {rows} rows? that are no", found[0])
        assert any("gap: versions" in line for line in report(text, load))
    assert any("scheme 1" in line for line in report(text, load))


def test_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.halfturn", tmp_path / "bad.halfturn"
    text = record_file(played("swirling-heroes"), SECRET)
    good.write_text(text)
    bad.write_text(text.replace("# secret 00", "# secret 01"))
    for file, code in ((good, 0), (bad, 1), (tmp_path / "none", 1)):
        with pytest.raises(SystemExit) as left:
            main(["verify", str(file)])
        assert left.value.code == code
    out, error = capsys.readouterr()
    assert "fair" in out
    assert "taken back" in out
    assert (
        f"took part: A, with the hash {contribution_hash(commitment_to(SECRET), 0, NONCES[0])}"
        in out
    )
    assert "committed to" in error
    assert "Traceback" not in error


def test_verify_names_those_who_took_no_part() -> None:
    seated = Seated("swirl", ["person", "person"], seed=6)
    while seated.answer():
        pass
    text = record_file(list(finished_games("t", seated.rows, load))[-1], SECRET)
    (told,) = [line for line in report(text, load) if "did not take part" in line]
    assert "A, B" in told


PAGE = Path(__file__).parents[3] / "docs/fair-deals.md"


def test_the_arithmetic_of_the_page_needs_nothing_but_python(tmp_path: Path) -> None:
    (program,) = re.findall(r"(?s)```python\n(.*?)```", PAGE.read_text("utf-8"))
    done = played("swirl")
    steps = len(done.through.record.answers) + 1
    game = replay("T", done, ["Ann", "Bob"], SECRET, None, 0, steps)
    (tmp_path / "draws.py").write_text(program, "utf-8")
    words = [sys.executable, "-I", "draws.py", "game.json"]
    for answer, code in (("", 0), ("another", 1)):
        shown = msgspec.to_builtins(game)
        if answer:
            next(step for step in shown["steps"] if step["seat"] == CHANCE)["answer"] = answer
        (tmp_path / "game.json").write_bytes(msgspec.json.encode(shown))
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ran.returncode == code, ran.stderr
    assert any(draw.attempt for draw in done.draws)
