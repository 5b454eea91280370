"""What is known of people: why each thing is kept, all of it for the one it is about, and its end.

The log names seats, never people, so a person can be forgotten while every game stays whole.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from halfturn.server.people.identity import Person
from halfturn.server.projection import render, updates
from halfturn.server.projection.render import NotRendered
from halfturn.server.tables.guest import Unplayable
from halfturn.server.tables.hub import Hub
from halfturn.server.tables.log import BadLog
from halfturn.server.tables.room import Room

PURPOSES: Final = {
    "people.id": "a random number that stands for somebody, and means nothing elsewhere",
    "people.name": "what the others at a table call somebody",
    "devices.id": "a random number that stands for a browser on which somebody is signed in",
    "devices.person": "who is signed in there",
    "devices.token_hash": "to know the browser again by its cookie, which is not kept itself",
    "devices.browser": "what browser it is, to tell one's devices apart",
    "devices.system": "what it runs on, to tell one's devices apart",
    "devices.made_at": "when it was signed in, to tell one's devices apart",
    "devices.used_at": "the day it was last used, to see whether somebody else uses it",
    "tables.id": "a table's name in addresses",
    "tables.invite": "the code with which somebody can take an open seat",
    "tables.bot_turn": "to let a bot go on after a restart",
    "tables.made_at": "when the table was made, to list the newest first",
    "tables.over": "to count the tables whose game is not over",
    "tables.changed_at": "to delete tables that nobody needs any more",
    "seats.table_id": "who sits where",
    "seats.seat": "who sits where",
    "seats.person": "who sits where",
    "seeds.table_id": "the secret that a game's deals come from",
    "seeds.game": "the secret that a game's deals come from",
    "seeds.seed": "the secret that a game's deals come from",
    "log.table_id": "what happened at a table",
    "log.version": "what happened at a table, in its order",
    "log.key": "to carry out once what was sent twice",
    "log.seat": "which seat wanted it",
    "log.kind": "what happened at a table",
    "log.body": "what happened at a table: answers and cards",
    "deadlines.table_id": "to see when somebody's time is out",
    "deadlines.due": "to see when somebody's time is out",
    "talk.table_id": "what was said at a table",
    "talk.number": "what was said at a table, in its order",
    "talk.key": "to say once what was sent twice",
    "talk.seat": "who said it, for the others",
    "talk.person": "who said it, to give it to them and to delete it",
    "talk.phrase": "what was said at a table",
    "talk.text": "what was said at a table",
    "lobby.table_id": "which tables anybody may join",
    "webhooks.person": "where somebody wants to be told of their turn",
    "webhooks.url": "where somebody wants to be told of their turn",
    "webhooks.form": "where somebody wants to be told of their turn",
    "nodes.node": "which servers share this database",
    "nodes.address": "where the servers that share this database reach each other",
    "nodes.until": "which of them live",
    "leases.table_id": "which server has a table",
    "leases.node": "which server has a table",
    "leases.epoch": "how often a table has changed servers",
    "served.one": "for how long tables have been served, which clocks go by",
    "served.uptime": "for how long tables have been served, which clocks go by",
    "served.at": "for how long tables have been served, which clocks go by",
    "codes.code_hash": "a code for another device, for five minutes, and not the code itself",
    "codes.person": "who is signed in with a code for another device",
    "codes.until": "when a code for another device ends",
    "bots.person": "which players are bots that belong to somebody",
    "bots.owner": "whose bot it is, which everybody at a table is told",
    "bots.token_hash": "to know a bot again by its token, which is not kept itself",
    "bots.scopes": "what a bot may do",
    "bots.made_at": "when a bot was made, to list them in their order",
    "facts.name": "facts about the server itself",
    "facts.value": "facts about the server itself",
    "alembic_version.version_num": "the format of the database",
}
"""Everything that is stored and why. A column that is not here fails a test."""


async def export(hub: Hub, person: Person) -> dict[str, Any]:
    """All that is kept about somebody: their name, and every table as they may see it.

    Of a running game that is their own view, of a finished one the whole record.
    """
    tables = []
    for id, seat, made_at in hub.store.seats_of(person.id):
        for room in await hub.rooms_to_read([id]):
            tables.append({"made_at": made_at, **await _table(hub, room, seat)})
        await asyncio.sleep(0)  # others are waiting, too
    return {
        "format": "halfturn personal data 1",
        "person": {"id": str(person.id), "name": person.name},
        "devices": [
            {
                "id": str(device.id),
                "browser": device.kind.browser,
                "system": device.kind.system,
                "made_at": device.made_at,
                "used_at": device.used_at,
            }
            for device in hub.store.devices_of(person.id)
        ],
        "tables": tables,
        "talk": [
            {"table": table, "number": number, "phrase": phrase, "text": text}
            for table, number, phrase, text in hub.store.talk_of(person.id)
        ],
        "bots": [
            {
                "id": str(id),
                "name": name,
                "scopes": scopes.split(),
                "made_at": made_at,
                "revoked": not good,
                "tables": [
                    {"table": table, "seat": seat} for table, seat, _ in hub.store.seats_of(id)
                ],
            }
            for id, name, scopes, made_at, good in hub.store.bots_of(person.id)
        ],
        "webhook": (hub.store.webhook(person.id) or ("",))[0],
        "purposes": PURPOSES,
    }


async def _table(hub: Hub, room: Room, seat: int) -> dict[str, Any]:
    try:
        with room.beside():
            update = updates.update(room.table, room.sitters, seat, 0, room.invite, None)
        records = []
        for number in range(1, hub.history.finished(room) + 1):
            secret = hub.store.secret(room.id, number)
            records.append(await hub.history.of_game(room, number, render.record, secret))
    except (BadLog, NotRendered, Unplayable):
        return {"table": room.id, "seat": seat, "unreadable": True}
    return {
        "table": room.id,
        "seat": seat,
        "now": msgspec.to_builtins(update),
        "records": records,
    }
