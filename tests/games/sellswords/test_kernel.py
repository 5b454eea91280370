"""Turns that are tried without asking end as those that are played answer by answer."""

import pytest

from halfturn import CHANCE, SeededRng, load
from halfturn.core import draw
from halfturn.games.sellswords.bots.heuristics import SellswordsHeuristics
from halfturn.games.sellswords.state import SellswordsState

GAME = load("sellswords")
KNOWLEDGE = SellswordsHeuristics()
Ends = dict[tuple[int, ...], tuple[float, int]]


def ends(state: SellswordsState, seat: int, turn: tuple[int, ...] = ()) -> Ends:
    """The end of every turn, by the rules alone: how good it is and who is asked."""
    if turn and (state.seat_asked != seat or state.opens_turn):
        return {turn: (KNOWLEDGE.values(state)[seat], state.seat_asked)}
    found: Ends = {}
    for code in state.codes():
        after = state.clone()
        after.play_code(code)
        found.update(ends(after, seat, (*turn, code)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_turns_end_as_the_rules_say(seed: int) -> None:
    """Whole games with any answers; every fifth placement is looked at, as far as it is small."""
    rng = SeededRng(f"outcomes {seed}")
    options = GAME.presets["starter"].options if seed == 0 else None
    state = GAME.start(2, options)
    compared = placements = 0
    while (decision := state.decision) is not None:
        if decision.seat == CHANCE:
            state.play(draw(decision, rng))
            continue
        assert isinstance(state, SellswordsState)
        if decision.opens_turn:
            placements += 1
            judged = KNOWLEDGE.judged(state, False, 0.0) if placements % 5 == 2 else None
            if judged is not None and judged.is_complete and len(judged.codes) < 400:
                said = zip(judged.values, judged.seats, strict=True)
                found = dict(zip(map(tuple, judged.codes), said, strict=True))
                assert len(found) == len(judged.codes)
                wanted = ends(state, decision.seat)
                assert found.keys() == wanted.keys()
                for turn, (value, seat) in wanted.items():
                    assert found[turn][0] == pytest.approx(value), turn
                    assert found[turn][1] == seat, turn
                compared += 1
        state.play(decision.options[rng.below(len(decision.options))])
    assert compared


def test_a_narrow_look_finds_some_of_them() -> None:
    rng = SeededRng("narrow")
    state = GAME.start(2)
    while (decision := state.decision) is not None and decision.kind != "turn":
        chance = decision.seat == CHANCE
        options = decision.options
        state.play(draw(decision, rng) if chance else options[rng.below(len(options))])
    wide = KNOWLEDGE.judged(state, False, 0.0)
    narrow = KNOWLEDGE.judged(state, True, 0.0)
    assert wide is not None
    assert narrow is not None
    assert wide.is_complete
    assert not narrow.is_complete
    assert 0 < len(narrow.codes) < len(wide.codes)
    assert all(turn in wide.codes for turn in narrow.codes)


FIELD = "terrain olympus@0,0; red {}@1,0 hercules@1,1; blue colossus@-1,0 spartan@-1,1; reds A"
REST = "discard ares; deck apollo athlete hera; round 1; first A; turn A"


@pytest.mark.parametrize("first", ["pegasus", "theseus", "hercules"])
@pytest.mark.parametrize("hand", ["satyr", "harpy three-fates"])
def test_turns_that_a_hero_begins(first: str, hand: str) -> None:
    """Also from the middle of the turn, when that hero has done what it does."""
    field = FIELD.format(first) if first != "hercules" else FIELD.format("muse")
    state = GAME.position(f"{field}; hand A {hand}; hand B lamia medusa; {REST}")
    for _ in range(3):
        assert isinstance(state, SellswordsState)
        decision = state.decision
        assert decision is not None
        judged = KNOWLEDGE.judged(state, False, 0.0)
        if judged is None:  # a cell is chosen already
            assert decision.kind in ("cell", "orientation")
            return
        said = zip(judged.values, judged.seats, strict=True)
        found = dict(zip(map(tuple, judged.codes), said, strict=True))
        wanted = ends(state, 0)
        assert found.keys() == wanted.keys()
        for turn, (value, seat) in wanted.items():
            assert found[turn][0] == pytest.approx(value), turn
            assert found[turn][1] == seat, turn
        if decision.kind == "turn":
            return
        state.play(decision.options[0])
        if state.seat_asked == CHANCE and state.decision is not None:
            state.play(state.decision.options[0])
