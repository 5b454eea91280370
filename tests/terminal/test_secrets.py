"""Hidden hands stay hidden between people at one keyboard."""

import re
from itertools import cycle

import pytest

from halfturn.core.secrecy import hides_something
from halfturn.games.swirling_heroes.layouts import EVEN_SIX, FACES, ODD_SIX
from tests.terminal.desk import GAME, Desk

# Ann holds even cards only and Bob odd ones, so that a card tells whose it is.
ANN, BOB = " ".join(EVEN_SIX), " ".join(ODD_SIX)
SECRET = GAME.position(f"options hands=random; hand A {ANN}; hand B {BOB}; turn A")
TURNED = {face: face[2:] + face[:2] for face in FACES}
PASSING = re.compile(r"Pass the keyboard to (\w+), then press Enter: ")


def parts(shown: str) -> list[tuple[str, str]]:
    """Who looked, and what was shown to them, one hand-over after another."""
    pieces = PASSING.split(shown)
    return list(zip(pieces[1::2], pieces[2::2], strict=True))


def curious() -> Desk:
    """Two people who try every command before each move, and take some moves back."""
    lines = cycle(["log", "hint", "list", "board", "0", "0123", "2031", "1"] * 3 + ["undo"])

    def typist(prompt: str) -> str:
        if prompt.startswith("Pass the keyboard"):
            return ""
        if not prompt.endswith("> "):
            raise EOFError
        return next(lines)

    return Desk(typist=typist)


def hidden_from(name: str, played: set[str]) -> set[str]:
    """The other's cards, either way round, that have not been played."""
    theirs = ODD_SIX if name == "Ann" else EVEN_SIX
    return {each for face in theirs for each in (face, TURNED[face])} - played


def test_no_hidden_card_is_ever_shown_to_the_wrong_person() -> None:
    desk = curious()
    sitting = desk.sit("Ann,Bob", at=SECRET)
    assert sitting.match.over
    shown = parts(desk.shown)
    assert len(shown) >= 12
    played: set[str] = set()
    for name, text in shown:
        # What this person plays last before passing on is public from then on.
        for card in re.findall(r"placed (\d{4})|removed (\d{4})", text):
            face = card[0] or card[1]
            played |= {face, TURNED[face]}
        typed = {"0123", "2031"}
        told = set(re.findall(r"\b\d{4}\b", text)) - typed
        assert not told & hidden_from(name, played), f"{name} was told {told}"
        letter = "B" if name == "Ann" else "A"
        on_field = {face[3] + face[1] for face in played}
        drawn = {left + right for left, right in re.findall(rf"(\d){letter}(\d)", text)}
        assert drawn <= on_field, f"{name} saw {drawn - on_field}"


def test_the_screen_is_cleared_before_and_after_the_hand_over() -> None:
    desk = Desk("", "1", "", "1", "")
    desk.sit("Ann,Bob", at=SECRET)
    for passing in PASSING.finditer(desk.shown):
        assert desk.shown[: passing.start()].endswith("\n" * 50)
        assert desk.shown[passing.end() :].lstrip(" ").startswith("\n" * 50)


def test_what_a_bot_holds_is_not_shown_either() -> None:
    desk = Desk("log", "hint", "board", "list")
    desk.sit("Ann,greedy", at=SECRET)
    assert "Pass the keyboard" not in desk.shown
    assert not re.search(r"\dB\d", desk.shown)
    assert not set(re.findall(r"\b\d{4}\b", desk.shown)) & hidden_from("Ann", set())


def test_secret_picks_are_passed_on_from_the_first_one() -> None:
    desk = Desk("", "1 2 3 4 5 6", "", "log")
    desk.sit("Ann,Bob", {"hands": "choose"})
    (ann, first), (bob, second) = parts(desk.shown)
    assert (ann, bob) == ("Ann", "Bob")
    assert "1 pick:0123" in " ".join(first.split())
    assert "Ann got a card." in second
    assert not re.search(r"Ann got \d|\dA\d", second)


def test_open_hands_need_no_curtain() -> None:
    desk = Desk("1", "1", "1")
    desk.sit("Ann,Bob", {"hands": "even"})
    assert "Pass the keyboard" not in desk.shown
    assert not hides_something(GAME.start(2, {"hands": "even"}), [0, 1])
    assert hides_something(SECRET, [0, 1])


def test_everybody_looks_again_when_the_game_is_over() -> None:
    end = GAME.position("options hands=random; field A:0123@0,0; hand A 0231; hand B 0132; turn A")
    desk = Desk("", "1", "", "1", "log", "undo")
    sitting = desk.sit("Ann,Bob", at=end)
    # After the undo it is Bob's question again, and only he is to look.
    assert PASSING.findall(desk.shown) == ["Ann", "Bob", "Bob"]
    assert len(sitting.through.answers) == 1


@pytest.mark.parametrize("typed", ["0132", "0132@0,0", "remove:0132", "pick:0132", "nonsense"])
def test_mistakes_tell_nothing_about_the_other_hand(typed: str) -> None:
    told = []
    for bobs in ("0132 1023", "0321 2031"):
        twin = GAME.position(f"options hands=random; hand A {ANN}; hand B {bobs}; turn A")
        desk = Desk("", typed, "hint", "list", "log", "save /nowhere/at/all")
        desk.sit("Ann,Bob", at=twin)
        told.append(desk.shown)
    assert told[0] == told[1]
