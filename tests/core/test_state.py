"""What every state can do, whatever the game: reading, integers, previews, whole turns."""

from __future__ import annotations

import pytest

from halfturn.core import (
    AmbiguousText,
    Game,
    GameOptions,
    IllegalOption,
    Option,
    Preview,
    State,
    UnreadableText,
)
from halfturn.core.option import Option as BaseOption
from halfturn.core.perft import divide, perft
from halfturn.core.seats import EVERYTHING
from halfturn.template.magpies import Magpies
from halfturn.template.magpies.answers import Play, Rob
from halfturn.template.magpies.events import Played, Robbed

MAGPIES = Magpies()
THREE = MAGPIES.position("seats 3; hand A 15; hand B 2; hand C 3; nest B 4; nest C 2; deck; turn A")


def test_everybody_plays_alone_unless_the_game_says_otherwise() -> None:
    assert THREE.sides == ((0,), (1,), (2,))


# ---- reading ----


def test_the_whole_text_is_read() -> None:
    assert THREE.read("play:5") == Play(5)
    assert THREE.read("  play:5\n") == Play(5)


def test_a_part_is_read_where_it_fits_one_option() -> None:
    assert THREE.read("5") == Play(5)
    assert THREE.read(":5") == Play(5)


def test_a_part_that_fits_several_is_ambiguous() -> None:
    with pytest.raises(AmbiguousText, match="'play' fits 2 options: say which of play:1, play:5"):
        THREE.read("play")


def test_an_option_that_is_not_legal_here_is_illegal() -> None:
    with pytest.raises(IllegalOption, match="play:4 is not possible here; expected one of play:1"):
        THREE.read("play:4")


@pytest.mark.parametrize("text", ["", "pla", "lay:5", "play:", "play:5 play:1", "\0"])
def test_what_is_no_notation_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableText, match="expected an answer like play:3, rob:B or deal:5"):
        THREE.read(text)


def test_other_short_texts_are_read_where_they_fit_one_option() -> None:
    class Named(Play, frozen=True, tag="named"):
        def also(self) -> tuple[str, ...]:
            return ("low" if self.value < 3 else "high",)

    class NamedState(type(THREE)):  # type: ignore[misc]
        def turn(self, board: object) -> object:
            from halfturn.core import Decision

            yield Decision(0, "play", [Named(1), Named(2), Named(5)], opens_turn=True)

    state = NamedState(MAGPIES, 3, THREE.options, THREE.start_of_turn)
    assert state.read("high") == Named(5)
    with pytest.raises(AmbiguousText, match="'low' fits 2 options"):
        state.read("low")


def test_after_the_end_nothing_is_read() -> None:
    over = MAGPIES.position("nest A 5; deck")
    with pytest.raises(IllegalOption, match="the game is over, so 'play:5' answers nothing"):
        over.read("play:5")
    with pytest.raises(IllegalOption, match="the game is over, so play:5 answers nothing"):
        over.preview(Play(5))


# ---- integers ----


def test_the_integer_of_an_option_is_the_games() -> None:
    assert THREE.code(Play(5)) == MAGPIES.code(Play(5))


def test_integers_stand_for_options() -> None:
    assert THREE.codes() == [MAGPIES.code(Play(1)), MAGPIES.code(Play(5))]
    state = THREE.clone()
    state.play_code(MAGPIES.code(Play(5)))
    assert state.scores == (5, 4, 2)


@pytest.mark.parametrize("code", [-1, 3, 99, 2**70])
def test_other_integers_are_illegal(code: int) -> None:
    with pytest.raises(IllegalOption, match=r"expected one of the codes \[0, 4\], got"):
        THREE.clone().play_code(code)


# ---- previews ----


def test_a_preview_tells_points_and_events() -> None:
    two = MAGPIES.position("hand A 15; nest B 4; deck; turn A")
    assert two.preview(Play(1)) == Preview(
        Play(1), (5, 0), (5, -4), (Played(0, 1), Robbed(0, 1, 4)), (5, 0)
    )
    assert two.scores == (0, 4)


def test_a_preview_of_what_is_illegal_is_refused() -> None:
    with pytest.raises(IllegalOption):
        THREE.preview(Play(4))


# ---- whole turns and perft ----


def test_turns_hold_all_their_answers() -> None:
    assert THREE.turns() == [(Play(5),), (Play(1), Rob(1)), (Play(1), Rob(2))]


def test_chance_has_turns_of_one_answer() -> None:
    assert [len(turn) for turn in MAGPIES.start().turns()] == [1] * 5


def test_perft_counts_lines_of_answers() -> None:
    # A: 5, or 1 and a victim; then B plays 2 and C plays 3; A plays the last one.
    assert [perft(THREE, depth) for depth in range(4)] == [1, 2, 3, 3]
    assert divide(THREE, 2) == [(Play(1), 2), (Play(5), 1)]
    assert perft(MAGPIES.start(), 3) == 5**3


def test_a_line_that_ends_sooner_counts_once() -> None:
    last = MAGPIES.position("hand A 5; deck; turn A")
    assert perft(last, 1) == perft(last, 7) == 1
    over = MAGPIES.position("nest A 5; deck")
    assert perft(over, 3) == 1
    assert divide(over, 3) == []


# ---- what a game has to write ----


def test_repr_can_be_pasted_back() -> None:
    again = eval(repr(THREE), {"Magpies": Magpies})
    assert again.key() == THREE.key()


@pytest.mark.parametrize(
    "call",
    [
        lambda state: state.decision,
        lambda state: state.play(Play(1)),
        lambda state: state.clone(),
        lambda state: state.view(0),
        lambda state: state.redeal(0, None),
        lambda state: state.key(EVERYTHING),
        lambda state: state.inventory(),
        lambda state: state.scores,
        lambda state: state.winners,
        lambda state: state.text,
    ],
)
def test_what_is_not_written_says_so(call: object) -> None:
    bare = State(MAGPIES, 2, GameOptions())
    with pytest.raises(NotImplementedError):
        call(bare)  # type: ignore[operator]


def test_an_option_needs_its_text() -> None:
    class Bare(BaseOption, frozen=True, tag="bare"):
        pass

    with pytest.raises(NotImplementedError, match="Bare needs a text form: write __str__"):
        str(Bare())


def test_a_game_has_defaults() -> None:
    game: Game = MAGPIES
    assert game.match_length(3) == 3
    assert game.next_options(THREE) == THREE.options
    assert Game.draw(game, THREE.view(0)).plain == THREE.view(0).text
    assert "no rules page yet" in Game.rules(game)
    assert isinstance(Play(1), Option)
