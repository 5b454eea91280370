"""Reading what others hold from what they play: by what is seen alone."""

from __future__ import annotations

import pytest

from halfturn import CHANCE, SeededRng, load
from halfturn.bots.comparison import Comparison
from halfturn.bots.levels import CasualBot, SearchBot, StrongBot
from halfturn.bots.reading import Reading
from halfturn.core import Option, Rng, State, draw

GAME = load("swirl")
START = "creatures sea-horse crab; middle Cr9; hand A Sg2 Hy1 Sr4; {}; turn A; deck Sp9 Fr5 Sg3 Cy2"
LAID = "hand B Fr8 Cy3 Hg5"
"""B cannot take the 9, and lays the 8."""


def asked_again(reading: Reading, start: State, *lines: str) -> State:
    """A game of A's from a question of A's to the next one, of which A sees what it may."""
    state = start.clone()
    reading.look(state.redeal(0, SeededRng("first")))
    reading.answered(state.redeal(0, SeededRng("other")), state.code(state.read(lines[0])))
    for line in lines:
        state.play(state.read(line))
    assert state.seat_asked == 0
    reading.look(state.redeal(0, SeededRng("again")))
    return state


def with_hand(state: State, cards: str) -> State:
    """The same for A, but for what B holds."""
    sections = [each for each in state.text.split("; ") if not each.startswith(("hand B", "deck"))]
    return GAME.position("; ".join([*sections, f"hand B {cards}"]))


def test_who_could_have_captured_would_have_done_so() -> None:
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, GAME.position(START.format(LAID)), "Sg2", "Fr8")
    assert len(reading.turns) == 1
    without, with_nine = (
        reading.odds(with_hand(state, cards), 0) for cards in ("Cy3 Hg5", "Sp9 Hg5")
    )
    assert without > 5 * with_nine > 0, "but anybody may overlook something"


def test_worlds_are_drawn_by_what_they_explain() -> None:
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, GAME.position(START.format(LAID)), "Sg2", "Fr8")
    nines = {True: 0, False: 0}
    rng = SeededRng("drawn")
    for _ in range(300):
        for is_read in (True, False):
            world = reading.draw(state, rng) if is_read else state.redeal(0, rng)
            assert world.key(0) == state.key(0)
            hand = next(each for each in world.text.split("; ") if each.startswith("hand B"))
            nines[is_read] += "Sp9" in hand
    assert nines[True] < nines[False] / 2
    assert nines[True] > 0


def test_each_world_is_seen_as_often_as_it_is_likely() -> None:
    """Of six cards B holds two: fifteen worlds, and their shares are those of their odds."""
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, GAME.position(START.format(LAID)), "Sg2", "Fr8")
    rng = SeededRng("shares")
    odds: dict[str, float] = {}
    while len(odds) < 15:
        world = state.redeal(0, rng)
        odds[world.text] = reading.odds(world, 0)
    seen = dict.fromkeys(odds, 0)
    for _ in range(4000):
        seen[reading.draw(state, rng).text] += 1
    for text, each in odds.items():
        assert seen[text] / 4000 == pytest.approx(each / sum(odds.values()), abs=0.03)


def test_later_turns_tell_more_of_the_earlier_ones() -> None:
    """What was shown since counts as held then."""
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, GAME.position(START.format(LAID)), "Sg2", "Fr8")
    after = state.clone()
    reading.answered(after, after.code(after.read("Hy1")))
    for line in ("Hy1", "Hg5"):
        after.play(after.read(line))
    reading.look(after.redeal(0, SeededRng("third")))
    assert len(reading.turns) == 2
    hands = [
        next(each for each in turn.known.text.split("; ") if each.startswith("hand B"))
        for turn in reading.turns
    ]
    assert hands == ["hand B Fr8 Hg5", "hand B Hg5"]


def test_answers_are_compared_on_such_worlds() -> None:
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, GAME.position(START.format(LAID)), "Sg2", "Fr8")
    found = []
    for each in (reading, None):
        comparison = Comparison(state, GAME.heuristics(), SeededRng(1), each)
        comparison.think(200, 0.0)
        found.append({codes[0]: value for codes, value in comparison.ranked()})
    read, unread = (each[state.code(state.read("Hy1"))] for each in found)
    assert read > unread + 0.01, "B has hardly anything to take it with"


def test_what_was_played_before_the_deal_tells_nothing_any_more() -> None:
    state = GAME.position(
        "creatures sea-horse crab; middle Cr9; hand A Sg2 Hy1; hand B Fr8; dealer A; turn A; "
        "deck Fr4 Sp7 Sp1 Sr1 Cp2 Cp4 Fg3 Fg5"
    )
    reading = Reading(GAME.heuristics())
    state = asked_again(reading, state, "Sg2", "Fr8")
    assert len(reading.turns) == 1
    reading.answered(state, state.code(state.read("Hy1")))
    state.play(state.read("Hy1"))
    rng = SeededRng("dealt")
    while (decision := state.decision) is not None and decision.seat == CHANCE:
        state.play(draw(decision, rng))
    assert state.seat_asked == 1
    state.play_code(state.codes()[0])
    reading.look(state)
    assert len(reading.turns) == 1, "that of the new round"
    assert "hand A Hy1" not in reading.turns[0].known.text


def test_it_is_all_forgotten_when_a_turn_is_taken_back() -> None:
    start = GAME.position(START.format(LAID))
    reading = Reading(GAME.heuristics())
    asked_again(reading, start, "Sg2", "Fr8")
    reading.look(start)
    assert not reading.turns


def play_on(seed: str, worlds: str) -> list[list[float]]:
    """A whole game, in which A reads: the odds of some worlds at each of its questions."""
    rng, drawn = SeededRng(seed), SeededRng(worlds)
    state = GAME.start(2)
    reading = Reading(GAME.heuristics())
    found: list[list[float]] = []
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        option = CasualBot().choose(state.redeal(decision.seat, rng), rng)
        if decision.seat == 0:
            reading.look(state.redeal(0, drawn))
            given = SeededRng(f"{seed} {len(found)}")
            found.append([reading.odds(state.redeal(0, given), 0) for _ in range(5)])
            reading.answered(state.redeal(0, drawn), state.code(option))
        state.play(option)
    return found


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_it_goes_by_what_is_seen_alone(seed: str) -> None:
    """In whatever worlds the seat is asked, what it makes of the others is the same."""
    found = play_on(seed, "worlds")
    assert found == play_on(seed, "others")
    assert any(odds[0] != odds[1] for odds in found)


class HurriedBot(StrongBot):
    """A strong player who thinks about no turn at all, and sees what others play all the same."""

    def _turn(self, *given: object) -> list[int]:
        raise AssertionError("it does not think")

    def choose(self, world: State, rng: Rng) -> Option:
        self._is_hurried = True
        return SearchBot.choose(self, world, rng)


@pytest.mark.parametrize("is_hurried", [True, False])
def test_a_bot_remembers_from_question_to_question(is_hurried: bool) -> None:
    bot: SearchBot = HurriedBot() if is_hurried else SearchBot(iterations=20)
    state = GAME.position(START.format(LAID))
    rng = SeededRng(1)
    state.play(bot.choose(state.redeal(0, rng), rng))
    state.play(state.read("Fr8"))
    bot.choose(state.redeal(0, rng), rng)
    assert bot._reading is not None
    assert [turn.known.seat_asked for turn in bot._reading.turns] == [1]
