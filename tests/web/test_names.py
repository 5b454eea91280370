"""Names can be anything, and nothing happens: two hundred that mean harm, many on every page."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from playwright.sync_api import expect

from halfturn.server.people.names import LONGEST_NAME, BadName, clean_name
from tests.support import http_client as without_screen
from tests.support.browsing import Server, Visitor

Visit = Callable[..., Visitor]
MANY = 200
SEATS = 4
HARM = (
    "<script>x=1</script>",
    "<img src onerror=x=1>",
    "<svg onload=x=1>",
    "<svg/onload=x=1//",
    "<b onclick=x=1>",
    "<style>*{display:none}",
    "<base href=//evil>",
    "<a href=javascript:x=1>",
    "javascript:x=1",
    "data:text/html,<b>",
    "{{x=1}}",
    "${x=1}",
    "#{x=1}",
    "{@html x}",
    "{#if 1}",
    "%3Cscript%3Ex=1",
    "&lt;script&gt;x=1",
    "&#60;b&#62;",
    "\\u003cb\\u003e",
    "]]><b>",
    "<!--",
    "-->",
    "*/x=1/*",
    "';x=1;'",
    '";x=1;"',
    "`;x=1;`",
    "' OR 1=1 --",
    "Robert');DROP TABLE log;",
    "../../etc/passwd",
    "//evil.example",
    "#/t/nowhere",
    "null",
    "undefined",
    "NaN",
    "__proto__",
    "constructor",
    "toString",
    "true",
    "0",
    "-1",
    "1e999",
    "W" * LONGEST_NAME,
    "iiiiiiiiiiiiiiiiiiiiiii",
    "\u0645\u0631\u062d\u0628\u0627",
    "\u05e9\u05dc\u05d5\u05dd (x)",
    "Zo" + "\u0308" * 12 + "e" + "\u0323" * 9,
    "\U0001f98b\U0001f343\U0001f319\u2764\ufe0f",
    "\U0001f469\u200d\U0001f680 x",
    "\ufdfd",
    "\u0e01\u0e33\u0e34\u0e35\u0e36\u0e37\u0e38",
)
AROUND = ("{}", "'{}", '"{}', '">{}', "{}<", "<{}>", "{}\\", "&{};", "{}%00")


def hostile() -> list[str]:
    """Different names that the server takes."""
    found: dict[str, None] = {}
    for around, harm in itertools.product(AROUND, HARM):
        try:
            found[clean_name(around.format(harm)[:LONGEST_NAME])] = None
        except BadName:
            continue
    return list(found)[:MANY]


def test_two_hundred_hostile_names(visit: Visit, server: Server) -> None:
    names = hostile()
    assert len(names) == MANY
    dialogs: list[str] = []
    for size, shown in (("phone", names[: MANY // 2]), ("desktop", names[MANY // 2 :])):
        ann = visit(size=size)
        ann.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        host = without_screen.Browser(server.port)
        tables = []
        for at in range(0, len(shown), SEATS - 1):
            sitting = shown[at : at + SEATS - 1]
            table, invite = host.new_table(["me", *["open"] * len(sitting)])
            tables.append((table, sitting))
            for name in sitting:
                guest = without_screen.Browser(server.port)
                assert guest.post("/api/v1/me", {"name": name})["name"] == name
                assert guest.join(table, invite).status == 200
        cookie, _, token = host.cookie.partition("=")
        ann.context.add_cookies([{"name": cookie, "value": token, "url": server.url}])

        # All of them in the list at home.
        ann.page.goto(server.url)
        expect(ann.page.locator("section[aria-labelledby=tables] li")).to_have_count(len(tables))
        words = ann.page.locator("main").inner_text()
        assert [name for name in shown if name not in words] == []
        assert ann.sideways() <= 0
        # At the table: in the seats, in the log, and in what is asked.
        for table, sitting in tables[:: len(tables) // 4]:
            ann.page.goto(f"{server.url}#/t/{table}")
            called = ann.page.locator(".called")
            expect(called).to_have_count(len(sitting) + 1)
            assert set(sitting) <= set(called.all_inner_texts())
            expect(ann.page.locator("section[aria-labelledby=log] li").first).to_be_attached()
            assert ann.sideways() <= 0
        assert dialogs == []
        assert ann.page.evaluate("typeof window.x") == "undefined"
        assert ann.page.locator("main img, main script, main base").count() == 0
