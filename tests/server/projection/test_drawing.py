"""Every game can be seen in the browser, as it draws itself in text."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from rich.text import Text

from halfturn.core import Game, SeededRng, View
from halfturn.core.playthrough import Playthrough
from halfturn.core.registry import game_ids, load
from halfturn.server.projection.drawing import drawing
from halfturn.template.magpies.game import Magpies
from tests.support.http_client import Browser, run


def games() -> list[Game]:
    return [*map(load, game_ids()), Magpies()]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
@pytest.mark.parametrize("columns", [1, 46, 10**9])
def test_the_text_is_that_of_the_terminal(game: Game, columns: int) -> None:
    through = Playthrough.start(game)
    through.deal(SeededRng(1))
    for viewer in (0, None):
        lines = drawing(game, through.state.view(viewer), columns)
        assert any(span.text.strip() for line in lines for span in line)
        assert not any("\n" in span.text or "\x1b" in span.text for line in lines for span in line)
        for line in lines:  # pieces of one style are one piece
            assert all(a.style != b.style for a, b in itertools.pairwise(line))


class Painted(Magpies):
    """Draws whatever it is told."""

    picture: Text

    def draw(self, view: View) -> Text:
        return self.picture


def painted(*parts: tuple[str, str] | str) -> list[list[tuple[str, str]]]:
    game = Painted()
    game.picture = Text.assemble(*parts)
    found = drawing(game, game.start(2).view(None), 40)
    return [[(span.text, span.style) for span in line] for line in found]


def test_styles_are_a_few_words() -> None:
    assert painted(("a", "bold red"), "b\n\n", ("c", "dim #b4530a on white")) == [
        [("a", "bold red"), ("b", "")],
        [],
        [("c", "dim yellow")],
    ]
    assert painted(("a", "bright_blue reverse"), ("b", "default")) == [
        [("a", "reverse blue"), ("b", "")]
    ]


def test_a_drawing_that_fails_is_replaced_by_notation(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Magpies):
        def draw(self, view: View) -> Text:
            raise ValueError("no pencil")

    game = Broken()
    ((span,),) = drawing(game, game.start(2).view(None), 40)
    assert span.text.startswith("seats 2")
    assert "cannot be drawn" in caplog.text


def test_it_comes_to_those_who_ask_and_to_nobody_else(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "bot:random"], options=["first_player=A", "hands=random"])
        plain = await one.open(table)
        assert plain.now["drawing"] is None
        assert not plain.now["position"]
        drawn = await one.open(table)
        await drawn.say(type="hello", seen=drawn.now["version"], columns=60)
        update = await drawn.update()
        assert not update["whole"]
        text = "".join(span["text"] for line in update["drawing"] for span in line)
        assert "hidden" in text
        assert "hand B ? ?" in update["position"]
        reply = await drawn.move_first()
        assert (await drawn.reach(reply["version"]))["drawing"]
        assert (await plain.reach(reply["version"]))["drawing"] is None

    run(go)


def test_a_ping_is_answered_for_everybody(browser: Callable[[], Browser]) -> None:
    async def go() -> None:
        one = browser()
        table, _ = one.new_table(["me", "open"])
        for tab in (await one.open(table), await browser().open(table)):
            reply = await tab.request("ping")
            assert (reply["result"], reply["version"]) == ("ok", tab.now["version"])

    run(go)


def test_the_list_of_tables_tells_whose_turn_it_is_and_the_totals(
    browser: Callable[[], Browser],
) -> None:
    one, two = browser(), browser()
    table, invite = one.new_table(["me", "open"], options=["first_player=B"])
    assert two.join(table, invite).status == 200
    for who, yours in ((one, False), (two, True)):
        (listed,) = who.get("/api/v1/tables")
        assert (listed["asked"], listed["your_turn"]) == ([1], yours)
        assert listed["series"] == {"game": 1, "games": 2, "totals": [0, 0], "winners": []}
