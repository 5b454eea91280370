"""A game with its record: played, taken back, saved, replayed and checked."""

from __future__ import annotations

import msgspec
import pytest

from halfturn.core import BadRecord, IllegalOption, SeededRng
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import Answered, Record
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import Play
from halfturn.template.magpies.events import Played, Robbed

MAGPIES = Magpies()
SHORT = "hand A 15; hand B 2; nest B 4; deck; turn A"


def short_game() -> Playthrough:
    game = Playthrough.at(MAGPIES.position(SHORT))
    for text in ("play:5", "play:2", "play:1"):
        game.play(text)
    return game


def test_playing_returns_events_and_keeps_the_record() -> None:
    game = Playthrough.at(MAGPIES.position(SHORT))
    assert game.play("play:1") == [Played(0, 1), Robbed(0, 1, 4)]
    game.play(Play(2))
    assert game.record.answers == [Answered(0, "play:1"), Answered(1, "play:2")]
    assert game.answers == [(0, Play(1)), (1, Play(2))]


def test_a_finished_record_ends_with_the_scores() -> None:
    game = short_game()
    assert game.state.over
    assert game.record.end == game.state.scores == (8, 4)
    assert Playthrough.of(game.record, MAGPIES).state.key() == game.state.key()


def test_an_illegal_answer_is_not_recorded() -> None:
    game = Playthrough.at(MAGPIES.position(SHORT))
    with pytest.raises(IllegalOption):
        game.play(Play(2))
    assert game.record.answers == []
    finished = short_game()
    with pytest.raises(IllegalOption, match="the game is over"):
        finished.play(Play(1))


def test_dealing_is_recorded() -> None:
    game = Playthrough.start(MAGPIES, 2)
    assert len(game.deal(SeededRng(1))) == 6
    assert [answer.seat for answer in game.record.answers] == [-1] * 6
    assert game.deal(SeededRng(1)) == []


def test_undo_takes_answers_back() -> None:
    game = short_game()
    game.undo(2)
    assert game.record.answers == [Answered(0, "play:5")]
    assert game.record.end is None
    assert game.state.scores == (5, 4)
    game.undo()
    assert game.state.key() == MAGPIES.position(SHORT).key()
    game.undo(0)


@pytest.mark.parametrize("answers", [-1, 4])
def test_undo_of_more_than_there_is_changes_nothing(answers: int) -> None:
    game = short_game()
    with pytest.raises(IllegalOption, match="expected to take back at most 3 answers, got"):
        game.undo(answers)
    assert len(game.answers) == 3


def test_steps_tell_the_game_once_more() -> None:
    game = short_game()
    steps = list(game.steps())
    assert [(seat, str(option)) for _, seat, option, _ in steps] == [
        (0, "play:5"),
        (1, "play:2"),
        (0, "play:1"),
    ]
    assert [before.scores for before, *_ in steps] == [(0, 4), (5, 4), (5, 6)]
    assert [len(events) for *_, events in steps] == [1, 1, 2]


def test_a_game_begun_in_the_middle_keeps_its_start() -> None:
    state = MAGPIES.position("seats 3; hand A 1; nest B 4; nest C 2; deck; answered play:1")
    game = Playthrough.at(state)
    assert game.record.start == state.text
    state.play(state.read("rob:B"))  # what the caller does to it later is not our game
    game.play("rob:C")
    again = Playthrough.of(game.record, MAGPIES)
    assert again.state.scores == (3, 4, 0)


def record(**changes: object) -> Record:
    return msgspec.structs.replace(short_game().record, **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "swirl"}, "expected a record of magpies, got one of swirl"),
        ({"rules": 2}, "played by rules version 2 of magpies, this is version 1"),
        ({"data": "abc"}, r"played with other cards \(data abc, here none\)"),
        ({"seats": 3}, "the record says 3 seats, its start position 2"),
        ({"start": "nonsense"}, "the beginning of the record: expected a section among"),
        ({"start": "", "seats": 9}, "the beginning of the record: .* 2 to 4 players, got 9"),
        ({"start": "", "options": ["x=1"]}, "the beginning of the record: expected an option"),
        ({"end": (1, 1)}, r"the game ends \(1, 1\), but replayed it ends \(8, 4\)"),
        ({"answers": []}, r"the game ends \(8, 4\), but replayed it is not over"),
        (
            {"answers": [Answered(1, "play:2")]},
            "answer 1, 'play:2' by B: it was for A to answer",
        ),
        (
            {"answers": [Answered(0, "play:3")]},
            "answer 1, 'play:3' by A: play:3 is not possible here; expected one of play:1, play:5",
        ),
        (
            {"answers": [Answered(0, "nonsense")]},
            "answer 1, 'nonsense' by A: expected an answer like",
        ),
        (
            {"answers": [*short_game().record.answers, Answered(0, "play:1")]},
            "answer 4, 'play:1' by A: the game was over before it",
        ),
    ],
)
def test_a_record_that_does_not_replay_says_why(changes: dict[str, object], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        Playthrough.of(record(**changes), MAGPIES)
