"""`python -m tests.web.speed`: how quick the web app is, in a real browser on this machine.

How soon a first visit can be used, with an empty cache, how soon a move is shown after its
confirmation, and how many frames come in time while cards move, in every game. These are figures
to look at; no test depends on them. `python -m tests.web.speed frames` measures the frames alone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from halfturn.core.registry import game_ids
from halfturn.server.projection import replay_file
from tests.support.browsing import Server, Visitor, built_web, launch
from tests.support.finished_games import SECRET, finished

VISITS = 9
CONFIRM_AND_MEASURE = """() => new Promise(resolve => {
    const before = performance.now();
    new MutationObserver(() => resolve(performance.now() - before))
        .observe(document.querySelector("main"), {attributeFilter: ["data-version"]});
    [...document.querySelectorAll("button")]
        .find(each => each.textContent.trim() === "Confirm").click();
})"""

FRAME = 1000 / 60
STEPS = 16
"""Steps of a finished game that are looked at, one after another."""
STEP = 900
"""Milliseconds for each: longer than what moves in it."""
RECORD = """() => {
    window.frameTimes = [];
    let last = 0, moved = false;
    const tick = now => {
        const moves = document.getAnimations().some(each => each.playState === "running");
        if (moves && moved) frameTimes.push(now - last);
        [last, moved] = [now, moves];
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
}"""


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


def frames(browser: Browser, folder: Path, game: str) -> list[float]:
    """Milliseconds from frame to frame while something moves, in a finished game seen again."""
    template = replay_file.template(built_web(), game)
    assert template is not None, "expected the built web app"
    file = folder / f"{game}.html"
    file.write_bytes(replay_file.page(template, "T", finished(game, 2), ["Ann", "Bob"], SECRET))
    ann = Visitor(browser, reduced_motion="no-preference")
    ann.page.goto(file.as_uri())
    ann.page.get_by_role("slider").wait_for()
    ann.page.evaluate(RECORD)
    for _ in range(STEPS):
        ann.page.keyboard.press("ArrowRight")
        ann.page.wait_for_timeout(STEP)
    times = [float(each) for each in ann.page.evaluate("frameTimes")]
    ann.close()
    return times


def shown_frames(game: str, times: list[float]) -> str:
    """A frame comes in time when none was left out before it."""
    in_time = sum(time < 1.5 * FRAME for time in times) / len(times)
    middle = sorted(times)[len(times) // 2]
    return (
        f"{game}: {in_time:.1%} of {len(times)} frames in time (one every {FRAME:.1f} ms), "
        f"median {middle:.1f} ms, worst {max(times):.0f} ms"
    )


def shown(what: str, goal: int, times: list[float]) -> str:
    middle = sorted(times)[len(times) // 2]
    return (
        f"{what}: median {middle:.0f} ms, best {min(times):.0f}, worst {max(times):.0f} "
        f"(of {len(times)}; goal {goal})"
    )


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        server.start()
        browser = launch(playwright)
        try:
            if not words:
                visits = first_visits(browser, server)
                print(shown("a first visit can be used after", 1000, visits))
                print(shown("a move is shown after", 100, moves(browser, server)))
            for game in game_ids():
                print(shown_frames(game, frames(browser, Path(folder), game)))
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
