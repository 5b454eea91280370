"""The scratch table at the keyboard, and whole games of Qwirkle Cards."""

from __future__ import annotations

import pytest

from halfturn import Match, SeededRng, load
from halfturn.core import State
from halfturn.core.playthrough import Playthrough
from halfturn.terminal.players import read_players
from halfturn.terminal.playing import play
from halfturn.terminal.sitting import Sitting
from tests.terminal.desk import Desk

CHRIS = "table bci bst bdi bsq; hand A rsq gsq oci; hand B yci; turn A"


def sit(desk: Desk, players: str, at: State | None = None, seed: int = 1) -> Sitting:
    people = read_players(players.split(","))
    game = load("qwirkle-cards")
    match = Match([Playthrough.at(at)], 1) if at else Match.start(game, len(people), None, 1)
    sitting = Sitting(match, people, desk.screen, SeededRng(seed))
    play(sitting)
    return sitting


@pytest.mark.parametrize("players", ["you,greedy", "greedy,you,random", "you,random,greedy,random"])
def test_whole_games_with_two_three_and_four_players(players: str) -> None:
    def typist(prompt: str) -> str:
        if not prompt.endswith("> "):
            return ""
        tail = desk.shown.rpartition("to play")[2]
        return "end" if " end" in tail else "1"

    desk = Desk(typist=typist)
    sitting = sit(desk, players)
    assert sitting.match.over
    assert "The game is over" in desk.words


@pytest.mark.clause("QC-AMB-5")
def test_a_turn_is_tried_out_and_confirmed() -> None:
    at = load("qwirkle-cards").position(CHRIS)
    lines = ["scratch", "rsq gsq", "confirm", "move bsq 1 2", "back gsq", "gsq 2", "confirm"]
    desk = Desk(*lines, "quit", "n")
    sitting = sit(desk, "you,greedy", at)
    assert [str(option) for seat, option in sitting.through.answers if seat == 0] == [
        "gsq",
        "rsq",
        "end",
    ]
    assert "2 [■rsq ■gsq] too small" in desk.words
    assert "! not yet: Group 2: rsq and gsq is too small" in desk.words
    assert "Ready: confirm ends the turn." in desk.words


def test_leaving_the_scratch_table_plays_nothing() -> None:
    at = load("qwirkle-cards").position(CHRIS)
    desk = Desk("scratch", "?", "castle", "rsq", "leave", "rsq", "scratch", "quit", "n")
    sitting = sit(desk, "you,greedy", at)
    assert [str(option) for _, option in sitting.through.answers] == ["rsq"]
    assert "A scratch table is for the start of a turn" in desk.words
    assert "expected a card as a colour" in desk.words


def test_a_game_without_a_scratch_table_does_not_offer_one() -> None:
    desk = Desk("help", "quit", "n")
    desk.sit()
    assert "scratch" not in desk.words
