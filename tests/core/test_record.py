"""Records as text: they read back, and a bad line is named."""

from __future__ import annotations

import msgspec
import pytest

from halfturn.core import CHANCE, BadRecord
from halfturn.core.record import Answered, Record, read_record

RECORD = Record(
    game="magpies",
    rules=1,
    seats=2,
    options=("hand=1",),
    data="0d3f",
    start="seats 2; deck 12; turn A",
    answers=[Answered(CHANCE, "deal:1"), Answered(CHANCE, "deal:2"), Answered(0, "play:1")],
    end=(1, -2),
)
TEXT = """\
halfturn record 1
game magpies
rules 1
seats 2
options hand=1
data 0d3f
start seats 2; deck 12; turn A
answers
* deal:1 deal:2
A play:1
end 1 -2
"""
HEAD = "halfturn record 1\ngame magpies\nrules 1\nseats 2\n"


def test_text_is_as_documented_and_reads_back() -> None:
    assert RECORD.text == TEXT
    assert read_record(TEXT) == RECORD


@pytest.mark.parametrize(
    "record",
    [
        Record(game="magpies", rules=1, seats=2),
        Record(game="magpies", rules=1, seats=2, answers=[Answered(7, "x")]),
        Record(game="magpies", rules=1, seats=2, end=()),
        msgspec.structs.replace(RECORD, start="", options=(), end=None),
    ],
)
def test_parts_that_are_left_out_read_back(record: Record) -> None:
    assert read_record(record.text) == record
    assert msgspec.json.decode(msgspec.json.encode(record), type=Record) == record


def test_comments_blank_lines_and_line_ends_do_not_matter() -> None:
    spread = TEXT.replace("\n", "  # a comment\r\n\r\n")
    assert read_record(f"# at the top\n{spread}") == RECORD


def test_one_seat_may_answer_on_several_lines() -> None:
    assert read_record(HEAD + "answers\nA x\nA y z\n").answers == [
        Answered(0, "x"),
        Answered(0, "y"),
        Answered(0, "z"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a first line 'halfturn record 1', got 'nothing'"),
        ("\0", "expected a first line"),
        ("halfturn record 2\n", "got 'halfturn record 2'"),
        ("x" * 100_000, "got 'x{40}'$"),
        (HEAD + "seats 3\nanswers\n", "line 5: expected one of options, data, start, answers"),
        (HEAD + "players 3\nanswers\n", "line 5: expected one of .*, got 'players'"),
        (HEAD + "A play:1\n", "line 5: expected one of"),
        (HEAD + "answers\nI play:1\n", "line 6: expected a seat and answers, got 'I play:1'"),
        (HEAD + "answers\na play:1\n", "line 6: expected a seat"),
        (HEAD + "answers\nAB play:1\n", "line 6: expected a seat"),
        (HEAD + "answers\nA\n", "line 6: expected a seat and answers, got 'A'"),
        (HEAD + "answers\n\0 play:1\n", "line 6: expected a seat"),
        (HEAD + "answers\ngame magpies\n", "line 6: expected a seat"),
        (
            HEAD + "answers\nend 1 x\n",
            "line 6: expected a whole number of at most 9 digits, got 'x'",
        ),
        (HEAD + "answers\nend --1\n", "line 6: expected a whole number"),
        (HEAD + "answers\nend " + "9" * 5000, "at most 9 digits, got '9{40}'$"),
        (HEAD + "answers\nend 1\nA play:1\n", "line 7: expected nothing after the end"),
        (HEAD + "answers\nend 1\nend 1\n", "line 7: expected nothing after the end"),
        (HEAD, "expected a line 'answers', the record ends without one"),
        ("halfturn record 1\nrules 1\nseats 2\nanswers\n", "expected a line 'game'"),
        ("halfturn record 1\ngame x\nseats 2\nanswers\n", "expected a line 'rules'"),
        ("halfturn record 1\ngame x\nrules 1\nanswers\n", "expected a line 'seats'"),
        (HEAD.replace("rules 1", "rules one") + "answers\n", "rules: .*digits, got 'one'"),
        (HEAD.replace("seats 2", "seats 2²") + "answers\n", "seats: expected a whole number"),
        (
            HEAD.replace("seats 2", "seats") + "answers\n",
            "seats: expected a whole number of at most 9 digits, got ''",
        ),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        read_record(text)


def test_lines_are_counted_from_where_the_record_begins() -> None:
    with pytest.raises(BadRecord, match="line 45: expected a seat"):
        read_record(HEAD + "answers\nI play:1\n", first_line=40)


@pytest.mark.parametrize(
    "data",
    [
        b'{"game":"x","rules":1,"seats":2,"answers":[[8,"x"]]}',
        b'{"game":"x","rules":1,"seats":2,"answers":[[-2,"x"]]}',
        b'{"game":"x","rules":1,"seats":2,"more":1}',
        b'{"game":"x","rules":"1","seats":2}',
    ],
)
def test_json_of_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Record)
