"""Draws from the committed secret: fixed for ever, without bias, and checkable by anybody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest

from halfturn.core import CHANCE, Decision, Option
from halfturn.server.fair import WORD, FairDealer, WordRng, new_secret, words

SECRET = bytes(range(32))


class Side(Option, frozen=True, tag="side"):
    name: str

    def __str__(self) -> str:
        return self.name


def question(*weights: int) -> Decision:
    return Decision(CHANCE, "toss", [Side(str(at)) for at in range(len(weights))], weights)


def test_the_words_are_what_they_were_on_the_first_day() -> None:
    assert (
        list(islice(words(SECRET, 1), 5))
        == [
            int.from_bytes(digest[at : at + 8], "big")
            for block in (0, 1)
            for digest in [hmac.digest(SECRET, f"halfturn draw 1 {block}".encode(), "sha256")]
            for at in (0, 8, 16, 24)
        ][:5]
    )
    # From `printf 'halfturn draw 1 0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0001…1f`.
    assert next(words(SECRET, 1)) == 0x7D52B26AFFF455BC
    assert next(words(SECRET, 2)) == 0xAF886B6ACA418DD4


def test_the_draws_are_what_they_were_on_the_first_day() -> None:
    dealer = FairDealer(SECRET)
    drawn = "".join(str(dealer.draw(question(1, 2, 3), version)) for version in range(30))
    assert drawn == "002012121022211122112112120200"


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
    found = Counter(str(dealer.draw(decision, version)) for version in range(draws))
    expected = [draws * weight / sum(weights) for weight in weights]
    chi_square = sum((found[str(at)] - e) ** 2 / e for at, e in enumerate(expected))
    assert chi_square < 23.5  # four degrees of freedom, one in ten thousand
