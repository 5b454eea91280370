"""What travels below /api/v1/cards: the card files of the owner of a box."""

from __future__ import annotations

import msgspec


class CardFileInfo(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/v1/cards gives one for every game whose cards an owner can enter."""

    game: str
    title: str
    own: bool
    """Whether an owner's file is in force, and not Halfturn's own."""
    unprinted: int
    """How many of its cards still have house numbers, as far as the game can tell."""


class CardFile(msgspec.Struct, frozen=True, kw_only=True):
    """GET /api/v1/cards/GAME: the cards of a game."""

    game: str
    title: str
    name: str
    """What the owner's file is called."""
    where: str
    """The folder it lies in; told to those alone who may change it."""
    own: bool
    """Whether there is an owner's file."""
    text: str
    """The owner's file; empty where there is none."""
    shipped: str
    """Halfturn's own file."""
    trouble: str
    """Why the owner's file is not used; empty where all is well."""
    unprinted: list[str]
    """What of the cards in force is not as printed: places, as CardProblem names them."""
    mark: str
    """Stands for the file as it is, to be sent along when it is changed."""
    may_change: bool
    """Whether this browser may: one on the server's own machine."""


class CardText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/cards/GAME/check: a file to be checked; nothing is changed."""

    text: str


class CardProblem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong with a card file."""

    place: str
    """The entry it is about, such as `ref 23` or `card 4`; empty for the file as a whole."""
    text: str


class CardCheck(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    problems: list[CardProblem]
    """None: the file can be used."""
    unprinted: list[str]
    """What would still not be as printed."""
    changes: bool
    """Whether new tables would be played with other cards than now."""


class KeepCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/v1/cards/GAME: put a file into force, for the tables that are made from now on.

    Answered with CardFile. DELETE, with the mark as `?mark=`, takes it away again.
    """

    text: str
    mark: str
    """That of the file which was changed: if it is another by now, nothing is done."""
