"""Who may be here: one's devices, the invitation to a table, and people who are removed."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browsing import Server, Visitor
from tests.web.test_around import called
from tests.web.test_everybody import check

Visit = Callable[..., Visitor]
UNSEATED = "You do not have a seat at this table any more."


def invited(host: Visitor) -> str:
    """What comes behind the # of the link that the host shows."""
    field = host.page.locator("input[readonly]")
    expect(field).to_have_value(re.compile("#"))
    return field.input_value().partition("#")[2]


def sit_down(guest: Visitor, server: Server, link: str) -> None:
    guest.page.goto(f"{server.url}#{link}")
    guest.page.get_by_role("button", name="Take a seat").click()
    guest.page.get_by_role("region", name="Players").wait_for()


def confirm(page: Page, question: str, answer: str) -> None:
    dialog = page.get_by_role("dialog", name=question)
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name=answer, exact=True).click()
    expect(dialog).to_be_hidden()


def test_devices_are_listed_and_signed_out(visit: Visit, server: Server) -> None:
    laptop, phone = visit(), visit(size="phone", touch=True)
    called(laptop, server, "Ada")
    laptop.heroes.get_by_role("button", name="Invite a friend").click()
    laptop.page.get_by_text("Waiting for people to sit down.").wait_for()
    table = laptop.page.url
    laptop.page.goto(server.url + "#/you")
    laptop.page.get_by_role("button", name="Show a code").click()
    code = laptop.page.get_by_label("Your code").inner_text()
    phone.page.goto(server.url + "#/you")
    phone.page.get_by_label("A code from your other device").fill(code)
    phone.page.get_by_role("button", name="Be that person here").click()
    expect(phone.page.get_by_text("You are Ada here now.")).to_be_visible()
    rows = phone.page.locator("#device li, section:has(#device) li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="this device")).to_have_count(1)
    check(phone.page)
    phone.page.goto(table)
    phone.page.get_by_text("Waiting for people to sit down.").wait_for()
    laptop.page.reload()
    other = laptop.page.get_by_role("listitem").filter(has_text="last used on")
    expect(other).to_contain_text("Chrome on Linux")
    check(laptop.page)
    other.get_by_role("button", name="Sign out").click()
    expect(laptop.page.get_by_text("Chrome on Linux is signed out.")).to_be_visible()
    expect(other).to_have_count(0)
    expect(phone.page.get_by_text(UNSEATED)).to_be_visible()
    own = laptop.page.get_by_role("listitem").filter(has_text="this device")
    own.get_by_role("button", name="Sign out").click()
    confirm(laptop.page, "Sign out on this device?", "Stay signed in")
    own.get_by_role("button", name="Sign out").click()
    expect(laptop.page.get_by_text("not even you")).to_be_visible()
    confirm(laptop.page, "Sign out on this device?", "Sign out")
    expect(laptop.page.get_by_text("You are signed out on this device.")).to_be_visible()
    laptop.page.goto(server.url)
    expect(laptop.page.get_by_label("Your name")).to_have_value("")


def test_a_new_link_voids_the_old_one(visit: Visit, server: Server) -> None:
    host, late = visit(), visit(size="phone", touch=True)
    called(host, server, "Ada")
    host.heroes.get_by_role("button", name="Invite a friend").click()
    old = invited(host)
    host.page.get_by_role("button", name="New link (the old one stops working)").click()
    expect(host.page.get_by_text("This is the new link.")).to_be_visible()
    expect(host.page.locator("input[readonly]")).not_to_have_value(re.compile(re.escape(old)))
    new = invited(host)
    check(host.page)
    late.page.goto(f"{server.url}#{old}")
    expect(late.page.get_by_text("This invitation is not valid here.")).to_be_visible()
    late.page.goto(f"{server.url}#{new}")
    late.page.reload()
    late.page.get_by_role("button", name="Take a seat").click()
    host.page.get_by_text("Waiting for people to sit down.").wait_for(state="hidden")


def test_the_owner_removes_somebody_between_games(visit: Visit, server: Server) -> None:
    host, guest = visit(), visit(size="phone", touch=True)
    third = visit(size="phone", touch=True)
    for who, name in ((host, "Ada"), (guest, "Bo"), (third, "Cy")):
        called(who, server, name)
    host.page.goto(server.url)
    host.heroes.get_by_role("button", name="Invite a friend").click()
    sit_down(guest, server, invited(host))
    remove = host.page.get_by_role("button", name="Remove Bo from the table")
    host.page.get_by_text("Waiting for people to sit down.").wait_for(state="hidden")
    expect(remove).to_have_count(0)  # while the game is played
    guest.page.get_by_role("button", name="Give up").click()
    confirm(guest.page, "Give this game up?", "Yes, I give up")
    expect(remove).to_be_visible()
    expect(guest.page.get_by_role("button", name=re.compile("Remove"))).to_have_count(0)
    check(host.page)
    remove.click()
    confirm(host.page, "Remove Bo from the table?", "Let them stay")
    remove.click()
    confirm(host.page, "Remove Bo from the table?", "Remove")
    expect(guest.page.get_by_text(UNSEATED)).to_be_visible()
    check(guest.page)
    freed = "Seat B was freed by the owner of the table."
    expect(host.page.get_by_text(freed).first).to_be_attached()
    expect(host.page.get_by_text("A seat is open.")).to_be_visible()
    expect(host.page.get_by_role("button", name="Play again")).to_have_count(0)
    host.page.get_by_role("button", name="Invite somebody").click()
    check(host.page)
    new = invited(host)
    host.page.get_by_role("button", name="Close").click()
    sit_down(third, server, new)
    expect(host.page.get_by_role("button", name="Remove Cy from the table")).to_be_visible()
    third.page.get_by_role("button", name=re.compile("Next game|Play again")).click()
    expect(remove).to_have_count(0)
    expect(host.page.get_by_text("A seat is open.")).to_have_count(0)


def test_the_owner_removes_somebody_before_the_first_game(visit: Visit, server: Server) -> None:
    host, guest = visit(size="phone", touch=True), visit()
    for who, name in ((host, "Ada"), (guest, "Bo")):
        called(who, server, name)
    more = host.heroes
    more.get_by_text("More ways to play").click()
    for seat in ("Seat B", "Seat C"):
        more.get_by_role("combobox", name=seat).select_option("open")
    more.get_by_role("button", name="Set the table").click()
    old = invited(host)
    sit_down(guest, server, old)
    host.page.get_by_role("button", name="Remove Bo from the table").click()
    confirm(host.page, "Remove Bo from the table?", "Remove")
    expect(guest.page.get_by_text(UNSEATED)).to_be_visible()
    expect(host.page.locator("input[readonly]")).not_to_have_value(re.compile(re.escape(old)))
    check(host.page)
