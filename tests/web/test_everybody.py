"""For everybody: axe, zoom, small screens, still pictures, hostile names, and the first visit."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browsing import SIZES, Server, Visitor

Visit = Callable[..., Visitor]
FIRST_LOAD = 140 * 1024


SMALL_TARGETS = """least => [...document.querySelectorAll(
    "button, a, select, summary, input:not([type=range])")]
    .filter(each => each.checkVisibility({visibilityProperty: true}))
    .flatMap(each => {
        const box = (each.closest("label") ?? each).getBoundingClientRect();
        const small = box.width > 0 && Math.min(box.width, box.height) < least;
        const name = each.innerText || each.getAttribute("aria-label") || each.type;
        return small ? [`${each.tagName} ${name}: ${box.width} x ${box.height}`] : [];
    })"""


def small_targets(page: Page, least: float = 43.9) -> list[str]:
    """What can be pressed and is smaller than a finger."""
    found = page.evaluate(SMALL_TARGETS, least)
    assert isinstance(found, list)
    return found


def check(page: Page, least: float = 43.9) -> None:
    """Nothing that axe would complain about; and on a phone, nothing too small for a finger."""
    if (page.viewport_size or {"width": 0})["width"] == SIZES["phone"][0]:
        assert small_targets(page, least) == []
    found = Axe().run(page)
    assert len(found.response["passes"]) > 15
    told = [
        f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes']]}"
        for each in found.response["violations"]
    ]
    assert told == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_axe_finds_nothing(visit: Visit, server: Server, size: str, scheme: str) -> None:
    ann = visit(size=size, color_scheme=scheme)
    page = ann.page
    page.goto(server.url)
    ann.heroes.get_by_text("More ways to play").click()
    page.get_by_role("button", name="Show the code").click()
    expect(page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    check(page)
    host = visit()
    host.page.goto(server.url)
    host.heroes.get_by_role("button", name="Invite a friend").click()
    _, _, join = host.page.locator("input[readonly]").input_value().partition("#")
    page.goto(f"{server.url}#{join}")
    page.get_by_role("button", name="Take a seat").wait_for()
    check(page)
    page.goto(server.url + "#/")
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    page.get_by_text("Waiting for people to sit down.").wait_for()
    check(page)

    ann.play_against_bot(server.url + "#/")
    check(page)
    for _ in range(2):
        ann.wait()
        ann.move()
    ann.wait()
    ann.hand.first.click()
    check(page)
    ann.spot().click()
    page.get_by_text(re.compile("swirl")).first.wait_for()
    check(page)
    page.get_by_role("button", name="Give up").click()
    check(page)
    page.get_by_role("button", name="Yes, I give up").click()
    page.locator("#verdict").wait_for()
    check(page)


@pytest.mark.parametrize("size", [(720, 450), (320, 640), *SIZES.values()])
def test_nothing_is_too_wide(visit: Visit, server: Server, size: tuple[int, int]) -> None:
    """720 x 450 is a large screen at 200 %."""
    ann = visit(viewport={"width": size[0], "height": size[1]})
    ann.page.goto(server.url)
    ann.heroes.get_by_text("More ways to play").click()
    assert ann.sideways() <= 0
    ann.play_against_bot(server.url)
    for _ in range(2):
        ann.wait()
        ann.move()
        assert ann.sideways() <= 0


def test_fingers_find_their_targets(visit: Visit, server: Server) -> None:
    """Here the pages where nothing else is checked; all others are seen by `check`."""
    ann = visit(size="phone", touch=True)
    ann.page.goto(server.url)
    ann.heroes.get_by_text("More ways to play").click()
    ann.heroes.get_by_role("button", name="Set the table").wait_for()
    assert small_targets(ann.page) == []
    ann.play_against_bot(server.url)
    ann.hand.first.tap()
    ann.spots.first.wait_for()
    assert small_targets(ann.page) == []
    for wrong in (
        "t/nowhere",
        "replay/nowhere",
        "rules/nothing",
        "lesson/nothing",
        "cards/nothing",
    ):
        ann.page.goto(f"{server.url}#/{wrong}")
        alert = ann.page.get_by_role("alert")
        expect(alert).to_contain_text("It may be an old link.")
        # To try again would not help: there is the way home instead.
        expect(ann.page.get_by_role("link", name="Back to all tables")).to_be_visible()
        expect(ann.page.get_by_role("button", name="Try again")).to_have_count(0)
        check(ann.page)


def test_the_field_is_dragged_and_zoomed(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    plane = ann.page.locator(".plane")
    box = ann.page.locator(".field").bounding_box()
    assert box is not None
    x, y = box["x"] + 60, box["y"] + 60

    def transform() -> tuple[float, ...]:
        style = plane.evaluate("plane => plane.style.transform")
        return tuple(map(float, re.findall(r"-?[\d.]+", style)))

    left, top, scale = transform()
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(x + 50, y + 30, steps=5)
    ann.page.mouse.up()
    assert transform() == pytest.approx((left + 50, top + 30, scale), abs=0.1)
    ann.page.mouse.wheel(0, 300)
    assert transform()[2] < scale
    ann.page.get_by_role("button", name="Show all").click()
    assert transform() == pytest.approx((left, top, scale))
    ann.page.get_by_role("button", name="Zoom in").click()
    assert transform()[2] > scale
    ann.page.locator(".field").press("0")
    assert transform() == pytest.approx((left, top, scale))

    # A drag that ends on a place for a card chooses nothing.
    ann.hand.first.click()
    place = ann.spot().bounding_box()
    assert place is not None
    ann.page.mouse.move(place["x"] + 20, place["y"] + 20)
    ann.page.mouse.down()
    ann.page.mouse.move(place["x"] + 60, place["y"] + 50, steps=5)
    ann.page.mouse.up()
    expect(ann.page.get_by_text("Now choose a place")).to_be_visible()
    ann.spot().click()
    expect(ann.page.get_by_text("Place it here?")).to_be_visible()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_numbers_beside_the_field_say_which_cell_is_which(
    visit: Visit, server: Server, size: str
) -> None:
    ann = visit(size=size)
    ann.play_against_bot(server.url)
    for _ in range(3):
        ann.move()
        assert ann.wait() == "turn"
    lying = ann.numbered()
    assert len(lying) >= 4
    assert all(beside == called for beside, called in lying), lying
    # Wherever the field is moved to, they go along and stay in sight.
    ann.page.locator(".field").press("+")
    ann.page.locator(".field").press("ArrowLeft")
    assert all(beside == called for beside, called in ann.numbered())
    for number in ann.page.locator(".ruler .row").all():
        box = number.bounding_box()
        assert box is not None
        assert box["x"] >= 0


def test_two_fingers_zoom(visit: Visit, server: Server) -> None:
    ann = visit(size="phone", touch=True)
    ann.play_against_bot(server.url)
    box = ann.page.locator(".field").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = ann.context.new_cdp_session(ann.page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + each, "y": y, "id": at} for at, each in enumerate(apart)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def scale() -> float:
        style = ann.page.locator(".plane").evaluate("plane => plane.style.transform")
        return float(re.findall(r"scale\(([\d.]+)\)", style)[0])

    before = scale()
    touch("touchStart", -120, 120)
    for apart in range(120, 50, -10):
        touch("touchMove", -apart, apart)
    touch("touchEnd")
    assert scale() < before


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_swirl_is_a_half_turn_that_can_be_stilled(
    visit: Visit, server: Server, motion: str
) -> None:
    ann = visit(reduced_motion=motion)
    ann.try_a_swirl(server.url)
    ann.page.locator(".sign").first.wait_for()
    turning = ann.page.locator(".card.turns").first.evaluate(
        "card => card.getAnimations().flatMap(each => "
        "each.effect.getKeyframes().map(frame => frame.transform ?? ''))"
    )
    turns = [each for each in turning if "180deg" in each]
    assert bool(turns) == (motion == "no-preference")


def test_phones_get_an_address_and_a_code(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.page.goto(server.url)
    ann.page.get_by_role("button", name="Show the code").click()
    address = f"http://127.0.0.2:{server.port}/"
    expect(ann.page.get_by_role("link", name=address)).to_be_visible()
    expect(ann.page.get_by_role("img", name=f"QR code of {address}")).to_be_visible()
    # From now on invitations are for phones, too.
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    field = ann.page.get_by_label("Invite somebody").get_by_role("textbox")
    expect(field).to_have_value(re.compile(f"^{address}#/join/"))
    expect(ann.page.get_by_role("img", name=re.compile("QR code of .*#.join"))).to_be_visible()
    ann.page.get_by_role("button", name="Copy the link").click()
    expect(ann.page.get_by_text(re.compile("Copied|The link is marked"))).to_be_visible()


def test_the_look_can_be_chosen(visit: Visit, server: Server) -> None:
    ann = visit(color_scheme="light")
    ann.page.goto(server.url)

    def ground() -> Any:
        return ann.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    light = ground()
    ann.page.get_by_role("button", name="Look: as the system").click()
    assert ground() == light
    ann.page.get_by_role("button", name="Look: light").click()
    assert ground() != light
    ann.page.reload()
    ann.page.get_by_role("button", name="Look: dark").wait_for()
    assert ground() != light


def test_the_first_visit_is_small(visit: Visit, server: Server) -> None:
    """How quick it is shows `python -m tests.web.speed`."""
    ann = visit()
    ann.page.goto(server.url)
    ann.heroes.get_by_role("button", name="Play against a bot").wait_for()
    took = ann.page.evaluate(
        "performance.getEntriesByType('resource').concat("
        "performance.getEntriesByType('navigation')).map(each => each.transferSize)"
    )
    assert 0 < sum(took) < FIRST_LOAD


def test_the_policy_of_the_server_lets_the_app_work(server: Server) -> None:
    """The tests run under a stricter policy than any that the server would send."""
    with urllib.request.urlopen(server.url) as answer:
        policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "trusted-types svelte-trusted-html" in policy
    with urllib.request.urlopen(server.url + "api/v1/games") as answer:
        assert "swirling-heroes" in [game["id"] for game in json.load(answer)]
