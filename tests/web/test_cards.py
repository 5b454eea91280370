"""The owner's own cards: entered, checked as they are typed, kept, exported and imported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from halfturn.core.registry import load
from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
FINE = "Everything can be used."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a file of its own for every game."""
    server = Server(tmp_path_factory.mktemp("cards") / "data", "sellswords", "swirl")
    server.start()
    yield server
    server.stop()


def kept(server: Server, game: str) -> dict[str, object]:
    """The file that the terminal would use."""
    found: dict[str, object] = json.loads(
        (server.home / game / load(game).data_file).read_text("utf-8")
    )
    return found


def keep(page: Page) -> None:
    expect(page.locator(".verdict")).to_have_text(FINE)
    page.get_by_role("button", name="Keep these cards").click()
    expect(page.get_by_text("Kept. New tables are played with these cards.")).to_be_visible()
    expect(page.get_by_text("Your own cards are in force.")).to_be_visible()


def test_numbers_of_tiles_one_after_the_other(visit: Visit, server: Server, tmp_path: Path) -> None:
    ann = visit()
    page, press = ann.page, ann.page.keyboard.press
    page.goto(server.url)
    page.get_by_role("link", name="Enter or look at cards").click()
    # The first page, which may still be there, has other links with that name in them.
    page.get_by_role("link", name="Sellswords: Olympus", exact=True).click()
    expect(page.get_by_role("heading", name="Apollo, 5")).to_be_visible()
    check(page)
    # A number, Enter, a number, Enter; after the fourth it is the next tile's turn.
    page.get_by_label("Top").focus()
    for number in ("9", "8", "7"):
        page.keyboard.type(number)
        press("Enter")
    problem = page.locator("#tile-problems")
    expect(problem).to_contain_text("numbers, entry 4: expected a whole number, got nothing")
    expect(page.get_by_role("button", name="Keep these cards")).to_be_disabled()
    page.keyboard.type("100")
    expect(problem).to_contain_text("expected four numbers from 0 to 99, got [9, 8, 7, 100]")
    check(page)
    for _ in range(3):
        press("Backspace")
    page.keyboard.type("6")
    expect(problem).to_have_text("")
    expect(page.locator(".edit .number")).to_have_text(["9", "8", "7", "6"])
    expect(page.locator(".edit .state")).to_have_text("As printed")
    press("Enter")
    expect(page.get_by_role("heading", name="Architect, 6")).to_be_visible()
    expect(page.get_by_label("Top")).to_be_focused()
    expect(page.get_by_label("Show").locator("option")).to_have_text(
        [re.compile(r"All \(50\)"), re.compile(r"Still to enter \(49\)")]
    )
    keep(page)
    assert kept(server, "sellswords")["heroes"] == [{"ref": 5, "numbers": [9, 8, 7, 6]}]

    # One of the four heroes that no rulebook names.
    page.get_by_role("button", name="3 Tile 3").click()
    for side, number in zip(("Top", "Right", "Bottom", "Left"), "5454", strict=True):
        page.get_by_label(side).fill(number)
    page.get_by_label("Name", exact=True).fill("Atlas")
    page.get_by_label("Ability", exact=True).select_option(label="As Hydra has it")
    page.get_by_label("This tile plays").check()
    keep(page)
    added = {"ref": 3, "numbers": [5, 4, 5, 4], "name": "Atlas", "ability": "hydra"}
    assert {**added, "enabled": True} in kept(server, "sellswords")["heroes"]  # type: ignore[operator]

    # The file goes out, Halfturn's own comes back, and the file comes in again.
    with page.expect_download() as out:
        page.get_by_role("link", name="Export the file").click()
    file = tmp_path / out.value.suggested_filename
    out.value.save_as(file)
    assert file.name == "heroes.user.json"
    page.get_by_role("button", name="Back to Halfturn's own").click()
    page.get_by_role("button", name="Yes, put it aside").click()
    expect(page.get_by_text("Halfturn's own cards are in force again.")).to_be_visible()
    assert not (server.home / "sellswords/heroes.user.json").exists()
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("heroes.user.json is shown below.")).to_be_visible()
    keep(page)
    assert json.loads(file.read_text("utf-8")) == kept(server, "sellswords")

    # New tables have the numbers; what is left has its mark, which leads back here.
    page.get_by_role("link", name="Halfturn: home").click()
    game = ann.game("Sellswords: Olympus")
    game.get_by_role("button", name="Play against a bot").click()
    ann.wait()
    page.get_by_text("House numbers").click()
    page.get_by_role("link", name="Enter the numbers of your box").click()
    expect(page.get_by_role("heading", name="Cards of Sellswords: Olympus")).to_be_visible()


def test_a_deck_and_layouts_on_a_phone(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    page = ann.page
    page.goto(server.url + "#/cards/swirl")
    page.get_by_label("Copies of red crab 1", exact=True).fill("2")
    trouble = page.locator(".trouble")
    expect(trouble).to_have_text("expected 18 cards, got 19")
    expect(page.locator(".cards .face")).to_have_count(19)
    page.get_by_label("Copies of red crab 9", exact=True).fill("0")
    expect(trouble).to_have_count(0)
    names = ("Keep these cards", "Undo my changes", "Import a file")
    tops = {page.get_by_role("button", name=name).bounding_box()["y"] for name in names}  # type: ignore[index]
    assert len(tops) == 2  # two and two beside each other
    check(page)
    assert ann.sideways() <= 0
    keep(page)
    cards = kept(server, "swirl")["cards"]
    assert isinstance(cards, list)
    assert cards.count(["CRAB", "red", 1]) == 2
    assert ["CRAB", "red", 9] not in cards

    page.goto(server.url + "#/cards/swirling-heroes")
    page.get_by_label("Moons (12)").check()
    page.get_by_role("button", name="Remove Moon 12").tap()
    page.get_by_role("button", name="Add a card").tap()
    # One digit after the other; the place of the cursor follows.
    page.keyboard.type("013")
    expect(page.locator(".fields .trouble")).to_contain_text("sides, entry 4: expected")
    page.keyboard.type("3")
    expect(page.locator(".fields .trouble")).to_contain_text("0, 1, 2, 3 in some order")
    page.get_by_label("Left, Card 12").fill("2")
    check(page)
    assert ann.sideways() <= 0
    keep(page)
    added = {"id": "blue-1", "colour": "blue", "sides": [0, 1, 3, 2]}
    assert added in kept(server, "swirling-heroes")["cards"]  # type: ignore[operator]


def test_the_file_as_text_and_what_is_not_kept_yet(visit: Visit, server: Server) -> None:
    ann = visit()
    page = ann.page
    page.goto(server.url + "#/cards/swirling-heroes")
    page.get_by_text("As a file", exact=True).click()
    text = page.get_by_role("textbox", name="As a file")
    before = text.input_value()
    text.fill("{")
    expect(page.locator(".bar li")).to_contain_text(
        "line 1, column 2: expected the name of a field"
    )
    expect(page.get_by_text("This can only be mended as text, below.")).to_be_visible()
    # Whoever looks elsewhere and comes back finds what was typed.
    page.get_by_role("link", name="All games").click()
    page.get_by_role("link", name="Swirling Heroes", exact=True).click()
    page.get_by_text("As a file", exact=True).click()
    expect(text).to_have_value("{")
    page.get_by_role("button", name="Undo my changes").click()
    expect(text).to_have_value(before)
    # A file that is none is refused in words.
    picked = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff"}
    page.locator("input[type=file]").set_input_files(picked)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_have_text("photo.jpg cannot be read as text.")
    expect(text).to_have_value(before)


def test_others_only_look(visit: Visit, server: Server) -> None:
    phone = visit(size="phone", touch=True)
    page = phone.page
    page.goto(server.url_at_home + "#/cards/sellswords")
    expect(page.get_by_text("You can look, but not change anything")).to_be_visible()
    expect(page.get_by_label("Top")).to_be_disabled()
    assert page.get_by_role("button", name="Keep these cards").count() == 0
    assert str(server.home) not in page.content()
    check(page)
    assert phone.sideways() <= 0
