"""Every event tag has one owner: whoever reads a table's events knows what each means."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import msgspec

from halfturn.core import Event
from halfturn.core.registry import game_ids, load
from halfturn.server.tables import events

SHARED = {"game_over", "card_dealt", "placed"}
"""What is the same in every game that has it; sounds and the terminal go by these tags."""


def events_of(owner: str) -> list[type[Event]]:
    if owner == "server":
        kinds = [each for each in vars(events).values() if isinstance(each, type)]
        return [each for each in kinds if issubclass(each, Event) and each is not Event]
    return list(get_args(load(owner).event_type))


def tag_of(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


OWNERS = {owner: events_of(owner) for owner in [*game_ids(), "server"]}


def test_every_event_tag_has_one_owner() -> None:
    assert len(OWNERS) == 5
    for kinds in OWNERS.values():
        assert len({tag_of(kind) for kind in kinds}) == len(kinds) >= 4
    twice = [
        f"{tag}: {one}, {other}"
        for one, other in combinations(OWNERS, 2)
        for tag in {tag_of(kind) for kind in OWNERS[one]} & {tag_of(kind) for kind in OWNERS[other]}
        if tag not in SHARED or "server" in (one, other)
    ]
    assert twice == []


def test_fields_of_a_shared_tag_have_the_same_type_in_all_games() -> None:
    fields: dict[tuple[str, str], Any] = {}
    met = set()
    for kinds in OWNERS.values():
        for kind in kinds:
            if tag_of(kind) in SHARED:
                met.add(tag_of(kind))
                for field in msgspec.structs.fields(kind):
                    found = fields.setdefault((tag_of(kind), field.name), field.type)
                    assert found == field.type, f"{kind}: {field.name}"
    assert met == SHARED
    assert {("game_over", "winners"), ("placed", "x"), ("card_dealt", "seat")} <= set(fields)
