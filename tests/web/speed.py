"""`python -m tests.web.speed`: how quick the web app is, in a real browser on this machine.

How soon a first visit can be used, with an empty cache, and how soon a move is
shown after its confirmation. These are figures to look at; no test depends on them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.browsing import Server, Visitor, launch

VISITS = 9
CONFIRM_AND_MEASURE = """() => new Promise(resolve => {
    const before = performance.now();
    new MutationObserver(() => resolve(performance.now() - before))
        .observe(document.querySelector("main"), {attributeFilter: ["data-version"]});
    [...document.querySelectorAll("button")]
        .find(each => each.textContent.trim() === "Confirm").click();
})"""


def first_visits(browser: Browser, server: Server) -> list[float]:
    """Milliseconds until the first page can be used."""
    ready = []
    for _ in range(VISITS):
        ann = Visitor(browser)
        ann.page.goto(server.url)
        ann.heroes.get_by_role("button", name="Play against a bot").wait_for()
        ready.append(float(ann.page.evaluate("performance.now()")))
        ann.close()
    return ready


def moves(browser: Browser, server: Server) -> list[float]:
    """Milliseconds from a move's confirmation until it is shown."""
    ann = Visitor(browser)
    ann.play_against_bot(server.url)
    took = []
    while ann.wait() == "turn":
        if ann.removes():
            continue
        ann.hand.first.click()
        ann.spot().click()
        ann.page.get_by_role("button", name="Confirm").wait_for()
        took.append(float(ann.page.evaluate(CONFIRM_AND_MEASURE)))
        ann.asked_no_more()
    ann.close()
    return took


def shown(what: str, goal: int, times: list[float]) -> str:
    middle = sorted(times)[len(times) // 2]
    return (
        f"{what}: median {middle:.0f} ms, best {min(times):.0f}, worst {max(times):.0f} "
        f"(of {len(times)}; goal {goal})"
    )


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = launch(playwright)
        try:
            print(shown("a first visit can be used after", 1000, first_visits(browser, server)))
            print(shown("a move is shown after", 100, moves(browser, server)))
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
