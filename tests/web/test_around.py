"""Around the table: who sits where, one screen for several, time, talk, and who somebody is."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.support.browsing import Server, Visitor
from tests.web.test_everybody import check
from tests.web.test_replay_file import GAME

Visit = Callable[..., Visitor]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</p><script>alert(1)</script>",
    "{{7*7}} javascript:alert(1) " + "W" * 200,
]
OPENED = """
    window.opened = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.opened++; } };
"""


def called(visitor: Visitor, server: Server, name: str) -> None:
    """Come in and say who one is."""
    visitor.page.goto(server.url)
    visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Save").click()
    expect(visitor.page.get_by_text("Saved.")).to_be_visible()


def more_ways(visitor: Visitor) -> Locator:
    """The form in which a table is described, with all that is in it."""
    visitor.heroes.get_by_text("More ways to play").click()
    visitor.heroes.get_by_text("Time, talk and more").click()
    return visitor.heroes


def field(form: Locator, name: str) -> Locator:
    return form.get_by_role("combobox", name=name, exact=True)


def faces(visitor: Visitor) -> list[str]:
    """The cards of the hand that lies open."""
    cards = visitor.page.locator("ul[aria-label='Your hand'] button").all()
    found = [re.match(r"\d{4}", card.get_attribute("aria-label") or "") for card in cards]
    return [each[0] for each in found if each]


def test_one_screen_for_two(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    page = ann.page
    called(ann, server, "Ann")
    form = more_ways(ann)
    field(form, "How to play").select_option(label="Surprise")
    field(form, "Seat B").select_option(label="Somebody here, on this screen")
    form.get_by_label("Name of player B").fill("Ben")
    field(form, "How many games").select_option(label="A single game")
    assert ann.sideways() <= 0
    form.get_by_role("button", name="Set the table").click()

    covers = page.get_by_role("heading", name=re.compile("Hand the device to"))
    ready = page.get_by_role("button", name=re.compile("show my cards"))
    names = set()
    for turn in range(3):
        expect(covers).to_be_visible()
        if turn == 0:
            check(page)
        name = covers.inner_text().removeprefix("Hand the device to ")
        names.add(name)
        ready.tap()
        assert ann.wait() == "turn"
        expect(page.locator(".panel.turn .called")).to_have_text(name)
        hand = faces(ann)
        assert hand
        ann.move_by_touch()
        expect(covers).to_be_visible()
        shown = page.content()
        assert [face for face in hand if re.search(rf"\b{face}\b", shown)] == []
    assert names == {"Ann", "Ben"}
    page.reload()  # whoever reloads sees nobody's cards either
    expect(covers).to_be_visible()
    assert not faces(ann)
    page.get_by_role("button", name="From now on without covering").tap()
    for _ in range(2):
        ann.wait()
        ann.move_by_touch()
    ann.wait()
    assert ann.sideways() <= 0
    expect(ann.lines(re.compile("Ben placed|Ben removed")).first).to_be_visible()
    table = page.url
    page.goto(server.url + "#/")  # their names stay in this browser, for its lists
    expect(page.locator("section[aria-labelledby=tables] li")).to_contain_text("with Ben")

    # They are in the file, too, which the server made without them.
    page.goto(table)
    ready.tap()
    page.get_by_role("button", name="Give up").tap()
    page.get_by_role("button", name="Yes, I give up").tap()
    expect(ann.lines(re.compile(r"^(Ann|Ben) gave up\."))).to_have_count(1)
    page.get_by_role("link", name="See it again, share it").tap()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as a page").tap()
    assert re.fullmatch(r"swirling-heroes-[\w-]+-1\.html", download.value.suggested_filename)
    packed = GAME.search(download.value.path().read_text("utf-8"))
    assert packed
    told = json.loads(gzip.decompress(base64.b64decode(packed[0])))
    assert {tuple(eyes["names"]) for eyes in told["eyes"]} == {("Ann", "Ben")}
    assert "Ben placed" in json.dumps(told)
    assert "Ann 2" not in json.dumps(told)


def test_open_hands_are_not_covered(visit: Visit, server: Server) -> None:
    ann = visit()
    page = ann.page
    page.goto(server.url)
    form = more_ways(ann)
    field(form, "How to play").select_option(label="Mirror")
    field(form, "Seat B").select_option(label="Somebody here, on this screen")
    form.get_by_role("button", name="Set the table").click()
    names = set()
    for _ in range(3):
        assert ann.wait() == "turn"
        expect(page.get_by_role("heading", name="Hand the device to")).to_have_count(0)
        names.add(page.locator(".panel.turn .called").inner_text())
        ann.move()
    assert len(names) == 2


def test_an_open_table_is_joined_with_time_and_talk(visit: Visit, server: Server) -> None:
    ben, ann = visit(), visit(size="phone", touch=True, color_scheme="dark")
    dialogs: list[str] = []
    ann.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    called(ben, server, "Ben")
    form = more_ways(ben)
    field(form, "Time").select_option(label="In my own numbers")
    form.get_by_label("How much").fill("7")
    field(form, "Talk at the table").select_option(label="Anything")
    form.get_by_label("Open to everybody").check()
    form.get_by_label("Begin when somebody says so").check()
    check(ben.page)
    form.get_by_role("button", name="Set the table").click()
    expect(ben.page.get_by_text("Waiting for people to sit down.")).to_be_visible()

    # Somebody whom nobody knows yet finds it, says who they are, and sits down.
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Join Swirling Heroes with Ben").tap()
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Take a seat").tap()
    expect(ann.page.get_by_text("Everybody is here.")).to_be_visible()
    expect(ann.page.get_by_text("7 minutes for everybody, and 10 seconds")).to_be_visible()
    ann.page.get_by_text("The next deal", exact=True).tap()
    expect(ann.page.get_by_text("Your browser takes part.")).to_be_visible()
    check(ann.page)
    ben.page.get_by_role("button", name="Begin the game").click()

    # Clocks run for whoever is asked, and only there.
    running = ann.page.locator(".panel.turn [role=timer]")
    expect(running).not_to_have_text(re.compile(r"^\s*7:00"))
    expect(ann.page.locator(".panel:not(.turn) [role=timer]")).to_have_text(re.compile("7:00"))

    # Talk: whatever is said is text, shown at the seat and announced.
    ben.page.get_by_role("button", name="Talk").click()
    for words in HOSTILE:
        ben.page.get_by_label("Say something").fill(words)
        ben.page.get_by_role("button", name="Say", exact=True).click()
        expect(ann.page.locator("[aria-live]").filter(has_text=words)).to_have_count(1)
        expect(ann.page.locator(".said")).to_have_text(words)
    ann.page.get_by_role("button", name="Talk, 3 new").tap()
    expect(ann.page.locator("dialog ol li")).to_have_count(3)
    assert ann.page.locator("dialog ol *:is(img, script)").count() == 0
    assert ann.sideways() <= 0
    check(ann.page)
    ann.page.get_by_role("button", name="Well played!").tap()
    expect(ben.page.locator("dialog ol")).to_contain_text("Well played!")
    ben.page.get_by_role("button", name="Close").click()
    assert dialogs == []

    # Who has to go lets a bot play, and comes back.
    ann.page.get_by_role("button", name="Give up").tap()
    ann.page.get_by_role("button", name="Let a bot play for me").tap()
    expect(ann.page.get_by_text("A bot plays for you.")).to_be_visible()
    expect(ben.page.get_by_text("a bot plays", exact=True)).to_be_visible()
    ann.page.get_by_role("button", name="Play again").tap()
    expect(ann.page.get_by_text("A bot plays for you.")).to_have_count(0)


def test_leaving_before_the_game(visit: Visit, server: Server) -> None:
    ann = visit()
    called(ann, server, "Ann")
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    ann.page.get_by_role("button", name="Give up my seat").click()
    expect(ann.page.get_by_text("No tables yet.")).to_be_visible()


def test_one_person_on_two_devices(visit: Visit, server: Server, tmp_path: Path) -> None:
    laptop, phone = visit(), visit(size="phone", touch=True)
    laptop.page.goto(server.url)
    laptop.heroes.get_by_role("combobox", name="Strength of the bot").select_option("novice")
    laptop.play_against_bot(server.url)
    expect(laptop.page.locator(".called").nth(1)).to_have_text("Novice")
    called(laptop, server, "Ann")
    laptop.page.get_by_role("link", name="Other devices").click()
    laptop.page.get_by_role("button", name="Show a code").click()
    code = laptop.page.locator(".code").inner_text()
    expect(laptop.page.get_by_text("Good once, for another 4:")).to_be_visible()
    check(laptop.page)

    page = phone.page
    page.goto(server.url + "#/you")
    page.get_by_label("A code from your other device").fill("AAAA-AAAA")
    page.get_by_role("button", name="Be that person here").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("A code from your other device").fill(code.lower())
    page.get_by_role("button", name="Be that person here").tap()
    expect(page.get_by_text("You are Ann here now.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    assert phone.sideways() <= 0
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").tap()
    download.value.save_as(tmp_path / "data.json")
    kept = json.loads((tmp_path / "data.json").read_text("utf-8"))
    assert kept["person"]["name"] == "Ann"
    assert len(kept["tables"]) == 1
    page.goto(server.url + "#/")
    expect(page.locator("section[aria-labelledby=tables] a.yours")).to_have_count(1)
    expect(page).to_have_title(re.compile("Your turn"))

    page.goto(server.url + "#/you")
    page.get_by_role("button", name="Forget me").tap()
    check(page)
    page.get_by_role("button", name="Yes, forget me").tap()
    expect(page.get_by_text("You are forgotten here.")).to_be_visible()
    laptop.page.goto(server.url + "#/")
    laptop.page.reload()
    expect(laptop.page.get_by_text("No tables yet.")).to_be_visible()


def test_a_turn_is_seen_and_heard(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.add_init_script(OPENED)
    ann.play_against_bot(server.url)
    table = ann.page.url
    icon = ann.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    expect(ann.page).to_have_title("● Your turn · Swirling Heroes")
    ann.page.reload()  # nobody has touched this page yet
    ann.wait()
    assert ann.page.evaluate("opened") == 0
    ann.move()
    ann.wait()
    ann.page.wait_for_function("opened === 1")
    switch = ann.page.get_by_role("switch", name="Sound")
    expect(switch).to_be_checked()
    switch.click()
    ann.page.reload()
    expect(switch).not_to_be_checked()
    ann.wait()
    ann.move()
    ann.wait()
    assert ann.page.evaluate("opened") == 0
    ann.page.get_by_role("link", name="Halfturn: home").click()
    expect(ann.page.locator("section[aria-labelledby=tables] a.yours")).to_be_visible()
    ann.page.goto(table)
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_role("button", name="Yes, I give up").click()
    expect(icon).to_have_attribute("href", "/favicon.svg")
    ann.page.get_by_role("link", name="Halfturn: home").click()
    finished = ann.page.locator("section[aria-labelledby=finished]")
    finished.get_by_role("link", name="Replay: Swirling Heroes").click()
    expect(ann.page).to_have_url(re.compile("#/replay/"))


def test_a_bot_of_ones_own_is_seated_and_shown_as_one(visit: Visit, server: Server) -> None:
    ann = visit()
    page = ann.page
    called(ann, server, "Ann")
    page.goto(server.url + "#/you")
    page.get_by_label("Its name").fill("Marvin")
    page.get_by_role("button", name="Make a token").click()
    expect(page.get_by_label("The token", exact=True)).to_have_value(re.compile(r"^hb_[\w-]{43}$"))
    check(page)
    page.goto(server.url)
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    page.get_by_role("button", name="Let your bot Marvin sit down").click()
    expect(page.get_by_label("Players").get_by_text("a bot of Ann")).to_be_visible()
    page.goto(server.url + "#/you")
    page.get_by_role("button", name="Revoke the token of Marvin").click()
    expect(page.get_by_text("The token of Marvin is good no more.")).to_be_visible()
