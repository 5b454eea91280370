"""The ways to press something: a mouse, a keyboard alone, a finger; and short games to play.

A game's own module knows what can be pressed on its board; these know how.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import ElementHandle, Locator, Page

from tests.support.browsing import Server, Visitor

Press = Callable[[Locator], None]

FOCUSED = "each => each === document.activeElement"
TABBED = "each => each.tabIndex >= 0"
BESIDE = """each => {
    // Of things that arrow keys go through, one can be reached by Tab.
    const group = each.closest("ul, ol, table, [role=group], [role=grid], .field, .felt");
    return group !== null && group.contains(document.activeElement);
}"""
MAKE = """wish => fetch("/api/v1/tables", {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wish),
}).then(answer => answer.json())"""
MOST_KEYS = 200
"""More than any page has places to stop at."""

SHORT = {
    "sellswords": [
        "hands=dealt",
        "hand_size=3",
        "rounds=1",
        "deck=apollo,ares,cyclops,hydra,pegasus,zeus",
    ],
    "swirl": ["hand_size=2", "middle_size=3", "deck=Cr1,Cy2,Fr1,Fg2,Hy1,Hr3,Sg1,Sp2,Cg3,Fp4,SN"],
    "qwirkle-cards": [],
    "swirling-heroes": [],
}
"""What makes a game short."""


def sit_down(visitor: Visitor, server: Server, game: str) -> None:
    """Begin a short game against a bot that answers at once."""
    visitor.page.goto(server.url)
    wish = {"game": game, "seats": ["me", "bot:random"], "games": 1, "options": SHORT[game]}
    made = visitor.page.evaluate(MAKE, wish)
    visitor.page.goto(f"{server.url}#/t/{made['table']}")


def by_finger(wanted: Locator) -> None:
    """Tap it. A finger scrolls there first, and what it presses is large enough for it."""
    wanted.scroll_into_view_if_needed()
    box = wanted.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.9, (wanted, box)
    wanted.tap()


class Keyboard:
    """Somebody without mouse and touch: Tab, arrow keys, Enter."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def press(self, wanted: Locator) -> None:
        """Go there and press Enter."""
        found = wanted.element_handle()
        assert isinstance(found, ElementHandle)
        self._reach(found)
        self._page.keyboard.press("Enter")

    def _reach(self, wanted: ElementHandle) -> None:
        for _ in range(MOST_KEYS):
            if wanted.evaluate(FOCUSED):
                return
            if not wanted.evaluate(TABBED) and wanted.evaluate(BESIDE):
                self._walk(wanted)
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"expected Tab to lead to {wanted}")

    def _walk(self, wanted: ElementHandle) -> None:
        for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
            for _ in range(MOST_KEYS // 10):
                self._page.keyboard.press(arrow)
                if wanted.evaluate(FOCUSED):
                    return
        raise AssertionError(f"expected arrow keys to lead to {wanted}")
