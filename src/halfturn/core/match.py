"""Matches: several games that count together."""

from __future__ import annotations

import re
from typing import Final, Literal, cast

from halfturn.core.errors import BadOptions, BadRecord, IllegalOption
from halfturn.core.game import Game
from halfturn.core.language import say
from halfturn.core.options import Given
from halfturn.core.playthrough import Playthrough
from halfturn.core.record import FORMAT as RECORD_FORMAT
from halfturn.core.record import read_record
from halfturn.core.state import State

FORMAT: Final = "halfturn match 1"
MOST_GAMES: Final = 1000
By = Literal["points", "wins"]


class Match:
    """Games played one after another, each with the options the one before it leads to.

    The highest total wins: of `points` over all games, or of `wins`. Scores that are no points
    (`Game.has_points`) cannot be added up, so that such a game goes by wins whatever is said. A
    rematch is a match that is made longer.
    """

    def __init__(self, games: list[Playthrough], length: int, by: By = "points") -> None:
        if not 1 <= length <= MOST_GAMES:
            raise BadOptions(
                say(
                    "expected a match of 1 to {most} games, got {length}",
                    most=MOST_GAMES,
                    length=length,
                )
            )
        if by not in ("points", "wins"):
            raise BadOptions(f"expected a match by points or by wins, got {by!r}")
        self.games = games
        self.length = length
        self.by: By = by if games[0].game.has_points else "wins"
        self.dropped = 0
        """How many games that are over came before those in `games`: see `drop_finished`."""
        self._counted: tuple[int, tuple[int, ...]] = (0, (0,) * games[0].state.seats)
        """How many games have been counted, all but the last at most, and what they come to."""

    @classmethod
    def start(
        cls,
        game: Game,
        seats: int | None = None,
        options: Given = None,
        length: int | None = None,
        by: By = "points",
    ) -> Match:
        """A new match; without a length, as long as the game thinks fair."""
        first = Playthrough.start(game, seats, options)
        return cls([first], game.match_length(first.state.seats) if length is None else length, by)

    @classmethod
    def resumed(
        cls, current: Playthrough, length: int, dropped: int, totals: tuple[int, ...]
    ) -> Match:
        """Return a match by points whose earlier games are known by their number and totals."""
        match = cls([current], length)
        match.dropped = dropped
        match._counted = dropped, totals
        return match

    @property
    def number(self) -> int:
        """How many games have begun."""
        return self.dropped + len(self.games)

    def drop_finished(self) -> None:
        """Keep the last game only; the earlier ones still count in the totals."""
        self._count_finished()
        self.dropped += len(self.games) - 1
        del self.games[:-1]

    @property
    def current(self) -> Playthrough:
        """The game that is being played, or the last one."""
        return self.games[-1]

    @property
    def over(self) -> bool:
        """Whether all games have been played."""
        return self.number == self.length and self.current.state.over

    def next_game(self) -> Playthrough:
        """Begin the next game, once the one before it is over."""
        before = self.current.state
        if not before.over:
            raise IllegalOption("expected the game before to be over, but it is still being played")
        if self.number == self.length:
            raise IllegalOption(f"expected at most {self.length} games, and all are played")
        game = self.current.game
        self.games.append(Playthrough.start(game, before.seats, game.next_options(before)))
        return self.current

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points or wins in the games that are over."""
        totals = self._count_finished()
        state = self.current.state
        return _sum(totals, self._worth(state)) if state.over else totals

    def _count_finished(self) -> tuple[int, ...]:
        """Return the totals of all games but the last, which are over and do not change."""
        count, totals = self._counted
        last = self.number - 1
        if count < last:
            for each in self.games[count - self.dropped : -1]:
                totals = _sum(totals, self._worth(each.state))
            self._counted = last, totals
        return totals

    def _worth(self, state: State) -> tuple[int, ...]:
        """What a game that is over is worth to each seat; nobody has won what all have won."""
        if self.by == "points":
            return state.scores
        won = state.winners if len(state.winners) < state.seats else ()
        return tuple([int(seat in won) for seat in range(state.seats)])

    def longer(self, length: int) -> Match:
        """The same match, of so many games; this one stays as it is."""
        match = Match(list(self.games), length, self.by)
        match.dropped, match._counted = self.dropped, self._counted
        return match

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, several after a tie; empty until the match is over."""
        if not self.over:
            return ()
        best = max(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def text(self) -> str:
        """The match as text: its head, then the records of its games."""
        records = "\n".join(each.record.text for each in self.games)
        return f"{FORMAT}\ngames {self.length}\nby {self.by}\n\n{records}"


def _sum(totals: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([total + more for total, more in zip(totals, points, strict=True)])


def read_match(text: str, game: Game) -> Match:
    """A match from its text, or a single record as a match of one game."""
    head, records = split_records(text)
    length, by = 1, "points"
    if words := head.split():
        found = dict(zip(words[3::2], words[4::2], strict=False))
        length_word, by = found.get("games", ""), found.get("by", "")
        if (
            words[:3] != FORMAT.split()
            or by not in ("points", "wins")
            or not length_word.isdecimal()
            or len(length_word) > 4
        ):
            raise BadRecord(
                f"expected a head of {FORMAT!r}, games and by points or wins, got {head[:60]!r}"
            )
        length = int(length_word)
    if len(records) > length:
        raise BadRecord(f"expected at most {length} games, got {len(records)}")
    games = []
    for number, (record, first_line) in enumerate(records, start=1):
        try:
            games.append(Playthrough.of(read_record(record, first_line), game))
        except BadRecord as error:
            raise BadRecord(f"game {number}: {error}") from None
    if any(not each.state.over for each in games[:-1]):
        raise BadRecord("expected every game but the last to be over")
    if any(each.state.seats != games[0].state.seats for each in games):
        raise BadRecord("expected the same number of seats in every game of the match")
    if not 1 <= length <= MOST_GAMES:
        raise BadRecord(f"expected a match of 1 to {MOST_GAMES} games, got {length}")
    return Match(games, length, cast("By", by))


def split_records(text: str) -> tuple[str, list[tuple[str, int]]]:
    """What stands before the first record, and each record with the number of its first line."""
    head, *rest = re.split(rf"^{RECORD_FORMAT}\b", text, flags=re.MULTILINE)
    if not rest:
        raise BadRecord(f"expected a line {RECORD_FORMAT!r}, got a text without one")
    records = []
    first_line = 1 + len(head.splitlines())
    for each in rest:
        record = RECORD_FORMAT + each
        records.append((record, first_line))
        first_line += len(record.splitlines())
    return head, records
