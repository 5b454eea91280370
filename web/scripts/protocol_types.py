"""Write the browser's types from the server's: `python web/scripts/protocol_types.py`.

The protocol goes to src/lib/protocol.ts, and what a game puts into it (views,
options, events) to the folder of the game's board; the protocol as a JSON
Schema goes to docs/protocol.schema.json. `--check` writes nothing and fails
when a file is not current.
"""

from __future__ import annotations

import sys
import typing
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from halfturn.server.protocol import cards, games, lessons, own_bots, replays, requests, updates

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SOURCE: Final = ROOT / "web/src"
SCHEMA: Final = ROOT / "docs/protocol.schema.json"
HEAD: Final = "// Written by scripts/protocol_types.py from the server's types. Do not edit.\n"
REF: Final = "#/{name}"
BOARDS: Final = ("qwirkle-cards", "sellswords", "swirl", "swirling-heroes")
"""The games that have a board of their own."""
MORE: Final = {
    "qwirkle-cards": (("arrange", "Arrangement"), ("scratch", "Status")),
    "sellswords": (("cards", "Entry"),),
    "swirling-heroes": (("cards", "CardFile"),),
}
"""What else a game tells its board (of its scratch table, and how cards can lie), and the entries
of its card file."""
MODULES: Final = ("answers", "events", "view")

Schema = dict[str, Any]


def files() -> dict[Path, str]:
    """Every generated file and what belongs into it."""
    structs = [
        each
        for module in (
            updates,
            requests,
            replays,
            games,
            cards,
            lessons,
            own_bots,
        )
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and not each.__name__.startswith("_")
    ]
    talk = {
        "FromServer": updates.FromServer,
        "FromBrowser": requests.FromBrowser,
        "LessonReply": lessons.LessonReply,
    }
    return {
        SOURCE / "lib/protocol.ts": typescript(structs, talk) + constants(vars(updates)),
        SCHEMA: json_schema(structs),
        **{SOURCE / f"games/{id}/types.ts": game_types(id) for id in BOARDS},
    }


def json_schema(structs: list[Any]) -> str:
    """Everything that travels, as a JSON Schema with a definition for each."""
    _, parts = msgspec.json.schema_components(structs, ref_template="#/$defs/{name}")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a browser and a Halfturn server say to each other",
        "$defs": dict(sorted(parts.items())),
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def game_types(id: str) -> str:
    """The view, options and events of a game."""
    package = f"halfturn.games.{id.replace('-', '_')}"
    answers, events, view = (import_module(f"{package}.{part}") for part in MODULES)
    name = id.title().replace("-", "")
    unions = {f"{name}Option": answers.Answer, f"{name}Event": events.Happening}
    more = [getattr(import_module(f"{package}.{part}"), each) for part, each in MORE.get(id, ())]
    return typescript([getattr(view, f"{name}View"), *members(unions.values()), *more], unions)


def typescript(structs: list[Any], unions: dict[str, Any]) -> str:
    """Interfaces for the structs and all they hold, and a name for each union."""
    _, parts = msgspec.json.schema_components(structs, ref_template=REF)
    texts = [interface(name, part) for name, part in sorted(parts.items())]
    for name, union in unions.items():
        names = " | ".join(each.__name__ for each in typing.get_args(union))
        texts.append(f"export type {name} = {names};\n")
    return "\n".join([HEAD, *texts])


def constants(names: dict[str, Any]) -> str:
    """The numbers that both sides have to agree on."""
    found = {name: each for name, each in names.items() if name.isupper() and type(each) is int}
    return "".join(f"\nexport const {name} = {value};\n" for name, value in found.items())


def members(unions: Any) -> list[Any]:
    """The structs that the unions are made of."""
    return [each for union in unions for each in typing.get_args(union)]


def interface(name: str, schema: Schema) -> str:
    """One struct; a field that has a default may be left out by whoever sends it."""
    required = schema.get("required", [])
    lines = []
    for field, part in schema["properties"].items():
        mark = "" if field in required else "?"
        lines.append(f"  {field}{mark}: {kind(part)};\n")
    about = schema.get("description", "").split("\n\n")[0].replace("\n", " ")
    comment = f"/** {about} */\n" if about else ""
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}\n"


def kind(schema: Schema) -> str:
    """The TypeScript of one JSON Schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " | ".join(kind(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(each).decode() for each in schema["enum"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(kind(part) for part in schema['prefixItems'])}]"
        case "array":
            inner = kind(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            return "Record<string, unknown>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
    raise ValueError(f"expected a schema that TypeScript can say, got {schema!r}")


def main(words: list[str]) -> int:
    """Write the files, or with --check tell which are not current."""
    stale = []
    for path, text in files().items():
        if "--check" not in words:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            stale.append(path.relative_to(ROOT).as_posix())
    for name in stale:
        print(f"{name} is not current: run python web/scripts/protocol_types.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
