"""Webhooks: only to hosts that are allowed, never inwards, and with no card in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from halfturn.server.ops.settings import Settings
from halfturn.server.people.webhooks import BadWebhook, Webhooks, checked_url, request_for
from halfturn.server.protocol.updates import NewTable
from halfturn.server.storage.store import Store
from halfturn.server.tables.hub import Hub
from halfturn.server.transport.addresses import is_public
from tests.support.http_client import Browser
from tests.support.patience import PATIENCE

NewBrowser = Callable[[], Browser]
HOSTS = ("ntfy.sh", "discord.com")


@pytest.mark.parametrize(
    "url",
    [
        "http://ntfy.sh/x",
        "https://ntfy.sh.evil.example/x",
        "https://evil.example/ntfy.sh",
        "https://ntfy.sh:8443/x",
        "https://ntfy.sh:443/x",
        "https://user@ntfy.sh/x",
        "https://ntfy.sh@evil.example/x",
        "https://ntfy.sh\\@evil.example/x",
        "https://NTFY.sh/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::1",
        "https://ntfy.sh/x\r\nX: y",
        "https://ntfy.sh/ x",
        "https://ntfy.sh/\u00e9",
        "https://ntfy.sh/" + "x" * 500,
        "file:///etc/passwd",
        "gopher://ntfy.sh/",
        "ntfy.sh/x",
        "",
    ],
)
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(BadWebhook, match="expected an address like"):
        checked_url(url, HOSTS)


def test_addresses_that_are_allowed() -> None:
    for url in ("https://ntfy.sh/my-topic", "https://discord.com/api/webhooks/1/abc?wait=true"):
        assert checked_url(url, HOSTS) == url
    with pytest.raises(BadWebhook, match="tells nobody"):
        checked_url("https://ntfy.sh/x", ())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:192.168.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2a00:1450:4001:82f::200e", True),
        ("2001:4860:4860::8888", True),
        ("64:ff9b::8.8.8.8", True),  # how a network without IPv4 reaches 8.8.8.8
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b:1::8.8.8.8", False),
        ("64:ff9b:1:7f00:1::", False),
        ("fec0::1", False),
        ("feff::1", False),
        ("::127.0.0.1", False),
        ("::10.0.0.1", False),
        ("::8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("::ffff:0:127.0.0.1", False),
        ("2002:808:808::1", False),
        ("2001:0:808:808::1", False),
        ("2001:2::1", False),
        ("2001:10::1", False),
        ("2001:20::1", False),
        ("2001:db8::1", False),
        ("3fff::1", False),
        ("5f00::1", False),
        ("100::1", False),
        ("100:0:0:1::1", False),
        ("fc00::1", False),
        ("febf::1", False),
        ("ff0e::1", False),
        ("2606:2800:220:1::1%eth0", False),
        ("192.0.0.8", False),
        ("192.0.0.9", False),
        ("192.0.2.1", False),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("198.51.100.1", False),
        ("203.0.113.1", False),
        ("240.0.0.1", False),
        ("2130706433", False),
        ("0x7f.1", False),
        ("127.1", False),
        ("8.8.8.8", True),
        ("nonsense", False),
    ],
)
def test_only_public_addresses_are_spoken_to(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_what_is_sent_is_one_request_with_the_title_alone() -> None:
    text = request_for("https://ntfy.sh/topic?x=1", "text", "SWIRL")
    assert text.startswith(b"POST /topic?x=1 HTTP/1.1\r\nHost: ntfy.sh\r\n")
    assert text.endswith(b"\r\n\r\nIt is your turn in SWIRL.")
    sent = request_for("https://discord.com/api", "json", "SWIRL")
    assert sent.endswith(
        b'{"content":"It is your turn in SWIRL.","text":"It is your turn in SWIRL."}'
    )


def test_it_is_told_to_who_is_away(tmp_path: Path) -> None:
    sent: list[tuple[str, str, bytes]] = []
    answers: list[Sequence[str]] = [["93.184.216.34"], ["93.184.216.34", "10.0.0.1"], []]

    async def resolve(host: str) -> Sequence[str]:
        return answers.pop(0)

    async def send(address: str, host: str, request: bytes) -> None:
        sent.append((address, host, request))

    async def go() -> None:
        store = Store(tmp_path)
        settings = Settings(bot_pause=0, deal_within=0, webhook_hosts=HOSTS)
        hub = Hub(store, settings)
        hub.webhooks = Webhooks(store, settings, resolve, send)
        try:
            ada, _ = await hub.new_person("Ada")
            bo, _ = await hub.new_person("Bo")
            await store.set_webhook(bo.id, "https://ntfy.sh/bo", "text")
            for _ in range(3):
                wish = NewTable(
                    game="swirling-heroes", seats=["me", "open"], options=["first_player=A"]
                )
                room = hub.room((await hub.make_table(ada, wish)).table)
                assert room is not None
                await hub.join(bo, room)
                question, token = room.table.question, room.table.token(0)
                assert question is not None
                text = str(question.options[0])
                await room.carry_out(
                    lambda table, dealer, token=token, text=text: table.answer(  # type: ignore[misc]
                        0, "k", token, [text], dealer
                    )
                )
            async with asyncio.timeout(PATIENCE):
                while answers or hub.webhooks._tasks:
                    await asyncio.sleep(0.01)
        finally:
            await hub.close()
            store.close()

    asyncio.run(go())
    # The second host led inwards too, the third nowhere: neither was spoken to.
    ((address, host, request),) = sent
    assert (address, host) == ("93.184.216.34", "ntfy.sh")
    assert b"Ada" not in request
    assert b"0123" not in request


def test_over_http_it_is_off_unless_the_host_allows_it(browser: NewBrowser) -> None:
    one = browser()
    nothing = {"url": "", "form": "text", "hosts": []}
    assert one.get("/api/v1/me/webhook") == nothing
    assert one.ask("POST", "/api/v1/me/webhook", {"url": ""}).status == 404
    one.post("/api/v1/me", {"name": "Ada"})
    refused = one.ask("POST", "/api/v1/me/webhook", {"url": "https://ntfy.sh/x"})
    assert refused.status == 400
    assert "tells nobody" in refused.json["text"]
    assert one.post("/api/v1/me/webhook", {"url": ""}) == nothing
    assert one.ask("POST", "/api/v1/me/webhook", {"url": "", "form": "xml"}).status == 400
