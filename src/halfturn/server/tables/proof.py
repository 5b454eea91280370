"""What a record says about its deals, and whether it is true.

The lines stand as comments in the record of a finished game. With them and the rules anybody can
repeat every draw: `halfturn verify` does, and `fair_deal` describes the arithmetic.

    # deal 2
    # commitment 5df6e0e2…
    # secret 0f1e2d3c…
    # contribution A 77c1… 9e04…
    # void 81ab… 4c22… C
    # draws 1 2 3.1 4.1
    # taken back 12 by A, by agreement: draws 3 4

A contribution is the hash that the seat published and the nonce that it revealed. A void deal has
its commitment, its secret, and the seats that did not reveal. Draws are named by their ordinal
and, after a point, by how many with that ordinal were taken back. Records of scheme 1 have no
line `deal`; their contributions are texts, and their draws versions of the table's log.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from halfturn.core import CHANCE, Game, read_seat, seat_letter
from halfturn.core.data import with_cards_of
from halfturn.core.errors import BadRecord
from halfturn.core.match import split_records
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.server.tables.fair_deal import (
    SCHEME,
    SCHEMES,
    DrawId,
    FairDealer,
    Undone,
    VoidDeal,
    commitment_to,
    contribution_hash,
)

_LINE: Final = re.compile(r"^# (deal|commitment|secret|contribution|void|draws|taken back) ?(.*)$")
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_UNDONE: Final = re.compile(r"(\d{1,9}) by ([A-H]), by (the rules|agreement)(?:: draws ([\d. ]+))?")
_DRAW: Final = re.compile(r"([1-9]\d{0,8})(?:\.([1-9]\d{0,8}))?")


class Unfair(BadRecord):
    """Deals that do not follow from what was published about them."""


@dataclass
class Proof:
    """What a record says about its deals."""

    scheme: int = 1
    commitment: str = ""
    secret: str = ""
    """Empty while the game is being played."""
    contributions: dict[int, str] = field(default_factory=dict)
    """Nonces, or texts under scheme 1."""
    draws: list[DrawId] = field(default_factory=list)
    """Those in force, in their order."""
    taken_back: list[Undone] = field(default_factory=list)
    voids: list[VoidDeal] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The lines of a record; without the secret nothing can be checked yet."""
        new = self.scheme > 1
        lines = [f"# deal {self.scheme}"] if new else []
        lines.append(f"# commitment {self.commitment}")
        if self.secret:
            lines.append(f"# secret {self.secret}")
        for seat, text in sorted(self.contributions.items()):
            words = [seat_letter(seat), text]
            if new:
                words.insert(1, contribution_hash(self.commitment, seat, text))
            lines.append(f"# contribution {' '.join(words)}")
        for void in self.voids:
            seats = " ".join(map(seat_letter, void.seats))
            lines.append(f"# void {void.commitment} {void.secret} {seats}")
        draws = [draw.text if new else str(draw.version) for draw in self.draws]
        lines.append(f"# draws {' '.join(draws)}".rstrip())
        lines += [f"# taken back {in_words(undone, new)}" for undone in self.taken_back]
        return lines


def in_words(undone: Undone, with_draws: bool = True) -> str:
    """An undo as a record names it."""
    how = "by agreement" if undone.agreed else "by the rules"
    words = f"{undone.version} by {seat_letter(undone.seat)}, {how}"
    if undone.draws and with_draws:
        words += f": draws {' '.join(draw.text for draw in undone.draws)}"
    return words


def read_proof(text: str, seats: int) -> Proof:
    """Read the lines of a record; raises Unfair for one that makes no sense."""
    proof = Proof()
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        try:
            _read(proof, found[1], found[2], seats)
        except Unfair:
            raise
        except ValueError:
            raise Unfair(f"the line {line[:60]!r} makes no sense") from None
    return proof


def _read(proof: Proof, name: str, rest: str, seats: int) -> None:
    words = rest.split()
    if name == "deal":
        (scheme,) = words
        if scheme not in map(str, SCHEMES):
            raise Unfair(f"expected deals by scheme 1 or 2, got {scheme[:20]!r}")
        proof.scheme = int(scheme)
    elif name == "commitment":
        (proof.commitment,) = words
    elif name == "secret":
        (proof.secret,) = words
    elif name == "contribution":
        seat = read_seat(words[0] if words else "", seats)
        if seat in proof.contributions:
            raise Unfair(f"seat {words[0]} has two contributions")
        if proof.scheme == 1:
            _, proof.contributions[seat] = words
        else:
            _, hash, nonce = words
            if hash != contribution_hash(proof.commitment, seat, nonce):
                raise Unfair(f"the contribution of {words[0]} does not have the hash beside it")
            proof.contributions[seat] = nonce
    elif name == "void":
        commitment, secret, *letters = words
        void = tuple(read_seat(letter, seats) for letter in letters)
        proof.voids.append(VoidDeal(commitment, secret, void))
    elif name == "draws":
        proof.draws = [_draw(proof.scheme, word) for word in words]
    else:
        proof.taken_back.append(_undone(rest, seats))


def _draw(scheme: int, word: str) -> DrawId:
    if scheme == 1:
        return DrawId(int(word), 0)
    found = _DRAW.fullmatch(word)
    if found is None:
        raise ValueError(word)
    return DrawId(0, int(found[1]), int(found[2] or 0))


def _undone(text: str, seats: int) -> Undone:
    found = _UNDONE.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    draws = tuple(_draw(SCHEME, word) for word in (found[4] or "").split())
    return Undone(int(found[1]), read_seat(found[2], seats), found[3] == "agreement", draws)


def check(record: Record, proof: Proof, game: Game) -> int:
    """Repeat every draw of a record; returns how many there are, or raises Unfair."""
    if not proof.secret:
        raise Unfair("the record does not contain the secret of its deals: is the game over?")
    if not _HEX.fullmatch(proof.secret) or not _HEX.fullmatch(proof.commitment):
        raise Unfair("expected a commitment and a secret of 64 hexadecimal digits each")
    secret = bytes.fromhex(proof.secret)
    if not hmac.compare_digest(commitment_to(secret), proof.commitment):
        raise Unfair("the secret is not the one that was committed to before the first card")
    given = sum(answer.seat == CHANCE for answer in record.answers)
    if proof.scheme == 1:
        versions = [draw.version for draw in proof.draws]
        if given != len(versions) or sorted(set(versions)) != versions:
            raise Unfair(f"expected a version for each of {given} draws, in order, each once")
    else:
        _check_voids(proof)
        _check_numbers(proof, given)
    dealer = FairDealer(secret, proof.contributions, proof.scheme)
    draws, number = iter(proof.draws), 0
    for state, seat, option, _ in Playthrough.of(record, game).steps():
        if seat != CHANCE:
            continue
        number += 1
        decision = state.decision
        assert decision is not None
        drawn = dealer.draw(decision, next(draws))
        if drawn != option:
            raise Unfair(f"draw {number} was {option}, but the secret gives {drawn}")
    return number


def _check_voids(proof: Proof) -> None:
    """Void deals have to be what was committed to, and those to blame took no part afterwards."""
    commitments = [proof.commitment, *(void.commitment for void in proof.voids)]
    if len(set(commitments)) < len(commitments):
        raise Unfair("expected a commitment of its own for every void deal")
    barred = set(proof.contributions)
    for number, void in enumerate(proof.voids, start=1):
        if not _HEX.fullmatch(void.secret) or (
            commitment_to(bytes.fromhex(void.secret)) != void.commitment
        ):
            raise Unfair(f"the secret of void deal {number} is not the one that was committed to")
        if not void.seats or len(set(void.seats)) < len(void.seats):
            raise Unfair(f"expected the seats that made deal {number} void, each once")
        for seat in void.seats:
            if seat in barred:
                letter = seat_letter(seat)
                raise Unfair(f"seat {letter} made deal {number} void and took part again")
        barred.update(void.seats)


def _check_numbers(proof: Proof, given: int) -> None:
    """Draws are numbered without gaps, and every new attempt is explained by an undo."""
    ordinals = [draw.ordinal for draw in proof.draws]
    if ordinals != list(range(1, given + 1)):
        raise Unfair(f"expected the draws 1 to {given}, without gaps, got {len(ordinals)} of them")
    redrawn: dict[int, int] = {}
    version = 0
    for undone in proof.taken_back:
        if undone.version <= version:
            raise Unfair("expected what was taken back in the order of its versions")
        version, ordinal = undone.version, 0
        if undone.draws and not undone.agreed:
            raise Unfair(f"draws were taken back in {version} without everybody's agreement")
        for draw in undone.draws:
            follows = not ordinal or draw.ordinal == ordinal + 1
            if not follows or draw.attempt != redrawn.get(draw.ordinal, 0):
                raise Unfair(f"draw {draw.text} cannot have been taken back in {version}")
            redrawn[draw.ordinal] = draw.attempt + 1
            ordinal = draw.ordinal
    for draw in proof.draws:
        attempts = redrawn.get(draw.ordinal, 0)
        if draw.attempt != attempts:
            raise Unfair(
                f"draw {draw.ordinal} is attempt {draw.attempt}, but {attempts} before it "
                f"were taken back"
            )


def gaps(record: Record, proof: Proof) -> list[str]:
    """Name the rows between draws of scheme 1 that answers of the record cannot account for."""
    found = []
    between, at = 0, iter(proof.draws)
    last: int | None = None
    for answer in record.answers:
        if answer.seat != CHANCE:
            between += 1
            continue
        version = next(at).version
        rows = version - last - 1 if last is not None else 0
        if rows > between and last is not None:
            found.append(
                f"versions {last + 1} to {version - 1} hold at least {rows - between} "
                f"{'row' if rows - between == 1 else 'rows'} that are no answers of this record; "
                f"under scheme 1 such rows move draw {version}"
            )
        last, between = version, 0
    return found


def verify(text: str, load: Callable[[str], Game]) -> list[tuple[Record, Proof, int]]:
    """Check all records of a file; returns each with what it says and the number of its draws."""
    found = []
    for part, first_line in split_records(text)[1]:
        record = read_record(part, first_line)
        proof = read_proof(part, record.seats)
        game = with_cards_of(load(record.game), record.data)
        found.append((record, proof, check(record, proof, game)))
    return found


def report(text: str, load: Callable[[str], Game]) -> Iterator[str]:
    """Yield what can be said of the records of a file if all are fair; raises Unfair."""
    for number, (record, proof, draws) in enumerate(verify(text, load), start=1):
        yield (
            f"game {number}, {record.game}: fair. All {draws} draws follow from the secret that "
            f"was fixed before the first card, and from what {len(proof.contributions)} of "
            f"{record.seats} seats added."
        )
        if proof.scheme == 1:
            yield (
                "  dealt by scheme 1, under which a host who plays could choose cards by rows "
                "that change nothing, and its own addition after seeing the others'."
            )
            yield from (f"  gap: {line}" for line in gaps(record, proof))
        else:
            yield from _who_took_part(record, proof)
        yield from (f"  taken back: {in_words(undone)}" for undone in proof.taken_back)


def _who_took_part(record: Record, proof: Proof) -> Iterator[str]:
    hashes = {
        seat: contribution_hash(proof.commitment, seat, nonce)
        for seat, nonce in proof.contributions.items()
    }
    for seat, hash in sorted(hashes.items()):
        yield f"  took part: {seat_letter(seat)}, with the hash {hash}"
    absent = [seat_letter(seat) for seat in range(record.seats) if seat not in hashes]
    if absent:
        yield (
            f"  did not take part: {', '.join(absent)}. To them this does not prove that nobody "
            f"chose the deal."
        )
    for void in proof.voids:
        letters = " and ".join(map(seat_letter, void.seats))
        yield (
            f"  void: {letters} did not reveal, so the deal of the commitment {void.commitment} "
            f"was replaced."
        )
