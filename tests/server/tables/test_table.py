"""A table is its log: folded again it stands where it stood."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from halfturn.core import SeededRng
from halfturn.core.registry import load
from halfturn.server.projection import updates
from halfturn.server.projection.shared import Sitter
from halfturn.server.protocol.updates import Happening
from halfturn.server.tables.change import Change, Refused
from halfturn.server.tables.fair_deal import DrawId, FairDealer
from halfturn.server.tables.log import EMPTY, BadLog, Made, Row, own_key
from halfturn.server.tables.table import Table

GAME = load("swirling-heroes")
DEALER = FairDealer(bytes(32))
SITTERS = [Sitter("person", "Ada", True), Sitter("person", "Bo", True)]


def first_row(options: list[str], seats: list[str] | None = None) -> Row:
    made = Made(
        game=GAME.id,
        rules=GAME.rules_version,
        data=GAME.data_hash,
        options=options,
        seats=seats or ["person", "person"],
        games=2,
    )
    return Row(1, own_key(1), None, "made", msgspec.json.encode(made))


class Played:
    """A table and the rows that it was given, with answers picked at random."""

    def __init__(self, options: list[str], seed: int = 1) -> None:
        row = first_row(options)
        self.table = Table.make("t", row, load)
        self.rows: list[Row] = []
        self.rng = SeededRng(seed)
        self.take([row])
        self.take(self.table.begin(DEALER).rows)

    def take(self, rows: list[Row]) -> None:
        for row in rows:
            self.table.apply(row)
            self.rows.append(row)

    def answer(self) -> bool:
        """Somebody who is asked answers; where several are, any of them."""
        asked = self.table.asked
        if not asked:
            return False
        seat = asked[self.rng.below(len(asked))]
        faced = self.table.facing(seat)
        assert faced is not None
        assert faced.decision is not None
        options = faced.decision.options
        choice = str(options[self.rng.below(len(options))])
        key, token = f"key {len(self.rows)}", self.table.token(seat)
        change = self.table.answer(seat, key, token, [choice], DEALER)
        assert change.asked == self.asked_after(change)
        self.take(change.rows)
        return True

    def asked_after(self, change: Change) -> tuple[int, ...]:
        return Table.fold("t", [*self.rows, *change.rows], load).asked


def standing(table: Table) -> object:
    """All that a table knows."""
    return (
        table.version,
        table.keys,
        table.state.key(),
        table.match.text,
        table.number,
        table.began,
        table.given,
        table.resigned,
        table.status,
        table.winners,
        [(version, [str(event) for event in events]) for version, events in table.story],
    )


@pytest.mark.parametrize("hands", ["mirror", "random", "choose"])
def test_folded_from_its_log_a_table_stands_where_it_stood(hands: str) -> None:
    played = Played([f"hands={hands}"])
    for game in range(3):
        while played.answer():
            again = Table.fold("t", played.rows, load)
            assert standing(again) == standing(played.table)
        played.take(played.table.next_game(game % 2, f"next {game}", DEALER).rows)
    played.take(played.table.resign(1, "enough").rows)
    played.take(played.table.next_game(1, "anew", DEALER).rows)
    assert standing(Table.fold("t", played.rows, load)) == standing(played.table)
    assert played.table.match.length == 2
    assert [row.version for row in played.rows] == list(range(1, len(played.rows) + 1))
    # Every beginning of a log is a table too: a crash may have come anywhere.
    for length in range(1, len(played.rows) + 1):
        assert Table.fold("t", played.rows[:length], load).version == length


def test_a_wish_changes_nothing() -> None:
    played = Played(["hands=random"])
    table = played.table
    question = table.question
    assert question is not None
    before = standing(table)
    seat = question.seat
    choice = str(question.options[0])
    table.answer(seat, "key", table.token(seat), [choice], DEALER)
    table.resign(seat, "key")
    table.preview(seat, table.token(seat), choice)
    assert standing(table) == before


def test_a_next_game_that_did_not_come_is_forgotten() -> None:
    """Its row was not written, and something else came in its place."""
    played = Played(["hands=random"])
    while played.answer():
        pass
    table = played.table
    before = standing(table)
    table.next_game(0, "lost", DEALER)
    assert standing(table) == before
    played.take([Row(table.version + 1, "another", 0, "commit", b'"mine"')])
    assert table.next_deal.commitment == "mine"
    played.take(table.next_game(1, "next", DEALER).rows)
    assert standing(Table.fold("t", played.rows, load)) == standing(table)
    assert table.next_deal.commitment == ""


def refused(wish: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        wish()
    assert caught.value.text or caught.value.result == "dup"
    return caught.value.result


def test_tokens_name_one_question_of_one_seat_for_ever() -> None:
    played = Played(["hands=choose", "first_player=A"])
    table = played.table
    used: set[tuple[int, str]] = set()
    for game in range(2):
        while table.question is not None:
            asked = {(seat, table.token(seat)) for seat in table.asked}
            answer = str(table.question.options[0])
            for other, old in sorted(used)[:5]:
                late = partial(table.answer, other, "late", old, [answer], DEALER)
                assert refused(late) == "stale"
            played.answer()
            used |= asked - {(seat, table.token(seat)) for seat in table.asked}
            assert not used & {(seat, table.token(seat)) for seat in table.asked}
        played.take(table.next_game(0, f"next {game}", DEALER).rows)


def test_a_turn_of_several_answers_is_committed_whole_or_not_at_all() -> None:
    played = Played(["hands=choose"])
    table = played.table
    assert table.question is not None
    picks = [str(option) for option in table.question.options[:7]]
    change = table.answer(0, "six", "1.0", picks[:6], DEALER)
    assert len(change.rows) == 1
    assert refused(lambda: table.answer(0, "seven", "1.0", picks, DEALER)) == "illegal"
    assert refused(lambda: table.answer(0, "twice", "1.0", [picks[0]] * 2, DEALER)) == "illegal"
    assert refused(lambda: table.answer(0, "many", "1.0", picks * 100, DEALER)) == "illegal"
    played.take(change.rows)
    assert (table.token(0), table.question.seat) == ("1.6", 1)
    assert refused(lambda: table.answer(0, "six", "1.0", picks[:6], DEALER)) == "dup"


def test_every_draw_can_be_made_again_from_the_secret() -> None:
    played = Played(["hands=random"])
    while played.answer():
        pass
    table = Table.make("t", played.rows[0], load)
    draws = 0
    for row in played.rows:
        if row.kind == "chance":
            question = table.state.decision
            assert question is not None
            draws += 1
            drawn = DEALER.draw(question, DrawId(row.version, draws))
            assert msgspec.json.encode(str(drawn)) == row.body
        table.apply(row)
    assert draws == 13


def test_open_seats_are_waited_for() -> None:
    row = first_row([], ["person", "open", "bot:greedy"])
    table = Table.make("t", row, load)
    table.apply(row)
    assert table.number == 0
    assert refused(lambda: table.answer(0, "k", "1.0", ["0123@0,0"], DEALER)) == "illegal"
    assert refused(lambda: table.resign(0, "k")) == "illegal"
    assert refused(lambda: table.next_game(0, "k", DEALER)) == "illegal"
    change = table.sit(1, DEALER)
    assert [each.kind for each in change.rows[:2]] == ["sit", "begin"]
    for each in change.rows:
        table.apply(each)
    assert table.status == "playing"
    assert refused(lambda: table.sit(1, DEALER)) == "stale"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_whoever_comes_and_goes_misses_nothing_and_hears_nothing_twice(viewer: int | None) -> None:
    """Streams with gaps at random places, mended, are the stream without gaps."""
    rng = SeededRng(7)
    for seed in range(5):
        played = Played(["hands=random"], seed)
        table = played.table
        streams: list[tuple[int, list[Happening]]] = [(0, []) for _ in range(10)]
        for _ in range(18):
            if not played.answer() and table.status == "playing":
                played.take(table.next_game(0, f"next {len(played.rows)}", DEALER).rows)
            for at, (seen, told) in enumerate(streams):
                if at == 0 or rng.below(3) == 0:
                    update = updates.update(table, SITTERS, viewer, seen, "", None)
                    mended = update.happenings if update.whole else told + update.happenings
                    streams[at] = update.version, mended
            newest = [told for seen, told in streams if seen == table.version]
            assert all(told == newest[0] for told in newest)


@pytest.mark.parametrize(
    "bad",
    [
        [],
        [Row(1, "k", None, "begin", b"{}")],
        [Row(1, "k", None, "made", b"no json")],
        [first_row(["no=option"])],
        [first_row([], ["person"])],
        [first_row([]), Row(3, "k", None, "begin", b"{}")],
        [first_row([]), Row(2, "k", None, "begin", b"{}")],
        [first_row([]), Row(2, "k", None, "juggle", EMPTY)],
        [first_row([]), Row(2, "k", 0, "answer", b'["0123@0,0"]')],
        [first_row([]), Row(2, "k", None, "chance", b'"first:Z"')],
        [first_row([]), Row(2, "k", None, "made", b"{}")],
    ],
)
def test_a_log_that_makes_no_sense_is_refused(bad: list[Row]) -> None:
    with pytest.raises(BadLog):
        Table.fold("t", bad, load)


def test_a_table_of_other_cards_stays_closed() -> None:
    row = first_row([])
    other = msgspec.structs.replace(msgspec.json.decode(row.body, type=Made), data="other")
    with pytest.raises(BadLog, match="other rules or cards"):
        Table.fold("t", [row._replace(body=msgspec.json.encode(other))], load)
