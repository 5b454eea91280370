"""The app in another language: nothing English is left, and longer words find their room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from halfturn.core.registry import game_ids, load
from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
ENGLISH = re.compile(
    r"\b(the|your|you|yours|turn|card|cards|tile|tiles|game|games|play|plays|seat|rules|with|took|"
    r"placed|drew|laid|picked|waiting|chosen|and|of|from|table|column|row|points?|wins?)\b",
    re.IGNORECASE,
)
"""What no German page says; notation is English everywhere, and is left out where it stands."""
NOTATION = "code, pre, li > b"
TITLES: dict[str, str] = {id: load(id).title for id in game_ids()}

NAMES = re.compile("|".join(["Language", "Shape of the World", r"/\S+", *TITLES.values()]))
"""Of things, games and folders, which are nobody's language."""


def english(page: Page) -> list[str]:
    """English words that are to be seen, or heard as names of things."""
    said: str = page.evaluate(
        """(notation) => {
            const copy = document.body.cloneNode(true);
            const left_out = `${notation}, option[lang], noscript`;
            for (const each of copy.querySelectorAll(left_out)) each.remove();
            const names = [...copy.querySelectorAll("[aria-label], [title]")].map(
                (each) => `${each.getAttribute("aria-label") ?? ""} ${each.title}`);
            return [document.title, copy.textContent, ...names].join("\\n");
        }""",
        NOTATION,
    )
    return ENGLISH.findall(NAMES.sub("", said))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("german") / "data", *(TITLES.keys() - {"swirling-heroes"})
    )
    server.start()
    yield server
    server.stop()
    assert "ERROR" not in server.log()


def test_the_first_page_speaks_as_the_browser_does(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", locale="de-AT")
    ann.page.goto(server.url)
    heroes = ann.heroes
    expect(heroes.get_by_text("Für 2 bis 4 Personen")).to_be_visible()
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    heroes.get_by_text("Mehr Möglichkeiten").click()
    heroes.get_by_text("Einzelne Regeln").click()
    expect(heroes.get_by_text("Wie Hände entstehen")).to_be_visible()
    assert english(ann.page) == []
    assert ann.sideways() <= 0
    check(ann.page)


def test_another_language_is_chosen_and_kept(visit: Visit, server: Server) -> None:
    ann = visit(locale="de-DE")
    ann.page.goto(server.url)
    ann.page.get_by_label("Sprache").select_option("English")
    expect(ann.heroes.get_by_role("button", name="Play against a bot")).to_be_visible()
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    ann.page.reload()
    expect(ann.heroes.get_by_text("For 2 to 4 players")).to_be_visible()
    ann.page.get_by_label("Language").select_option("Deutsch")
    expect(ann.heroes.get_by_role("button", name="Gegen einen Bot")).to_be_visible()


def test_rules_are_read_in_german_on_a_phone(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", locale="de")
    for id, title in TITLES.items():
        ann.page.goto(f"{server.url}#/rules/{id}")
        expect(ann.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(ann.page.get_by_role("heading", name="Das Ziel")).to_be_visible()
        assert english(ann.page) == []
        assert ann.sideways() <= 0


def sit_down(ann: Visitor, server: Server, game: str, *options: str) -> None:
    """A table with the quickest of bots."""
    ann.page.goto(server.url)
    wish = {"game": game, "seats": ["me", "bot:random"], "options": list(options)}
    origin = {"Origin": server.url.rstrip("/")}
    made = ann.page.request.post(f"{server.url}api/v1/tables", data=wish, headers=origin)
    ann.page.goto(f"{server.url}#/t/{made.json()['table']}")
    assert ann.wait() == "turn"


def test_a_game_is_played_and_told_in_german(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", locale="de")
    sit_down(ann, server, "swirling-heroes")
    for _ in range(3):
        if ann.page.get_by_text("Nichts passt.").count():
            break  # which is rare so early, and told as well
        ann.page.locator("ul[aria-label='Deine Hand'] button[aria-disabled=false]").first.click()
        ann.spot().click()
        ann.page.get_by_role("button", name="Bestätigen").click()
        ann.asked_no_more()
        assert ann.wait() == "turn"
    expect(ann.lines(re.compile(r"^Gast legte \d{4} auf ")).first).to_be_visible()
    expect(ann.lines(re.compile(r"^Zufall legte \d{4} auf ")).first).to_be_visible()
    assert english(ann.page) == []
    assert ann.sideways() <= 0
    ann.page.get_by_role("button", name="Tipp", exact=True).click()
    expect(ann.page.get_by_text("endet wohl").first).to_be_visible()
    assert english(ann.page) == []


def test_prompt_and_log_call_a_card_the_same(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", locale="de")
    sit_down(ann, server, "swirl", "creatures=random")
    ann.page.locator("ul[aria-label='Deine Hand'] button[aria-disabled=false]").first.click()
    asked = ann.page.get_by_text(re.compile(r" spielen\?$"))
    card = asked.inner_text().removesuffix(" spielen?")
    ann.page.get_by_role("button", name="Bestätigen").click()
    ann.asked_no_more()
    expect(ann.lines(re.compile(rf"^Gast spielte {card}\.")).first).to_be_visible()


@pytest.mark.parametrize("id", [id for id in TITLES if id != "swirling-heroes"])
def test_every_table_is_laid_in_german(visit: Visit, server: Server, id: str) -> None:
    ann = visit(size="phone", locale="de")
    sit_down(ann, server, id)
    assert english(ann.page) == []
    assert ann.sideways() <= 0
    check(ann.page)


@pytest.mark.parametrize("page", [*(f"lesson/{id}" for id in TITLES), "you", "cards/sellswords"])
def test_pages_beside_the_table_speak_german(visit: Visit, server: Server, page: str) -> None:
    ann = visit(size="phone", locale="de")
    ann.page.goto(f"{server.url}#/{page}")
    expect(ann.page.locator("main h2, main h1").first).to_be_visible()
    expect(ann.page.get_by_text("Einen Moment …")).to_have_count(0)
    assert english(ann.page) == []
    assert ann.sideways() <= 0
    check(ann.page)
