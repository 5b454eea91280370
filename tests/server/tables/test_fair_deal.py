"""Draws from the committed secret: fixed for ever, without bias, and checkable by anybody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest

from halfturn.core import CHANCE, Decision, Option
from halfturn.server.tables.fair_deal import (
    WORD,
    DrawId,
    FairDealer,
    WordRng,
    contribution_hash,
    deal_key,
    new_secret,
    words,
)

SECRET = bytes(range(32))


class Side(Option, frozen=True, tag="side"):
    name: str

    def __str__(self) -> str:
        return self.name


def question(*weights: int) -> Decision:
    return Decision(CHANCE, "toss", [Side(str(at)) for at in range(len(weights))], weights)


def test_the_words_are_what_they_were_on_the_first_day() -> None:
    assert (
        list(islice(words(SECRET, "1"), 5))
        == [
            int.from_bytes(digest[at : at + 8], "big")
            for block in (0, 1)
            for digest in [hmac.digest(SECRET, f"halfturn draw 1 {block}".encode(), "sha256")]
            for at in (0, 8, 16, 24)
        ][:5]
    )
    # From `printf 'halfturn draw 1 0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001…1f`.
    assert next(words(SECRET, "1")) == 0x7D52B26AFFF455BC
    assert next(words(SECRET, "2")) == 0xAF886B6ACA418DD4


def test_the_draws_are_what_they_were_on_the_first_day() -> None:
    dealer = FairDealer(SECRET, scheme=1)
    drawn = "".join(str(dealer.draw(question(1, 2, 3), DrawId(at, 1))) for at in range(30))
    assert drawn == "002012121022211122112112120200"


NONCES = {0: "00" * 32, 2: "ff" * 32}


def test_the_draws_of_scheme_2_are_what_they_were_on_the_first_day() -> None:
    """Each step by the standard library alone, as docs/protocol.md describes it."""
    commitment = hashlib.sha256(SECRET).hexdigest()
    hashes = {
        letter: hashlib.sha256(
            f"halfturn contribution {commitment} {letter} {nonce}".encode()
        ).hexdigest()
        for letter, nonce in (("A", "00" * 32), ("C", "ff" * 32))
    }
    assert contribution_hash(commitment, 2, "ff" * 32) == hashes["C"]
    message = (
        f"halfturn deal {commitment}\nA {hashes['A']} {'00' * 32}\nC {hashes['C']} {'ff' * 32}"
    )
    key = hmac.digest(SECRET, message.encode(), "sha256")
    assert deal_key(SECRET, NONCES) == key
    digest = hmac.digest(key, b"halfturn draw 7 1 0", "sha256")
    dealer = FairDealer(SECRET, NONCES)
    assert int(str(dealer.draw(question(*[1] * 1000), DrawId(99, 7, 1)))) == (
        int.from_bytes(digest[:8], "big") % 1000
    )
    drawn = "".join(str(dealer.draw(question(1, 2, 3), DrawId(0, at))) for at in range(1, 31))
    assert drawn == "012201221220122022121111112222"


def test_a_draw_of_scheme_2_goes_by_its_place_in_the_game_alone() -> None:
    dealer, options = FairDealer(SECRET, NONCES), question(*[1] * 10_000)
    assert dealer.draw(options, DrawId(3, 1)) == dealer.draw(options, DrawId(77, 1))
    others = [DrawId(3, 2), DrawId(3, 1, 1), DrawId(3, 11), DrawId(3, 1, 11)]
    assert len({str(dealer.draw(options, each)) for each in [DrawId(3, 1), *others]}) == 5
    assert deal_key(SECRET, {}) != deal_key(SECRET, {0: "00" * 32})
    assert deal_key(SECRET, {0: "00" * 32}) != deal_key(SECRET, {1: "00" * 32})


def test_a_scheme_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="expected scheme 1 or 2, got 3"):
        FairDealer(SECRET, scheme=3)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    dealer = FairDealer(new_secret())
    assert len(dealer.secret) == 32
    assert dealer.commitment == hashlib.sha256(dealer.secret).hexdigest()
    assert new_secret() != dealer.secret


def test_a_secret_is_never_printed() -> None:
    dealer = FairDealer(SECRET)
    assert SECRET.hex() not in repr(dealer)
    assert repr(SECRET) not in repr(dealer)


def test_words_past_the_last_full_range_are_left() -> None:
    # 2**64 leaves 1 modulo 3: the very last word would make 0 likelier than 1 and 2.
    source = iter([WORD - 1, WORD - 1, 7])
    assert WordRng(source).below(3) == 1
    assert list(source) == []
    assert WordRng(iter([WORD - 2])).below(3) == (WORD - 2) % 3
    assert WordRng(iter([WORD - 1])).below(WORD) == WORD - 1


@pytest.mark.parametrize("wrong", [0, -1, WORD + 1])
def test_a_range_that_words_cannot_fill_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="expected a range"):
        WordRng(iter([1])).below(wrong)


def test_every_option_comes_as_often_as_its_weight_says() -> None:
    weights = (1, 2, 3, 4, 1)
    draws = 20_000
    dealer = FairDealer(SECRET)
    decision = question(*weights)
    found = Counter(str(dealer.draw(decision, DrawId(0, at))) for at in range(1, draws + 1))
    expected = [draws * weight / sum(weights) for weight in weights]
    chi_square = sum((found[str(at)] - e) ** 2 / e for at, e in enumerate(expected))
    assert chi_square < 23.5  # four degrees of freedom, one in ten thousand
