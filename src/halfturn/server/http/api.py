"""The few things that travel over HTTP: who somebody is, and who sits where."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from halfturn.core import BadOptions, UnknownGame
from halfturn.core.language import say
from halfturn.server.http.headers import problem
from halfturn.server.http.origin import is_own_page, is_secure, is_this_machine
from halfturn.server.ops import metrics
from halfturn.server.ops.home_network import Lan, qr_rows
from halfturn.server.ops.settings import MOST_BYTES
from halfturn.server.people.devices import GOOD_FOR, Kind, SignedIn, kind_of
from halfturn.server.people.identity import Person
from halfturn.server.people.names import NAMELESS, BadName, clean_name
from halfturn.server.people.privacy import export
from halfturn.server.people.webhooks import BadWebhook, checked_url
from halfturn.server.projection.replays import BadViewer
from halfturn.server.protocol.updates import (
    Device,
    DeviceCode,
    Join,
    LanAddress,
    Me,
    NewTable,
    Removal,
    SetName,
    TableLink,
    UseCode,
    Webhook,
    WebhookInfo,
)
from halfturn.server.storage.database import StoreFailed
from halfturn.server.storage.sqlite_writer import Taken
from halfturn.server.tables.change import Refused
from halfturn.server.tables.guest import Unplayable
from halfturn.server.tables.hub import Full, Hub, TooMany
from halfturn.server.tables.log import BadLog, Halted
from halfturn.server.tables.room import Room
from halfturn.server.transport.addresses import counted_as
from halfturn.server.transport.rate_limits import Bucket

log = logging.getLogger(__name__)

COOKIE_AGE: Final = 400 * 24 * 3600
"""As long as browsers keep one at most."""
LONGEST_PATH: Final = 300

Handler = Callable[[Request], Awaitable[Response]]
Body = TypeVar("Body")


class Refusal(Exception):
    """A request that is not carried out, as the answer that says why."""

    def __init__(self, status: int, code: str, text: str, wait: int = 0) -> None:
        super().__init__(text)
        self.response = problem(status, code, text)
        if wait:
            self.response.headers["Retry-After"] = str(wait)


def check_rate(bucket: Bucket, text: str) -> None:
    """Refuse what comes too often, and tell when it may come again."""
    if not bucket.take():
        raise Refusal(429, "slow_down", text, bucket.wait)


def told(handler: Handler) -> Handler:
    """Turn what can go wrong into answers in words."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as refusal:
            return refusal.response
        except (BadName, BadOptions, BadViewer, BadWebhook, UnknownGame) as error:
            return problem(400, "bad_request", str(error))
        except (Halted, Unplayable) as error:
            return problem(503, "error", str(error))
        except (StoreFailed, BadLog) as error:
            log.error("%s cannot be answered: %s", request.method, error)
            return problem(503, "error", say("the server cannot do that at the moment: try again"))
        except Exception:
            id = secrets.token_hex(4)
            metrics.ERRORS.add("http")
            log.exception("error %s", id)
            return problem(500, "error", say("something went wrong here (error {id})", id=id))

    return answer


class Api:
    """The handlers of /api/v1: see `routes` for what each answers to."""

    def __init__(self, hub: Hub, lan: Lan) -> None:
        self._hub = hub
        self._lan = lan

    # ---- people ----

    async def me(self, request: Request) -> Response:
        """Who this browser is; nobody yet, until it does something."""
        person = self.person(request)
        return answered(Me(name=person.name if person else ""))

    async def set_me(self, request: Request) -> Response:
        """Be called something."""
        wish = await self.page_body(request, SetName)
        name = clean_name(wish.name)
        person = self.person(request)
        if person is not None:
            return answered(Me(name=(await self._hub.rename(person, name)).name))
        person, token = await self._new_person(request, name)
        return self._with_cookie(request, answered(Me(name=person.name)), token)

    async def forget_me(self, request: Request) -> Response:
        """Be forgotten."""
        self.check_page(request)
        await self._hub.forget(self.known(request))
        return self._without_cookie(request, answered(Me(name="")))

    async def my_data(self, request: Request) -> Response:
        """All that is kept about whoever asks."""
        person = self.known(request)
        check_rate(self._hub.exports.of(person.id), say("you have it already: wait a bit"))
        return answered(await export(self._hub, person))

    def known(self, request: Request) -> Person:
        """Who the cookie says it is; raises Refusal where nobody is."""
        return self._known_device(request).person

    def _known_device(self, request: Request) -> SignedIn:
        found = self.signed_in(request)
        if found is None:
            raise Refusal(404, "not_found", say("nobody is known by this browser's cookie"))
        return found

    # ---- devices ----

    async def devices(self, request: Request) -> Response:
        """The devices on which one is signed in."""
        return answered(self._devices(self._known_device(request)))

    async def sign_out(self, request: Request) -> Response:
        """Sign one of one's devices out, perhaps the one that asks."""
        self.check_page(request)
        here = self._known_device(request)
        word = request.path_params["device"]
        found = [each.id for each in self._devices(here) if each.id == word]
        if not found:
            raise Refusal(404, "not_found", say("you are not signed in on such a device"))
        await self._hub.sign_out(here.person, [int(found[0])])
        answer = answered(self._devices(here))
        return self._without_cookie(request, answer) if int(found[0]) == here.device else answer

    async def sign_out_others(self, request: Request) -> Response:
        """Sign out all of one's devices but the one that asks."""
        self.check_page(request)
        here = self._known_device(request)
        others = [int(each.id) for each in self._devices(here) if not each.this]
        await self._hub.sign_out(here.person, others)
        return answered(self._devices(here))

    def _devices(self, here: SignedIn) -> list[Device]:
        return [
            Device(
                id=str(each.id),
                browser=each.kind.browser,
                system=each.kind.system,
                made_at=each.made_at,
                used_at=each.used_at,
                this=each.id == here.device,
            )
            for each in self._hub.store.devices_of(here.person.id)
        ]

    async def new_code(self, request: Request) -> Response:
        """A code with which another device becomes the same person."""
        self.check_page(request)
        person = self.known(request)
        if not self._hub.code_wishes.of(person.id).take():
            raise Refusal(429, "slow_down", say("that is a lot of codes: wait a bit"))
        code = await self._hub.codes.new(person.id)
        return answered(DeviceCode(code=code, seconds=GOOD_FOR), 201)

    async def use_code(self, request: Request) -> Response:
        """Be the person whose code this is."""
        wish = await self.page_body(request, UseCode)
        guesses = self._hub.guesses.of(address(request))
        if guesses.empty:
            raise Refusal(429, "slow_down", say("too many codes that are not valid: wait a bit"))
        person = await self._hub.codes.use(wish.code)
        if person is None:
            guesses.take()
            raise Refusal(404, "not_found", say("this code is not valid, or not any more"))
        token = await self._hub.sign_in(person, _kind(request), self.signed_in(request))
        return self._with_cookie(request, answered(Me(name=self._hub.store.name(person))), token)

    async def webhook(self, request: Request) -> Response:
        """Where this person is told of their turn."""
        person = self.person(request)
        return self._webhook(self._hub.store.webhook(person.id) if person else None)

    async def set_webhook(self, request: Request) -> Response:
        """Be told of one's turn somewhere, or nowhere."""
        wish = await self.page_body(request, Webhook)
        person = self.person(request)
        if person is None:
            raise Refusal(404, "not_found", say("nobody is known by this browser's cookie"))
        if wish.url:
            checked_url(wish.url, self._hub.webhooks.hosts)
        await self._hub.store.set_webhook(person.id, wish.url, wish.form)
        return self._webhook(self._hub.store.webhook(person.id))

    def _webhook(self, found: tuple[str, str] | None) -> Response:
        url, form = found or ("", "text")
        hosts = list(self._hub.webhooks.hosts)
        kind: Literal["text", "json"] = "json" if form == "json" else "text"
        return answered(WebhookInfo(url=url, form=kind, hosts=hosts))

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who the cookie says it is."""
        found = self.signed_in(connection)
        return None if found is None else found.person

    def signed_in(self, connection: HTTPConnection) -> SignedIn | None:
        """Return the device that the cookie stands for, and whose it is."""
        return self._hub.signed_in(connection.cookies.get(self._cookie(connection)))

    async def _somebody(self, request: Request) -> tuple[Person, str]:
        """The person, or a new one with the token for the cookie."""
        person = self.person(request)
        return (person, "") if person is not None else await self._new_person(request)

    async def _new_person(self, request: Request, name: str = NAMELESS) -> tuple[Person, str]:
        bucket = self._hub.newcomers.of(address(request))
        check_rate(bucket, say("too many new people from one place: wait a bit"))
        return await self._hub.new_person(name, _kind(request))

    def _cookie(self, connection: HTTPConnection) -> str:
        # Browsers mix up the cookies of all servers on one machine, hence the server's name.
        prefix = "__Host-" if is_secure(connection) else ""
        return f"{prefix}halfturn_{self._hub.store.server}"

    def _with_cookie(self, request: Request, response: Response, token: str) -> Response:
        if token:
            secure = is_secure(request)
            response.set_cookie(
                self._cookie(request),
                token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="lax",
                secure=secure,
            )
        return response

    def _without_cookie(self, request: Request, response: Response) -> Response:
        response.delete_cookie(
            self._cookie(request), secure=is_secure(request), httponly=True, samesite="lax"
        )
        return response

    # ---- tables ----

    async def tables(self, request: Request) -> Response:
        """The tables this browser sits at."""
        person = self.person(request)
        return answered(await self._hub.tables_of(person) if person else [])

    async def lobby(self, request: Request) -> Response:
        """The tables that anybody may join."""
        return answered(await self._hub.lobby())

    async def make_table(self, request: Request) -> Response:
        """A new table."""
        wish = await self.page_body(request, NewTable)
        self.check_tables(request)
        person, token = await self._somebody(request)
        link = await self.made(request, person, wish)
        return self._with_cookie(request, answered(link, 201), token)

    def check_tables(self, request: Request) -> Bucket:
        """What an address has left of new tables; raises Refusal where that is nothing."""
        bucket = self._hub.tables_per_address.of(address(request))
        if bucket.empty:
            text = say("too many new tables from one place: wait a bit")
            raise Refusal(429, "slow_down", text, bucket.wait)
        return bucket

    async def made(self, request: Request, person: Person, wish: NewTable) -> TableLink:
        """The table that somebody wants; raises Refusal."""
        of_address = self.check_tables(request)
        check_rate(
            self._hub.creates.of(person.id), say("that is a lot of tables: finish one first")
        )
        of_address.take()
        try:
            return await self._hub.make_table(person, wish)
        except TooMany:
            text = say("you sit at too many tables: finish some first")
            raise Refusal(409, "conflict", text) from None

    async def join(self, request: Request) -> Response:
        """Take an open seat with the invitation's code."""
        wish = await self.page_body(request, Join)
        room = self.invited_to(request, wish.invite)
        person, token = await self._somebody(request)
        return self._with_cookie(request, answered(await self.seated(person, room)), token)

    async def invitation(self, request: Request) -> Response:
        """What somebody is invited to; no seat is taken by looking."""
        wish = await self.page_body(request, Join)
        room, person = self.invited_to(request, wish.invite), self.person(request)
        return answered(room.info(person.id if person else None))

    def invited_to(self, request: Request, invite: str) -> Room:
        """The table whose invitation somebody has; raises Refusal."""
        guesses = self._hub.guesses.of(address(request))
        if guesses.empty:
            text = say("too many invitations that are not valid: wait a bit")
            raise Refusal(429, "slow_down", text, guesses.wait)
        room = self._hub.room(request.path_params["table"])
        # The same answer for a table that is not there: nobody learns which ones are.
        right = hmac.compare_digest(invite.encode(), room.invite.encode() if room else b"")
        right = right or (room is not None and not invite and room.table.open)
        if room is None or not right:
            guesses.take()
            raise Refusal(404, "not_found", say("this invitation is not valid here"))
        return room

    async def seated(self, person: Person, room: Room) -> TableLink:
        """Let somebody take an open seat; raises Refusal."""
        try:
            return await self._hub.join(person, room)
        except Full:
            raise Refusal(409, "conflict", say("all seats are taken: you can watch")) from None

    async def leave(self, request: Request) -> Response:
        """Get up before the first game has begun."""
        self.check_page(request)
        person, room = self.person(request), self._hub.room(request.path_params["table"])
        if room is None or person is None or room.seat_of(person.id) is None:
            raise Refusal(404, "not_found", say("you do not sit at such a table"))
        await _seats_changed(room.leave_seat(person.id))
        return answered(room.info(None))

    # ---- the owner of a table ----

    async def new_invitation(self, request: Request) -> Response:
        """Make a new invitation, which voids the one before."""
        self.check_page(request)
        room, person = self._owned(request)
        await _seats_changed(room.new_invitation(person.id))
        return answered(TableLink(table=room.id, invite=room.invite))

    async def remove(self, request: Request) -> Response:
        """Remove a person from a seat."""
        wish = await self.page_body(request, Removal)
        room, person = self._owned(request)
        await _seats_changed(room.remove(person.id, wish.seat, wish.version))
        return answered(TableLink(table=room.id, invite=room.invite))

    def _owned(self, request: Request) -> tuple[Room, Person]:
        """Return the table and its owner, who asks; raises Refusal for everybody else."""
        person, room = self.person(request), self._hub.room(request.path_params["table"])
        if room is None or person is None or room.seat_of(person.id) is None:
            raise Refusal(404, "not_found", say("you do not sit at such a table"))
        if not room.is_owner(person.id):
            raise Refusal(403, "forbidden", say("only the owner of the table can do that"))
        check_rate(self._hub.invitations.of(person.id), say("that is a lot: wait a bit"))
        return room, person

    # ---- the home network ----

    async def lan(self, request: Request) -> Response:
        """How phones reach this server."""
        return self._lan_address(request)

    async def open_lan(self, request: Request) -> Response:
        """Let phones reach this server."""
        self.check_page(request)
        if not is_this_machine(request, self._hub.settings.proxies):
            raise Refusal(
                403, "forbidden", say("only a browser on the server's own machine can do it")
            )
        await self._lan.open()
        if not self._lan.urls:
            raise Refusal(
                409, "conflict", say("this machine is not in a network that phones can join")
            )
        return self._lan_address(request)

    def _lan_address(self, request: Request) -> Response:
        path = request.query_params.get("path", "/")
        if not path.startswith("/") or len(path) > LONGEST_PATH or not path.isascii():
            raise Refusal(400, "bad_request", "expected a path that begins with /")
        urls = [url + path for url in self._lan.urls]
        qr = qr_rows(urls[0]) if urls else ""
        return answered(LanAddress(open=bool(urls), urls=urls, qr=qr))

    # ---- reading requests ----

    def check_page(self, request: Request) -> None:
        """Refuse what comes from no page of ours."""
        if not is_own_page(request, self._hub.settings.origins):
            raise Refusal(403, "forbidden", "expected a request from a page of this server")

    async def page_body(self, request: Request, kind: type[Body]) -> Body:
        """The usual short thing that a page of ours sent."""
        return await self.body(request, kind, MOST_BYTES)

    async def body(self, request: Request, kind: type[Body], most: int) -> Body:
        """What a page of ours sent, checked."""
        self.check_page(request)
        return await self.read(request, kind, most)

    async def read(self, request: Request, kind: type[Body], most: int = MOST_BYTES) -> Body:
        """What was sent, checked, wherever it came from."""
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refusal(415, "bad_request", "expected application/json")
        body = b""
        try:
            async with asyncio.timeout(self._hub.settings.body_within):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise Refusal(413, "bad_request", f"expected at most {most} bytes")
        except TimeoutError:
            raise Refusal(408, "slow_down", say("the request took too long to arrive")) from None
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            text = str(error) if isinstance(error, msgspec.ValidationError) else "it is not JSON"
            raise Refusal(400, "bad_request", f"the request cannot be read: {text}") from None


async def _seats_changed(changing: Awaitable[None]) -> None:
    """Wait for a change of who sits where; raises Refusal in words."""
    try:
        await changing
    except Refused as refused:
        raise Refusal(409, "conflict", refused.text) from None
    except Taken:
        raise Refusal(409, "conflict", say("that came too late: look and try again")) from None


def _kind(request: Request) -> Kind:
    return kind_of(request.headers.get("user-agent", ""))


def address(request: HTTPConnection) -> str:
    """Where a request counts as coming from: kept in memory only, to count."""
    return counted_as(request.client.host) if request.client else ""


def answered(value: Any, status: int = 200) -> Response:
    """A value as an answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")
