"""Playing at the keyboard: choices, mistakes, undo, hints, results."""

import sys
from pathlib import Path

import pytest

from halfturn import load
from halfturn.bots.process import ProcessBot
from halfturn.core import Option
from tests.terminal.desk import GAME, Desk

EVEN = {"hands": "even", "first_player": "A"}
SHORT = "hand A 0123 0231; hand B 1032 0312; turn A"


def first_choice(prompt: str) -> str:
    """Always the first choice, and Enter wherever else something is asked."""
    return "1" if prompt == "You> " else ""


def answers(sitting_answers: list[tuple[int, Option]]) -> list[str]:
    return [str(option) for _, option in sitting_answers]


# ---- whole games ----


@pytest.mark.parametrize("hands", ["mirror", "choose", "random", "even", "odd"])
@pytest.mark.parametrize("players", ["you,greedy", "random,you", "greedy,you,random"])
def test_a_whole_game_by_numbers(hands: str, players: str) -> None:
    desk = Desk(typist=first_choice)
    sitting = desk.sit(players, {"hands": hands})
    assert sitting.match.over
    assert "The game is over" in desk.words
    assert desk.shown.rstrip().endswith("Bye.")


@pytest.mark.parametrize(
    "source", ["input(); print('nonsense', flush=True)", "raise SystemExit(3)"]
)
def test_a_bot_that_fails_is_told_of_and_replaced(tmp_path: Path, source: str) -> None:
    script = tmp_path / "bot.py"
    script.write_text(source)
    desk = Desk(typist=first_choice)
    bot = ProcessBot(f"{sys.executable} {script}", patience=60)
    sitting = desk.sit("you,greedy", EVEN, bots={1: bot})
    assert sitting.match.over
    assert desk.words.count("Greedy (B) failed: ") == 1
    assert "From here on casual plays for Greedy." in desk.words
    assert sitting.players[1].word == "casual"


def test_a_whole_game_by_notation() -> None:
    first = Desk(typist=first_choice).sit(options=EVEN, seed=4)
    typed = [str(option) for seat, option in first.through.answers if seat == 0]
    second = Desk(*typed).sit(options=EVEN, seed=4)
    assert second.through.record.text == first.through.record.text


def test_a_match_adds_up_and_the_other_player_begins() -> None:
    desk = Desk(typist=first_choice)
    sitting = desk.sit(options={"hands": "mirror"}, length=2)
    first, second = sitting.match.games
    begins = [game.answers[-12][0] for game in (first, second)]
    assert sorted(begins) == [0, 1]
    assert "Enter begins game 2 of 2" in desk.words
    assert "The match is over after 2 games." in desk.words
    totals = [a + b for a, b in zip(first.state.scores, second.state.scores, strict=True)]
    assert f"You: {totals[0]}, Greedy: {totals[1]}." in desk.words


def test_a_result_is_told_once() -> None:
    desk = Desk(typist=first_choice)
    sitting = desk.sit("you,random,random", EVEN)
    points = ", ".join(
        f"{name}: {score}"
        for name, score in zip(
            ("You", "Random 1", "Random 2"), sitting.through.state.scores, strict=True
        )
    )
    assert desk.words.count(points) == 1
    assert desk.words.count(" won.") == 1
    assert desk.words.count("The game is over") == 1


def test_after_the_first_game_of_a_match_its_points_are_told_once() -> None:
    desk = Desk("1", "quit")
    desk.sit(at=GAME.position("field A:0123@0,0; hand A 0123; turn A"), length=3)
    assert "Game 1 of 3: You won. You: " in desk.words
    assert desk.words.count("You: ") == 1


def test_points_of_a_match_are_added_up_on_the_way() -> None:
    desk = Desk()
    games = desk.sit("greedy,random", EVEN, length=3).match.games
    so_far = [sum(game.state.scores[seat] for game in games[:2]) for seat in (0, 1)]
    assert f"After 2 games. Greedy: {so_far[0]}, Random: {so_far[1]}." in desk.words


def test_where_scores_are_no_points_nobody_is_told_them() -> None:
    swirl = load("swirl")
    desk = Desk("hint", "help", "play:Cp2", "log", "quit")
    end = "creatures crab fish; series A Cr1 Cg1 Cy1; middle Sr2; hand A Cp2 Fr9; turn A"
    desk.sit(at=swirl.position(f"{end}; dealer B"))
    assert "play:Cp2: wins about" in desk.words
    assert "after a choice, the points" not in desk.words
    told = "The game is over. You: 4 in the series and 1 in the pile, Greedy: 0 in the series"
    assert desk.words.count(told) == 3  # before it in the example of help, and in the log
    assert "1001" not in desk.words
    assert "play:Cp2 +" not in desk.words


def test_bots_alone_need_nobody() -> None:
    desk = Desk()
    sitting = desk.sit("greedy,random", EVEN, length=2)
    assert sitting.match.over
    assert desk.shown.count("First Player") == 0  # it was set by the options
    assert "Greedy won." in desk.words or "Random won." in desk.words


# ---- what can be typed ----


def test_the_screen_shows_field_hands_and_choices() -> None:
    desk = Desk()
    desk.sit("Ann,Bob", at=GAME.position(f"field A:0123@0,0; {SHORT}"))
    assert "Ann (A) to play" in desk.shown
    assert "│3A1│" in desk.shown
    assert "1 2301@0,-1" in desk.words
    assert "Ann> " in desk.shown


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("hello", "! expected a card as it will lie and its cell"),
        ("0", "! expected a choice from 1 to 2, got 0"),
        ("3", "! expected a choice from 1 to 2, got 3"),
        ("1032@0,0", "! 1032 is not in A's hand"),
        ("0123@5,5", "! the first card goes to the centre"),
        ("@0,0", "! '@0,0' fits 2 options: say which of 0123@0,0, 0231@0,0"),
        ("", "Type a choice or its number"),
        ("list 02", "2 0231@0,0"),
        ("list 9", "No choice has '9' in it."),
        ("hint", "looks like ending"),
        ("log", "Nothing has happened yet."),
        ("undo", "There is nothing of yours to take back"),
        ("help", "the best few choices, what they come to, and why"),
        ("help", "0123@0,0 such a choice; it would mean: Ann placed 0123 at 0,0."),
        ("?", "leave the game"),
    ],
)
def test_whatever_is_typed_nothing_is_lost(typed: str, told: str) -> None:
    desk = Desk(typed, "0123@0,0")
    sitting = desk.sit("Ann,Bob", at=GAME.position(SHORT))
    assert told in desk.words
    assert answers(sitting.through.answers) == ["0123@0,0"]


def test_help_explains_a_choice_and_its_points() -> None:
    desk = Desk("help")
    row = "field A:0123@0,0 B:2013@0,1 A:0321@1,1"
    desk.sit("Ann,Bob", at=GAME.position(f"{row}; hand B 2301; hand A 0213; turn B"))
    assert "help tells how choices are written" in desk.words
    assert "2301@-1,0 such a choice; it would mean: Bob placed 2301 at -1,0." in desk.words
    assert "+3 A+1 after a choice, the points that it changes at once:" in desk.words
    assert "at once: +3 for Bob (B), +1 for Ann (A)" in desk.words
    assert "explain NAME" not in desk.words  # this game has nothing to explain


def test_explain_without_a_word_asks_for_one() -> None:
    desk = Desk("help", "explain", "explain hydra")
    desk.sit("Ann,Bob", at=load("sellswords").position("hand A hydra; hand B v1; turn A"))
    assert "explain NAME what a card or tile does" in desk.words
    assert "Explain what? Type the name behind it: explain NAME." in desk.words
    assert "Whoever gets it by a flip" in desk.words


def test_the_line_above_a_question_says_what_there_is_to_choose() -> None:
    desk = Desk("1", "1", "1 2 3", "1")
    options = {"hands": "choose", "colours": ("choose",), "edition": "second", "chooser": "A"}
    desk.sit(options=options)
    titles = [line.split(" ─")[0] for line in desk.shown.splitlines() if " to choose" in line]
    assert titles == [
        "You (A) to choose: colour",
        "You (A) to choose: pick 1 of 6",
        "You (A) to choose: pick 2 of 6",
        "You (A) to choose: pick 5 of 6",
        "You (A) to choose: pick 6 of 6",
    ]


def test_cards_to_choose_from_are_drawn() -> None:
    desk = Desk("list :03")
    desk.sit(options={"hands": "choose"})
    lines = desk.shown.splitlines()
    at = lines.index(" 3 pick:0312   9 pick:0321")
    assert lines[at - 3 : at] == [
        "   ╭─0─╮         ╭─0─╮",
        "   │2 3│         │1 3│",
        "   ╰─1─╯         ╰─2─╯",
    ]


def test_what_happens_again_and_again_is_counted() -> None:
    desk = Desk("log")
    desk.sit(options={"hands": "random", "first_player": "A"})
    assert desk.words.count("Greedy got a card.") == 2  # in the news and in the log
    assert desk.words.count("Greedy got a card. (6 times)") == 2


def test_a_part_of_the_notation_is_enough_where_it_fits_one_choice() -> None:
    sitting = Desk("0231").sit("Ann,Bob", at=GAME.position(SHORT))
    assert answers(sitting.through.answers) == ["0231@0,0"]


def test_several_answers_on_one_line_by_notation_and_by_number() -> None:
    desk = Desk("pick:0123 2 3 pick:2130 pick:0132 12")
    sitting = desk.sit(options={"hands": "choose"})
    picked = [str(option) for seat, option in sitting.through.answers if seat == 0]
    assert picked[:6] == [f"pick:{card}" for card in "0123 0231 0312 2130 0132 2031".split()]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("pick:0123 pick:0123", "'pick:0123' fails, so nothing was played"),
        ("pick:0123 nonsense", "'nonsense' fails, so nothing was played"),
        ("1 2 3 4 5 6 7", "'7' fails, so nothing was played: it is for Bob to decide"),
    ],
)
def test_several_answers_are_all_played_or_none(typed: str, told: str) -> None:
    desk = Desk("", typed)
    sitting = desk.sit("Ann,Bob", {"hands": "choose"})
    assert told in desk.words
    assert sitting.through.answers == []


def test_very_many_choices_wait_until_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfturn.terminal.asking.MOST_LISTED", 1)
    desk = Desk("list 0231")
    desk.sit("Ann,Bob", at=GAME.position(SHORT))
    assert "2 choices: list shows them all" in desk.words
    assert "1 0123@0,0" not in desk.words
    assert "2 0231@0,0" in desk.words


# ---- undo ----


def test_undo_takes_the_bots_answer_back_too_and_works_again_and_again() -> None:
    desk = Desk("1", "1", "undo", "undo", "undo")
    sitting = desk.sit(options=EVEN)
    assert sitting.through.answers == []
    assert desk.shown.count("Taken back.") == 2
    assert "There is nothing of yours to take back" in desk.words


def test_undo_after_the_end_of_the_game() -> None:
    end = GAME.position("field A:0123@0,0; hand A 0123; turn A")
    desk = Desk("2301@0,1", "undo", "2301@0,-1")
    sitting = desk.sit("you,greedy", at=end)
    assert answers(sitting.through.answers) == ["2301@0,-1"]
    assert "wins" in desk.shown


def test_undo_between_people_goes_to_the_own_last_choice() -> None:
    desk = Desk("1", "1", "undo")
    sitting = desk.sit("Ann,Bob", at=GAME.position(SHORT))
    assert sitting.through.answers == []


# The colours are chosen, then six cards each are dealt and a First Player is drawn.
CHANCE_AFTER_COLOURS = {"hands": "random", "colours": ("choose",)}


@pytest.mark.parametrize("players", ["you,random", "random,you"])
def test_undo_is_no_second_try_at_the_deck_or_at_a_bot(players: str) -> None:
    tries = []
    for undone in (0, 1, 3):
        desk = Desk("1", *["undo", "1"] * undone)
        sitting = desk.sit(players, CHANCE_AFTER_COLOURS, seed=9)
        assert desk.shown.count("Taken back.") == undone
        tries.append(answers(sitting.through.answers))
    assert len(tries[0]) > 12
    assert tries[0] == tries[1] == tries[2]


def test_another_answer_gets_a_draw_of_its_own() -> None:
    drawn = []
    for lines in (["1"], ["1", "undo", "2"]):
        sitting = Desk(*lines).sit(options=CHANCE_AFTER_COLOURS)
        drawn.append(answers(sitting.through.answers)[2:])
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize("length", [1, 2])
def test_the_next_game_is_dealt_anew(length: int) -> None:
    lines = ["1", "undo", *["1"] * 7, "again", *["1"] * 7, "quit"]
    sitting = Desk(*lines).sit("you,greedy", CHANCE_AFTER_COLOURS, length)
    once = Desk("1").sit("you,greedy", CHANCE_AFTER_COLOURS).through
    dealt = slice(2, 14)
    assert sitting.match.length == length
    assert sitting.through.state.over
    assert answers(sitting.through.answers)[dealt] != answers(once.answers)[dealt]


# ---- leaving ----


def test_the_end_of_the_input_ends_the_game_with_a_sentence() -> None:
    desk = Desk("1")
    desk.sit(options=EVEN)
    assert "The input ended. The game was not saved" in desk.words


def test_quit_before_anything_was_played_just_leaves() -> None:
    desk = Desk("quit")
    desk.sit(options=EVEN)
    assert desk.shown.rstrip().endswith("Bye.")


def test_quit_asks_and_can_be_thought_over() -> None:
    desk = Desk("1", "quit", "c", "quit", "n")
    desk.sit(options=EVEN)
    assert desk.shown.count("Save the game first?") == 2
    assert desk.shown.rstrip().endswith("Bye.")


def test_a_tie_offers_to_play_again() -> None:
    # Two lone cards with nothing between them: 3 + 3 open points each way round.
    even = GAME.position("field A:0123@0,0 B:2301@5,5; hand A 1032; turn A")
    desk = Desk("1", "", "quit")
    sitting = desk.sit("you,greedy", at=even)
    assert "remove:1032" in desk.shown
    assert "A tie between You and Greedy." in desk.words
    assert "A tie: play again?" in desk.words
    assert sitting.through.answers == []
