"""Browsers take part in deals by themselves, and say what became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.support.browsing import Server, Visitor

Visit = Callable[..., Visitor]


def drawer(visitor: Visitor) -> Locator:
    """How the deals are kept fair, opened."""
    found = visitor.page.locator("details", has_text="How the deals are kept fair")
    found.locator("summary").click()
    return found


def kept(visitor: Visitor) -> list[dict[str, Any]]:
    """What a browser keeps about its parts in deals."""
    script = """() => Object.keys(localStorage).filter((key) => key.startsWith("halfturn.deal."))
        .flatMap((key) => JSON.parse(localStorage.getItem(key)))"""
    found: list[dict[str, Any]] = visitor.page.evaluate(script)
    return found


def test_a_browser_alone_with_a_bot_takes_part(visit: Visit, server: Server) -> None:
    ann = visit()
    ann.play_against_bot(server.url)
    deal = drawer(ann)
    expect(deal.get_by_text("Your browser added to this deal.")).to_be_visible()
    part = next(part for part in kept(ann) if part["hashes"])
    expect(deal.get_by_text(part["nonce"])).to_be_visible()
    expect(deal.get_by_text(part["commitment"])).to_be_visible()


def test_everybody_takes_part_and_a_reload_forgets_nothing(visit: Visit, server: Server) -> None:
    ann, bo = visit(), visit(size="phone", touch=True)
    ann.page.goto(server.url)
    ann.heroes.get_by_role("button", name="Invite a friend").click()
    _, _, join = ann.page.locator("input[readonly]").input_value().partition("#")
    bo.page.goto(f"{server.url}#{join}")
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Take a seat").tap()
    for each in (ann, bo):
        expect(each.page.get_by_text("Waiting for people to sit down.")).to_have_count(0)
        deal = drawer(each)
        expect(deal.get_by_text("Your browser added to this deal.")).to_be_visible()
        expect(deal.get_by_text("Added by")).to_have_count(2)
    ann.page.reload()
    expect(drawer(ann).get_by_text("Your browser added to this deal.")).to_be_visible()
    # As if the server had dealt from something else than this browser saw sealed.
    ann.page.evaluate(
        """() => {
            const parts = Object.keys(localStorage).filter((k) => k.startsWith("halfturn.deal."));
            for (const key of parts)
                localStorage.setItem(key, localStorage.getItem(key).replace(
                    /"hashes":\\["[0-9a-f]{64}"/, `"hashes":["${"00".repeat(32)}"`));
        }"""
    )
    ann.page.reload()
    expect(ann.page.locator("[data-doubt=changed]")).to_contain_text("Do not trust it.")
    expect(bo.page.locator("[data-doubt]")).to_have_count(0)
