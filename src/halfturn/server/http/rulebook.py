"""A game's rules as a page: its text, and what can be chosen before it begins."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from halfturn.core import Game
from halfturn.core.language import say
from halfturn.core.options import choices, default_texts, description
from halfturn.server.protocol.games import OptionInfo, Rules, RulesPart

# Nothing leads elsewhere or is more than text: a game may come from anybody's package.
_LEFT_OUT: Final = ["autolink", "link"]
_PAGE: Final = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_LEFT_OUT)
PICTURE: Final = re.compile("picture:([a-z][a-z0-9-]{0,39})")
"""Where a page has a picture: the browser draws it by this name, with the game's own cards."""


def rules_of(game: Game) -> Rules:
    """All that there is to know about how a game is played here."""
    return Rules(
        game=game.id,
        title=game.title,
        page=_parts(SyntaxTreeNode(_PAGE.parse(game.rules()))),
        options=[
            OptionInfo(
                name=name,
                default=default,
                choices=_choices(game, name),
                description=say(description(game.options_type, name)),
            )
            for name, default in default_texts(game.options_type).items()
        ],
    )


def _parts(node: SyntaxTreeNode) -> list[RulesPart]:
    """What an element of the text is made of; those that only hold others are left out."""
    found = []
    for child in node.children:
        if child.type in ("text", "code_inline", "code_block", "fence"):
            found.append(RulesPart(tag=child.tag, text=child.content, parts=[]))
        elif child.type == "softbreak":
            found.append(RulesPart(tag="", text=" ", parts=[]))
        elif child.type == "image":
            found.append(_picture(child))
        elif child.type == "inline" or child.hidden or _is_picture(child):
            found += _parts(child)
        else:
            found.append(RulesPart(tag=child.tag, text="", parts=_parts(child)))
    return found


def _picture(image: SyntaxTreeNode) -> RulesPart:
    """One of the game's own pictures by its name; of any other image, its words."""
    name = PICTURE.fullmatch(str(image.attrs.get("src", "")))
    if name is None:
        return RulesPart(tag="", text=image.content, parts=[])
    return RulesPart(tag="figure", text=image.content, parts=[], picture=name[1])


def _is_picture(paragraph: SyntaxTreeNode) -> bool:
    """Whether a paragraph holds a picture and nothing else, which then stands for itself."""
    inline = [part for child in paragraph.children for part in child.children]
    return paragraph.type == "paragraph" and [part.type for part in inline] == ["image"]


def _choices(game: Game, name: str) -> list[str]:
    """The values to choose from; none where words or a number are to be typed."""
    field = next(each for each in msgspec.structs.fields(game.options_type) if each.name == name)
    if isinstance(field.default, bool):
        return ["true", "false"]
    return list(choices(game.options_type, name))
