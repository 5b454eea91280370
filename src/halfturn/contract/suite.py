"""The laws, made ready for pytest and for the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from halfturn.contract import answers, knowledge, play, texts
from halfturn.contract.missing import lacks
from halfturn.contract.sample import GAMES, Broken, Sample
from halfturn.core.game import Game

Law = Callable[[Sample], None]

LAWS: Final[tuple[Law, ...]] = (*play.LAWS, *answers.LAWS, *texts.LAWS, *knowledge.LAWS)


class Result(msgspec.Struct, frozen=True):
    """Whether a game keeps one law; the message says what is wrong, and where."""

    name: str
    ok: bool
    message: str


class Case:
    """One law, to be checked on one game."""

    def __init__(self, law: Law, sample: Sample) -> None:
        self._law = law
        self._sample = sample

    @property
    def name(self) -> str:
        """The law in a few words."""
        return self._law.__name__.replace("_", " ")

    @property
    def words(self) -> str:
        """The law in full."""
        return " ".join((self._law.__doc__ or "").split())

    def check(self) -> None:
        """Raise Broken, saying what was expected and how to come there, unless the game passes."""
        self._sample.at = None
        try:
            self._law(self._sample)
        except NotImplementedError as error:
            raise Broken(lacks(error)) from None
        except Broken as error:
            raise Broken(f"{error}\nThe law: {self.words}{self._where()}") from None
        except Exception as error:
            error.add_note(self._where())
            raise

    def result(self) -> Result:
        """The same as plain data, for a report."""
        try:
            self.check()
        except Broken as error:
            return Result(self.name, False, str(error))
        except Exception as error:
            where = "\n".join(error.__notes__)
            return Result(self.name, False, f"raised {type(error).__name__}: {error}{where}")
        return Result(self.name, True, "")

    def _where(self) -> str:
        return f"\nSeen in {self._sample.at.where}" if self._sample.at else ""

    def __str__(self) -> str:
        return self._law.__name__.replace("_", "-")

    def __repr__(self) -> str:
        return f"<{self._sample.game!r}: {self.name}>"


def cases(game: Game, games: int = GAMES) -> list[Case]:
    """Every law, ready to be checked on this game; they share the games that are played.

    About so many games are played, at least one with each of the `contract_options`.
    """
    sample = Sample(game, games)
    return [Case(law, sample) for law in LAWS]


def report(game: Game, games: int = GAMES) -> list[Result]:
    """Every law with whether this game keeps it."""
    return [case.result() for case in cases(game, games)]
