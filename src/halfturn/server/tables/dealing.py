"""How the deal of the next game comes about: pledges, the freeze, reveals, and the beginning.

The secret is committed to while the game before it is played, or while seats are open. Persons'
clients `pledge` the hash of a nonce. The server freezes the set of hashes, the clients `reveal`
their nonces, and when all are there the game can begin. If a seat does not reveal in time, the
deal is void: its secret is published, there is a new commitment, and that seat takes no part.

`ComingDeal` is folded from the log. `next_step` says what would bring the deal on; a room carries
it out, see `Room`. As in `commands`, nothing changes here: a request gives rows, or is rejected.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Set
from enum import Enum
from typing import TYPE_CHECKING, Final

import msgspec

from halfturn.core import seat_letter
from halfturn.core.language import say
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.fair_deal import VoidDeal, commitment_to, contribution_hash
from halfturn.server.tables.log import BadLog, Past, Row, own_key

if TYPE_CHECKING:
    from halfturn.server.tables.table import Table

KINDS: Final = frozenset({"commit", "contribute", "pledge", "freeze", "reveal", "void", "next"})
"""The rows that a coming deal is folded from."""
STIRRING: Final = KINDS | {"begin", "sit", "leave", "remove"}
"""The first rows of changes after which something may be to do for the next deal."""
_HEX: Final = re.compile(r"[0-9a-f]{64}")


class Voiding(msgspec.Struct, frozen=True, kw_only=True):
    """The row that gives a deal up."""

    secret: str
    seats: list[int]
    """Those that did not reveal."""


class ComingDeal:
    """The deal of the game that begins next, as the log has it."""

    def __init__(self) -> None:
        self.commitment = ""
        self.texts: dict[int, str] = {}
        """What seats added in the open: only a game that begins under scheme 1 is dealt with it."""
        self.hashes: dict[int, str] = {}
        """The hash of each seat that pledged; after the freeze of those that take part."""
        self.frozen = False
        self.nonces: dict[int, str] = {}
        self.wanted = False
        """Whether somebody has asked for the game to begin."""
        self.voids: list[VoidDeal] = []
        """What was given up since the last game began."""
        self.barred: set[int] = set()
        """Seats that made one of these void: they take no part in this game's deal."""
        self.withheld: dict[int, tuple[str, str]] = {}
        """For each seat that still owes the nonce of a void deal, the commitment and its hash."""
        self._left: set[int] = set()
        """Seats whose person left after the freeze: whoever sits there now owes nothing."""

    @property
    def missing(self) -> list[int]:
        """The seats that take part and have not revealed."""
        return sorted(self.hashes.keys() - self.nonces.keys()) if self.frozen else []

    def take(self, row: Row) -> None:
        """Go on by a row of the log; raises BadLog."""
        try:
            self._take(row)
        except KeyError:
            raise BadLog(f"version {row.version}: {row.kind} names a seat without a hash") from None

    def _take(self, row: Row) -> None:
        seat = row.seat
        if row.kind == "commit":
            self._commit(msgspec.json.decode(row.body, type=str))
        elif row.kind == "next":
            self.wanted = True
        elif row.kind == "freeze":
            seats = msgspec.json.decode(row.body, type=list[int])
            self.hashes = {each: self.hashes[each] for each in seats}
            self.frozen = True
        elif row.kind == "void":
            self._void(msgspec.json.decode(row.body, type=Voiding))
        elif seat is not None and row.kind == "contribute":
            self.texts[seat] = msgspec.json.decode(row.body, type=str)
        elif seat is not None and row.kind == "pledge":
            self.hashes[seat] = msgspec.json.decode(row.body, type=str)
        elif seat is not None and row.kind == "reveal":
            self._reveal(seat, msgspec.json.decode(row.body, type=str))

    def leave(self, seat: int) -> None:
        """The person of a seat got up. What is frozen stays, or leaving would choose a deal."""
        self.wanted = False
        self.withheld.pop(seat, None)
        if self.frozen:
            self._left.add(seat)
        else:
            self.hashes.pop(seat, None)

    def resume(self, scheme: int, past: Past) -> None:
        """Go on right before a game that begins under a scheme, without the rows before it."""
        self.texts, self.nonces = (
            ({}, past.contributions) if scheme > 1 else (past.contributions, {})
        )
        self.voids, self.withheld = past.voids, past.withheld

    def begin(self) -> None:
        """Make room for the deal of the game after the one that begins."""
        if self.missing:
            letters = ", ".join(map(seat_letter, self.missing))
            raise BadLog(f"a game began although {letters} had not revealed a contribution")
        self.voids, self.barred, self.wanted = [], set(), False
        self._commit("")

    def _commit(self, commitment: str) -> None:
        self.commitment = commitment
        self.texts, self.hashes, self.nonces, self.frozen = {}, {}, {}, False
        self._left = set()

    def _void(self, void: Voiding) -> None:
        self.voids.append(VoidDeal(self.commitment, void.secret, tuple(void.seats)))
        self.barred.update(void.seats)
        for seat in void.seats:
            if seat not in self._left:
                self.withheld[seat] = self.commitment, self.hashes[seat]

    def _reveal(self, seat: int, nonce: str) -> None:
        if self.fits(seat, nonce):
            self.nonces[seat] = nonce
        elif self.settles(seat, nonce):
            del self.withheld[seat]
        else:
            raise BadLog(f"the contribution of {seat_letter(seat)} does not have its hash")

    def fits(self, seat: int, nonce: str) -> bool:
        """Whether a nonce is the one that a seat has to reveal for this deal."""
        wanted = self.hashes.get(seat, "") if self.frozen else ""
        return hmac.compare_digest(contribution_hash(self.commitment, seat, nonce), wanted)

    def settles(self, seat: int, nonce: str) -> bool:
        """Whether a nonce is the one that a seat withheld from a void deal."""
        commitment, wanted = self.withheld.get(seat, ("", ""))
        return hmac.compare_digest(contribution_hash(commitment, seat, nonce), wanted)


# ---- what seats do ----


def pledge(table: Table, seat: int, key: str, commitment: str, hash: str) -> Change:
    """A seat publishes the hash of its nonce; before the freeze it may replace it."""
    table.check_key(seat, key)
    own, deal = table.holder(seat), table.next_deal
    if not deal.commitment or commitment != deal.commitment or deal.frozen:
        raise Refused("stale", say("the contributions to this deal are fixed already"))
    if own in deal.barred or own in deal.withheld:
        raise Refused("illegal", say("you did not reveal your contribution to an earlier deal"))
    if not _HEX.fullmatch(hash):
        raise Refused("illegal", say("expected a hash of 64 hexadecimal digits"))
    if deal.hashes.get(own) == hash:
        raise Refused("stale", say("you have pledged this contribution already"))
    return _row(table, "pledge", own, table.client_key(seat, key), hash)


def reveal(table: Table, seat: int, key: str, nonce: str) -> Change:
    """A seat reveals its nonce, for this deal or, too late, for one that is void."""
    table.check_key(seat, key)
    own, deal = table.holder(seat), table.next_deal
    if not _HEX.fullmatch(nonce):
        raise Refused("illegal", say("expected a nonce of 64 hexadecimal digits"))
    if deal.fits(own, nonce):
        if own in deal.nonces:
            raise Refused("stale", say("you have revealed your contribution already"))
    elif not deal.settles(own, nonce):
        raise Refused("stale", say("this is not a contribution that you have to reveal now"))
    return _row(table, "reveal", own, table.client_key(seat, key), nonce)


# ---- what the server does ----


class DealStep(Enum):
    """What brings the next deal on."""

    NOTHING = "nothing"
    WAIT = "wait"
    """Until somebody pledges or reveals, or time is up."""
    FREEZE = "freeze"
    VOID = "void"
    BEGIN = "begin"


def next_step(
    table: Table,
    people: Set[int],
    here: Set[int],
    wanted: bool,
    late: bool,
    waits: bool = True,
) -> DealStep:
    """Say what the server has to do for the next deal.

    `people` are the seats that persons hold, bots of theirs excluded, and `here` those who have
    the table open. `late` tells that the time to wait is up; without `waits` there is none.
    """
    deal = table.next_deal
    if table.number > 0 and wanted and not table.game_over:
        return DealStep.NOTHING
    if deal.frozen:
        if deal.missing and wanted:
            return DealStep.VOID if late or not waits else DealStep.WAIT
        return DealStep.BEGIN if wanted else DealStep.NOTHING
    may = people - deal.barred - deal.withheld.keys()
    open = may - deal.hashes.keys()
    if not wanted:
        # Whoever plays now plays next as well: what is known early makes nobody wait later.
        early = table.number > 0 and all(table.taken) and may and not open and deal.commitment
        return DealStep.FREEZE if early else DealStep.NOTHING
    if not deal.commitment or not waits:
        return DealStep.BEGIN
    # Before the first game, people are on their way to the table. Later they have been there.
    awaited = open if table.number == 0 else open & here
    if awaited and not late:
        return DealStep.WAIT
    return DealStep.FREEZE if taking_part(table, here) else DealStep.BEGIN


def taking_part(table: Table, here: Set[int]) -> list[int]:
    """Return the seats whose hashes are frozen: where the game is to begin, of those here."""
    hashes = table.next_deal.hashes
    return sorted(hashes.keys() & here if table.wanted else hashes)


def freeze(table: Table, here: Set[int]) -> Change:
    """The set of contributions is complete."""
    return _row(table, "freeze", None, "", taking_part(table, here))


def void(table: Table, secret: bytes) -> Change:
    """Give the deal up; a row `commit` has to follow."""
    body = Voiding(secret=secret.hex(), seats=table.next_deal.missing)
    return _row(table, "void", None, "", body)


def committed(change: Change, secret: bytes) -> Change:
    """A change, and the row that publishes the hash of what the next game is dealt from."""
    version = change.rows[-1].version + 1
    body = msgspec.json.encode(commitment_to(secret))
    return change._replace(
        rows=[*change.rows, Row(version, own_key(version), None, "commit", body)]
    )


def wants(table: Table, change: Change) -> bool:
    """Whether a game is about to begin after a change with which it does not."""
    kinds = [row.kind for row in change.rows]
    if table.wanted:
        return not {"leave", "remove"} & set(kinds)
    sits = [row.seat for row in change.rows if row.kind == "sit"]
    full = all(taken or seat in sits for seat, taken in enumerate(table.taken))
    first = table.number == 0 and not table.made.wait
    return "next" in kinds or (bool(sits) and full and first)


def _row(table: Table, kind: str, seat: int | None, key: str, body: object) -> Change:
    """A row that changes nothing about who is asked."""
    version = table.version + 1
    row = Row(version, key or own_key(version), seat, kind, msgspec.json.encode(body))
    return Change([row], table.asked)
