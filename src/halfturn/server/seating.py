"""Who plays each seat of a table, as its log names them: people, and bots in their own right or
for somebody who is gone.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from halfturn.server.log import Made


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Seating:
    """The seats of a table, of which the log knows no names."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.seats = len(made.seats)
        """How many seats there are."""
        self.taken = [kind != "open" for kind in made.seats]
        self.stand_ins: dict[int, str] = {}
        """The bots that play for people, by seat."""
        words = [kind.partition(":") for kind in made.seats]
        # Read once: every move asks for these several times.
        self._own_bots = [name if kind == "bot" else None for kind, _, name in words]
        self._holders = [
            int(other) if kind == "with" else seat for seat, (kind, _, other) in enumerate(words)
        ]

    def bot(self, seat: int) -> str | None:
        """The name of the bot that plays a seat, as its own or for somebody; None for people."""
        own = self._own_bots[seat]
        return own if own is not None else self.stand_ins.get(seat)

    def holder(self, seat: int) -> int:
        """The seat whose person holds this one, too; mostly itself."""
        return self._holders[seat]

    def held_by(self, seat: int | None) -> list[int]:
        """All seats that the person holds who sits there; none for somebody who watches."""
        return [each for each, holder in enumerate(self._holders) if holder == seat]

    @property
    def bots(self) -> tuple[bool, ...]:
        """Which seats bots play."""
        stand_ins = self.stand_ins
        return tuple(
            [own is not None or seat in stand_ins for seat, own in enumerate(self._own_bots)]
        )

    @property
    def has_bots(self) -> bool:
        """Whether a bot plays any seat."""
        return bool(self.stand_ins) or any(self._own_bots)

    def others(self, seat: int) -> set[int]:
        """The seats of people who have to agree to what this one proposes; bots always agree.

        For those who hold several seats one is named.
        """
        people = {self.holder(each) for each in range(self.seats) if self.bot(each) is None}
        return people - {self.holder(seat)}

    def gives_hints(self, seat: int) -> bool:
        """Whether a seat may ask for hints: against bots alone, or if all agreed beforehand."""
        if self.made.hints:
            return True
        own = self._holders[seat]
        for each, holder in enumerate(self._holders):
            if holder != own and self.bot(each) is None:
                return False
        return True
