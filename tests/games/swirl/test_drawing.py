"""The drawing for the terminal, and playing there."""

from __future__ import annotations

import pytest

from halfturn import Match, SeededRng
from halfturn.core.paper import paper
from halfturn.core.playthrough import Playthrough
from halfturn.core.state import State
from halfturn.terminal.players import read_players
from halfturn.terminal.playing import play as play_sitting
from halfturn.terminal.sitting import Sitting
from tests.games.swirl.given import GAME, begun, dealt, duel, given, play, random_game
from tests.terminal.desk import Desk


def drawn(state: State, viewer: int | None, width: int = 80) -> str:
    with paper(width):
        return GAME.draw(state.view(viewer)).plain


def test_the_table_as_a_seat_sees_it() -> None:
    state = duel("hand A Sp9 SN; hand B Cr1; middle SN Sg8 Cr3 Hg5 Fr4; series B Cr7 Cp2; pile A 3")
    assert drawn(state, 0).splitlines() == [
        "▸ A sea horse  [ r    g    y    p  ]  pile  3  hand 2",
        "  B crab       [Cr7   g    y   Cp2 ]  pile  0  hand 1  deals",
        "",
        "Middle  72 cards in the deck",
        "╭───╮╭───╮╭───╮╭───╮╭───╮",
        "│Cr ││Fr ││Hg ││Sg ││SN │",
        "│  3││  4││  5││  8││   │",
        "╰───╯╰───╯╰───╯╰───╯╰───╯",
        "",
        "Your hand, A",
        "  Sp9  purple star fish 9   takes Hg5 + Fr4 (9 = 5 + 4)",
        "  SN   SNATCH               snatches Cr7 or Cp2",
    ]
    assert "Your hand" not in drawn(state, None)
    assert "Sp9" not in drawn(state, 1)


@pytest.mark.parametrize(
    ("card", "middle", "words"),
    [
        (
            "Sr10",
            "Cr3 Cg4 Fy6 Fg7 Fy10",
            "takes Fy10, Fg7 + Cr3 and Fy6 + Cg4 (10 = 7 + 3 and 6 + 4)",
        ),
        ("Hg4", "Cg4", "takes Cg4"),
        ("Hg4", "Cr5", "takes nothing"),
        ("Sp9", "Cr5 Cg4 Fr4", "takes one of 2 sets of cards, of your choice"),
        ("AA", "Cr5 Cg4 Fr4", "takes all 3"),
        ("A1", "Cr5 Cg4 Fr4", "takes any one"),
        ("A1", "", "no effect now"),
        ("SN", "Cr5", "no effect now"),
        ("SW", "Cr5", "all others drop their hands, and you play out yours"),
    ],
)
def test_what_a_card_would_do(card: str, middle: str, words: str) -> None:
    state = duel(f"hand A {card}; hand B Cr1" + (f"; middle {middle}" if middle else ""))
    assert drawn(state, 0).splitlines()[-1].split(maxsplit=1)[1].endswith(words)


def test_partners_are_not_offered_to_snatch_from() -> None:
    state = given("seats 4; options teams=true; hand A SN; hand B Cr1; series C Hr2; turn A")
    assert drawn(state, 0).endswith("SNATCH               no effect now")
    assert "pile  0  hand 1  with C" in drawn(state, 0)


def test_what_is_to_be_chosen() -> None:
    state = duel("hand A Sp9 A1; hand B Cr1; middle Cr5 Cg4 Fr4")
    play(state, "Sp9")
    assert "Sp9 was played; takes what?" in drawn(state, 0)
    robbed = duel("hand A SN; hand B Cr1; series B Cr3; pile B Cr7")
    play(robbed, "SN")
    assert "B lost the red card and has another one in the pile." in drawn(robbed, 1)
    swirl = duel("hand A SW Hy9; hand B Cr1")
    play(swirl, "SW")
    assert "SWIRL: A plays out the hand." in drawn(swirl, 1)


def test_the_set_up_and_the_end() -> None:
    assert "A no creature yet" in drawn(begun(), 0)
    assert "The middle is empty.  85 cards in the deck" in drawn(begun(), 0)
    over = given("series A Cr1; series B Fr4; pile A 2; pile B 2; deck")
    assert drawn(over, None).count("  draws") == 2
    won = given("seats 4; options teams=true; series A Cr1 Cg4 Cy3 Cp5")
    assert [line.endswith("wins") for line in drawn(won, None).splitlines()[:4]] == [
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_paper_but_words(width: int) -> None:
    for now, _ in random_game(dealt(4, 1), 1):
        rows = [line for line in drawn(now, None, width).splitlines() if line.startswith("╭")]
        assert all(len(line) <= width for line in rows)


# ---- playing ----


def test_a_match_tells_games_won_and_no_points() -> None:
    end = GAME.position("series A Cr1 Cg1 Cy3; middle Sp2; hand A Cp2; turn A")
    played = GAME.position("series A Cr1; series B Fr4 Fg1; deck")
    match = Match([Playthrough.at(played), Playthrough.at(end)], 2)
    desk = Desk("Cp2", "quit")
    play_sitting(Sitting(match, read_players(["you", "greedy"]), desk.screen, SeededRng(1)))
    assert "The match is over after 2 games. A tie between You and Greedy." in desk.words
    assert "Games won: You: 1, Greedy: 1." in desk.words


def sit(desk: Desk, players: str, at: State | None = None, **options: object) -> Sitting:
    people = read_players(players.split(","))
    if at is None:
        match = Match.start(GAME, len(people), options, 1)
    else:
        match = Match([Playthrough.at(at)], 1)
    sitting = Sitting(match, people, desk.screen, SeededRng(1))
    play_sitting(sitting)
    return sitting


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        ("you,greedy", False),
        ("you,greedy,random", False),
        ("you,random,greedy,random", False),
        ("you,greedy,random,greedy", True),
    ],
)
def test_a_whole_game_by_typing_the_first_choice(players: str, teams: bool) -> None:
    def type_one(prompt: str) -> str:
        return "quit" if "quit" in prompt else "1"

    desk = Desk(typist=type_one)
    sitting = sit(desk, players, teams=teams)
    assert sitting.match.over
    assert "The game is over. " in desk.words
    assert "tie" not in desk.words or len(sitting.match.winners) > 2
    if teams:
        first, second = sitting.match.winners
        assert f"{sitting.name(first)} and {sitting.name(second)} won." in desk.words


def test_choices_inside_a_turn_can_be_typed_in_one_line() -> None:
    state = duel("hand A Sp9 A1; hand B Cr1; middle Cr5 Cg4 Fr4")
    desk = Desk("Cr9", "Sp9 cr5", "Sp9 Fr4+Cr5", "quit")
    sit(desk, "you,random", state)
    assert "Cr9 is not in the hand of A, which is Sp9 and A1" in desk.words
    assert "expected one of take:Cr5+Cg4, take:Cr5+Fr4, got play:Cr5" in desk.words
    assert "Purple star fish 9 took red crab 5 + red fish 4." in desk.words


def test_a_deal_is_told_in_one_line() -> None:
    state = duel("hand A Hr8; hand B Cr1; turn A")
    desk = Desk("1", "quit")
    sit(desk, "you,random", state)
    told = [line for line in desk.shown.splitlines() if "got a card" in line]
    assert 1 <= len(told) <= 3
    assert "Random played red crab 1." in desk.words
