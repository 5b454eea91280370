"""A finished game in one HTML file: it plays from the disk, without a server and a network."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from halfturn.core.language import speaking
from halfturn.core.registry import load
from halfturn.server.projection import replay_file
from halfturn.server.protocol.replays import ReplayFile
from tests.support.browsing import Visitor, built_web
from tests.support.finished_games import SECRET, finished
from tests.web.test_everybody import check

GAMES = ("qwirkle-cards", "sellswords", "swirl", "swirling-heroes")
MOST_BYTES = 300_000
EVIL = "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>"
NAMES = (EVIL, "<!--<script>", "\u2028'\"`${1}&lt;", "Dee")
GAME = re.compile(r'(?<=id="game">)[A-Za-z0-9+/=]+(?=</script>)')

Open = Callable[..., Visitor]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a file from the disk with the network off; nothing but the file may be asked for."""
    visitors: list[Visitor] = []

    def new(page: bytes, **wishes: Any) -> Visitor:
        file = tmp_path / "a game.html"
        file.write_bytes(page)
        visitor = Visitor(browser, **wishes)
        visitors.append(visitor)
        visitor.context.set_offline(True)
        visitor.page.goto(file.as_uri())
        return visitor

    yield new
    for visitor in visitors:
        visitor.close()
        assert visitor.complaints == []
        ours = (f"{tmp_path.as_uri()}/a%20game.html", "data:font/woff2")
        assert [url for url in visitor.asked if not url.startswith(ours)] == []


def made(id: str, seats: int = 0) -> bytes:
    """The file of a game with as many seats as it has, and the worst of names."""
    seats = seats or load(id).max_seats
    template = replay_file.template(built_web(), id)
    assert template is not None
    return replay_file.page(template, "T", finished(id, seats), NAMES[:seats], SECRET)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_plays_from_a_file(opened: Open, id: str) -> None:
    page = made(id)
    assert len(page) < MOST_BYTES
    print(f"{id}: {len(page)} bytes")
    size = "phone" if id in ("swirl", "swirling-heroes") else "desktop"
    ann = opened(page, size=size)
    step = ann.page.get_by_role("slider", name="Step")
    expect(step).to_have_value("0")
    last = int(step.get_attribute("max") or 0)
    assert ann.page.title() == f"Replay: {load(id).title} · Halfturn"
    for at in range(1, 4):
        ann.page.keyboard.press("ArrowRight")
        expect(step).to_have_value(str(at))
    ann.page.get_by_label("Seen by").select_option("")
    expect(step).to_have_value("3")
    assert ann.sideways() <= 0
    ann.page.keyboard.press("End")
    expect(step).to_have_value(str(last))
    expect(ann.page.locator("#verdict")).to_be_visible()
    # The names are there as text, and nothing of them is anything else.
    expect(ann.page.get_by_text("</script><script>").first).to_be_visible()
    assert ann.page.locator("img, main script").count() == 0
    draws = len(finished(id, load(id).max_seats).draws)
    verdict = f"All {draws} draws are as the sealed secret says, with what 1 seat added."
    expect(ann.page.locator(".verdict")).to_contain_text(verdict)
    ann.page.get_by_text("How it is checked").click()
    expect(ann.page.locator(".draws tbody tr")).to_have_count(draws)
    check(ann.page)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the record").click()
    record = download.value.path().read_text("utf-8")
    assert f"game {id}" in record
    assert f"# secret {SECRET.hex()}" in record


def test_it_speaks_the_language_of_whoever_asked_for_it(opened: Open) -> None:
    with speaking("de"):
        page = made("swirling-heroes")
    assert len(page) < MOST_BYTES
    ann = opened(page, locale="fr")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.get_by_role("slider", name="Schritt")).to_be_visible()
    expect(ann.page.locator(".verdict")).to_contain_text("Dein Browser hat nachgerechnet.")
    ann.page.keyboard.press("End")
    expect(ann.page.get_by_text(re.compile(" legte .* auf ")).first).to_be_visible()
    assert ann.page.get_by_text(re.compile(" placed ")).count() == 0


def test_it_plays_by_itself_to_the_end(opened: Open) -> None:
    ann = opened(made("swirling-heroes", 2))
    step = ann.page.get_by_role("slider", name="Step")
    expect(step).to_have_value("0")
    ann.page.clock.install()
    ann.page.get_by_role("button", name="Play").click()
    for _ in range(int(step.get_attribute("max") or 0)):
        ann.page.clock.run_for(1000)
    expect(ann.page.locator("#verdict")).to_be_visible()
    assert ann.turns() == 12


def test_a_file_that_was_tampered_with_says_so(opened: Open) -> None:
    page = made("swirling-heroes").decode()
    (packed,) = GAME.findall(page)
    whole = msgspec.json.decode(gzip.decompress(base64.b64decode(packed)), type=ReplayFile)

    def changed(**fields: Any) -> bytes:
        eyes = [msgspec.structs.replace(each, **fields) for each in whole.eyes]
        other = msgspec.json.encode(msgspec.structs.replace(whole, eyes=eyes))
        return GAME.sub(base64.b64encode(gzip.compress(other)).decode(), page).encode()

    game = whole.eyes[0]
    at = next(index for index, step in enumerate(game.steps) if step.draw is not None)
    draw = game.steps[at].draw
    assert draw is not None
    other = next(each for each in draw.options if each != game.steps[at].answer)
    steps = [*game.steps]
    steps[at] = msgspec.structs.replace(steps[at], answer=other)
    verdict = opened(changed(steps=steps)).page.locator(".verdict")
    expect(verdict).to_contain_text(f"does not hold: draw 1 was {other}")
    verdict = opened(changed(secret="00" * 32)).page.locator(".verdict")
    expect(verdict).to_contain_text("the secret is not the one")


def test_a_damaged_file_is_told_in_words(opened: Open) -> None:
    ann = opened(GAME.sub("H4sIAAAA", made("swirling-heroes").decode()).encode())
    expect(ann.page.get_by_text("This file is damaged")).to_be_visible()
