"""Hidden information: what leaves for whom, and worlds that look the same."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest

from halfturn.core import Event, SeededRng
from halfturn.games.swirling_heroes.events import CardDealt
from tests.games.swirling_heroes.given import (
    GAME,
    TWELVE,
    answers,
    begun,
    dealt,
    given,
    hand,
    play,
    random_game,
    seen,
)
from tests.games.swirling_heroes.lockstep import oracle_of
from tests.games.swirling_heroes.oracle import card

VIEWERS = (0, 1, 2, None)
STUCK = "options hands=random; field A:0123@0,0; hand A 0123 0132; hand B 1032 1230; turn B"


# ---- views, texts and events ----


@pytest.mark.clause("SH-DATA-3")
def test_a_hidden_hand_is_a_number_of_question_marks() -> None:
    state = given(STUCK)
    start = "seats 2; options hands=random; colours orange green; field A:0123@0,0; "
    assert state.view(0).text == start + "hand A 0123 0132; hand B ? ?; turn B"
    assert state.view(1).text == start + "hand A ? ?; hand B 1032 1230; turn B"
    assert state.view(None).text == start + "hand A ? ?; hand B ? ?; turn B"
    assert state.text == start + "hand A 0123 0132; hand B 1032 1230; turn B"


@pytest.mark.clause("SH-DATA-3", "SH-DATA-2")
@pytest.mark.parametrize("hands", ["choose", "random"])
def test_nobody_sees_a_card_before_it_is_played(hands: str) -> None:
    state = begun(3, hands=hands)
    hidden: list[set[str]] = [set(), set(), set()]
    for _, _, events in random_game(state, seed=11):
        for event in events:
            if isinstance(event, CardDealt):
                assert event.card is not None
                hidden[event.seat].add(event.card)
                for viewer in VIEWERS:
                    masked = event.seen_by(viewer)
                    assert isinstance(masked, CardDealt)
                    assert masked.seat == event.seat
                    assert (masked.card is None) == (viewer != event.seat)
                    assert (event.card in masked.words("XYZ".__getitem__)) == (viewer == event.seat)
        for viewer in VIEWERS:
            view = seen(state, viewer)
            for seat in range(3):
                if seat != viewer:
                    assert view.hands[seat].cards is None
                    assert view.hands[seat].count == len(hand(state, seat))
    assert [len(each) for each in hidden] == [6, 6, 6]


@pytest.mark.clause("SH-DATA-3")
def test_dealing_an_open_hand_is_seen_by_all() -> None:
    state = begun(2)
    events = play(state, "deal:0123")
    assert events == [CardDealt(0, "0123", False), CardDealt(1, "0123", False)]
    assert [event.seen_by(None) for event in events] == events


@pytest.mark.clause("SH-DATA-2")
def test_choices_stay_masked_until_all_have_chosen() -> None:
    state = begun(2, hands="choose", first_player="A")
    play(state, *(f"pick:{face}" for face in TWELVE[:6]))
    assert seen(state, 1).hands[0].cards is None
    assert "hand A ? ? ? ? ? ?" in state.view(1).text
    assert answers(state) == [f"pick:{face}" for face in TWELVE]  # B's own twelve, whatever A took


@pytest.mark.clause("SH-DATA-3")
@pytest.mark.parametrize("hands", ["choose", "random"])
def test_how_much_happens_does_not_depend_on_what_is_hidden(hands: str) -> None:
    shapes = set()
    for seed in range(8):
        rng = SeededRng(seed)
        state = begun(2, hands=hands, first_player="A")
        shape = []
        while (decision := state.decision) is not None and decision.kind != "turn":
            events: list[Event] = []
            state.play(decision.options[rng.below(len(decision.options))], events)
            told = tuple(type(event.seen_by(None)).__name__ for event in events)
            shape.append((decision.seat, decision.kind, told))
        shapes.add(tuple(shape))
    assert len(shapes) == 1


# ---- redeal ----


@pytest.mark.clause("SH-DATA-3")
@pytest.mark.parametrize(("hands", "table"), [("choose", "unlimited"), ("random", "3x3")])
def test_a_redealt_world_looks_the_same(hands: str, table: str) -> None:
    for seed in range(3):
        state = begun(3, hands=hands, table=table, edition="second")
        for before, _, _ in random_game(state, seed):
            text = before.text
            for viewer in VIEWERS:
                world = before.redeal(viewer, SeededRng(f"{seed} {viewer}"))
                assert before.text == text
                assert world.view(viewer) == before.view(viewer)
                assert world.view(None) == before.view(None)
                assert world.key(viewer) == before.key(viewer)
                assert world.inventory() == before.inventory()
                one, other = before.decision, world.decision
                assert one is not None
                assert other is not None
                assert (one.seat, one.kind) == (other.seat, other.kind)
                if one.seat == viewer:
                    assert other == one
                    assert world.codes() == before.codes()


@pytest.mark.clause("SH-DATA-3")
def test_open_hands_are_never_redealt() -> None:
    state = dealt(3, seed=2)
    assert state.redeal(0, SeededRng(1)).text == state.text


def test_a_redealt_world_is_independent() -> None:
    state = given("options hands=random; field A:0123@0,0; hand A 0123; hand B 0132 1032; turn A")
    text = state.text
    world = state.redeal(0, SeededRng(1))
    play(world, answers(world)[0])
    assert state.text == text


@pytest.mark.clause("SH-DATA-3")
def test_twin_worlds_are_redealt_alike() -> None:
    known = "options hands=random; field A:0123@0,0 B:2301@1,0; hand A 0132 0231; "
    one = given(known + "hand B 0132 0231 1032; cannot B 1320; turn A")
    other = given(known + "hand B 2130 0312 1023; cannot B 1320; turn A")
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.key(0) == other.key(0)
    assert one.key() != other.key()
    assert one.key(1) != other.key(1)
    worlds = set()
    for seed in range(50):
        first, second = (state.redeal(0, SeededRng(seed)) for state in (one, other))
        assert first.text == second.text
        assert first.key() == second.key()
        worlds.add(first.text)
    assert len(worlds) > 30


@pytest.mark.clause("SH-DATA-3", "SH-SETUP-4")
def test_a_redealt_hand_holds_no_card_that_was_seen_elsewhere() -> None:
    state = given(
        "options hands=random; field B:0123@0,0 A:0321@1,0 B:2013@2,0; removed B 1302; "
        "hand A 0123; hand B 0231 0312; turn A"
    )
    drawn = Counter(
        face for seed in range(300) for face in hand(state.redeal(0, SeededRng(seed)), 1)
    )
    assert set(drawn) == set(TWELVE) - {"0123", "1320", "0213"}


# ---- what a removal reveals ----


@pytest.mark.clause("SH-AMB-4", "SH-PLACE-11", "SH-DATA-3")
def test_a_removal_tells_all_that_no_card_of_the_hand_was_placeable() -> None:
    state = given(STUCK)
    play(state, "remove:1032")
    # Beside a lone 0123 all fit but those two whose long sides are 0 and 2.
    fitting = tuple(face for face in TWELVE if face not in ("1032", "1230"))
    for viewer in (0, 1, None):
        assert seen(state, viewer).cannot_hold == ((), fitting)
        assert f"cannot B {' '.join(fitting)}" in state.view(viewer).text
    for seed in range(30):
        assert hand(state.redeal(0, SeededRng(seed)), 1) == ["1230"]
        assert len(hand(state.redeal(None, SeededRng(seed)), 0)) == 2


@pytest.mark.clause("SH-PLACE-11", "SH-DATA-3")
@pytest.mark.parametrize("hands", ["choose", "random"])
def test_redealt_hands_agree_with_every_removal_so_far(hands: str) -> None:
    removals = 0
    for seed in range(6):
        state = dealt(3, seed, hands=hands, table="3x4")
        known: list[set[str]] = [set(), set(), set()]
        for before, code, _ in random_game(state, seed):
            seat = before.to_play
            if str(before.option(code)).startswith("remove:"):
                removals += 1
                oracle = oracle_of(before, (3, 4))
                for face in TWELVE:
                    oracle.hands[seat] = [card(face)]
                    if oracle.placements():
                        known[seat].add(face)
            assert [set(each) for each in seen(state, None).cannot_hold] == known
            for viewer in VIEWERS:
                world = state.redeal(viewer, SeededRng(seed))
                for other in range(3):
                    assert not known[other] & set(hand(world, other))
    assert removals > 20


@pytest.mark.clause("SH-DATA-3")
def test_an_open_game_has_nothing_to_reveal() -> None:
    state = given(STUCK.replace("hands=random", "hands=mirror"))
    play(state, "remove:1032")
    assert seen(state, None).cannot_hold == ((), ())
    assert "cannot" not in state.text


def test_what_was_revealed_is_kept_by_clones_positions_and_keys() -> None:
    state = given(STUCK)
    play(state, "remove:1032")
    assert state.clone().text == state.text
    assert given(state.text).text == state.text
    forgetful = given(state.text.partition("; cannot")[0] + "; turn A")
    assert forgetful.key() != state.key()
    assert forgetful.key(0) != state.key(0)


# ---- how redealt hands are distributed ----


def chi_square(counts: Counter[tuple[str, ...]], expected: dict[tuple[str, ...], float]) -> float:
    assert set(counts) == set(expected)
    return sum((counts[each] - many) ** 2 / many for each, many in expected.items())


@pytest.mark.clause("SH-DATA-3")
def test_every_hand_that_is_possible_is_equally_likely() -> None:
    cannot = "0123 0231 0312 1032 1320 2130 0132"
    state = given(
        "options hands=random; field A:0123@0,0; hand A 0123; hand B 0213 0321; "
        f"cannot B {cannot}; turn A"
    )
    rng = SeededRng(1)
    counts = Counter(tuple(hand(state.redeal(0, rng), 1)) for _ in range(2000))
    possible = list(combinations(["0213", "0321", "1023", "1230", "2031"], 2))
    # Nine degrees of freedom: beyond 27.9 once in a thousand.
    assert chi_square(counts, dict.fromkeys(possible, 200.0)) < 27.9


@pytest.mark.clause("SH-DATA-1", "SH-DATA-3")
def test_a_card_that_is_there_three_times_is_three_times_as_likely() -> None:
    def colour(name: str) -> list[dict[str, object]]:
        faces = ["0123"] * 3 + ["0231", "0312", "1032"]
        return [
            {"id": f"{name}{at}", "colour": name, "sides": [int(side) for side in face]}
            for at, face in enumerate(faces)
        ]

    file = {"version": 1, "cards": colour("orange") + colour("green")}
    game = GAME.with_data(json.dumps(file))
    state = game.position(
        "options hands=random; field A:0123@0,0; hand A 0123; hand B 0231; turn A"
    )
    rng = SeededRng(2)
    counts = Counter(tuple(hand(state.redeal(0, rng), 1)) for _ in range(2000))
    expected: dict[tuple[str, ...], float] = {
        ("0123",): 1000.0,
        **{(face,): 1000.0 / 3 for face in ("0231", "0312", "1032")},
    }
    assert chi_square(counts, expected) < 16.3  # three degrees of freedom


@pytest.mark.clause("SH-DATA-2")
def test_hands_drawn_for_a_new_game_are_equally_likely() -> None:
    counts = Counter(
        face for seed in range(400) for face in hand(dealt(2, seed, hands="random"), 1)
    )
    assert set(counts) == set(TWELVE)
    # Each card is in half of the hands: 200 times, give or take ten.
    assert all(150 < many < 250 for many in counts.values())
