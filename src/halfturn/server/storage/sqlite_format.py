"""SQLite's file format, read with plain file reads: https://www.sqlite.org/fileformat2.html.

Opening a database is not harmless when something is wrong with it: SQLite deletes a write-ahead
log (WAL) beside an empty file, replays one that belongs to another file, and empties it when the
last connection closes. So `check_files` looks at both files before anything is opened, and
`salvage` reads the rows of a damaged database page by page.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

MAGIC: Final = b"SQLite format 3\0"
WAL_MAGIC: Final = (0x377F0682, 0x377F0683)
"""For checksums of little-endian and of big-endian words."""
HEADER: Final = 100
WAL_HEADER: Final = 32
FRAME_HEADER: Final = 24
BY_WAL: Final = 2
"""The file's read version while its changes go through a WAL."""
LOCK_BYTE: Final = 0x40000000
INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13
WITH_ROWS: Final = (INTERIOR_INDEX, LEAF_INDEX, LEAF_TABLE)
"""The kinds of pages that hold rows. An interior page of a table with rowids holds none."""

Value = int | float | str | bytes | None
Record = tuple[Value, ...]


class BadPage(Exception):
    """A page, or a row on it, that cannot be read."""


class Header(NamedTuple):
    """What the first page says about the whole file."""

    page_size: int
    usable: int
    """Bytes of a page without those reserved at its end."""
    by_wal: bool
    first_free: int
    """The first page of the list of free pages, or 0."""


def read_header(start: bytes) -> Header | None:
    """The header, or None if this is not the start of a SQLite database."""
    if len(start) < HEADER or not start.startswith(MAGIC):
        return None
    (size,) = struct.unpack_from(">H", start, 16)
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1) or start[20] > size - 480:
        return None
    (first_free,) = struct.unpack_from(">I", start, 32)
    return Header(size, size - start[20], start[19] == BY_WAL, first_free)


# ---- the write-ahead log ----


class Wal(NamedTuple):
    """The committed part of a write-ahead log."""

    page_size: int
    frames: dict[int, int]
    """Where the newest committed content of each page begins in the file, by page number."""
    pages: int
    """Pages of the database after the last commit; 0 if nothing was committed."""
    readable: bool = True
    """False if the log has content but its header does not say how to read it."""


def read_wal(path: Path, verify: bool = True) -> Wal | None:
    """The write-ahead log, or None if there is none or it is empty.

    Without `verify` the checksums of its frames are not computed: that is quick, and at most
    counts the last frames of a transaction that a crash has cut off.
    """
    try:
        with path.open("rb") as file:
            head = file.read(WAL_HEADER)
            if len(head) < WAL_HEADER or not any(head + file.read(FRAME_HEADER)):
                return None  # nothing was written, or the system kept the size but not the content
            return _read_wal(file, head, verify)
    except FileNotFoundError:
        return None


def _read_wal(file: BinaryIO, head: bytes, verify: bool) -> Wal:
    magic, _, size, _, salt1, salt2, sum1, sum2 = struct.unpack(">8I", head)
    order = ">" if magic & 1 else "<"
    sums = checksum(order, head[:24], 0, 0)
    if magic not in WAL_MAGIC or sums != (sum1, sum2) or size < 512 or size & (size - 1):
        return Wal(0, {}, 0, readable=False)
    found, written, pages = dict[int, int](), dict[int, int](), 0
    at = WAL_HEADER
    while True:
        file.seek(at)
        frame = file.read(FRAME_HEADER + (size if verify else 0))
        if len(frame) < FRAME_HEADER + (size if verify else 0):
            break
        number, commit, *rest = struct.unpack(">6I", frame[:FRAME_HEADER])
        if number == 0 or rest[:2] != [salt1, salt2]:
            break  # of an older round, already in the database
        if verify:
            sums = checksum(order, frame[:8], *sums)
            sums = checksum(order, frame[FRAME_HEADER:], *sums)
            if sums != (rest[2], rest[3]):
                break
        written[number] = at + FRAME_HEADER
        if commit:
            found.update(written)
            written, pages = {}, commit
        at += FRAME_HEADER + size
    return Wal(size, found, pages)


def checksum(order: str, data: bytes, one: int, two: int) -> tuple[int, int]:
    """SQLite's running checksum over pairs of words."""
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def check_files(path: Path) -> str:
    """What is wrong with a database file and the WAL beside it, or "" if they fit together.

    Nothing is opened with SQLite and nothing is changed.
    """
    beside = path.with_name(path.name + "-wal")
    wal = read_wal(beside, verify=False)
    if wal is None or (wal.readable and not wal.pages):
        return ""  # SQLite says itself what is wrong with the one file
    size = path.stat().st_size if path.exists() else 0
    content = f"{beside.name} beside it holds {beside.stat().st_size / 1e6:.1f} MB of changes"
    if not size:
        return f"the file is {'empty' if path.exists() else 'missing'}, but {content}"
    if not wal.readable:
        return f"{beside.name} has content but no valid header"
    with path.open("rb") as file:
        header = read_header(file.read(HEADER))
    if header is None:
        return f"the file is not a SQLite database, but {content}"
    if header.page_size != wal.page_size:
        pages = f"pages of {wal.page_size} bytes, the database pages of {header.page_size}"
        return f"{beside.name} belongs to another database: it has {pages}"
    if not header.by_wal:
        return (
            f"{beside.name} belongs to another database: this one was last written without a "
            "write-ahead log, as a copy made by `halfturn admin backup` is"
        )
    return ""  # whether the pages of both make a database, only SQLite's own check can say


# ---- pages and rows ----


class Pages:
    """The pages of a database as of the last commit, whatever is wrong with the files."""

    def __init__(self, path: Path) -> None:
        self._stack = contextlib.ExitStack()
        beside = path.with_name(path.name + "-wal")
        self._main = self._opened(path)
        self._beside = self._opened(beside)
        wal = read_wal(beside)
        self._wal = wal if wal is not None and wal.pages else None
        size = path.stat().st_size if path.exists() else 0
        start = self._at(self._main, 0, HEADER)
        frame = self._wal.frames.get(1) if self._wal else None
        newest = self._at(self._beside, frame, HEADER) if frame is not None else start
        header = read_header(newest) or read_header(start)
        # A file whose first page is gone: Halfturn has never written any other kind.
        usual = self._wal.page_size if self._wal else 4096
        self.header = header or Header(usual, usual, True, 0)
        self.size = self.header.page_size
        if self._wal is not None and self._wal.page_size != self.size:
            self._wal = None
        self.count = size // self.size
        if self._wal is not None:
            self.count = max(self._wal.pages, self.count if header is None else 0)
        self.free = self._free()
        self._others = set[int]()
        """Pages that hold the rest of long rows, or were overwritten."""
        self._continued = set[int]()

    def _opened(self, path: Path) -> BinaryIO | None:
        return self._stack.enter_context(path.open("rb")) if path.exists() else None

    @staticmethod
    def _at(file: BinaryIO | None, at: int, size: int) -> bytes:
        if file is None:
            return b""
        file.seek(at)
        return file.read(size)

    def close(self) -> None:
        """Close the files."""
        self._stack.close()

    def page(self, number: int) -> bytes:
        """The content of a page; raises BadPage."""
        found = b""
        if self._wal is not None and number in self._wal.frames:
            found = self._at(self._beside, self._wal.frames[number], self.size)
        elif 0 < number <= self.count:
            with contextlib.suppress(OSError):  # a disk that cannot read that place
                found = self._at(self._main, (number - 1) * self.size, self.size)
        if len(found) < self.size:
            raise BadPage(f"page {number} is not there")
        return found

    @property
    def unexplained(self) -> int:
        """How many of the pages looked at hold neither rows nor the rest of any."""
        locked = LOCK_BYTE // self.size + 1  # never used
        return len(self._others - self._continued - {locked})

    def _free(self) -> set[int]:
        """The pages on the list of free ones: what stands on them was deleted."""
        found: set[int] = set()
        trunk = self.header.first_free
        while 0 < trunk <= self.count and trunk not in found:
            found.add(trunk)
            try:
                page = self.page(trunk)
            except BadPage:
                break
            trunk, leaves = struct.unpack_from(">2I", page, 0)
            if leaves > self.size // 4 - 2:
                break
            found.update(struct.unpack_from(f">{leaves}I", page, 8))
        return found

    def rows(self, number: int) -> Iterator[Record]:
        """The rows on a page, each as its values; raises BadPage at one that cannot be read.

        Rows of a table with a rowid begin with it. A page without rows has none.
        """
        page = self.page(number)
        begin = HEADER if number == 1 else 0
        kind = page[begin]
        if kind == 0:
            self._others.add(number)
            return
        if kind not in WITH_ROWS:
            if kind != INTERIOR_TABLE:
                raise BadPage(f"page {number} is of kind {kind}")
            return
        (cells,) = struct.unpack_from(">H", page, begin + 3)
        first = begin + (12 if kind == INTERIOR_INDEX else 8)
        if first + 2 * cells > self.header.usable:
            raise BadPage(f"page {number} says it has {cells} rows")
        bad = ""
        for at in struct.unpack_from(f">{cells}H", page, first):
            try:
                if at < first + 2 * cells:
                    raise BadPage(f"a row at byte {at}")
                row = self._cell(page, kind, at)
            except (BadPage, IndexError, struct.error, UnicodeDecodeError) as error:
                bad = str(error)
                continue  # the others on the page may be whole
            yield row
        if bad:
            raise BadPage(f"page {number}: {bad}")

    def _cell(self, page: bytes, kind: int, at: int) -> Record:
        at += 4 if kind == INTERIOR_INDEX else 0
        size, at = varint(page, at)
        rowid: Record = ()
        if kind == LEAF_TABLE:
            number, at = varint(page, at)
            rowid = (number - (1 << 64) if number >> 63 else number,)
        return rowid + record(self._payload(page, at, size, kind == LEAF_TABLE))

    def _payload(self, page: bytes, at: int, size: int, of_table: bool) -> bytes:
        usable = self.header.usable
        most = usable - 35 if of_table else (usable - 12) * 64 // 255 - 23
        if size <= most:
            return _part(page, at, size, usable)
        least = (usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (usable - 4)
        here = here if here <= most else least
        if size > self.count * self.size:
            raise BadPage(f"a row of {size} bytes")
        found = bytearray(_part(page, at, here, usable))
        (following,) = struct.unpack_from(">I", page, at + here)
        while len(found) < size:
            self._continued.add(following)
            more = self.page(following)
            found += _part(more, 4, min(size - len(found), usable - 4), usable)
            (following,) = struct.unpack_from(">I", more, 0)
        return bytes(found)


def _part(page: bytes, at: int, size: int, usable: int) -> bytes:
    if at + size > usable:
        raise BadPage(f"{size} bytes at byte {at}")
    return page[at : at + size]


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing begins."""
    value = 0
    for _ in range(8):
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    return value << 8 | data[at], at + 1


INTEGERS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""The bytes of an integer by its type in a record."""


def record(payload: bytes) -> Record:
    """The values of a row; raises BadPage, IndexError or UnicodeDecodeError."""
    end, at = varint(payload, 0)
    body, values = end, list[Value]()
    if end > len(payload):
        raise BadPage("a row that is shorter than its header")
    while at < end:
        kind, at = varint(payload, at)
        size = 0
        if kind == 0:
            values.append(None)
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind in INTEGERS:
            size = INTEGERS[kind]
            values.append(int.from_bytes(payload[body : body + size], "big", signed=True))
        elif kind == 7:
            size = 8
            values.append(struct.unpack_from(">d", payload, body)[0])
        elif kind >= 12:
            size = (kind - 12) // 2
            part = payload[body : body + size]
            values.append(part.decode("utf-8") if kind % 2 else part)
        else:
            raise BadPage(f"a value of type {kind}")
        body += size
    if at != end or body != len(payload):
        raise BadPage("a row whose values do not fill it")
    return tuple(values)
