"""What a record says about its deals, and whether it is true.

The lines stand as comments in the record of a finished game, and are all that is needed to make
every draw again: by `halfturn verify`, or by anybody who reads `fair`.

    # commitment 5df6e0e2…
    # secret 0f1e2d3c…
    # contribution A 7Qf3k
    # draws 3 4 5 9
    # taken back 12 by A, by agreement
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from halfturn.core import CHANCE, Game, read_seat, seat_letter
from halfturn.core.data import with_cards_of
from halfturn.core.errors import BadRecord
from halfturn.core.match import split_records
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Record, read_record
from halfturn.server.fair import FairDealer, commitment_to

_LINE: Final = re.compile(r"^# (commitment|secret|contribution|draws|taken back) ?(.*)$")
_HEX: Final = re.compile(r"[0-9a-f]{64}")


class Unfair(BadRecord):
    """Deals that do not follow from what was told about them."""


@dataclass
class Proof:
    """What a record says about its deals."""

    commitment: str = ""
    secret: str = ""
    contributions: dict[int, str] = field(default_factory=dict)
    draws: list[int] = field(default_factory=list)
    """The version of every draw that is in force, in their order."""
    taken_back: list[str] = field(default_factory=list)


def proof_lines(
    commitment: str,
    secret: bytes | None,
    contributions: Mapping[int, str],
    draws: Sequence[int],
    taken_back: Sequence[tuple[int, int, bool]] = (),
) -> list[str]:
    """The lines of a record.

    Of what was taken back the version, the seat, and whether by agreement. Without the secret,
    which is told when the game is over, nothing can be checked yet.
    """
    lines = [f"# commitment {commitment}"]
    if secret is not None:
        lines.append(f"# secret {secret.hex()}")
    for seat, text in sorted(contributions.items()):
        lines.append(f"# contribution {seat_letter(seat)} {text}")
    lines.append(f"# draws {' '.join(map(str, draws))}".rstrip())
    for version, seat, agreed in taken_back:
        how = "by agreement" if agreed else "by the rules"
        lines.append(f"# taken back {version} by {seat_letter(seat)}, {how}")
    return lines


def read_proof(text: str, seats: int) -> Proof:
    """What the lines of a record say; raises Unfair where they make no sense."""
    proof = Proof()
    for line in text.splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        name, words = found[1], found[2].split()
        try:
            if name == "commitment":
                (proof.commitment,) = words
            elif name == "secret":
                (proof.secret,) = words
            elif name == "contribution":
                letter, contribution = words
                proof.contributions[read_seat(letter, seats)] = contribution
            elif name == "draws":
                proof.draws = [int(word) for word in words]
            else:
                proof.taken_back.append(found[2])
        except ValueError:
            raise Unfair(f"the line {line[:60]!r} makes no sense") from None
    return proof


def check(record: Record, proof: Proof, game: Game) -> int:
    """Make every draw of a record again; returns how many there are, or raises Unfair."""
    if not proof.secret:
        raise Unfair("the record does not tell the secret of its deals: is the game over?")
    if not _HEX.fullmatch(proof.secret) or not _HEX.fullmatch(proof.commitment):
        raise Unfair("expected a commitment and a secret of 64 hexadecimal digits each")
    secret = bytes.fromhex(proof.secret)
    if not hmac.compare_digest(commitment_to(secret), proof.commitment):
        raise Unfair("the secret is not the one that was committed to before the first card")
    given = sum(answer.seat == CHANCE for answer in record.answers)
    if given != len(proof.draws) or sorted(set(proof.draws)) != proof.draws:
        raise Unfair(f"expected a version for each of {given} draws, in order, each once")
    dealer, versions = FairDealer(secret, proof.contributions), iter(proof.draws)
    number = 0
    for state, seat, option, _ in Playthrough.of(record, game).steps():
        if seat != CHANCE:
            continue
        number += 1
        decision = state.decision
        assert decision is not None
        drawn = dealer.draw(decision, next(versions))
        if drawn != option:
            raise Unfair(f"draw {number} was {option}, but the secret gives {drawn}")
    return number


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
    """What can be told of the records of a file when all of them are fair; raises Unfair."""
    for number, (record, proof, draws) in enumerate(verify(text, load), start=1):
        added = len(proof.contributions)
        yield (
            f"game {number}, {record.game}: fair. All {draws} draws follow from the secret that "
            f"was fixed before the first card, and from what {added} of {record.seats} seats added."
        )
        yield from (f"  taken back: {line}" for line in proof.taken_back)
