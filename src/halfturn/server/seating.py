"""Who plays each seat of a table, as its log names them: people, and bots in their own right or
for somebody who is gone.
"""

from __future__ import annotations

from halfturn.server.log import Made


class Seating:
    """The seats of a table, of which the log knows no names."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.taken = [kind != "open" for kind in made.seats]
        self.stand_ins: dict[int, str] = {}
        """The bots that play for people, by seat."""

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.made.seats)

    def bot(self, seat: int) -> str | None:
        """The name of the bot that plays a seat, as its own or for somebody; None for people."""
        kind, _, name = self.made.seats[seat].partition(":")
        return name if kind == "bot" else self.stand_ins.get(seat)

    def holder(self, seat: int) -> int:
        """The seat whose person holds this one, too; mostly itself."""
        kind, _, other = self.made.seats[seat].partition(":")
        return int(other) if kind == "with" else seat

    def held_by(self, seat: int | None) -> list[int]:
        """All seats that the person holds who sits there; none for somebody who watches."""
        return [each for each in range(self.seats) if self.holder(each) == seat]

    @property
    def bots(self) -> tuple[bool, ...]:
        """Which seats bots play."""
        return tuple(self.bot(seat) is not None for seat in range(self.seats))

    def others(self, seat: int) -> set[int]:
        """The seats of people who have to agree to what this one proposes; bots always agree.

        For those who hold several seats one is named.
        """
        people = {self.holder(each) for each in range(self.seats) if self.bot(each) is None}
        return people - {self.holder(seat)}

    def gives_hints(self, seat: int) -> bool:
        """Whether a seat may ask for hints: against bots alone, or if all agreed beforehand."""
        return self.made.hints or not self.others(seat)
