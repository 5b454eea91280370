"""Did the server keep its word? Judged from the clients' history and the log, in linear time."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import msgspec

from halfturn.core.registry import load
from halfturn.server.tables.fair_deal import DrawId, FairDealer
from halfturn.server.tables.log import BadLog, Row
from halfturn.server.tables.table import Table
from tests.server.chaos.history import History, Request, Stream, chained
from tests.support.postgres import database_of
from tests.support.stored_data import kept

Logs = dict[str, list[Row]]
Secrets = dict[tuple[str, int], bytes]
Faults = Counter[str]

KINDS = (
    "lost",  # acknowledged, and not in the log
    "doubled",  # carried out twice, or acknowledged as new twice
    "invented",  # in the log, and nobody sent it
    "denied",  # refused, and in the log all the same
    "stale",  # an answer to an old question, carried out
    "disordered",  # acknowledged before another was sent, and behind it in the log
    "gaps",  # versions that are missing
    "phantoms",  # shown to somebody, and not what the log tells
    "unfoldable",  # a log that does not lead to a table
    "unfair",  # a draw that does not follow from the secret
    "corrupt",  # SQLite finds the file damaged
    "stuck",  # tables where nothing goes on after the last restart
)


def read_logs(folder: Path, database: str = "") -> tuple[Logs, Secrets, Faults]:
    """The logs and secrets as they are on the disk."""
    logs: Logs = defaultdict(list)
    sql = "SELECT table_id, version, key, seat, kind, body FROM log ORDER BY table_id, version"
    for table, *row in kept(folder, sql, database=database):
        logs[table].append(Row(*row))
    seeds = kept(folder, "SELECT table_id, game, seed FROM seeds", database=database)
    secrets = {(table, game): secret for table, game, secret in seeds}
    faults: Faults = Counter()
    in_a_file = not (database or database_of(folder))
    if in_a_file and kept(folder, "PRAGMA integrity_check") != [("ok",)]:
        faults["corrupt"] += 1
    return logs, secrets, faults


def check(history: History, folder: Path, database: str = "") -> Faults:
    """Everything that is wrong, by kind; nothing where the server kept its word."""
    logs, secrets, faults = read_logs(folder, database)
    by_table: dict[str, list[Request]] = defaultdict(list)
    for request in history.requests:
        by_table[request.table].append(request)
    streams: dict[str, list[Stream]] = defaultdict(list)
    for stream in history.streams:
        streams[stream.table].append(stream)
    for table, rows in logs.items():
        faults += check_requests(by_table[table], rows)
        faults += check_order(by_table[table])
        faults += check_fold(table, rows, secrets, streams[table])
    return faults


def check_requests(requests: list[Request], rows: list[Row]) -> Faults:
    faults: Faults = Counter()
    times = Counter(row.key for row in rows)
    key_at = {row.version: row.key for row in rows}
    if [row.version for row in rows] != list(range(1, len(rows) + 1)):
        faults["gaps"] += 1
    known = {request.row_key for request in requests}
    for row in rows:
        by_client = row.seat is not None and row.kind != "sit" and ":bot " not in row.key
        faults["invented"] += by_client and row.key not in known
    answered: set[tuple[int, str]] = set()
    for request in requests:
        faults["doubled"] += times[request.row_key] > 1
        results = [told.result for told in request.replies]
        faults["doubled"] += results.count("ok") > 1
        for told in request.acknowledged:
            faults["lost"] += key_at.get(told.version) != request.row_key
        if {"stale", "illegal"} & set(results):
            faults["denied"] += times[request.row_key] > 0
        if request.message["type"] == "move" and times[request.row_key]:
            question = (request.seat, request.message["token"])
            faults["stale"] += question in answered
            answered.add(question)
    return +faults


def check_order(requests: list[Request]) -> Faults:
    """What was acknowledged before something else was sent stands before it in the log."""
    faults: Faults = Counter()
    moments: list[tuple[float, int, int]] = []
    for request in requests:
        if request.acknowledged:
            version = request.acknowledged[0].version
            moments.append((request.at, 1, version))
            moments.append((request.acknowledged[0].at, 0, version))
    newest = 0
    for _, is_sent, version in sorted(moments):
        if is_sent:
            faults["disordered"] += version <= newest
        else:
            newest = max(newest, version)
    return +faults


def check_fold(id: str, rows: list[Row], secrets: Secrets, streams: list[Stream]) -> Faults:
    """Fold the log row by row: draws follow from the secret, and streams from the log."""
    faults: Faults = Counter()
    truth: dict[int, dict[int, str]] = {stream.seat: {} for stream in streams}
    digests = dict.fromkeys(truth, "")
    try:
        table = Table.make(id, rows[0], load)
        for row in rows:
            if row.kind == "chance":
                dealer = FairDealer(secrets[id, table.number], table.contributions, table.deal)
                ordinal = table.drawn + 1
                which = DrawId(row.version, ordinal, table.redrawn.get(ordinal, 0))
                question = table.state.decision
                assert question is not None
                drawn = dealer.draw(question, which)
                faults["unfair"] += msgspec.json.encode(str(drawn)) != row.body
            table.apply(row)
            for seat, versions in truth.items():
                if row.kind == "begin":
                    digests[seat] = ""
                events = table.story[-1][1] if row.kind in ("answer", "chance") else []
                for event in events:
                    seen = json.loads(msgspec.json.encode(event.seen_by(seat)))
                    digests[seat] = chained(digests[seat], seen)
                versions[row.version] = digests[seat]
    except (BadLog, KeyError, AssertionError):
        faults["unfoldable"] += 1
        return +faults
    for stream in streams:
        faults["phantoms"] += sum(
            truth[stream.seat].get(version) != digest for version, digest in stream.shown
        )
    return +faults
